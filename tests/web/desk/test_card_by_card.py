"""A deal laid card by card without scripts: each card is a button, and the verdict is that of the deal in lines."""

from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import WorkedRuling, load_rulings
from scorekeeper.games import GAMES
from scorekeeper.web.site.languages import say
from tests.cases import cases
from tests.test_laying import SHORT, cards_in_order, find_laying
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import FOUR, open_match


def longest_deal(game: str) -> WorkedRuling:
    """The worked ruling with the most cards on a deal in which each card was allowed."""
    laying = find_laying(game)
    assert laying is not None
    found = [one for one in load_rulings(game) if one.question["question"] == "deal"]
    clean = [one for one in found if one.expect.get("irregularities") == []]
    return max(clean, key=lambda one: len(cards_in_order(laying, one.question)))


def say_first(game: str, question: dict[str, Any]) -> dict[str, str]:
    """The form's inputs beside the cards that are laid; the hands that a deal shows are kept."""
    laying = find_laying(game)
    said = {name: str(value) for name, value in question.items() if type(value) in (int, str)}
    hands = {f"hands-{seat}": " ".join(hand) for seat, hand in enumerate(question.get("hands", ()))}
    frame = ("format", "game", "question")
    return {
        **dict.fromkeys(laying.needs, "0"),
        **hands,
        **{name: said[name] for name in said if name not in frame},
    }


def tap(phone: Phone, address: str, tapped: str, **said: str) -> None:
    """Press the button of a card, with what is in the form and what is said beside."""
    form = next(one for one in phone.page.forms if "csrf_token" in one.names)
    values = {**dict(form.values), **said, "lay": tapped}
    phone._show(phone.client.post(address, data=values))


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("game", ["belot", "kani", "escoba"])
def test_a_deal_is_laid_and_ruled(phone: Phone, game: str) -> None:
    worked, laying = longest_deal(game), find_laying(game)
    assert laying is not None
    question = {name: value for name, value in worked.question.items() if name != "declarations"}
    address, said = f"/desk/{game}/deal", say_first(game, question)
    phone.get(address)
    for card, takes in cards_in_order(laying, question):
        tap(phone, address, " ".join((card, *(takes or ("-",)))), **said)
    ruled = adjudicate(question, GAMES, Report(), [])
    assert ruled is not None, "the deal is a worked one"
    assert ("All cards are laid" in phone.page.words) == (ruled.ruling.result["deal"] is not None)
    phone.press("Get the verdict")
    with phone.client.application.test_request_context("/?lang=en"):
        assert say(ruled.ruling.verdict) in phone.page.words


def test_what_has_to_be_said_first_is_asked_for_with_the_first_card(phone: Phone) -> None:
    phone.get("/desk/belot/deal")
    tap(phone, "/desk/belot/deal", "7C")
    assert phone.response.status_code == 422
    assert "“Contract” is missing" in phone.page.words
    assert "“Declarer” is missing" in phone.page.words


KANI = {"bid": "8", "declarer": "1"}


def test_kani_3_1_trump_is_asked_before_the_first_card_and_the_suit_of_that_card_is_offered(
    phone: Phone,
) -> None:
    address = "/desk/kani/deal"
    phone.get(address)
    tap(phone, address, "2H", **KANI)
    assert phone.response.status_code == 422
    assert "“Trump” is missing" in phone.page.words
    assert "♥ is trump" in phone.page.words
    assert laid_by(phone) == {}, "it is offered, and not assumed"
    tap(phone, address, "2H trump=hearts", **KANI)
    assert laid_by(phone) == {"tricks-0": "2H"}
    assert dict(phone.page.forms[0].values)["trump"] == "hearts"
    assert "is trump" not in phone.page.words


