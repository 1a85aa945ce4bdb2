"""A whole match of each game through the forms, with corrections in the middle and after the end."""

import json
import re
from typing import Any

import pytest

from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES
from tests.cases import cases
from tests.soak import in_soak

pytestmark = pytest.mark.long

BELOT = {"contract": "hearts", "declarer": "0", "trick_points-0": "120"}
KANI = {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10"}
ESCOBA = {
    "most-cards": "0",
    "most-golds": "0",
    "most-sevens": "0",
    "seven_of_golds": "0",
    "escobas-0": "3",
    "escobas-1": "0",
}
KINASKAK = {f"hands-{seat}": f"low={seat}" for seat in range(1, 4)}

# game, players, the same deal over and over, how many until the end, winner, a correction of the first deal, its totals
PLAYED = [
    ("belot", 4, BELOT, 13, "Player 1 & Player 3", {"trick_points-0": "90"}),
    ("kani", 4, KANI, 12, "Player 1 and Player 3", {"tricks": "8"}),
    ("escoba", 2, ESCOBA, 3, "Player 1", {"escobas-0": "2"}),
    ("kinaskak", 4, KINASKAK, 8, "Player 1", {"hands-2": "low=5"}),
]


def start(phone: Any, game: str, players: int, preset: str = "") -> str:
    """A match in a hurry; its address."""
    phone.get(f"/start/{game}?players={players}")
    phone.press("Start")
    assert phone.status == 200, phone.page.words
    return str(phone.address)


def record(phone: Any, sheet: str, deal: dict[str, str], **more: str) -> Any:
    phone.get(f"{sheet}/record/deal")
    return phone.press("Save", **deal, **more)


def document(phone: Any, sheet: str) -> dict[str, Any]:
    """The match as it is exported: what stands, with its sheet."""
    found: dict[str, Any] = json.loads(phone.client.get(f"{sheet}/export.json").data)
    return {name: value for name, value in found.items() if name != "code"}  # which stands for the past too


def rows(phone: Any, sheet: str) -> list[int]:
    """The lasting names of the entries, in the order of the sheet."""
    phone.get(sheet)
    return [int(name[1:]) for name in phone.page.ids if name[0] == "e" and name[1:].isdigit()]


def confirm(phone: Any) -> Any:
    """Look at the preview and save, where there is one."""
    if "Look before you save" in phone.page.words:
        assert phone.status == 200
        phone.press("Save it so")
    assert phone.status == 200, phone.page.words
    return phone.page


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("game", "players", "deal", "length", "winner", "correction"), PLAYED)
def test_a_match_is_played_to_its_winner_and_corrected_on_the_way_and_afterwards(
    phone: Any,
    game: str,
    players: int,
    deal: dict[str, str],
    length: int,
    winner: str,
    correction: dict[str, str],
) -> None:
    if game == "kani":  # two lead level with one deal over and over, and play on: so the tie is shared
        sheet = start_kani_shared(phone)
    else:
        sheet = start(phone, game, players)
    for number in range(length):
        record(phone, sheet, deal)
        confirm(phone)  # what ends a match of Kínaskák here is odd
        assert phone.address == sheet, phone.page.words
        if number == 1:
            phone.get(f"{sheet}/row/{rows(phone, sheet)[0]}/correct")
            phone.press("Correct", **correction)
            confirm(phone)
            phone.get(f"{sheet}/undo")
            phone.press("Undo it")
            assert phone.status == 200
    assert document(phone, sheet)["sheet"]["status"] == "finished"
    page = phone.get(sheet)
    assert winner in page.words
    assert "Winner" in page.words
    assert "Rematch, same seats" in page.words
    before = document(phone, sheet)["sheet"]["totals"]
    phone.get(f"{sheet}/row/{rows(phone, sheet)[0]}/correct")
    phone.press("Correct", why="counted once more", **correction)
    confirm(phone)
    assert document(phone, sheet)["sheet"]["totals"] != before
    page = phone.get(f"{sheet}/row/{rows(phone, sheet)[0]}")
    assert "counted once more" in page.words
    assert "Corrected" in page.words


