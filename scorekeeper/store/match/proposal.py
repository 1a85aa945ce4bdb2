"""What an event would do to a match: the errors it brings, what else it breaks or moves. Nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.scoring.scores import AFTER_END
from scorekeeper.core.text import T
from scorekeeper.store.match import kinds
from scorekeeper.store.match.bodies import check_event
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.scored import MovedThing, moves

__all__ = ["Broken", "MovedThing", "Proposal", "propose"]


class Broken(NamedTuple):
    """An entry that a change makes impossible; the findings' paths are relative to it."""

    place: int
    seq: int
    findings: tuple[Finding, ...]


class Proposal(NamedTuple):
    """What an event would do. ``errors`` are those of what was typed, their paths relative to the entry.

    ``broken`` are other entries that become impossible, ``moved`` what changes besides the entry itself.
    ``body`` and ``texts`` are the event's content as it would be stored, free text apart.
    """

    before: Match
    after: Match
    kind: str
    body: Mapping[str, Any]
    texts: Mapping[str, str]
    errors: tuple[Finding, ...] = ()
    broken: tuple[Broken, ...] = ()
    moved: tuple[MovedThing, ...] = ()
    needs_preview: bool = False

    @property
    def valid(self) -> bool:
        """Whether the event may be appended."""
        return not self.errors and not self.broken

    @property
    def event(self) -> Event:
        """The event as it would be; its texts have no numbers yet."""
        return self.after.events[-1]


_IN_ENTRY = re.compile(r"entries\[(\d+)\]\.?(.*)", re.DOTALL)


