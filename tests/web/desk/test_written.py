"""What a ruling says is written by it: as the deal in progress, or in place of the row that it was asked about."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.disputes.adjudication import FRAME, adjudicate
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_examples, load_rulings
from scorekeeper.games import GAMES
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.desk.ruling_links import encode, pack
from scorekeeper.web.site.database import session
from tests.cases import case, cases
from tests.documents import question_document
from tests.games.escoba.deals import make_deal
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import BELOT, ESCOBA, FOUR, KANI, KINASKAK, TIERCE, add_event, open_match, players

WRITE = "Write it into the match"
NOTED = {**BELOT, "doubling": "contra", "note": "counted twice"}
STANDS = {"belot": BELOT, "kani": KANI, "escoba": ESCOBA, "kinaskak": KINASKAK}
ASKED = {
    "belot": {"contract": "hearts", "declarer": 0, "trick_points": [81, 81], "declarations": [TIERCE]},
    "kani": {"bid": 9, "declarer": 1, "partner": 3, "tricks": 8},
    "escoba": {"escobas": [2, 0], "cards": [21, 19], "golds": [5, 5], "sevens": [2, 2], "seven_of_golds": 1},
    "kinaskak": {"hands": [10, 0, 15, 20], "buys": [0, 1, 2, 4]},
}
"""What is asked about the score of a deal, which is another deal than the one that stands."""


def worked(game: str) -> dict[str, Any]:
    """What the worked question about a whole deal asks."""
    questions = (one.question for one in load_rulings(game) if one.question["question"] == "deal")
    return {name: value for name, value in next(questions).items() if name not in FRAME}


def card_by_card() -> dict[str, Any]:
    """A deal of Eskoba that was recorded card by card."""
    played = next(one.match for one in load_examples("escoba") if "card by card" in one.title)
    plays = played["entries"][0]["plays"]
    return {"players": len(played["players"]), "table": played["entries"][0]["table"], "plays": plays}


RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
ALL_HEARTS = {
    "bid": 9,
    "declarer": 1,
    "trump": "hearts",
    "partner": None,
    "tricks": [[f"{rank}{suit}" for suit in "HCDS"] for rank in RANKS],
}
"""A deal of Kani in which the declarer holds every heart."""
CALLS = [9, "pass", "pass", "pass"]
"""The bidding that led to it."""
WHOLE = {
    "belot": worked("belot"),
    "kani": ALL_HEARTS,
    "escoba": card_by_card(),
    "kinaskak": worked("kinaskak"),
}
SEATS = {"escoba": card_by_card()["players"], "kinaskak": 2}
"""How many play the whole deals, where they are not four."""


def rule(game: str, question: str, given: dict[str, Any], **options: Any) -> tuple[str, dict[str, Any]]:
    """The letters of a ruling's link, and its result."""
    rules = {"preset": next(iter(GAMES[game].presets)), "edition": 1, **options}
    document = question_document(game, question, rules=rules, **given)
    report = Report()
    answered = adjudicate(document, GAMES, report)
    assert answered is not None, report.errors
    return encode(pack(answered, document)), dict(answered.ruling.result)


def stands(app: Flask, match: Match) -> Match:
    """The match as it is now."""
    with app.app_context():
        return ledger.load(session(), match.public_id)


def write_down(
    app: Flask, phone: Phone, match: Match, address: str, button: str = "Save", key: str = WRITE
) -> Match:
    """The match after the ruling was written into it, by way of the form and of what it would move."""
    seq = stands(app, match).seq
    phone.get(link(app, match, "score", address))
    assert phone.status == 200
    phone.click(key)
    assert phone.status == 200
    phone.press(button)
    assert phone.status == 200
    assert "Look before you save" in phone.page.words
    assert stands(app, match).seq == seq, "nothing is written before its line was seen"
    phone.press("Save it so")
    return stands(app, match)


def test_belot_7_16_a_forfeited_deal_is_finished_at_the_table(app: Flask, phone: Phone) -> None:
    """The ruling knows who writes it; contract and declarer are the table's to add."""
    match = open_match(app, "belot", players("belot"))
    asked = {"answers": ["play", "revoke", "later"], "side": 0}
    code, _result = rule("belot", "irregularity", asked, offence="deal")
    phone.get(link(app, match, "score", f"ruling/{code}?dealer=0&deal=1"))
    phone.click(WRITE)
    phone.press("Save", contract="hearts", declarer="0")
    phone.press("Save it so")
    entry = {"kind": "deal", "contract": "hearts", "declarer": 0, "whole_to": 1, "forfeit": True}
    assert [row.entry for row in stands(app, match).rows()] == [entry]


