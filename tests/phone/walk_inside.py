"""Runs in the browser's Python: an evening on a phone, and then every page that there is."""

import re
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import got_request_exception
from werkzeug.routing import Map, Rule

from scorekeeper.phone.program import Program
from tests.phone.evening import BASE, Evening, Found
from tests.phone.routes import VALUES
from tests.phone.window import Window


def answer(given: dict[str, Any]) -> dict[str, Any]:
    """What every page answered, which pages have no sample, which forms were sent, and what failed on the way."""
    program = Program("/data/scorekeeper.db", BASE, languages="en", zone="Europe/Sofia")
    failed: list[str] = []
    got_request_exception.connect(
        lambda _sender, exception, **_more: failed.append(repr(exception)), program.app, weak=False
    )
    evening = Evening(program)
    world = evening.play()
    posted = list_posted(program, evening.window)
    opened, without = [], []
    for rule in sorted(program.app.url_map.iter_rules(), key=lambda rule: rule.endpoint):
        if "GET" not in (rule.methods or ()):
            continue
        samples = list(list_samples(rule, world))
        opened += [open_page(evening.window, rule, values) for values in samples]
        if not samples:
            without.append(f"{rule.endpoint} ({rule.rule})")
    told = {"opened": opened, "without": without, "posted": posted, "failed": failed}
    told["templates"] = tell_templates(program)
    return {**told, "traceback": tell_failure()}


def tell_templates(program: Program) -> dict[str, Any]:
    """Where the pages came from, and which templates lie there as texts."""
    texts = Path(str(program.app.template_folder)).rglob("*.html")
    return {"loader": type(program.app.jinja_env.loader).__name__, "texts": sorted(map(str, texts))}


def list_samples(rule: Rule, world: list[Found]) -> Iterator[dict[str, Any]]:
    """The values with which a page is opened: once for everything in the world that is about it."""
    exact = [found for found in world if rule.endpoint in found.about]
    seen: list[dict[str, Any]] = []
    for found in exact or world:
        given = {**VALUES.get(rule.endpoint, {}), **found.values}
        values = {name: given[name] for name in sorted(rule.arguments) if name in given}
        if values.keys() == rule.arguments and rule.endpoint.startswith(found.about) and values not in seen:
            seen.append(values)
            yield values


def open_page(window: Window, rule: Rule, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a page answers to a plain GET, wherever it leads."""
    said = re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda part: quote(str(values[part[1]]), safe="/."), rule.rule)
    shown = window.get(said)
    text = shown.answer.body.decode("utf-8", "replace")
    title = re.search(r"<h1[^>]*>(.*?)</h1>", text, re.DOTALL)
    return {
        "page": rule.endpoint,
        "address": said,
        "status": shown.status_code,
        "title": title[1].strip() if title else "",
        "missing": re.findall(r"No module named [^<\n]*", text),
        "outward": list_outward(text),
    }


def list_outward(text: str) -> list[str]:
    """The addresses on a page that lead out of the program, to where its host has something else or nothing."""
    named = re.findall(r'(?:href|src|action|formaction|data-[a-z-]+)="(/(?!/)[^"]*)"', text)
    return sorted({one for one in named if not one.startswith((f"{BASE}/", f"{BASE}?"))})


def list_posted(program: Program, window: Window) -> list[str]:
    """The forms that were sent, by the names of their pages."""
    urls = program.app.url_map.bind("localhost")
    return sorted({urls.match(path, "POST")[0] for method, path in window.asked if method == "POST"})


def tell_failure() -> str:
    """How the log tells of a mistake in a package, whose lines the build leaves out."""
    try:
        Map([Rule("no slash")])
    except ValueError:
        return traceback.format_exc()
    return ""
