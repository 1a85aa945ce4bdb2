"""How templates reach what the whole application gives them."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment


class SharedGlobals(Environment):
    """Flask's environment; its templates share one mapping of globals, as none of them has globals of its own.

    Jinja lays a mapping of its own over that for each template. Every import of a page then walks through both, which
    is a tenth of the time of a sheet.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: those of the application, where no others are given for it."""
        return super().make_globals(d) if d else self.globals


def init_app(app: Flask) -> None:
    """Give the application its environment, before anything is put into it."""
    app.jinja_environment = SharedGlobals
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
