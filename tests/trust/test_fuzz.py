"""What no player would type: the API against its own description, forms and documents at random, names that attack."""

import html
import json
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES
from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.documents import match_document
from tests.samples import sample_match
from tests.soak import SOAK
from tests.trust.routes import ANYBODY, KNOWN, OWNER, PROVED, ROUTES, SCORE, WATCH
from tests.trust.world import Visitor, World, address, of

pytestmark = pytest.mark.long

EXAMPLES = 100 if SOAK else 12
LIGHT = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=not SOAK,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
    ],
)


# --- the API --------------------------------------------------------------------------------------


def test_the_api_keeps_to_its_own_description(world: World) -> None:
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    world.put_back()
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", world.app)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= 5
    for operation in operations:

        @settings(LIGHT, max_examples=EXAMPLES if SOAK else 5)
        @given(case=operation.as_strategy())
        def try_case(case: Any) -> None:
            response = case.call(headers={"Accept-Encoding": "identity"})
            # A description says what a document looks like; whether the deal is possible, the rules do.
            case.validate_response(response, excluded_checks=[positive_data_acceptance])

        try_case()


# --- documents ------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(allow_nan=False, allow_infinity=False)  # JSON has neither
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def documents() -> list[Any]:
    """A valid match of every game, two deals long."""
    matches = map(sample_match, GAMES)
    return [{**match, "first_dealer": 0, "entries": match["entries"][:1] * 2} for match in matches]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for name, part in inside for found in places(part, (*path, name)))]


@st.composite
def break_document(draw: st.DrawFn) -> Any:
    """A match document of which one place holds something else."""
    document = json.loads(json.dumps(draw(st.sampled_from(documents()))))
    *way, last = draw(st.sampled_from(places(document)[1:]))
    inner = document
    for step in way:
        inner = inner[step]
    inner[last] = draw(VALUES)
    return document


@LIGHT
@given(document=break_document())
def test_a_document_with_one_odd_place_is_taken_or_refused(world: World, document: Any) -> None:
    text = json.dumps(document)
    client = world.app.test_client()
    assert client.post("/api/v1/score", data=text).status_code in (200, 422)
    visitor = Visitor(world)
    taken = visitor.client.post("/import", data={"csrf_token": visitor.token, "document": text})
    assert taken.status_code in (303, 422)
    if taken.status_code == 303:
        assert visitor.client.get(taken.headers["Location"]).status_code == 200


# --- forms ----------------------------------------------------------------------------------------

FORMS = [
    name for name in ROUTES if name.startswith("POST") and "/" not in name and not name.startswith("POST api")
]
ODD = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "0",
            "-1",
            "1",
            "7",
            "99999999999999999999",
            "on",
            "pass",
            "hearts",
            "9♥",
            "١",
            "½",
            "𝟗",
            "\ud7ff",
            "\u202e",
            "\x00",
            "<b>",
            "{{7*7}}",
            "%s",
            "..",
            "null",
            "true",
            "1e9",
            "7H",
            "o",
            "s",
            "w",
        ]
    ),
)


def fields_of(world: World, name: str) -> list[str]:
    """The names that the page of a form has; without a page, some that forms have."""
    page = "GET" + name[4:]
    known = [
        "seen",
        "uuid",
        "name",
        "name-0",
        "seat",
        "which",
        "keep",
        "as",
        "reason",
        "target",
        "version",
        "players",
    ]
    if page in ROUTES:
        page = Visitor(world, "proved").client.get(address(world, page)).get_data(as_text=True)
        known += re.findall(r'name="([^"]+)"', page)
    return sorted(set(known) - {"csrf_token", "lang", "more"})


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(
    "name", [name for name in of(ANYBODY, WATCH, SCORE, OWNER, KNOWN, PROVED) if name in FORMS]
)
def test_a_form_filled_at_random_never_fails(world: World, name: str) -> None:
    world.put_back()
    visitor, where, fields = Visitor(world, "proved"), address(world, name), fields_of(world, name)
    count = EXAMPLES if SOAK else 5

    @settings(LIGHT, max_examples=count)
    @given(values=st.dictionaries(st.sampled_from(fields), ODD, max_size=12))
    def fill(values: dict[str, str]) -> None:
        sent = {field: value for field, value in values.items() if field not in ("name",)}
        response = visitor.client.post(where, data={"csrf_token": visitor.token, **sent})
        assert response.status_code < 500, values

    fill()
    with world.app.app_context():
        match = ledger.load(session(), world.links[OWNER][0])
        report = Report()
        assert score_match(match.document(), GAMES, report) is not None, report.errors


