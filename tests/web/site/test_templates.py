"""Templates: what they are given, and where the scripts and styles are that they name."""

import re
from functools import cache

import pytest
from flask import Flask, url_for
from jinja2 import meta
from jinja2.environment import Environment

from scorekeeper.web.site.assets import asset, version

TAKEN = re.compile(r'\{%-?\s*(import|from|include)\s+"([^"]+)"([^%]*)%\}')
"""An import or an inclusion of one template by its name."""


@cache
def list_taken(env: Environment, name: str) -> tuple[tuple[str, str, bool], ...]:
    """What one template takes in: how, its name, and whether it is given what that one was given."""
    found = TAKEN.findall(read(env, name))
    return tuple((how, other, how == "include" or "with context" in rest) for how, other, rest in found)


def read(env: Environment, name: str) -> str:
    """A template as it was written."""
    return env.loader.get_source(env, name)[0]


@cache
def find_undeclared(env: Environment, name: str) -> frozenset[str]:
    """What a template itself reads and does not set."""
    return frozenset(meta.find_undeclared_variables(env.parse(read(env, name))) - set(env.globals))


def find_needs(env: Environment, name: str, above: tuple[str, ...] = ()) -> set[str]:
    """What a template reads that its reader has to give, itself or by a template that it takes in."""
    found = set(find_undeclared(env, name))
    for _how, other, given in list_taken(env, name):
        if given and other not in above:
            found |= find_needs(env, other, (*above, name))
    return found


def test_what_needs_nothing_of_a_page_is_imported_once_for_all_pages(app: Flask) -> None:
    """Jinja runs a template that is imported with context anew for each page."""
    env = app.jinja_env
    needless = [
        f"{name} imports {other}"
        for name in env.list_templates(extensions=["html"])
        for how, other, given in list_taken(env, name)
        if given and how != "include" and not find_needs(env, other)
    ]
    assert not needless, "these need no context"


def test_a_template_with_globals_of_its_own_keeps_them_to_itself(app: Flask) -> None:
    before = set(app.jinja_env.globals)
    with app.test_request_context():
        alone = app.jinja_env.from_string("{{ own }} {{ asset('icon.svg')[:7] }}", globals={"own": "1"})
        assert alone.render() == "1 /static"
        assert app.jinja_env.from_string("{{ own }}").render() == ""
    assert set(app.jinja_env.globals) == before


@pytest.mark.parametrize("root", ["", "/belot"])
def test_a_static_file_is_named_as_its_route_names_it(app: Flask, root: str) -> None:
    with app.test_request_context(environ_overrides={"SCRIPT_NAME": root}):
        assert asset("style.css") == url_for("assets", digest=version(), name="style.css")
        assert asset("icon.svg").partition("?")[0] == url_for("static", filename="icon.svg")
        assert asset("icon.svg").startswith(f"{root}/static/")