def test_belot_7_16_a_recorded_deal_is_forfeited_with_what_it_was(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", players("belot"))
    add_event(app, match, "recorded", {"entry": NOTED})
    asked = {"answers": ["play", "revoke", "later"], "side": 0}
    code, _result = rule("belot", "irregularity", asked, offence="deal")
    write_down(app, phone, match, f"ruling/{code}?entry=2", "Correct")
    (row,) = stands(app, match).rows()
    assert row.entry == {
        **{name: value for name, value in NOTED.items() if name not in ("trick_points", "capot")},
        "whole_to": 1,
        "forfeit": True,
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("question", ["score", "deal"])
def test_what_was_ruled_of_the_deal_in_progress_is_recorded(
    app: Flask, phone: Phone, game: str, question: str
) -> None:
    given, names = (
        (ASKED[game], players(game)) if question == "score" else (WHOLE[game], FOUR[: SEATS.get(game, 4)])
    )
    match = open_match(app, game, names)
    code, result = rule(game, question, given)
    after = write_down(app, phone, match, f"ruling/{code}?dealer=0&deal=1")
    wanted = {"kind": "deal", **given} if question == "score" else result["deal"]
    assert [row.entry for row in after.rows()] == [wanted]
    assert list(after.scored.rows[0].scores) == list(result["scores"])


MENDED: list[Any] = [
    case(
        "belot: the note stays",
        "belot",
        "score",
        ASKED["belot"],
        NOTED,
        {"kind": "deal", **ASKED["belot"], "note": "counted twice"},
    ),
    case("kani: trump was not asked", "kani", "score", ASKED["kani"], KANI, {**KANI, "tricks": 8}),
    case("escoba", "escoba", "score", ASKED["escoba"], ESCOBA, {"kind": "deal", **ASKED["escoba"]}),
    case("kinaskak", "kinaskak", "score", ASKED["kinaskak"], KINASKAK, {"kind": "deal", **ASKED["kinaskak"]}),
    case(
        "belot: who declared and the contra were not asked",
        "belot",
        "mismatch",
        {"counts": {"contract": "no_trumps", "trick_points": [144, 58]}},
        NOTED,
        {**NOTED, "contract": "no_trumps", "trick_points": [72, 58]},
    ),
    case(
        "belot: two slips that come to the same deal",
        "belot",
        "mismatch",
        {
            "counts": {
                "contract": "hearts",
                "trick_points": [102, 60],
                "raw": [102, 60],
                "declarations": [TIERCE],
            }
        },
        NOTED,
        {**NOTED, "trick_points": [102, 60], "declarations": [TIERCE]},
    ),
    case(
        "kani: the cards do not tell the bidding, and tell that no card was called",
        "kani",
        "deal",
        ALL_HEARTS,
        {**KANI, "calls": CALLS, "note": "counted twice"},
        {
            "kind": "deal",
            "bid": 9,
            "declarer": 1,
            "partner": None,
            "tricks": [0, 13, 0, 0],
            "trump": "hearts",
            "calls": CALLS,
            "note": "counted twice",
        },
    ),
    case(
        "kani: cards were counted, not tricks",
        "kani",
        "mismatch",
        {"counts": {"bid": 9, "declarer": 1, "partner": 3, "pairs": [36, 4]}},
        KANI,
        {**KANI, "tricks": 9},
    ),
    case(
        "escoba: no side said that it has the seven of golds",
        "escoba",
        "mismatch",
        {"counts": make_deal([1, 0], [40, 0], [10, 0], [4, 0], [])},
        ESCOBA,
        make_deal([1, 0], [40, 0], [10, 0], [4, 0], 0, kind="deal"),
    ),
    case(
        "kinaskak: no hand comes to 63",
        "kinaskak",
        "mismatch",
        {"counts": [{"hands": [0, 10, 15, 63]}, {"hands": [0, 10, 15, 65]}]},
        KINASKAK,
        {**KINASKAK, "hands": [0, 10, 15, 65]},
    ),
]


@pytest.mark.parametrize(("game", "question", "given", "stood", "wanted"), MENDED)
def test_what_was_ruled_of_a_row_stands_in_its_place(
    app: Flask, phone: Phone, game: str, question: str, given: Any, stood: Any, wanted: Any
) -> None:
    match = open_match(app, game, players(game), [stood, STANDS[game]])
    row = match.rows()[0].seq
    code, _ = rule(game, question, given)
    after = write_down(app, phone, match, f"ruling/{code}?entry={row}", "Correct")
    assert [one.entry for one in after.rows()] == [wanted, STANDS[game]]


REVOKE = {
    "contract": "hearts",
    "declarer": 1,
    "leader": 3,
    "tricks": [["AD", "8S", "9H", "9D"], ["7C", "10C", "KC", "8D"]],
}
"""Two tricks of Belot without the hands: seat 0 had a diamond."""


def test_belot_6_1_the_penalty_for_a_card_that_was_not_allowed_is_written_by_its_key(
    app: Flask, phone: Phone
) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    code, result = rule("belot", "deal", REVOKE)
    page = phone.get(link(app, match, "score", f"ruling/{code}?deal=2"))
    assert "The side at fault (Ana and Vera) pays 16; the deal is not counted." in page.words
    assert WRITE not in page.links
    phone.click("Write the penalty")
    phone.press("Save")
    assert stands(app, match).rows()[-1].entry == drawn(result["entry"])
    assert stands(app, match).sheet().totals[1] - match.sheet().totals[1] == 16


def test_belot_6_1_the_penalty_stands_in_place_of_the_deal_that_it_makes_void(
    app: Flask, phone: Phone
) -> None:
    match = open_match(app, "belot", FOUR, [NOTED, BELOT])
    row = match.rows()[0].seq
    code, result = rule("belot", "deal", REVOKE)
    after = write_down(app, phone, match, f"ruling/{code}?entry={row}", "Correct", "Write the penalty")
    assert [one.entry for one in after.rows()] == [{**drawn(result["entry"]), "note": NOTED["note"]}, BELOT]
    assert list(after.scored.rows[0].scores) == [0, 16]


def test_belot_1_5_where_the_table_chooses_the_penalty_has_a_key_with_its_reason(
    app: Flask, phone: Phone
) -> None:
    match = open_match(app, "belot", FOUR)
    hands = {"hands": worked_by_hands()}
    led = {**REVOKE, **hands, "tricks": [["AD", "7D", "9H", "9D"], ["KD", "8D", "10H", "10D"]]}
    code, result = rule("belot", "deal", led)
    page = phone.get(link(app, match, "score", f"ruling/{code}?deal=1"))
    (key,) = [words for words in page.links if WRITE in words]
    assert key.endswith("It is an offence: the side at fault pays.")
    phone.click(key)
    phone.press("Save")
    assert stands(app, match).rows()[-1].entry == drawn(result["choices"][-1]["entry"])


def drawn(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of a result with its sentence in words."""
    return {**entry, "reason": str(entry["reason"])}


def worked_by_hands() -> list[list[str]]:
    """The hands of the worked ruling on a deal of Belot in which a card was not allowed."""
    found = (one.question for one in load_rulings("belot") if one.expect.get("irregularities"))
    return next(question["hands"] for question in found if "hands" in question)


HAND = {"contract": "hearts", "hand": ["7H", "JC"], "trick": ["AS", "9H"]}


@cases(
    "question, given, place",
    case("a card that may be played", "legal_cards", HAND, "?deal=2"),
    case("no entry", "declarations", {"contract": "hearts", "declarations": [TIERCE]}, "?deal=2"),
    case("the deal was recorded meanwhile", "score", ASKED["belot"], "?deal=1"),
    case("which deal it was is not known", "score", ASKED["belot"], ""),
    case("the row says so already", "score", {**BELOT, "pending": 0}, "?entry={row}"),
    case(
        "a count does not say who declared",
        "mismatch",
        {"counts": {"contract": "no_trumps", "trick_points": [144, 58]}},
        "?deal=2",
    ),
    case(
        "two slips, and neither says who declared",
        "mismatch",
        {"counts": {"contract": "hearts", "trick_points": [120, 32]}},
        "?deal=2",
    ),
)
def test_nothing_is_offered_where_nothing_is_to_be_written(
    app: Flask, phone: Phone, question: str, given: dict[str, Any], place: str
) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    code, _ = rule("belot", question, {name: value for name, value in given.items() if name != "kind"})
    where = place.format(row=match.rows()[0].seq)
    page = phone.get(link(app, match, "score", f"ruling/{code}{where}"))
    assert phone.status == 200
    assert WRITE not in page.links
    phone.get(link(app, match, "score", f"ruling/{code}/record{where}"))
    assert phone.status == 404


SEVERAL: list[Any] = [
    case(
        "belot: what stands already is not offered",
        "belot",
        {"counts": {"contract": "hearts", "trick_points": [110, 42]}},
        BELOT,
        {"Ana ♥ 110–52 Boris and Георги: forgot the last ten. 42 becomes 52.": {"trick_points": [110, 52]}},
    ),
    case(
        "belot: either side may have forgotten it",
        "belot",
        {"counts": {"contract": "hearts", "trick_points": [100, 52]}},
        BELOT,
        {
            "Ana ♥ 110–52 Ana and Vera: forgot the last ten. 100 becomes 110.": {"trick_points": [110, 52]},
            "Ana ♥ 100–62 Boris and Георги: forgot the last ten. 52 becomes 62.": {"trick_points": [100, 62]},
        },
    ),
    case(
        "kinaskak: one of two versions",
        "kinaskak",
        {"counts": [{"hands": [0, 15, 15, 20]}, {"hands": [0, 25, 15, 20]}]},
        KINASKAK,
        {
            "Ana went out: 0, 25, 15, 20 A card from ten to king was left out.": {"hands": [0, 25, 15, 20]},
            "Ana went out: 0, 15, 15, 20 A card from ten to king was counted as an ace.": {
                "hands": [0, 15, 15, 20]
            },
        },
    ),
]
"""Counts that several slips explain, each of which leads to a deal of its own: what of the row it changes."""


@pytest.mark.parametrize(("game", "given", "stood", "wanted"), SEVERAL)
def test_each_slip_is_written_by_a_key_of_its_own(
    app: Flask, phone: Phone, game: str, given: Any, stood: Any, wanted: dict[str, dict[str, Any]]
) -> None:
    match = open_match(app, game, players(game), [stood])
    row = match.rows()[0].seq
    code, _ = rule(game, "mismatch", given)
    address = f"ruling/{code}?entry={row}"
    offered = [words for words in phone.get(link(app, match, "score", address)).links if WRITE in words]
    assert offered == [f"{WRITE}: {slip}" for slip in wanted]
    for key, changed in zip(offered, wanted.values(), strict=True):
        after = write_down(app, phone, match, address, "Correct", key)
        assert [one.entry for one in after.rows()] == [{**stood, **changed}]


def test_which_slip_it_was_has_to_be_said(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR, [BELOT])
    code, _ = rule("belot", "mismatch", {"counts": {"contract": "hearts", "trick_points": [100, 52]}})
    where = f"ruling/{code}/record?entry={match.rows()[0].seq}"
    for slip, status in {"": 404, "&slip=0": 200, "&slip=1": 200, "&slip=2": 404, "&slip=-1": 404}.items():
        phone.get(link(app, match, "score", where + slip))
        assert phone.status == status, slip


def test_who_only_watches_writes_nothing(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR)
    code, _ = rule("belot", "score", ASKED["belot"])
    assert WRITE not in phone.get(link(app, match, "watch", f"ruling/{code}?deal=1")).links
    phone.get(link(app, match, "watch", f"ruling/{code}/record?deal=1"))
    assert phone.status in (403, 404)


def test_a_deal_that_another_phone_recorded_meanwhile_is_shown_first(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR)
    code, _ = rule("belot", "score", ASKED["belot"])
    phone.get(link(app, match, "score", f"ruling/{code}/record?deal=1"))
    add_event(app, match, "recorded", {"entry": BELOT})
    phone.press("Save")
    assert phone.status == 409
    assert "Something was written here while you were typing" in phone.page.words
    assert [row.entry for row in stands(app, match).rows()] == [BELOT]


def test_the_question_asked_at_a_match_leads_all_the_way(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", FOUR)
    phone.get(link(app, match, "score", "desk/score"))
    typed = {"contract": "spades", "declarer": "1", "trick_points-0": "100", "trick_points-1": "62"}
    phone.press("Get the verdict", **typed)
    where = phone.address.partition("/ruling/")[2]
    after = write_down(app, phone, match, f"ruling/{where}")
    assert [row.entry["trick_points"] for row in after.rows()] == [[100, 62]]
