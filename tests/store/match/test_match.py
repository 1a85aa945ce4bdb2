"""What the events of a match come to, and what one more would do. No database is needed for that."""

from datetime import UTC, datetime
from typing import Any

import pytest

from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.proposal import Proposal, propose
from tests.cases import cases
from tests.store.conftest import NAMES, kani

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
Step = tuple[Any, ...]


def open_match(game: str = "kani", players: int = 4, **rules: Any) -> Match:
    seats = list(range(players))
    body = {"rules": rules, "players": [seat + 10 for seat in seats], "names": seats, "first_dealer": 0}
    names = dict(enumerate([*NAMES, "Olga", "Jón"][:players]))
    return Match("match", game, (Event(1, "", kinds.OPENED, body, None, None, NOON),), names)


def propose_step(match: Match, step: Step) -> Proposal:
    """A step is a kind, its body, and perhaps texts; a bare number is a deal with that bid."""
    if isinstance(step, int):
        return propose(match, "recorded", {"entry": kani(step)})
    return propose(match, *step)


def play(match: Match, *steps: Any) -> Match:
    for step in steps:
        proposal = propose_step(match, step)
        assert proposal.valid, (step, proposal.errors, proposal.broken)
        match = proposal.after
    return match


def list_entries(match: Match) -> list[Any]:
    """The entries in short: a deal is its bid, anything else its kind."""
    return [entry.get("bid", entry["kind"]) for entry in match.document()["entries"]]


def correct(target: int, bid: int) -> Step:
    return "corrected", {"target": target, "entry": kani(bid)}


def strike(target: int, way: str = "never_dealt") -> Step:
    return "struck", {"target": target, "as": way}


def undo(target: int) -> Step:
    return "undone", {"target": target}


def insert(bid: int, before: int) -> Step:
    return "recorded", {"entry": kani(bid), "before": before}


@cases(
    "steps, entries",
    ([7, 8, 9], [7, 8, 9]),
    ([7, 8, correct(2, 10)], [10, 8]),
    ([7, 8, correct(2, 10), correct(2, 11)], [11, 8]),
    ([7, 8, correct(2, 10), correct(2, 11), undo(5)], [10, 8]),
    ([7, 8, correct(2, 10), correct(2, 11), undo(4)], [11, 8]),
    ([7, 8, correct(2, 10), undo(2)], [8]),
    ([7, 8, correct(2, 10), undo(2), undo(5)], [10, 8]),
    ([7, 8, strike(2)], [8]),
    ([7, 8, strike(2), undo(4)], [7, 8]),
    ([7, 8, strike(2, "void")], ["void", 8]),
    ([7, 8, strike(2, "void"), undo(4), strike(3)], [7]),
    ([7, 8, strike(2, "void"), correct(2, 9)], [9, 8]),
    ([7, undo(2)], []),
    ([7, undo(2), undo(3)], [7]),
    ([7, undo(2), undo(3), undo(4)], []),
    ([7, 8, undo(3), 9], [7, 9]),
    ([7, 8, undo(3), 9, undo(4)], [7, 8, 9]),
    ([7, 8, insert(9, 3)], [7, 9, 8]),
    ([7, 8, insert(9, 2), insert(10, 4)], [10, 9, 7, 8]),
    ([7, 8, insert(9, 3), undo(3)], [7, 9]),
    ([7, 8, insert(9, 3), undo(4), undo(5)], [7, 9, 8]),
    ([7, 8, ("closed", {})], [7, 8, "end"]),
    ([7, 8, ("closed", {}), undo(4), 9], [7, 8, 9]),
    (
        [
            7,
            ("closed", {}),
            ("recorded", {"entry": {"kind": "adjustment", "scores": [0, 0, 0, 1]}}, {"reason": "x"}),
        ],
        [7, "adjustment", "end"],
    ),
)
def test_the_document_is_what_stands_after_all_events(steps: list[Any], entries: list[Any]) -> None:
    match = play(open_match(), *steps)
    assert list_entries(match) == entries
    assert isinstance(match.sheet(), Sheet)
    assert [row.entry for row in match.rows()] == match.document()["entries"]