@cases(
    "rules, asks, offers",
    ('{"first_lead":"any"}', True, False),
    ('{"preset":"english"}', False, False),
    ('{"preset":"english","first_lead":"trump"}', True, True),
    ids=["any card may be led", "the first card makes trump", "a trump has to be led"],
)
def test_kani_3_1_where_the_first_card_makes_trump_it_is_not_asked(
    phone: Phone, rules: str, asks: bool, offers: bool
) -> None:
    address = f"/desk/kani/deal?rules={quote(rules)}"
    phone.get(address)
    tap(phone, address, "2H", **KANI)
    assert ("“Trump” is missing" in phone.page.words, "♥ is trump" in phone.page.words) == (asks, offers)
    assert laid_by(phone) == ({} if asks else {"tricks-0": "2H"})


def test_what_a_card_would_tell_is_not_offered_while_other_things_are_missing(phone: Phone) -> None:
    phone.get("/desk/kani/deal")
    tap(phone, "/desk/kani/deal", "2H", bid="8")
    assert "“Declarer” is missing" in phone.page.words
    assert "♥ is trump" not in phone.page.words


def test_cards_that_were_tapped_before_it_was_said_who_deals_are_laid_once_it_is(phone: Phone) -> None:
    address = "/desk/escoba/deal"
    phone.get(address)
    for card in ("7O", "3C", "4C"):
        tap(phone, address, card, players="2")
        assert phone.response.status_code == 422
        assert "“Dealer” is missing" in phone.page.words
    phone.press("Take the last one back")
    for card in ("1E", "10B", "5O", "2O"):
        tap(phone, address, card, players="2")
    phone.press("Get the verdict", dealer="0")
    assert "“Dealer” is missing" not in phone.page.words
    assert "laid down" in phone.page.words, "what the fifth takes is to be chosen, and the sixth waits"
    tap(phone, address, "5O 7O 3C")
    kept = {name: value for form in phone.page.forms for name, value in form.values}
    assert (kept["table"], kept["plays-0-card"], kept["plays-0-takes"]) == ("7O 3C 1E 10B", "5O", "7O 3C")
    assert (kept["plays-1-card"], kept.get("waits", "")) == ("2O", "")


# The game, what is said before, the cards that are tapped, and what the lines hold then; none where it is not said yet.
WAITING: list[tuple[str, dict[str, str], str, dict[str, str | None]]] = [
    ("belot", {"contract": "hearts"}, "7C 8C AC 10C JC", {"tricks-0": "7C 8C AC 10C", "tricks-1": "JC"}),
    ("kani", {"bid": "8", "declarer": "1"}, "2H AH", {"tricks-0": "2H AH"}),
    (
        "escoba",
        {"players": "2"},
        "7O 3C 1E 10B 5O",
        {"table": "7O 3C 1E 10B", "plays-0-card": "5O", "plays-0-takes": None, "plays-0-seat": None},
    ),
    (
        "escoba",
        {"players": "2", "dealer": "0"},
        "7O 3C 1E 10B 5O",
        {"table": "7O 3C 1E 10B", "plays-0-card": "5O", "plays-0-takes": None, "plays-0-seat": None},
    ),
    ("kinaskak", {"players": "2"}, "7C 7C JK", {"hands-0": "7C 7C JK"}),
]


@pytest.mark.parametrize(("game", "said", "cards", "lines"), WAITING)
def test_cards_that_wait_go_along_into_lines_and_nothing_is_taken_for_said(
    phone: Phone, game: str, said: dict[str, str], cards: str, lines: dict[str, str | None]
) -> None:
    address = f"/desk/{game}/deal"
    phone.get(address)
    for card in cards.split():
        tap(phone, address, card, **said)
    phone.press("Write the cards")
    kept = {name: value for form in phone.page.forms for name, value in form.values if value}
    assert {name: kept.get(name) for name in lines} == lines
    beside = {name: value for name, value in said.items() if name != "players"}  # the address says how many
    assert {name: kept.get(name) for name in beside} == beside
    phone.press("Get the verdict")
    assert phone.response.status_code == 422, "what is not said is asked for"