# --- names that attack ----------------------------------------------------------------------------

SCRIPT = "<script>alert(1)</script>"
NAMES = [
    [SCRIPT, '"><img src=x onerror=alert(1)>', "{{7*7}}${7*7}", "'-alert(1)-'"],
    ["שרה", "محمد علي", "a\u200db", "ć" + "\u0301" * 20],
    ["=cmd|' /C calc'!A0", "%s%n{0}", "</textarea></title></svg>", "&lt;b&gt;&amp;"],
    ["👩‍👩‍👧‍👦", "İıß", "Ω" * 60, "x\u00a0y"],
]
SHOWN = [name for name in of(WATCH, SCORE, OWNER) if name.startswith("GET")]


class Strict(HTMLParser):
    """Notes what no page of ours has: scripts of its own, handlers, styles, elements that only a name brings."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag == "script" and "src" not in names and dict(attrs).get("type") != "application/json":
            self.wrong.append("script")
        if tag == "img" and dict(attrs).get("src") == "x":
            self.wrong.append("img")
        self.wrong += [name for name in names if name.startswith("on")]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("names", NAMES)
def test_names_are_text_in_every_page_export_and_picture(world: World, names: list[str]) -> None:
    world.put_back()
    with world.app.test_request_context("http://localhost/"):
        match = ledgers.open_match(session(), "kani", names, device="x")
        deal = {"entry": {"kind": "deal", "bid": 7, "declarer": 0, "partner": 1, "tricks": 9}}
        for seen, body in enumerate((deal, deal), 1):
            match = ledgers.write(
                session(), match, "recorded", body, seen=seen, texts={"note": names[0]}, device="x"
            )
        from scorekeeper.web.match import links

        link = links.link_to(match.public_id, OWNER, match.generations)
    mine = world._replace(links={**world.links, OWNER: (match.public_id, link)})
    visitor, shown = Visitor(world), 0
    for name in SHOWN:
        response = visitor.client.get(address(mine, name), follow_redirects=True)
        text = response.get_data(as_text=True)
        assert response.status_code in (200, 404), name
        shown += check(name, response.mimetype, text, names)
    assert shown > 5, "the names are on the pages"


def check(name: str, kind: str, text: str, names: list[str]) -> bool:
    """Whether the answer shows a name, and shows it as text; fails where it would be more than text."""
    if kind == "text/html":
        page = Strict()
        page.feed(text)
        assert page.wrong == [], name
        assert SCRIPT not in text, name
        assert "49${" not in text, name
    elif kind == "image/svg+xml":
        tree = ElementTree.fromstring(text)
        assert not [
            element for element in tree.iter() if element.tag.endswith(("script", "foreignObject", "image"))
        ]
        return any(any(part in said for part in names) for said in tree.itertext())
    elif kind == "application/json":
        found = json.loads(text)
        assert found.get("players", names) == names
    return names[0] in html.unescape(text)


HIDDEN = (
    "a\u202eb",
    "\u200b",
    "a\u2066b",
    "\ufeffa",
    "a\u0000b",
    "a\nb",
    "\u2028",
    "a\x1bb",
    "a\u2060b",
    "\u3164",
)
UNSEEN = re.compile("[\u202a-\u202e\u2060-\u2069\u200b\ufeff\u00ad\u2028\u3164\x00\x1b]")


def named_so(hidden: str) -> list[tuple[str, dict[str, str]]]:
    """Every form that takes a name, with this one in it."""
    others = {"name-1": "B", "name-2": "C", "name-3": "D"}
    match = match_document("kani", [hidden, "B", "C", "D"], [])
    return [
        ("POST starting.start", {"players": "4", "name-0": hidden, **others}),
        ("POST importing.take", {"document": json.dumps(match)}),
        ("POST match.names", {"name-0": hidden, "seen": "5"}),
        ("POST match.phone", {"seat": "", "name": hidden}),
        ("POST accounts.new", {"name": hidden, "password": "lau karta eskuan", "again": "lau karta eskuan"}),
    ]


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("hidden", HIDDEN)
def test_names_that_hide_or_turn_the_text_are_refused_or_made_plain(world: World, hidden: str) -> None:
    world.put_back()
    visitor, sheet = Visitor(world), address(world, "GET match.sheet")
    for name, values in named_so(hidden):
        answer = visitor.ask(name, address(world, name), **values)
        assert answer.status_code in (303, 422), name
        for page in (answer.headers.get("Location", sheet), sheet, f"{sheet}/tv", "/", "/account"):
            shown = visitor.client.get(page, follow_redirects=True).get_data(as_text=True)
            assert not UNSEEN.search(shown), (name, page)
