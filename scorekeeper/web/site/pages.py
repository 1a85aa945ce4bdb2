"""Registers pages. Each says in one line beside its function: its address, its methods, and who may open it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial, wraps
from typing import Any, TypeVar

from flask import Blueprint, Response, abort, make_response, request
from werkzeug.routing import Rule

Function = TypeVar("Function", bound=Callable[..., Any])
Found = TypeVar("Found")
Guard = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Wraps a page's function: looks first whether the request may open the page, and hands on what it found."""

GET, POST = ("GET",), ("POST",)
BOTH = ("GET", "POST")
ANYBODY = "anybody"


def guard_by(look: Callable[[], Any]) -> Guard:
    """A guard that looks before a page opens: None opens it, anything else is the answer in its place."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def guard_view(**values: Any) -> Any:
            refused = look()
            return view(**values) if refused is None else refused

        return guard_view

    return guard


def require(found: Found | None) -> Found:
    """What an address leads to; a missing page where that is nothing."""
    return abort(404) if found is None else found


def give(name: str, find: Callable[..., Any]) -> Guard:
    """Gives a view, as ``name``, what ``find`` finds by its address; a missing page where that is nothing."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def guard_view(**values: Any) -> Any:
            found = require(find(**values))
            values.pop("public_id", None)
            return view(**{name: found}, **values)

        return guard_view

    return guard


def answer_under(tag: str, make: Callable[[], Any]) -> Response:
    """The answer that has this tag; a browser that names the tag has it already, and nothing is made.

    A proxy that packs answers by itself hands the tag on as a weak one (``W/"…"``), and so it comes back.
    """
    known = request.if_none_match.contains_weak(tag)
    response = Response(status=304) if known else make_response(make())
    response.set_etag(tag)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def read_query() -> dict[str, str]:
    """What this address asks for behind its question mark, to be kept in another one that is built of it.

    Without names by which it would lead elsewhere: those in the address itself, and those that ``url_for`` keeps.
    """
    own = {"endpoint", *(request.view_args or {})}
    return {
        name: value for name, value in request.args.items() if name not in own and not name.startswith("_")
    }


class LateRule(Rule):
    """The rule of an address, which finds out how it is built when that is asked for.

    Werkzeug compiles it of every rule beforehand, which took a tenth of a phone's start.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_once = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, **values: compile_once()(rule, **values)


class Pages(Blueprint):
    """Pages that begin with the same address and know the same ways to be opened."""

    def __init__(self, name: str, prefix: str = "", guards: Mapping[str, Guard] | None = None) -> None:
        super().__init__(name, __name__, url_prefix=prefix or None)
        self.guards: dict[str, Guard] = {ANYBODY: lambda function: function, **(guards or {})}
        self.doors: dict[str, str] = {}
        """Who may open each page, by its name in ``url_for``."""

    def add(
        self,
        address: str,
        methods: tuple[str, ...] = GET,
        *,
        may: str,
        name: str = "",
        guard: Guard | None = None,
    ) -> Callable[[Function], Function]:
        """Register the function below as a page for those who ``may`` open it; its own name is the page's name.

        A ``guard`` of its own looks for the same as that of ``may``, and finds more on the way.
        """
        guarding = guard or self.guards[may]

        def register(function: Function) -> Function:
            page = name or function.__name__
            self.add_url_rule(address, page, guarding(function), methods=methods)
            self.doors[f"{self.name}.{page}"] = may
            return function

        return register