def laid_by(phone: Phone) -> dict[str, str]:
    """The tricks that the page has so far."""
    form = next(one for one in phone.page.forms if "csrf_token" in one.names)
    return {name: value for name, value in form.values if name.startswith("tricks-") and value}


def test_a_card_that_takes_some_or_others_waits_for_a_choice(phone: Phone) -> None:
    address, said = "/desk/escoba/deal", {"players": "2", "dealer": "0"}
    phone.get(address)
    for card in ("7O", "3C", "1E", "10B", "5O"):
        tap(phone, address, card, **said)
    assert "laid down" in phone.page.words
    tap(phone, address, "5O 7O 3C", **said)
    assert "laid down" not in phone.page.words
    kept = {name: value for form in phone.page.forms for name, value in form.values}
    assert (kept["plays-0-card"], kept["plays-0-takes"], kept["plays-0-seat"]) == ("5O", "7O 3C", "1")


@pytest.mark.parametrize("tapped", ["", "XX", "7C 8C", "-", "7C " * 500, "'\"<b>"])
def test_a_tap_of_nonsense_lays_at_most_the_card_it_names(phone: Phone, tapped: str) -> None:
    address, said = "/desk/belot/deal", {"contract": "hearts", "declarer": "0", "leader": "0"}
    phone.get(address)
    tap(phone, address, tapped, **said)
    kept = {name: value for form in phone.page.forms for name, value in form.values}
    assert kept.get("tricks-0", "") == ("7C" if tapped.startswith("7C") else "")


def test_a_card_that_lies_there_is_laid_once(phone: Phone) -> None:
    address, said = "/desk/belot/deal", {"contract": "hearts", "declarer": "0", "leader": "0"}
    phone.get(address)
    tap(phone, address, "7C", **said)
    tap(phone, address, "7C", **said)
    assert dict(phone.page.forms[-1].values).get("tricks-0") == "7C"
    phone.press("Take the last one back")
    assert "tricks-0" not in dict(phone.page.forms[-1].values)


GREYED: list[tuple[str, dict[str, str], list[str], str, str]] = [
    ("belot", {"contract": "hearts", "declarer": "0", "leader": "0"}, ["7C"], "7, clubs", "already laid"),
    ("escoba", {"players": "2", "dealer": "0"}, ["7O"], "7 of golds", "already laid"),
    (
        "kinaskak",
        {"round": "1", "players": "2", "first": "0"},
        ["7C"] * 3,
        "7, clubs",
        "none of them is left",
    ),
    (
        "kinaskak",
        {"round": "1", "players": "2", "first": "1"},
        [*" ".join(SHORT).split(), "8C"],
        "ace, hearts",
        "not in the hand of the player in turn",
    ),
]


@pytest.mark.parametrize(("game", "said", "cards", "greyed", "why"), GREYED)
def test_a_greyed_card_says_why_it_cannot_be_laid(
    phone: Phone, game: str, said: dict[str, str], cards: list[str], greyed: str, why: str
) -> None:
    address = f"/desk/{game}/deal"
    phone.get(address)
    for card in cards:
        tap(phone, address, card, **said)
    assert f'aria-label="{greyed}: {why}" disabled' in phone.page.html
    assert phone.page.html.count(" disabled>") == phone.page.html.count(f': {why}" disabled>')


def test_the_cards_can_be_written_in_lines_instead(phone: Phone) -> None:
    address, said = "/desk/belot/deal", {"contract": "hearts", "declarer": "0", "leader": "0"}
    phone.get(address)
    tap(phone, address, "7C", **said)
    phone.press("Write the cards")
    assert dict(phone.page.forms[-1].values)["tricks-0"] == "7C"
    assert "Trick 1" in phone.page.words


