"""A browser without JavaScript: what of a page the tests look at, and a phone that follows links and presses buttons.

It needs the standard library alone, so that the browser's Python can walk through the pages too.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


class Form:
    """A form as the browser would send it: ``values`` in order, ``kinds`` of inputs, ``buttons`` by their words."""

    def __init__(self, attributes: dict[str, str]) -> None:
        self.attributes = attributes
        self.values: list[tuple[str, str]] = []
        self.names: set[str] = set()
        self.kinds: set[str] = set()
        self.buttons: dict[str, dict[str, str]] = {}

    def value(self, name: str) -> str:
        """What one input holds."""
        return next((value for known, value in self.values if known == name), "")


MARKUP = re.compile(
    r"""<(script|style)\b([^>]*)>(.*?)</\1\s*>                     # what is no text, as it stands
    | <(/?)([a-zA-Z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>          # a tag and its attributes
    | <!--.*?--> | <![^>]*>
    | ([^<]+|<)                                                    # text""",
    re.DOTALL | re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


class Page:
    """What of a page the tests look at: forms with what they hold, links, ids, the words.

    It reads what our templates write, five times as fast as html.parser, which also takes markup that is broken.
    """

    def __init__(self, html: str) -> None:
        self.html, self.words = html, ""
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self.ids: list[str] = []
        self.attributes: list[tuple[str, dict[str, str]]] = []
        self._form: Form | None = None
        self._early: dict[str, list[dict[str, str]]] = {}  # inputs that stand before their forms
        self._text: list[str] | None = None
        self._open: dict[str, str] = {}
        self._select: tuple[dict[str, str], list[tuple[str, bool]]] | None = None
        self._read(html)

    def _read(self, html: str) -> None:
        for raw, more, inside, closing, tag, attributes, text in MARKUP.findall(html):
            if text:
                self.handle_data(unescape(text))
            elif raw:
                self.handle_starttag(raw, more)
                self.handle_data(inside)
            elif closing:
                self.handle_endtag(tag.lower())
            elif tag:
                self.handle_starttag(tag.lower(), attributes)

    def handle_starttag(self, tag: str, written: str) -> None:
        given = {
            name.lower(): unescape(double or single or bare)
            for name, double, single, bare in ATTRIBUTE.findall(written)
        }
        self.attributes.append((tag, given))
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "form":
            self._form = Form(given)
            self.forms.append(self._form)
            for early in self._early.pop(given.get("id", ""), ()):
                self._input(early)
        elif tag == "input":
            self._input(given)
        elif tag == "select":
            self._select = given, []
        elif tag == "option" and self._select is not None:
            self._select[1].append((given.get("value", ""), "selected" in given))
        elif tag in ("textarea", "button", "a"):
            self._text, self._open = [], given

    def _owner(self, given: dict[str, str]) -> Form | None:
        if "form" in given:
            return next((form for form in self.forms if form.attributes.get("id") == given["form"]), None)
        return self._form

    def _input(self, given: dict[str, str]) -> None:
        form = self._owner(given)
        if form is None and "form" in given:
            self._early.setdefault(given["form"], []).append(given)
        if form is None or "name" not in given:
            return
        form.names.add(given["name"])
        form.kinds.add(given.get("type", "text"))
        if given.get("type") == "file" or (
            given.get("type") in ("radio", "checkbox") and "checked" not in given
        ):
            return
        form.values.append((given["name"], given.get("value", "on")))

    def _choose(self, given: dict[str, str], options: list[tuple[str, bool]]) -> None:
        """What a list sends: the option that is selected, or else the first."""
        form, self._select = self._owner(given), None
        if form is not None and "name" in given and options:
            form.names.add(given["name"])
            chosen = [value for value, selected in options if selected] or [options[0][0]]
            form.values.append((given["name"], chosen[-1]))

    def handle_data(self, data: str) -> None:
        self.words += data.replace("\u2060", "")  # what keeps a score together is not read
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if tag == "select" and self._select is not None:
            self._choose(*self._select)
        if tag not in ("textarea", "button", "a") or self._text is None:
            return
        text, given = "".join(self._text), self._open
        self._text = None
        form = self._owner(given)
        if tag == "a":
            self.links.setdefault(" ".join(text.split()), given.get("href", ""))
        elif tag == "textarea" and form is not None:
            form.names.add(given["name"])
            form.values.append((given["name"], text.removeprefix("\n")))
        elif tag == "button" and form is not None:
            form.buttons.setdefault(" ".join(text.split()), given)


RAW = re.compile(r"(?<!“)(?:\bNone\b(?! yet| here|\. )|\b(?:undefined|null|NaN)\b|\[object )")
"""A value of a program where a word for people should stand; “None yet.” is one, and so is what a sentence quotes."""


TYPED = re.compile(r"<textarea.*?</textarea>", re.S)


def raw_values(page: Page) -> list[str]:
    """What a page shows or sends of values that were never made words; what was typed is its writer's own."""
    given = (
        f"{tag} {name}={value}"
        for tag, found in page.attributes
        for name, value in found.items()
        if value in ("None", "null", "undefined")
    )
    shown = re.sub(r"<[^>]*>", " ", TYPED.sub("", page.html))
    return [shown[max(0, found.start() - 40) : found.end() + 20] for found in RAW.finditer(shown)] + [*given]


UNSAID = re.compile(r"<table[^>]*>(?!\s*<caption)|<th[^>]*>[^<\w%]+</th>")
"""A table that does not say what it is; a column that is headed by a sign alone, but for a percentage."""


class Phone:
    """Follows links and presses buttons on the pages of the application, as people without JavaScript do."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.response: TestResponse
        self.address = "/"
        self.page: Page

    def get(self, address: str, **headers: str) -> Page:
        """Open an address."""
        return self._show(self.client.get(address, follow_redirects=True, headers=headers))

    def click(self, words: str) -> Page:
        """Follow a link."""
        return self.get(self.page.links[words])

    def press(self, button: str, form: int | None = None, **typed: str | list[str]) -> Page:
        """Fill in a form and press one of its buttons."""
        among = (
            [form_ for form_ in self.page.forms if button in form_.buttons]
            if form is None
            else [self.page.forms[form]]
        )
        chosen = among[0]
        unknown = set(typed) - chosen.names
        assert not unknown, f"the form has no {unknown}; it has {sorted(chosen.names)}"
        values = [(name, value) for name, value in chosen.values if name not in typed]
        for name, value in typed.items():
            values += [(name, one) for one in ([value] if isinstance(value, str) else value)]
        pressed = chosen.buttons[button]
        if "name" in pressed:
            values.append((pressed["name"], pressed.get("value", "")))
        address = pressed.get("formaction") or chosen.attributes.get("action") or self.address
        return self.post(urljoin(self.address, address), values)

    def press_like(self, words: str, **typed: str | list[str]) -> str:
        """Press the first button that has these words; all that it says."""
        button = next(button for form in self.page.forms for button in form.buttons if words in button)
        self.press(button, **typed)
        return button

    def post(self, address: str, values: list[tuple[str, str]]) -> Page:
        """Send values to an address."""
        data: dict[str, list[str]] = {}
        for name, value in values:
            data.setdefault(name, []).append(value)
        return self._show(self.client.post(address, data=data, follow_redirects=True))

    def _show(self, response: TestResponse) -> Page:
        self.response = response
        request = response.request
        query = request.query_string.decode()
        self.address = request.path + (f"?{query}" if query else "")
        self.page = Page(response.get_data(as_text=True))
        if response.mimetype == "text/html":
            assert raw_values(self.page) == [], self.address
            assert UNSAID.findall(self.page.html) == [], self.address
        return self.page

    @property
    def status(self) -> int:
        """The status of the page shown."""
        return self.response.status_code