def separate_texts(
    kind: str, body: Any, texts: Mapping[str, Any] | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Body and free text apart: a note or reason inside the entry document comes out of it.

    An entry's texts win over those given beside it; a kind without an entry is taken as it is.
    """
    apart = dict(texts or {})
    body = dict(body) if isinstance(body, Mapping) else {"": body}
    entry = body.get("entry")
    if kind in (kinds.RECORDED, kinds.CORRECTED, kinds.PROTESTED) and type(entry) is dict:
        apart |= {name: entry[name] for name in kinds.ENTRY_TEXTS if name in entry}
        body["entry"] = {name: value for name, value in entry.items() if name not in kinds.ENTRY_TEXTS}
    return body, {name: text.strip() if type(text) is str else text for name, text in apart.items()}


def refer_to_texts(kind: str, body: Mapping[str, Any], references: Mapping[str, int]) -> dict[str, Any]:
    """The body as it is stored, with the numbers of its texts."""
    if kind == kinds.RENAMED:
        return {**body, **references}
    return {**body, "texts": dict(references)} if references else dict(body)


def propose(
    match: Match, kind: str, body: Any, texts: Mapping[str, Any] | None = None, like: Event | None = None
) -> Proposal:
    """What this event would do to the match, for a preview or before it is appended.

    ``like`` has the rest of an event that comes with its UUID, its writer and its time.
    """
    body, texts = separate_texts(kind, body, texts)
    report = Report()
    check_event(match, kind, body, texts, report)
    if report.errors or (kind == kinds.RENAMED and kinds.NAME not in texts):
        missing = () if report.errors else (Finding("name", "missing", T("Every player needs a name.")),)
        return Proposal(match, match, kind, body, texts, (*report.errors, *missing))
    event = like or Event(0, "", kind, {}, None, None, match.changed_at)
    after = _with_event(match, event._replace(seq=match.seq + 1, kind=kind, body=body), texts)
    event = after.events[-1]
    about = event.seq if kind == kinds.RULING else after.entry_of(event)  # a ruling changes no entry
    errors, broken = _new_errors(match, after, about)
    if not errors and not broken:
        errors = _after_end(after, event)
    if kind == kinds.PROTESTED:  # the other version has to be possible too
        errors = propose(match, kinds.CORRECTED, {**body, "entry": after.protests[-1].entry}).errors
    moved = () if errors or broken or _only_goes_on(event) else _moves(match, after, about)
    preview = bool(moved or broken) or _rewrites(match, event) or _reaches_back(match, event)
    return Proposal(match, after, kind, body, texts, errors, broken, moved, preview)


def _with_event(match: Match, event: Event, texts: Mapping[str, Any]) -> Match:
    """The match with the event; texts that are not stored yet are numbered below zero."""
    references = {name: provisional_row(event.seq, place) for place, name in enumerate(texts)}
    event = event._replace(body=refer_to_texts(event.kind, event.body, references))
    added = {reference: texts[name] for name, reference in references.items()}
    if event.kind == kinds.RENAMED:
        return match.after(event, added, {})
    return match.after(event, {}, added).scored_on(match)


def provisional_row(seq: int, place: int) -> int:
    """The number of a name or a text that is not stored yet, by its event and its place there: no row has it."""
    return -(seq * _PLACES + place)


_PLACES = 16
"""No event has so many names or texts."""

_MOVE = kinds.SCORING - {kinds.CLOSED, kinds.BINNED, kinds.RESTORED}
"""The events that may move other entries."""


def _only_goes_on(event: Event) -> bool:
    """Whether the event leaves everything as it stands, but for an entry that it may add at the end."""
    return event.kind not in _MOVE or event.adds_last


def _rewrites(match: Match, event: Event) -> bool:
    """Whether the whole match is read anew: it goes by other rules or seats, or play goes on after a stop."""
    undoes = event.kind == kinds.UNDONE
    while event.kind == kinds.UNDONE:
        event = match.event(event.body["target"])
    return (event.kind in (kinds.SETTINGS, kinds.SEATED) and bool(match.rows())) or (
        undoes and event.kind == kinds.CLOSED
    )


def _reaches_back(match: Match, event: Event) -> bool:
    """Whether the event undoes another than the latest. That the table has accepted its rules since is no matter."""
    if event.kind != kinds.UNDONE:
        return False
    return any(later.kind != kinds.ACCEPTED for later in match.events[event.body["target"] :])


def _moves(match: Match, after: Match, about: int) -> tuple[MovedThing, ...]:
    old, new = ([row.seq for row in state.rows()] for state in (match, after))
    return moves(match.scored, after.scored, old, new, about, match.players, after.players)


def _after_end(after: Match, event: Event) -> tuple[Finding, ...]:
    """The error of an entry that comes after the end of the match: it would not count."""
    if event.kind not in (kinds.RECORDED, kinds.CLOSED):
        return ()
    place = -1 if event.adds_last and after.closed is None else after.row(event.seq).place or 0
    scored = after.scored.rows[place]
    adds_deal = event.adds_last and event.body["entry"]["kind"] != "adjustment"
    if not (adds_deal and after.closed) and (scored is None or scored.outcome != AFTER_END):
        return ()
    text = T("The match is over. Correct an entry or undo the end before anything is added.")
    return (Finding("", AFTER_END, text, (f"{after.game} 9.4",)),)


def _new_errors(match: Match, after: Match, about: int) -> tuple[tuple[Finding, ...], tuple[Broken, ...]]:
    """The errors that a change brings, those of its own entry and those of others apart.

    What an older program let in and this one refuses does not stand in the way of other changes.
    """
    if not after.scored.errors:
        return (), ()
    known_errors = {(seq, finding.path, finding.code) for seq, finding in _errors_by_entry(match)}
    own: list[Finding] = []
    by_entry: dict[int, list[Finding]] = {}
    for seq, finding in _errors_by_entry(after):
        if seq is not None and seq == about:
            own.append(finding)
        elif (seq, finding.path, finding.code) in known_errors:
            continue
        elif seq is None:
            own.append(finding)
        else:
            by_entry.setdefault(seq, []).append(finding)
    places = {row.seq: row.place or 0 for row in after.rows()}
    return tuple(own), tuple(Broken(places[seq], seq, tuple(findings)) for seq, findings in by_entry.items())


def _errors_by_entry(match: Match) -> list[tuple[int | None, Finding]]:
    """Every error with its entry's lasting name and its path in that entry; None and the whole path elsewhere."""
    placed: list[tuple[int | None, Finding]] = []
    for finding in match.scored.errors:
        inside = _IN_ENTRY.fullmatch(finding.path)
        if inside:
            row = match.rows()[int(inside[1])]
            placed.append((row.seq, finding._replace(path=inside[2])))
        else:
            placed.append((None, finding))
    return placed