def test_every_row_tells_what_it_was_and_who_changed_it() -> None:
    match = play(
        open_match(),
        7,
        8,
        ("corrected", {"target": 2, "entry": kani(9)}, {"why": "a slip"}),
        correct(2, 10),
        ("struck", {"target": 3, "as": "never_dealt"}, {"reason": "dreamt"}),
    )
    row = match.rows()[0]
    assert [(change.entry["bid"], change.event.seq, change.why) for change in row.history] == [
        (7, 4, "a slip"),
        (9, 5, None),
    ]
    (gone,) = match.list_struck()
    assert (gone.seq, gone.place, gone.entry["bid"], gone.history[-1].why) == (3, None, 8, "dreamt")


@cases(
    "steps, undoable, redoable",
    ([], None, None),
    ([7, 8], 3, None),
    ([7, 8, undo(3)], 2, 4),
    ([7, 8, undo(3), undo(2)], None, 5),
    ([7, 8, undo(3), undo(2), undo(5)], 2, 4),
    ([7, 8, undo(3), undo(2), undo(5), undo(4)], 3, None),
    ([7, 8, undo(3), 9], 5, None),
    ([7, correct(2, 9)], 3, None),
    ([7, correct(2, 9), undo(3)], 2, 4),
    ([7, ("renamed", {"player": 10}, {"name": "Olga"})], 3, None),
)
def test_undo_and_redo_name_what_they_are_about(
    steps: list[Any], undoable: int | None, redoable: int | None
) -> None:
    match = play(open_match(), *steps)
    undo_, redo = match.undoable(), match.redoable()
    assert (undo_ and undo_.target) == undoable
    assert (redo and redo.target) == redoable


def test_an_undo_of_a_correction_names_its_entry() -> None:
    undo_ = play(open_match(), 7, 8, correct(2, 9)).undoable()
    assert (undo_.event.kind, undo_.row.seq, undo_.row.place) == ("corrected", 2, 0)


def test_names_seats_rules_and_circumstances_are_mended_and_undone() -> None:
    before = open_match()
    changed = play(
        before,
        ("renamed", {"player": 11}, {"name": " Olga "}),
        ("seated", {"players": [13, 12, 11, 10]}),
        ("settings", {"rules": {"target": 50}, "first_dealer": 2}),
        ("described", {"played": "2026-11-20"}, {"place": "Akureyri", "note": "windy"}),
    )
    assert changed.document() == {
        **before.document(),
        "players": ["Георги", "Iñaki", "Olga", "Ana"],
        "rules": {"target": 50},
        "first_dealer": 2,
        "played": "2026-11-20",
        "place": "Akureyri",
        "note": "windy",
    }
    emptied = play(changed, ("described", {"played": None}, {"note": ""})).document()
    assert (emptied["place"], emptied.keys() & {"played", "note"}) == ("Akureyri", set())
    assert play(changed, undo(2), undo(3), undo(4), undo(5)).document() == before.document()


