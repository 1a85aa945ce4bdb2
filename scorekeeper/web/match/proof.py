"""The code that stands for everything written into a match: shown, checked, and two records of it compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from flask import Response, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.chain import (
    UPGRADE,
    Fault,
    MatchRecord,
    chains,
    check_record,
    code_of,
    parting,
    read_code,
)
from scorekeeper.store.match.record.origins import Origin, list_origins
from scorekeeper.store.match.record.past import read_words, record_lines
from scorekeeper.store.match.record.records import TOLD, read_records
from scorekeeper.store.match.record.stored_chains import record_from
from scorekeeper.web.drawing.answering import draw_square
from scorekeeper.web.match.links import WATCH, address, pages, show_page
from scorekeeper.web.match.sheet.sheet import answer_file, export_document
from scorekeeper.web.match.words import EVENT_WORDS, day_and_time
from scorekeeper.web.request.errors import megabytes
from scorekeeper.web.request.security import AROUND, takes_files
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import day_words, local_day_words
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH

MAX_SHOWN = 400
"""So many letters of what an event says are shown where two records part."""


class ProofAnswer(NamedTuple):
    """What is said of a code or a file: whether all is well, in a sentence, and in lines below it."""

    good: bool
    words: str
    lines: tuple[str, ...] = ()


def _room(**_values: Any) -> tuple[int, str]:
    """The bytes that a record may come to, with what a form puts around it."""
    return MAX_BYTES + AROUND, say_most()


def say_most() -> str:
    """How large a record may be, in a sentence."""
    return _("A record has at most %(size)s.", size=megabytes(MAX_BYTES))


@pages.add("/proof", BOTH, may=WATCH)
@takes_files(_room)
def proof(match: Match, capability: str) -> str:
    """The code, whether it still holds, and what is said of a code or a record that was kept."""
    record, typed = record_from(session(), match), request.args.get("code", "").strip()
    file = request.files.get("file") if request.method == "POST" else None
    return show_page(
        "matches/proof.html",
        match,
        capability,
        code=match.code,
        beginning=_beginning(match),
        brought=_list_origin_words(match),
        faults=[_fault_words(match, fault) for fault in check_record(record)],
        typed=typed,
        checked=_check(match, record, typed) if typed else None,
        compared=_compare(match, record, file.read(MAX_BYTES + 1)) if file is not None else None,
        most=say_most(),
    )


@pages.add("/proof.svg", may=WATCH, name="proof_qr")
def proof_square(match: Match, capability: str) -> Response:
    """The address that checks today's code, as a picture that other phones can read. It lets them look on."""
    return draw_square(address(match, WATCH, "match.proof", code=match.code or "", _external=True), error="m")


@pages.add("/record.jsonl", may=WATCH, name="record_file")
def save_record(match: Match, capability: str) -> Response:
    """Every event of the match with its hashes, to be kept and compared."""
    body = "".join(record_lines(match, read_words(session(), [match]), export_document(match)))
    return answer_file(match, body, "jsonl")


def _beginning(match: Match) -> str:
    """Why the chain began later than the match; nothing where it did not."""
    begun = match.begun
    if begun is None:
        return ""
    number, day = begun["events"], day_words(date.fromisoformat(begun["on"]))
    if begun["by"] == UPGRADE:
        return ngettext(
            "The first event was put into the code on %(day)s, when the program learned to make codes.",
            "The first %(num)s events were put into the code on %(day)s, when the program learned to make codes.",
            number,
            day=day,
        )
    return ngettext(
        "The first event came in from a file on %(day)s; the code says nothing of the time before.",
        "The first %(num)s events came in from a file on %(day)s; the code says nothing of the time before.",
        number,
        day=day,
    )


def _list_origin_words(match: Match) -> list[str]:
    """Where a match comes from that did not begin here; of events that came later, each row says when."""
    began_here = match.events[0].received is None
    return [] if began_here else [_say_origin(origin) for origin in list_origins(session(), match.id)]


def _say_origin(origin: Origin) -> str:
    return _(
        "It came from another Scorekeeper up to event %(number)s, on %(day)s; the times until then are of that one.",
        number=origin.seq,
        day=local_day_words(origin.at),
    )


def _fault_words(match: Match, fault: Fault) -> str:
    return f"{_event_words(match, fault.seq)}: {say(TOLD[fault.code])}"


def _event_words(match: Match, seq: int) -> str:
    number = _("Event %(number)s", number=seq)
    event = next((event for event in match.events if event.seq == seq), None)
    if event is None or event.kind not in EVENT_WORDS:
        return number
    return f"{number} ({say(EVENT_WORDS[event.kind])}, {day_and_time(event.at)})"


def _check(match: Match, record: MatchRecord, typed: str) -> ProofAnswer:
    claimed = read_code(typed)
    if claimed is None:
        return ProofAnswer(False, _("This is no code: a code is a number and sixteen letters or digits."))
    seq, code = claimed
    if seq > len(record.events):
        words = _(
            "This code is of event %(number)s, and this match has %(last)s.", number=seq, last=match.seq
        )
        return ProofAnswer(False, words, (_("It is of another match, or something was taken away."),))
    chain = chains(record)[seq - 1]
    if chain is not None and code_of(seq, chain) == code:
        words = _("The code %(code)s is right: nothing was changed up to there.", code=code)
        return ProofAnswer(True, words, (_event_words(match, seq),))
    faults = [_fault_words(match, fault) for fault in check_record(record) if fault.seq <= seq]
    reason = _("It is of another match, or this one was changed and its codes were made anew.")
    return ProofAnswer(
        False, _("The code %(code)s is not that of this match.", code=code), tuple(faults) or (reason,)
    )


def _compare(match: Match, record: MatchRecord, raw: bytes) -> ProofAnswer:
    if len(raw) > MAX_BYTES:
        return ProofAnswer(False, say_most())
    kept = [reading.record for reading in read_records(raw.splitlines()) if reading.record.events]
    mine = next((candidate for candidate in kept if candidate.first == record.first), None)
    if mine is None:
        words = _("This is the record of another match.") if kept else _("This is no record of a match.")
        return ProofAnswer(False, words)
    seq = parting(mine, record)
    if seq is None:
        fewer = min(len(mine.events), len(record.events))
        words = _("The same up to event %(number)s, the last one that both have.", number=fewer)
        return ProofAnswer(True, words, (_event_words(match, fewer),))
    sides = (_("In the file"), mine), (_("Here"), record)
    lines = [f"{where}: {_shorten_event(version.events[seq - 1])}" for where, version in sides]
    return ProofAnswer(False, _("They part at event %(number)s.", number=seq), tuple(lines))


def _shorten_event(event: Mapping[str, Any]) -> str:
    parts = [
        str(event.get("at")),
        str(event.get("event")),
        json.dumps(event.get("body"), ensure_ascii=False, sort_keys=True),
    ]
    words = [event[name] for name in ("names", "texts") if type(event.get(name)) is dict]
    whole = " · ".join([*parts, *(str(text) for texts in words for text in texts.values())])
    # half a surrogate pair is shown as it is written
    whole = whole.encode("utf-8", "backslashreplace").decode()
    return whole if len(whole) <= MAX_SHOWN else whole[: MAX_SHOWN - 1] + "…"