@pytest.mark.left_to_soak(but_one_in=2)
@cases(
    "game, players, deal, deals, first_dealer",
    ("escoba", 2, ESCOBA, 3, 1),
    ("belot", 4, BELOT, 13, 1),
    ("kani", 4, KANI, 2, 2),
    ("kani", 4, KANI, 0, 0),
)
def test_in_a_rematch_the_deal_passes_to_the_player_after_the_last_dealer(
    phone: Any, game: str, players: int, deal: dict[str, str], deals: int, first_dealer: int
) -> None:
    sheet = start(phone, game, players)
    for _number in range(deals):
        record(phone, sheet, deal)
    if document(phone, sheet)["sheet"]["status"] != "finished":
        phone.get(f"{sheet}/stop")
        phone.press("Stop here")
    phone.get(sheet)
    phone.press("Rematch, same seats")
    assert phone.address != sheet
    assert document(phone, phone.address)["first_dealer"] == first_dealer


def start_kani_shared(phone: Any) -> str:
    phone.get("/start/kani?players=4")
    phone.press_like("other rules")
    phone.press("Start", tie_at_target="shared")
    return str(phone.address)


def test_after_the_end_nothing_is_recorded_and_the_form_says_so(phone: Any) -> None:
    sheet = start(phone, "escoba", 2)
    phone.get(f"{sheet}/record/deal")
    form = phone.page.forms[0]
    for _number in range(3):
        record(phone, sheet, ESCOBA)
    page = phone.get(f"{sheet}/record/deal")
    assert "The match is over" in page.words
    assert not any("Save" in found.buttons for found in page.forms)
    values = [(name, value) for name, value in form.values if name not in ("seen", "uuid", *ESCOBA)]
    seen = str(len(rows(phone, sheet)) + 1)
    phone.post(f"{sheet}/record/deal", [*values, ("seen", seen), *ESCOBA.items()])
    assert phone.status == 422
    assert "The match is over" in phone.page.words