@cases(
    "steps, step, path, code",
    ([7], correct(3, 8), "target", "unknown_target"),
    ([7], correct(1, 8), "target", "unknown_target"),
    ([7], ("corrected", {"target": True, "entry": kani()}), "target", "unknown_target"),
    ([7, strike(2)], correct(2, 8), "target", "unknown_target"),
    ([7, undo(2)], strike(2), "target", "unknown_target"),
    ([7], ("struck", {"target": 2, "as": "lost"}), "as", "unknown_choice"),
    ([7, ("recorded", {"entry": {"kind": "void"}})], strike(3, "void"), "as", "not_a_deal"),
    ([7], undo(1), "target", "unknown_target"),
    ([7, undo(2)], undo(2), "target", "unknown_target"),
    ([7], undo(3), "target", "unknown_target"),
    ([7], insert(8, 9), "before", "unknown_target"),
    ([7], ("renamed", {"player": 10}, {"name": " "}), "players[0]", "blank_name"),
    ([7], ("renamed", {"player": 10}, {"name": "þórdís"}), "players[1]", "same_name"),
    ([7], ("renamed", {"player": 10}), "name", "missing"),
    ([7], ("renamed", {"player": 99}, {"name": "A"}), "player", "unknown_player"),
    ([7], ("seated", {"players": [10, 11, 12, 12]}), "players", "other_players"),
    ([7], ("seated", {"players": "10"}), "players", "other_players"),
    ([7], ("settings", {"rules": {"target": "x"}}), "rules.target", "not_a_number"),
    ([7], ("settings", {"first_dealer": 4}), "first_dealer", "unknown_seat"),
    ([7], ("settings", {}), "", "nothing_changed"),
    ([7], ("described", {"played": "yesterday"}), "played", "not_a_date"),
    ([7], ("described", {}, {"place": "x\x00"}), "place", "unwritable"),
    ([7], ("closed", {"winners": [9]}), "winners[0]", "unknown_side"),
    ([7, ("closed", {})], ("closed", {}), "", "closed_already"),
    ([7], ("restored", {}), "", "not_binned"),
    ([7, ("binned", {})], ("recorded", {"entry": kani()}), "", "binned"),
    ([7], ("recorded", {"entry": kani(), "colour": 1}), "colour", "unknown_field"),
    ([7], ("binned", {}, {"why": "x"}), "why", "unknown_field"),
    ([7], ("corrected", {"target": 2, "entry": kani()}, {"why": "x" * 3000}), "why", "too_long"),
    ([7], ("dreamt", {}), "kind", "unknown_kind"),
    ([7], ("opened", {}), "kind", "unknown_kind"),
    ([7], ("binned", []), "", "unknown_field"),
    ([7, ("closed", {})], 8, "", "after_end"),
)
def test_an_event_that_makes_no_sense_is_refused_with_its_place(
    steps: list[Any], step: Step, path: str, code: str
) -> None:
    match = play(open_match(), *steps)
    proposal = propose_step(match, step)
    assert not proposal.valid
    assert (path, code) in [(finding.path, finding.code) for finding in proposal.errors]


def test_nothing_but_an_adjustment_is_added_after_the_end() -> None:
    over = play_out("kani", 4, [kani("kani", tricks=13)] * 2, tie_at_target="shared")
    stopped = play(open_match(), 7, ("closed", {}))
    deal, void = kani(), {"kind": "void"}
    for match, step in [
        (over, ("recorded", {"entry": deal})),
        (over, ("recorded", {"entry": void})),
        (over, ("closed", {})),
        (stopped, ("recorded", {"entry": deal})),
        (stopped, ("recorded", {"entry": void})),
    ]:
        assert [finding.code for finding in propose_step(match, step).errors] == ["after_end"]
    for match in (over, stopped):
        adjustment = {"kind": "adjustment", "scores": [0, 0, 0, 99], "reason": "x"}
        sheet = play(match, ("recorded", {"entry": adjustment})).sheet()
        assert isinstance(sheet, Sheet)
        assert sheet.winners == (3,) if match is stopped else sheet.totals[3] == 99


def test_a_forgotten_deal_is_still_put_in_before_another_once_people_have_stopped() -> None:
    match = play(open_match(), 7, ("closed", {}), insert(8, 2))
    assert list_entries(match) == [8, 7, "end"]


def test_a_change_that_makes_other_entries_impossible_names_them() -> None:
    calls = [7, "pass", "pass", "pass"]
    deal = kani(7, declarer=2, calls=calls)
    match = play(open_match(), 7, ("recorded", {"entry": deal}), 9)
    proposal = propose_step(match, strike(2))
    assert not proposal.valid
    assert proposal.errors == ()
    assert proposal.needs_preview
    (broken,) = proposal.broken
    assert (broken.place, broken.seq, broken.findings[0].path) == (0, 3, "calls")


def test_what_an_older_program_let_in_does_not_stand_in_the_way() -> None:
    match = play(open_match(), 7, 8)
    events = list(match.events)
    events[1] = events[1]._replace(body={"entry": kani(3)})
    old = Match("match", "kani", tuple(events), match.names)
    assert not isinstance(old.sheet(), Sheet)
    assert propose_step(old, 9).valid
    assert propose_step(old, ("renamed", {"player": 10}, {"name": "Olga"})).valid
    assert not propose_step(old, correct(2, 4)).valid
    assert isinstance(play(old, correct(2, 8)).sheet(), Sheet)


# --- what a change moves, in each of the games ----------------------------------------------------


