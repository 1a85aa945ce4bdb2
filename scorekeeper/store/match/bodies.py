"""Is this a possible event? Shape and targets of a body, before anything is scored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scorekeeper.core.anonymous import drop_names
from scorekeeper.core.disputes.protests import MAX_OPEN
from scorekeeper.core.findings import Report
from scorekeeper.core.reading import MAX_NOTE, read_text, report_unknown
from scorekeeper.core.text import N, T
from scorekeeper.store.match import kinds
from scorekeeper.store.match.seats import sits_still

if TYPE_CHECKING:
    from scorekeeper.store.match.match import Match

MAX_EVENTS = 5000
MAX_RULING = 100_000
IN_THE_BIN = T("This match lies in the bin; take it out first.")

Check = Callable[["Match", Mapping[str, Any], Report], None]


def check_event(
    match: Match, kind: str, body: Mapping[str, Any], texts: Mapping[str, Any], report: Report
) -> None:
    """Report why this event cannot follow; what it does to the scores is asked afterwards."""
    if kind not in SHAPES:
        report.error("kind", "unknown_kind", T("Choose one of: {choices}.", choices=list(SHAPES)))
        return
    fields, check = SHAPES[kind]
    if match.seq >= MAX_EVENTS:
        text = N(
            "At most {n} event belongs to a match.", "At most {n} events belong to a match.", n=MAX_EVENTS
        )
        report.error("", "too_many", text)
    for name in body:
        if name not in fields:
            report_unknown(str(name), fields, "", report)
    _check_texts(kind, texts, report)
    if match.binned and kind not in (kinds.RESTORED, kinds.UNDONE):
        report.error("", "binned", IN_THE_BIN)
    if check is not None:
        check(match, body, report)


def _check_texts(kind: str, texts: Mapping[str, Any], report: Report) -> None:
    """What enters the match document is read there; the rest here."""
    known_names = list(kinds.TEXTS.get(kind, ()))
    for name, text in texts.items():
        if name not in known_names:
            report_unknown(str(name), known_names, "", report)
        elif name != kinds.NAME:
            read_text(text, name, report, MAX_NOTE)


def _check_entry(body: Mapping[str, Any], report: Report) -> None:
    entry = body.get("entry")
    if type(entry) is not dict:
        report.error("", "not_an_object", T("Write an object with named fields here."))
    elif entry.get("kind") == "end":
        report.error("kind", "end_is_closing", T("A match is ended by closing it, not by an entry."))


def _check_recorded(match: Match, body: Mapping[str, Any], report: Report) -> None:
    _check_entry(body, report)
    if "before" in body and not _is_row(match, body["before"]):
        report.error("before", "unknown_target", T("There is no such entry to put this one before."))


def _check_corrected(match: Match, body: Mapping[str, Any], report: Report) -> None:
    _check_entry(body, report)
    _check_target(match, body, report)


def _check_struck(match: Match, body: Mapping[str, Any], report: Report) -> None:
    _check_target(match, body, report)
    way = body.get("as")
    if type(way) is not str or way not in kinds.STRIKES:
        report.error("as", "unknown_choice", T("Choose one of: {choices}.", choices=list(kinds.STRIKES)))
    if "redeal" in body and (way != kinds.VOID or type(body["redeal"]) is not bool):
        report.error(
            "redeal",
            "not_a_flag",
            T("Write true or false here, and only for a deal that was dealt but void."),
        )
    if way == kinds.VOID and report.errors == [] and match.row(body["target"]).entry.get("kind") != "deal":
        report.error(
            "as", "not_a_deal", T("Only a deal can be void; strike this entry as if it had never been.")
        )


def _check_target(match: Match, body: Mapping[str, Any], report: Report) -> None:
    if not _is_row(match, body.get("target")):
        report.error(
            "target",
            "unknown_target",
            T("There is no such entry to change; it may have been struck or undone."),
        )


def _is_row(match: Match, seq: Any) -> bool:
    return type(seq) is int and any(
        row.seq == seq and row.event.kind == kinds.RECORDED for row in match.rows()
    )


def _check_undone(match: Match, body: Mapping[str, Any], report: Report) -> None:
    target = body.get("target")
    if type(target) is not int or not 2 <= target <= match.seq or target not in match.standing_seqs:
        report.error(
            "target",
            "unknown_target",
            T("There is nothing of that number to undo; it may be undone already."),
        )


def _check_renamed(match: Match, body: Mapping[str, Any], report: Report) -> None:
    player = body.get("player")
    if type(player) is not int or player not in match.players:
        report.error("player", "unknown_player", T("This player is not at the table."))


def _check_seated(match: Match, body: Mapping[str, Any], report: Report) -> None:
    players = body.get("players")
    whole = type(players) is list and all(type(player) is int for player in players)
    if not whole or sorted(players or ()) != sorted(match.players):
        report.error(
            "players", "other_players", T("Name every player of this match once, in the order of the seats.")
        )


def _check_settings(match: Match, body: Mapping[str, Any], report: Report) -> None:
    if not body.keys() & {"rules", "first_dealer", "start"}:
        report.error("", "nothing_changed", T("Nothing is changed here."))
    if "start" in body and (type(body["start"]) is not dict or "reason" in body["start"]):
        text = T("Write an object with named fields here; its reason is a text of the event.")
        report.error("start", "not_an_object", text)
    agreed = body.get("agreed", [])
    if type(agreed) is not list or any(not _is_seat(match, seat) for seat in agreed):
        report.error("agreed", "not_seats", T("Name the seats that agreed."))
    elif "rules" in body:
        still = [seat for seat in match.accepted if sits_still(match, seat)]
        missing = [match.seat_names[seat] for seat in still if seat not in agreed]
        if missing:
            text = T(
                "Those who agreed to the house rules have to agree to the change: {names}.", names=missing
            )
            report.error("", "not_agreed", text)


def _is_seat(match: Match, seat: Any) -> bool:
    return type(seat) is int and 0 <= seat < len(match.players)


def _check_accepted(match: Match, body: Mapping[str, Any], report: Report) -> None:
    by_all = body.get("all") is True and "seat" not in body
    if not by_all and not ("all" not in body and _is_seat(match, body.get("seat"))):
        report.error("seat", "not_seats", T("Name the seats that agreed."))
    elif set(range(len(match.players)) if by_all else [body["seat"]]) <= set(match.accepted):
        report.error("", "nothing_changed", T("Nothing is changed here."))


def _check_ruling(match: Match, body: Mapping[str, Any], report: Report) -> None:
    if "target" in body:
        _check_target(match, body, report)
    question = body.get("question")
    if type(question) is not dict or type(body.get("result")) is not dict:
        report.error("question", "not_an_object", T("Write an object with named fields here."))
    elif drop_names(question) != question:
        report.error("question", "names", T("A ruling in the log holds no names."))
    elif question.get("game") != match.game:
        report.error("question", "unknown_game", T("Choose one of: {choices}.", choices=[match.game]))
    elif len(json.dumps(body)) > MAX_RULING:
        report.error("question", "too_large", T("This is too long to be kept under a link."))


def _check_protested(match: Match, body: Mapping[str, Any], report: Report) -> None:
    _check_entry(body, report)
    _check_target(match, body, report)
    if any(protest.target == body.get("target") for protest in match.protests):
        report.error("target", "protested_already", T("This entry is disputed already; decide that first."))
    elif len(match.protests) >= MAX_OPEN:
        text = N(
            "At most {n} entry can be disputed at once.",
            "At most {n} entries can be disputed at once.",
            n=MAX_OPEN,
        )
        report.error("target", "too_many", text)


def _check_resolved(match: Match, body: Mapping[str, Any], report: Report) -> None:
    if all(protest.seq != body.get("target") for protest in match.protests):
        report.error("target", "unknown_target", T("This dispute is not open; it may be decided already."))
    if body.get("keep") not in kinds.KEEPS:
        report.error("keep", "unknown_choice", T("Choose one of: {choices}.", choices=list(kinds.KEEPS)))


def _check_closed(match: Match, body: Mapping[str, Any], report: Report) -> None:
    if match.closed is not None:
        report.error("", "closed_already", T("This match is closed already; undo that first."))


def _check_restored(match: Match, body: Mapping[str, Any], report: Report) -> None:
    if not match.binned:
        report.error("", "not_binned", T("This match is not in the bin."))


SHAPES: Mapping[str, tuple[list[str], Check | None]] = {
    kinds.RECORDED: (["entry", "before"], _check_recorded),
    kinds.CORRECTED: (["target", "entry"], _check_corrected),
    kinds.STRUCK: (["target", "as", "redeal"], _check_struck),
    kinds.UNDONE: (["target"], _check_undone),
    kinds.RENAMED: (["player"], _check_renamed),
    kinds.SEATED: (["players"], _check_seated),
    kinds.SETTINGS: (["rules", "first_dealer", "start", "agreed", "together"], _check_settings),
    kinds.DESCRIBED: (["played"], None),
    kinds.CLOSED: (["winners"], _check_closed),
    kinds.BINNED: ([], None),
    kinds.RESTORED: ([], _check_restored),
    kinds.ACCEPTED: (["seat", "all"], _check_accepted),
    kinds.RULING: (["target", "question", "result"], _check_ruling),
    kinds.PROTESTED: (["target", "entry"], _check_protested),
    kinds.RESOLVED: (["target", "keep"], _check_resolved),
}
"""The fields of each kind's body, and what looks at them."""