def test_stopping_here_closes_the_match_and_is_undone(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    record(phone, sheet, KANI)
    assert "at the moment Player 1 and Player 3." in phone.get(f"{sheet}/stop").words
    phone.press("Stop here", winners=["0"], reason="it is late")
    assert "Winner" in phone.page.words
    assert "it is late" in phone.page.words
    assert document(phone, sheet)["entries"][-1] == {"kind": "end", "winners": [0], "reason": "it is late"}
    phone.press("Undo")
    assert "it is late" not in phone.page.words
    assert "stopped here" in phone.page.words
    phone.press("Undo it")
    assert "Record a deal" in phone.page.words
    phone.press("Bring it back")
    phone.press("Bring it back")
    assert "Winner" in phone.page.words


def test_an_abandoned_match_has_no_winner(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    phone.get(f"{sheet}/stop")
    phone.press("Stop here", abandoned="y")
    assert "Abandoned: no winner" in phone.page.words
    assert document(phone, sheet)["sheet"]["winners"] == []


def test_a_penalty_an_adjustment_and_a_void_deal(phone: Any) -> None:
    sheet = start(phone, "belot", 4)
    phone.get(f"{sheet}/record/penalty")
    assert 'placeholder="16"' in phone.page.html
    assert "Back to the sheet" in phone.page.words
    phone.press("Save", side="0", reason="looked at a trick")
    phone.get(f"{sheet}/record/adjustment")
    phone.press("Save", reason="said by the arbiter")
    assert phone.status == 422
    assert "“Points” is missing." in phone.page.words
    phone.press("Save", **{"scores-0": "-5", "reason": ""})
    assert phone.status == 422
    assert "reason" in phone.page.words.lower()
    phone.press("Save", reason="said by the arbiter")
    phone.get(f"{sheet}/record/void")
    phone.press("Save", reason="a card was missing")
    kinds = [entry["kind"] for entry in document(phone, sheet)["entries"]]
    assert kinds == ["penalty", "adjustment", "void"]
    assert document(phone, sheet)["entries"][1]["scores"] == [-5, 0], "a side left blank gets nothing"
    assert document(phone, sheet)["sheet"]["totals"] == [-5, 16]
    for words in ("looked at a trick", "said by the arbiter", "a card was missing"):
        assert words in phone.get(sheet).words


def test_a_penalty_asks_for_no_reason(phone: Any) -> None:
    sheet = start(phone, "belot", 4)
    phone.get(f"{sheet}/record/penalty")
    phone.press("Save", side="1")
    (entry,) = document(phone, sheet)["entries"]
    assert entry["kind"] == "penalty"
    assert "reason" not in entry


def test_the_usual_reasons_of_a_penalty_are_one_tap(phone: Any) -> None:
    sheet = start(phone, "belot", 4)
    page = phone.get(f"{sheet}/record/penalty?lang=en")
    usual = [str(text) for text in GAMES["belot"].penalty.usual]
    assert [words for words in page.forms[0].buttons if words in usual] == usual
    page = phone.press("a lead out of turn", side="1")
    assert (page.forms[0].value("reason"), page.forms[0].value("side")) == ("a lead out of turn", "1")
    phone.press("Save", reason="a lead out of turn, twice")
    assert [entry["reason"] for entry in document(phone, sheet)["entries"]] == ["a lead out of turn, twice"]
    for kind in ("adjustment", "void"):
        assert not set(usual) & set(phone.get(f"{sheet}/record/{kind}").forms[0].buttons)


def test_a_game_without_a_penalty_has_no_page_for_one(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    assert "Penalty" not in phone.page.links
    phone.get(f"{sheet}/record/penalty")
    assert phone.status == 404


def test_a_forgotten_deal_goes_in_before_another(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    record(phone, sheet, KANI)
    record(phone, sheet, {**KANI, "declarer": "1"})
    first, second = rows(phone, sheet)
    phone.get(f"{sheet}/row/{second}")
    phone.click("Insert a forgotten deal before it")
    phone.press("Save", **{**KANI, "declarer": "3", "partner": "1"})
    page = confirm(phone)
    order = rows(phone, sheet)
    assert order[0] == first
    assert order[2] == second
    assert page is not None
    assert [entry["declarer"] for entry in document(phone, sheet)["entries"]] == [0, 3, 1]


def test_the_last_way_of_writing_a_deal_is_the_next_one(phone: Any) -> None:
    sheet = start(phone, "kinaskak", 2)
    phone.get(f"{sheet}/record/deal?form=points")
    phone.press("Save", **{"hands-0": "0", "hands-1": "25"})
    assert phone.address == sheet
    phone.get(f"{sheet}/record/deal")
    assert "hands-0" in phone.page.forms[0].names


IN_EVERY_LANGUAGE = [(*played[:3], language) for played in PLAYED for language in LANGUAGES]
IN_TWO = [
    (*played[:3], language)
    for number, played in enumerate(PLAYED)
    for language in ("en", LANGUAGES[1 + number % (len(LANGUAGES) - 1)])
]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.soak
@pytest.mark.parametrize(("game", "players", "deal", "language"), in_soak(IN_EVERY_LANGUAGE, IN_TWO))
def test_every_page_opens_in_every_language(
    phone: Any, game: str, players: int, deal: dict[str, str], language: str
) -> None:
    sheet = start(phone, game, players)
    record(phone, sheet, deal)
    seq = rows(phone, sheet)[0]
    pages = [
        "",
        "/record/deal",
        "/record/void",
        "/record/adjustment",
        f"/row/{seq}",
        f"/row/{seq}/correct",
        f"/row/{seq}/strike",
        "/stop",
        "/undo",
        "/redo",
        "/names",
        "/seats",
        "/dealer",
        "/rules",
        "/bin",
        "/keep",
        *(["/record/penalty"] if game == "belot" else []),
    ]
    for page in pages:
        phone.get(f"{sheet}{page}?lang={language}")
        assert phone.status == 200, page
        assert f'<html lang="{language}"' in phone.page.html
        head = phone.page.html.partition("<header")[2].partition("</header>")[0]
        if page and not page.endswith(("/deal", "/correct")):
            assert head.count("<a ") == 1, page
            assert re.search(rf'href="{sheet}[^/]*">.*<h1', head, re.DOTALL), page
    phone.get(f"{sheet}/row/{seq}/strike")
    chosen = phone.page.forms[0]
    phone.post(
        phone.address,
        [*((name, value) for name, value in chosen.values if name != "as"), ("as", "never_dealt")],
    )
    assert phone.status == 200
    assert 'value="y"' in phone.page.html
