"""From the first page to a match: in a hurry, in full, the last table again, and by import."""

import json
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.match import links, seating
from scorekeeper.web.site.database import session
from tests.cases import case, cases
from tests.documents import match_document
from tests.web.conftest import Phone


def match_at(app: Flask, address: str) -> Match:
    """The match whose page this is."""
    with app.app_context():
        match = ledger.load(session(), address.split("/")[2])
        assert match.document()["players"]
        return match


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_starts_in_three_taps_without_typing(phone: Phone, app: Flask, slug: str) -> None:
    game = GAMES[slug]
    page = phone.get("/?lang=en")
    phone.get(next(address for address in page.links.values() if address == f"/start/{slug}"))
    players = game.players[-1]
    if len(game.players) > 1:
        phone.press(str(players))
    phone.press("Start")
    assert phone.status == 200
    match = match_at(app, phone.address)
    assert match.seat_names == [f"Player {n + 1}" for n in range(players)]
    assert phone.address.split("/")[3].startswith("o")
    assert str(game.name) in phone.get("/").words


@pytest.mark.long
def test_the_last_table_again_is_one_tap(phone: Phone, app: Flask) -> None:
    phone.get("/start/kani?preset=english")
    phone.press(
        "Start",
        **{"name-0": "Ana", "name-1": "Boris", "name-2": "Vera", "name-3": "Georgi", "first_dealer": "2"},
    )
    first = match_at(app, phone.address)
    phone.get("/")
    phone.press("The last table again: Kani")
    second = match_at(app, phone.address)
    assert second.public_id != first.public_id
    assert (second.seat_names, second.players, second.rules) == (first.seat_names, first.players, first.rules)
    assert second.first_dealer == 2, "nothing was dealt yet, so the same seat deals"
    assert second.series == first.id


def test_the_same_names_are_offered_for_the_next_match(phone: Phone, app: Flask) -> None:
    start_named(phone, "kinaskak", "Jón", "Þórdís", "Ása")
    phone.get("/start/kinaskak")
    phone.press("Start")
    assert match_at(app, phone.address).seat_names == ["Jón", "Þórdís", "Ása"]


# the table before (game, names), the next game, how many are offered to play it, and the names at their seats
TABLES = [
    ("", (), "escoba", ["", ""]),
    ("", (), "kinaskak", [""] * 4),
    ("kinaskak", ("Jón", "Ása", "Æsa"), "escoba", ["Jón", "Ása", "Æsa"]),
    ("kinaskak", ("Jón", "", "Æsa"), "escoba", ["Jón", "", "Æsa"]),
    ("kinaskak", ("", "", ""), "kinaskak", [""] * 3),
    ("kinaskak", ("Jón", "Ása"), "kani", [""] * 4),
]


@pytest.mark.parametrize(("before", "names", "slug", "offered"), TABLES, ids=str)
def test_a_match_begins_with_the_last_table_that_can_play_it(
    phone: Phone, before: str, names: tuple[str, ...], slug: str, offered: list[str]
) -> None:
    if before:
        start_named(phone, before, *names)
    form = phone.get(f"/start/{slug}").forms[0]
    assert [value for name, value in form.values if name.startswith("name-")] == offered


def test_a_match_begins_at_the_address_of_earlier_versions_too(phone: Phone, app: Flask) -> None:
    phone.get("/start/kinaskak/full?players=3")
    phone.press("Start")
    assert len(match_at(app, phone.address).seat_names) == 3


SENT_BEFORE = [
    ("/start/kinaskak", {"players": "3"}, ["Player 1", "Player 2", "Player 3"]),
    ("/start/kinaskak", {"players": "2", "names": "last"}, ["Jón", "Ása"]),
    ("/start/kinaskak/full?players=2", {"name-0": "Óli", "name-1": "Ása"}, ["Óli", "Ása"]),
]


@pytest.mark.parametrize(("address", "sent", "names"), SENT_BEFORE, ids=str)
def test_a_page_of_earlier_versions_that_is_open_still_begins_a_match(
    phone: Phone, app: Flask, address: str, sent: dict[str, str], names: list[str]
) -> None:
    start_named(phone, "kinaskak", "Jón", "Ása")
    phone.get("/start/kinaskak")
    token = next(value for name, value in phone.page.forms[0].values if name == "csrf_token")
    phone.post(address, [*sent.items(), ("uuid", str(uuid4())), ("csrf_token", token)])
    assert match_at(app, phone.address).seat_names == names


def start_named(phone: Phone, slug: str, *names: str) -> None:
    phone.get(f"/start/{slug}?players={len(names)}")
    phone.press("Start", **{f"name-{seat}": name for seat, name in enumerate(names)})


FOUR = ("Ana", "Boris", "Vera", "Georgi")