def belot(points: int, contract: str = "hearts", declarer: int = 0) -> dict[str, Any]:
    return {"kind": "deal", "contract": contract, "declarer": declarer, "trick_points": [points, None]}


def capot() -> dict[str, Any]:
    return {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [162, 0], "capot": 0}


def eskoba(first: int) -> dict[str, Any]:
    """The first side takes this many escobas and everything else but one card."""
    most = {"cards": 0, "golds": 0, "sevens": 0}
    return {"kind": "deal", "escobas": [first, 0], "most": most, "seven_of_golds": 0}


def kinaskak(points: int) -> dict[str, Any]:
    return {"kind": "deal", "hands": [points, 0]}


def play_out(game: str, players: int, entries: list[dict[str, Any]], **rules: Any) -> Match:
    return play(open_match(game, players, **rules), *[("recorded", {"entry": entry}) for entry in entries])


def replace_by(target: int, entry: dict[str, Any]) -> Step:
    return "corrected", {"target": target, "entry": entry}


def list_effects(proposal: Proposal) -> list[tuple[Any, ...]]:
    return [(move.what, move.entry, move.before, move.after) for move in proposal.moved]


SHARED = {"tie_at_target": "shared"}

MOVING: dict[str, tuple[Match, Step, list[tuple[Any, ...]]]] = {
    "kani: a correction in the middle of a match moves nothing": (
        play_out("kani", 4, [kani(), kani(8), kani()]),
        replace_by(3, kani(9)),
        [],
    ),
    "kani: a failed bid takes the end away": (
        play_out("kani", 4, [kani("kani", tricks=13)] * 2, **SHARED),
        replace_by(2, kani("kani", tricks=12)),
        [("end", None, 1, None), ("winners", None, (0, 1), ())],
    ),
    "kani: a bid made after all ends the match earlier": (
        play_out(
            "kani", 4, [kani("kani", tricks=13), kani("kani", tricks=12), kani("kani", tricks=13)], **SHARED
        ),
        replace_by(3, kani("kani", tricks=13)),
        [("counts", 2, True, False), ("end", None, 2, 1)],
    ),
    "kani: another dealer moves those after it": (
        play_out("kani", 4, [kani()] * 3),
        replace_by(2, {**kani(), "dealer": 2}),
        [("dealer", 1, 1, 3), ("dealer", 2, 2, 0)],
    ),
    "kani: a deal that never was moves the dealers up": (
        play_out("kani", 4, [kani()] * 3),
        strike(2),
        [("dealer", 0, 1, 0), ("dealer", 1, 2, 1)],
    ),
    "kani: a void deal is dealt again by the same seat": (
        play_out("kani", 4, [kani()] * 3),
        strike(2, "void"),
        [("dealer", 1, 1, 0), ("dealer", 2, 2, 1)],
    ),
    "kani: striking the last deal moves nothing": (play_out("kani", 4, [kani()] * 2), strike(3), []),
    "kani: a deal put in between moves the dealers down": (
        play_out("kani", 4, [kani()] * 2),
        insert(7, 3),
        [("dealer", 2, 1, 2)],
    ),
    "belot: a contract lost after all puts the end off": (
        play_out("belot", 4, [belot(142), belot(142)], target=25),
        replace_by(2, belot(20)),
        [("end", None, 1, None), ("winners", None, (0,), ())],
    ),
    "belot: a capot in place of the last deal does not end the match": (
        play_out("belot", 4, [belot(142), belot(142)], target=25),
        replace_by(3, capot()),
        [("end", None, 1, None), ("winners", None, (0,), ())],
    ),
    "belot: a deal made after all leaves the later one after the end": (
        play_out("belot", 4, [belot(142), belot(20), belot(142)], target=28),
        replace_by(3, belot(142)),
        [("counts", 2, True, False), ("end", None, 2, 1)],
    ),
    "belot: the last deal made after all gives the match to the others": (
        play_out("belot", 4, [belot(142), belot(20)], target=18),
        replace_by(3, belot(142)),
        [("winners", None, (1,), (0,))],
    ),
    "escoba: fewer escobas put the end off": (
        play_out("escoba", 2, [eskoba(6), eskoba(12)], target=21),
        replace_by(2, eskoba(0)),
        [("end", None, 1, None), ("winners", None, (0,), ())],
    ),
    "escoba: more escobas leave the later deal after the end": (
        play_out("escoba", 2, [eskoba(6), eskoba(12)], target=21),
        replace_by(2, eskoba(20)),
        [("counts", 1, True, False), ("end", None, 1, 0)],
    ),
    "kinaskak: a deal that never was moves contracts and dealers up": (
        play_out("kinaskak", 2, [kinaskak(10)] * 3),
        strike(2),
        [("dealer", 0, 1, 0), ("contract", 0, 2, 1), ("dealer", 1, 0, 1), ("contract", 1, 3, 2)],
    ),
    "kinaskak: a void deal moves the same, for its contract is dealt again": (
        play_out("kinaskak", 2, [kinaskak(10)] * 2),
        strike(2, "void"),
        [("dealer", 1, 1, 0), ("contract", 1, 2, 1)],
    ),
    "kinaskak: eight deals less one are not over": (
        play_out("kinaskak", 2, [kinaskak(10)] * 8),
        strike(9),
        [("end", None, 7, None), ("winners", None, (1,), ())],
    ),
    "kinaskak: a deal put before the last pushes that past the end": (
        play_out("kinaskak", 2, [kinaskak(10)] * 8),
        ("recorded", {"entry": kinaskak(20), "before": 9}),
        [("dealer", 8, 1, 0), ("counts", 8, True, False), ("end", None, 7, 7)],
    ),
}