def test_at_a_match_what_it_knows_is_said_already_and_the_table_comes_first(app: Flask, phone: Phone) -> None:
    deal = {"kind": "deal", "contract": "clubs", "declarer": 3, "trick_points": [81, 81]}
    match = open_match(app, "belot", FOUR, [deal])
    address = link(app, match, "score", f"desk/deal?entry={match.rows()[0].seq}")
    phone.get(address)
    assert 'class="asked-first"><' in phone.page.html.replace("\n", "")
    tap(phone, address, "7C")
    assert "Vera is to play." in phone.page.words, "Ana deals, so Boris leads and Vera is next"


def test_a_deal_of_kinaskak_is_laid_from_the_hands_to_the_verdict(phone: Phone) -> None:
    address, said = "/desk/kinaskak/deal", {"round": "1", "players": "2", "first": "1"}
    phone.get(address)
    for card in " ".join(SHORT).split():
        tap(phone, address, card, **said)
    assert "Seat 2 draws a card." in phone.page.words
    tap(phone, address, "8C", **said)
    tap(phone, address, "4C", **said)
    assert "thrown" in phone.page.words
    contract = next(
        name for name in phone.page.forms[-1].buttons if "4, clubs" in name and "7, diamonds" in name
    )
    phone.press(contract)
    tap(phone, address, "KD", **said)
    assert "Seat 1 draws a card." in phone.page.words
    phone.press("Get the verdict")
    assert "So far everything was laid down as the rules allow; no player has gone out." in phone.page.words


# The game, what is said before the first card, and what is wrong with it.
WRONG = [("kinaskak", {"round": "9", "first": "0"}, "number"), ("escoba", {"dealer": "9"}, "seat")]


@pytest.mark.parametrize(("game", "said", "wrong"), WRONG)
def test_what_cannot_be_is_named_with_the_first_card(
    app: Flask, phone: Phone, game: str, said: dict[str, str], wrong: str
) -> None:
    match = open_match(app, game, FOUR)
    address = link(app, match, "score", "desk/deal")
    phone.get(address)
    tap(phone, address, "7C", **said)
    assert phone.response.status_code == 422
    assert "No verdict yet" in phone.page.words
    assert wrong in phone.page.words


@pytest.mark.parametrize(("game", "usual"), [("escoba", 2), ("kinaskak", 4)])
def test_as_many_sit_at_the_table_as_are_said_to_play(phone: Phone, game: str, usual: int) -> None:
    phone.get(f"/desk/{game}/deal")
    assert (phone.page.html.count('<li class="p'), "Seat 5" in phone.page.words) == (usual, False)
    phone.press("6")
    assert (phone.page.html.count('<li class="p'), "Seat 7" in phone.page.words) == (6, False)
    phone.press("Write the cards")
    assert "Seat 6" in phone.page.words
    assert "Seat 7" not in phone.page.words
    phone.press("3")
    assert ("Seat 3" in phone.page.words, "Seat 4" in phone.page.words) == (True, False)


@pytest.mark.parametrize("players", ["6", "99", "many"])
def test_a_match_says_how_many_play(app: Flask, phone: Phone, players: str) -> None:
    address = link(app, open_match(app, "escoba", FOUR), "score", "desk/deal")
    phone.get(address)
    assert "How many play" not in phone.page.words
    tap(phone, address, "7O", players=players, dealer="0")
    assert dict(phone.page.forms[-1].values)["table"] == "7O"
    assert phone.page.html.count('<li class="p') == len(FOUR)


def test_buys_and_the_called_card_are_asked_for_with_parts_of_the_family(phone: Phone) -> None:
    phone.get("/desk/kinaskak/deal")
    assert [name for name, _ in phone.page.forms[-1].values if name.startswith("buys")] == [
        f"buys-{seat}" for seat in range(4)
    ]
    assert phone.page.html.count('data-step="1"') == 4
    phone.get("/desk/kani/deal")
    assert 'data-pack="french"' in phone.page.html
    assert 'id="deck-french"' in phone.page.html