@pytest.mark.parametrize("slug", GAMES)
def test_the_names_of_tonight_are_offered_in_every_game(phone: Phone, app: Flask, slug: str) -> None:
    for before in ("kinaskak", "kani"):
        if before != slug:
            start_named(phone, before, *FOUR)
    phone.get(f"/start/{slug}")
    phone.press("Start")
    assert match_at(app, phone.address).seat_names == list(FOUR)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_a_tapped_name_sits_down_at_the_next_free_seat(phone: Phone, app: Flask, slug: str) -> None:
    start_named(phone, "kinaskak", "Jón", "Þórdís", "Ása")
    page = phone.get(f"/start/{slug}?players=4")
    assert [name for name in page.forms[0].buttons if name in ("Jón", "Þórdís", "Ása")] == [
        "Jón",
        "Þórdís",
        "Ása",
    ]
    given = {} if slug != "kinaskak" else {f"name-{seat}": "" for seat in range(4)}
    phone.press("Ása", **given)
    phone.press("Jón")
    page = phone.press("Þórdís", **{"name-1": "Ana"})
    assert [page.forms[0].value(f"name-{seat}") for seat in range(4)] == ["Ása", "Ana", "Þórdís", ""]
    page = phone.press("Ása")
    assert page.forms[0].value("name-0") == "", "who sits stands up again"
    phone.press("Start")
    assert match_at(app, phone.address).seat_names == ["Player 1", "Ana", "Þórdís", "Player 4"]


@pytest.mark.long
def test_names_of_other_phones_and_stand_ins_are_not_offered(phone: Phone, app: Flask) -> None:
    start_named(phone, "kinaskak", "Jón", "", "Ása")
    sheet = phone.address
    other = Phone(app.test_client())
    start_named(other, "kani", *FOUR)
    page = phone.get("/start/belot?lang=en")
    assert "Ana" not in page.words
    assert "Jón" in page.forms[0].buttons
    assert "Player 2" not in page.forms[0].buttons
    watcher = Phone(app.test_client())
    with app.test_request_context():
        watcher.get(links.address(match_at(app, sheet), links.WATCH))
    assert "Jón" not in watcher.get("/start/belot").words, "it only looks on"
    phone.get(f"{sheet.partition('#')[0]}/bin")
    phone.press("Into the bin")
    assert "Jón" not in phone.get("/start/belot").words


def test_a_second_georgi_becomes_georgi_2(phone: Phone, app: Flask) -> None:
    phone.get("/start/belot")
    page = phone.press("Start", **{"name-0": "Georgi", "name-2": " georgi ", "name-3": "Georgi 2"})
    assert match_at(app, phone.address).seat_names == ["Georgi", "Player 2", "georgi 3", "Georgi 2"]
    assert "is called georgi 3 now" in page.words


def test_house_rules_are_pinned_as_they_stood_in_the_form(phone: Phone, app: Flask) -> None:
    phone.get("/start/kani?preset=english")
    phone.press_like("other rules")
    phone.press("Start", min_bid="8", settlement="chips", **{"target-word": "none"})
    assert match_at(app, phone.address).sheet().rules.document()["min_bid"] == 8  # type: ignore[union-attr]
    assert match_at(app, phone.address).rules["preset"] == "english"


def test_a_wrong_house_rule_stands_with_its_sentence_and_the_names_stay(phone: Phone) -> None:
    phone.get("/start/kani")
    phone.press_like("other rules")
    page = phone.press("Start", min_bid="99", **{"name-1": "Boris"})
    assert phone.status == 422
    assert page.forms[0].value("min_bid") == "99"
    assert page.forms[0].value("name-1") == "Boris"
    assert "Write a number from 1 to 12" in page.words
    assert "#min_bid" in page.links.values()


def test_a_name_of_too_many_letters_is_told_at_its_seat(phone: Phone) -> None:
    phone.get("/start/kani")
    page = phone.press("Start", **{"name-2": "ö" * 61})
    assert phone.status == 422
    assert "name-2-error" in page.ids
    assert page.forms[0].value("name-2") == "ö" * 61


def test_another_set_of_house_rules_comes_without_losing_the_names(phone: Phone) -> None:
    phone.get("/start/belot")
    words = str(GAMES["belot"].preset_names["classic"])
    page = phone.press(words, **{"name-0": "Ана"})
    assert phone.status == 200
    assert page.forms[0].value("name-0") == "Ана"
    assert page.forms[0].value("hanging_rounding") == "nearest"


@pytest.mark.long
def test_the_same_page_twice_is_one_match(phone: Phone, app: Flask) -> None:
    values = phone.get("/start/escoba").forms[-1].values
    phone.post("/start/escoba", values)
    first = phone.address
    phone.post("/start/escoba", values)
    assert phone.address == first
    phone.post("/start/escoba?players=3", [*values, ("name-2", "")])
    assert phone.status == 409
    phone.press("Start")
    assert len(match_at(app, phone.address).seat_names) == 3


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_seats_are_drawn_in_the_direction_of_play(players: int) -> None:
    clockwise = seating.places(GAMES["kinaskak"], players)
    assert list(clockwise) == sorted(set(clockwise))
    assert clockwise[0] == 0
    if players == 4:
        assert seating.places(GAMES["belot"], 4) == (0, 6, 4, 2), (
            "Belot goes anticlockwise: the right is next"
        )