@pytest.mark.parametrize("case", MOVING)
def test_a_change_shows_what_it_moves(case: str) -> None:
    match, step, expected = MOVING[case]
    proposal = propose_step(match, step)
    assert proposal.valid, (proposal.errors, proposal.broken)
    assert list_effects(proposal) == expected
    assert proposal.needs_preview == bool(expected)


def test_a_deal_after_a_moved_end_stays_and_counts_again_when_the_end_moves_back() -> None:
    deals = [kani("kani", tricks=13), kani("kani", tricks=12), kani("kani", tricks=13)]
    match = play_out("kani", 4, deals, **SHARED)
    moved = play(match, replace_by(3, kani("kani", tricks=13)))
    sheet = moved.sheet()
    assert isinstance(sheet, Sheet)
    assert [entry.outcome for entry in sheet.entries] == ["made", "made", "after_end"]
    back = play(moved, undo(5)).sheet()
    assert isinstance(back, Sheet)
    assert [entry.outcome for entry in back.entries] == ["made", "failed", "made"]


# what is done after two deals, what is undone then, whether people look at that first
TAKEN_BACK: list[tuple[list[Any], int, bool]] = [
    ([], 3, False),
    ([], 2, True),  # not the latest
    ([("accepted", {"seat": 0})], 3, False),
    ([replace_by(3, kani(9))], 4, False),
    ([replace_by(2, kani(9))], 4, False),
    ([undo(3)], 4, False),
    ([undo(3)], 2, True),  # the latest is the undo: a second tap takes back no second deal
    ([undo(3), undo(4)], 3, True),
    ([strike(2, "never_dealt")], 4, True),  # who dealt moves
    ([("closed", {})], 4, True),
    ([("settings", {"rules": {"target": 50}})], 4, True),
]


@pytest.mark.parametrize(("steps", "target", "looks"), TAKEN_BACK)
def test_the_latest_is_taken_back_at_once_where_nothing_else_moves(
    steps: list[Any], target: int, looks: bool
) -> None:
    match = play(open_match(), 7, 8, *steps)
    proposal = propose_step(match, undo(target))
    assert proposal.valid
    assert proposal.needs_preview == looks


def test_taking_back_the_deal_that_ended_the_match_is_looked_at_first() -> None:
    match = play_out("kani", 4, [kani("kani", tricks=13)] * 2, **SHARED)
    assert propose_step(match, undo(3)).needs_preview


def test_other_rules_are_always_shown_before_they_rescore_a_match() -> None:
    step = ("settings", {"rules": {"target": 50}})
    assert propose_step(play_out("kani", 4, [kani()]), step).needs_preview
    assert not propose_step(open_match(), step).needs_preview