MATCH: dict[str, Any] = match_document(
    "kani",
    ["Ana", "Boris", "Vera", "Georgi"],
    [{"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10, "note": "<b>"}],
)


def chosen_file(app: Flask, body: bytes) -> Any:
    """What the page answers when a file with these bytes is imported."""
    phone = Phone(app.test_client())
    token = phone.get("/import?lang=en").forms[0].value("csrf_token")
    file = (BytesIO(body), "match.json")
    return phone.client.post("/import", data={"csrf_token": token, "document": "", "file": file})


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with a byte order mark"])
def test_a_document_can_be_pasted(phone: Phone, app: Flask, mark: str) -> None:
    phone.get("/import")
    phone.press("Import", document=mark + json.dumps(MATCH))
    match = match_at(app, phone.address)
    assert match.document()["entries"] == MATCH["entries"]


def test_a_document_that_is_sent_twice_from_one_page_is_one_match(phone: Phone) -> None:
    page = phone.get("/import")
    number = page.forms[0].value("number")
    found = []
    for document in (MATCH, MATCH, {**MATCH, "first_dealer": 1}):
        phone.get("/import")
        phone.press("Import", document=json.dumps(document), number=number)
        found.append(phone.address)
    assert [found[0] == found[1], found[0] == found[2]] == [True, False]
    phone.get("/import")
    phone.press("Import", document=json.dumps(MATCH))
    assert phone.address not in found, "a person wants it once more"


@pytest.mark.parametrize("blanks", [0, 2_500_000], ids=["short", "longer than two megabytes"])
def test_a_document_can_be_a_file(app: Flask, blanks: int) -> None:
    answer = chosen_file(app, b"\xef\xbb\xbf" + b" " * blanks + json.dumps(MATCH).encode())
    assert answer.status_code == 303
    assert match_at(app, answer.location).seat_names == MATCH["players"]


def test_a_file_in_another_encoding_is_refused_and_no_letter_is_guessed(app: Flask) -> None:
    match = {**MATCH, "players": ["Iñaki", "Þórdís", "Vera", "Ana"]}
    answer = chosen_file(app, json.dumps(match, ensure_ascii=False).encode("latin-1"))
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "A document is written in UTF-8." in page
    assert "\ufffd" not in page, "pasted again, the page's own text would be imported"


@cases(
    "text, told",
    case("nothing", "", "Choose a file"),
    case("torn", "{", "line 1, column 2"),
    case("not-a-number", "[1, NaN]", "“NaN” is not a number"),
    case("deep", "[" * 100_000, "nested too deep"),
    case("long-number", "9" * 5000, "far too many digits"),
    case("twice", json.dumps(MATCH).replace('"game"', '"game": "belot", "game"'), "“game” is given twice"),
    case("half-a-pair", '"\\ud800"', "A match document is a JSON object."),
    case(
        "players",
        json.dumps({**MATCH, "players": ["Ana", "ana", "", 3]}),
        "players › 3: Every player needs a name.",
    ),
    case(
        "bid",
        json.dumps({**MATCH, "entries": [*MATCH["entries"], {"kind": "deal", "bid": 14}]}),
        "entry 2 › Bid:",
    ),
    case("rules", json.dumps({**MATCH, "rules": {"min_bid": 0}}), "house rules › Lowest bid:"),
)
def test_what_cannot_be_imported_is_told_with_its_place_in_words(phone: Phone, text: str, told: str) -> None:
    phone.get("/import?lang=en")
    page = phone.press("Import", document=text)
    assert phone.status == 422
    assert told in " ".join(page.words.split())
    assert page.forms[0].value("document") == text


def test_a_document_full_of_mistakes_lists_a_hundred_and_counts_the_rest(phone: Phone) -> None:
    phone.get("/import")
    page = phone.press("Import", document=json.dumps({**MATCH, "entries": [{"kind": "x"}] * 150}))
    assert page.words.count("entries[") == 100
    assert "and 50 more" in page.words


@pytest.mark.long
def test_a_match_taken_out_of_the_bin_stands_as_before(phone: Phone, app: Flask) -> None:
    from uuid import uuid4

    from scorekeeper.store.match.kinds import BINNED

    phone.get("/start/kani")
    phone.press("Start")
    match = match_at(app, phone.address)
    with app.app_context():
        ledger.append(session(), match.public_id, seen=1, uuid=str(uuid4()), kind=BINNED, body={})
    assert "Go on" not in phone.get("/").words
    phone.click("Rules and more")
    phone.click("Bin")
    phone.press("Take out")
    assert not match_at(app, f"/m/{match.public_id}/").binned
    assert "Go on" in phone.get("/").words
    assert "The bin is empty." in phone.get("/bin").words
