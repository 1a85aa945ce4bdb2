"""A record played in memory, event by event, each proposed as if a phone had just written it. Nothing is written here.

So nothing that a file says is believed, and no writer waits meanwhile. Rows of people, names and texts that are not
stored yet are numbered below zero. Hashes are kept only if those of what was played are the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.match import kinds, statements
from scorekeeper.store.match.events import Event
from scorekeeper.store.match.match import Match, stand_in
from scorekeeper.store.match.opening import Opening, open_in_memory
from scorekeeper.store.match.proposal import propose, provisional_row, refer_to_texts, separate_texts
from scorekeeper.store.match.record import chain
from scorekeeper.store.match.record.incoming import NO_EVENT, NO_LINE, CannotFollow, Line, Terms, words_of
from scorekeeper.store.match.record.records import TOLD
from scorekeeper.store.match.record.sealing import Sealed, hash_event, seal_text
from scorekeeper.store.match.refusals import Refused
from scorekeeper.store.match.timeline import FORGOTTEN, FORGOTTEN_NAME

MAX_SECONDS = 2.0
"""What corrections and the like of one record may take of the processor: each has the match scored anew."""

_seconds = getattr(time, "thread_time", time.process_time)
"""Of the processor: of this thread where there are several, and not in a browser."""

Check = Callable[[Match, Match], None]
"""Raises what stands against an event that could follow a match: this before it, and with it."""


class TooHeavy(Refused):
    """The changes in a record take too long to be looked at."""

    def __init__(self) -> None:
        text = T("So many changes of a match this long are too much at once. Nothing was saved.")
        super().__init__((Finding("", "too_heavy", text),))


@dataclass
class Playback:
    """A match in memory: so many events of ``stored`` are here already, and what was played after them.

    ``words`` holds names and texts as they are stored, ``came`` as they came, under their own seals; both by the rows
    that the events played refer to. ``bound`` has events as the driver stores them, by their numbers.
    """

    match: Match
    stored: int
    words: dict[int, Sealed] = field(default_factory=dict)
    came: dict[int, Sealed] = field(default_factory=dict)
    spent: float = 0.0
    bound: Mapping[int, statements.Bound] = field(default_factory=dict)

    @property
    def events(self) -> Sequence[Event]:
        """What was played."""
        return self.match.events[self.stored :]

    def add(
        self,
        like: Event,
        texts: Mapping[str, Any],
        came: Mapping[str, Sealed] = {},
        check: Check | None = None,
    ) -> None:
        """Play one more event; CannotFollow where the ledger would refuse it."""
        before, began = self.match, _seconds()
        proposal = propose(before, like.kind, like.body, texts, like)
        after = proposal.after
        if not proposal.valid:
            broken = [finding for entry in proposal.broken for finding in entry.findings]
            shown = after if after is not before and not after.scored.errors else None
            raise CannotFollow(before.seq + 1, like.kind, (*proposal.errors, *broken), shown)
        if check is not None:
            try:
                check(before, after)
            except Refused as refused:
                raise CannotFollow(after.seq, like.kind, refused.findings, after) from refused
        if not (like.adds_last and before.closed is None):
            self.spent += _seconds() - began
        if self.spent > MAX_SECONDS:
            raise TooHeavy
        self.match = after
        rows = _rows_by_name(after.events[-1])
        self.words |= {row: seal_text(proposal.texts[name]) for name, row in rows.items()}
        self.came |= {rows[name]: sealed for name, sealed in came.items()}

    def seal(self, *, keep: bool, begun: Mapping[str, Any] | None) -> Playback:
        """The same with hashes, over the words as they came (``keep``) or under seals of this place."""
        words = self.words | self.came if keep else self.words
        events = list(self.match.events[: self.stored])
        people = self.match.events[0].body["players"]
        before = events[-1].chain if events else chain.first_link(begun)
        for event in self.events:
            seals = {row: words[row].seal for row in chain.rows_of(event.kind, event.body)}
            events.append(hash_event(event, self.match.game, people, seals, before or ""))
            before = events[-1].chain
        names, texts = (
            {row: words[row].text if row in words else text for row, text in words_of_kind.items()}
            for words_of_kind in (self.match.names, self.match.texts)
        )
        match = replace(self.match, events=tuple(events), names=names, texts=texts, begun=begun)
        statements.summary(match.scored_like(self.match))  # for lists, before anybody waits
        return Playback(match, self.stored, words)

    def find_other_hash(self, lines: Sequence[Line]) -> int | None:
        """The number of the first event played whose hashes are not those that it came with."""
        for event, line in zip(self.events, lines[self.stored :], strict=True):
            if (event.content, event.chain) != (line.get("content"), line.get("chain")):
                return event.seq
        return None


def _rows_by_name(event: Event) -> Mapping[str, int]:
    """The rows of an event's name or texts."""
    return {kinds.NAME: event.body["name"]} if event.kind == kinds.RENAMED else event.body.get("texts", {})


def open_playback(opening: Opening, like: Event, came: Mapping[int, Sealed] = {}) -> Playback:
    """The playback of a new match, opened; ``came`` are the names as they came, by seat. Refused where it cannot be."""
    match = open_in_memory(opening, like)
    rows = match.name_rows
    words = {row: seal_text(name) for row, name in zip(rows, opening.names, strict=True)}
    return Playback(match, 0, words, {rows[seat]: sealed for seat, sealed in came.items()})


def play_item(item: Mapping[str, Any], terms: Terms) -> tuple[Playback, list[int]]:
    """A match with its whole past, and where at the opening its people sat, in the order of the item's.

    Raises CannotFollow where the ledger would refuse an event, and Refused where it would refuse the opening.
    """
    lines: Sequence[Line] = item["events"]
    try:
        first, body = lines[0], lines[0]["body"]
        words = words_of(first, kinds.OPENED)
        names = stand_in([words.get(str(row)) for row in body["names"]])
        opening = Opening(item["document"]["game"], body["rules"], tuple(names), body["first_dealer"])
        came = {seat: _seal(first, kinds.OPENED, row) for seat, row in enumerate(body["names"])}
        playback = open_playback(opening, _event_like(first, 0, terms), came)
        people = dict(zip(body["players"], playback.match.players, strict=True))
        seats = [body["players"].index(person) for person in item.get("people") or body["players"]]
    except NO_LINE as error:
        raise CannotFollow(1, kinds.OPENED, (NO_EVENT,)) from error
    _play(playback, lines, people, terms)
    return playback, seats


def play_on(match: Match, item: Mapping[str, Any], terms: Terms, check: Check | None = None) -> Playback:
    """A match with the events of a record that begins like it and has more. Raises CannotFollow.

    What follows the same hash keeps the seals it came with, so that the code stays the same everywhere.
    """
    lines: Sequence[Line] = item["events"]
    playback = Playback(match, match.seq)
    if match.seq >= len(lines):
        return playback
    last = match.events[-1]
    people = dict(zip(lines[0]["body"]["players"], match.events[0].body["players"], strict=True))
    _play(playback, lines, people, terms, check)
    follows = terms.own is None and last.chain is not None and lines[match.seq - 1].get("chain") == last.chain
    if follows and all(map(terms.keeps_time, lines[match.seq :])):
        kept = playback.seal(keep=True, begun=match.begun)
        seq = kept.find_other_hash(lines)
        if seq is not None:
            code = chain.CHANGED if lines[seq - 1].get("chain") else chain.UNHASHED
            wrong = Finding("", code, TOLD[code])
            raise CannotFollow(seq, playback.match.event(seq).kind, (wrong,), playback.match.until(seq))
        return kept
    return playback.seal(keep=False, begun=match.begun)


def _play(
    playback: Playback,
    lines: Sequence[Line],
    people: Mapping[int, int],
    terms: Terms,
    check: Check | None = None,
) -> None:
    seats = len(people) + sum(map(_joins, lines[: playback.match.seq]))
    for line in lines[playback.match.seq :]:
        seq, kind = playback.match.seq + 1, str(line.get("event"))
        try:
            if line["seq"] != seq:
                raise CannotFollow(seq, "", (Finding("", chain.MISSING, TOLD[chain.MISSING]),))
            body, texts, rows = _read_line(line, playback.match, people)
            came = {name: _seal(line, kind, row) for name, row in rows.items()}
            playback.add(_event_like(line, seats, terms)._replace(kind=kind, body=body), texts, came, check)
            seats += _joins(line)
        except NO_LINE as error:
            raise CannotFollow(seq, kind, (NO_EVENT,)) from error


def _joins(line: Line) -> bool:
    """Whether a player joins by this event: from then on events are written from one seat more."""
    return line["event"] == kinds.RECORDED and kinds.JOIN in line["body"].get("texts", {})


def _event_like(line: Line, seats: int, terms: Terms) -> Event:
    """An event with all that a line says besides its kind and body."""
    seat = line.get("seat")
    seat = seat if type(seat) is int and 0 <= seat < seats else None
    return Event(0, terms.number(line), "", {}, None, seat, terms.when(line), received=terms.received)


def _read_line(
    line: Line, match: Match, people: Mapping[int, int]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, int]]:
    """Body and texts of an event as a phone would write them, and the rows of the texts in the file."""
    kind, body = line["event"], dict(line["body"])
    rows, words = dict(body.pop("texts", {})), words_of(line, kind)
    unnamed = FORGOTTEN_NAME.format(number=match.seq + 1)
    texts = {
        name: words.get(str(row), unnamed if name in kinds.NEW_NAMES else FORGOTTEN)
        for name, row in rows.items()
    }
    if kind == kinds.RENAMED:
        rows = {kinds.NAME: body.pop("name")}
        body["player"] = people[body["player"]]
        texts = {kinds.NAME: words.get(str(rows[kinds.NAME])) or _stand_in_name(match, body["player"])}
    if kind == kinds.SEATED:
        body["players"] = [people[person] for person in body["players"]]
    return body, texts, rows


def _stand_in_name(match: Match, person: int) -> str:
    """What stands for a name that was erased, different from every other name at the table."""
    seat = match.players.index(person)
    return stand_in([*match.seat_names[:seat], None, *match.seat_names[seat + 1 :]])[seat]


def _seal(line: Line, kind: str, row: int) -> Sealed:
    """A name or text under the salt it came with; of one that was erased, the seal."""
    text = words_of(line, kind).get(str(row))
    if text is not None:
        salt = (line.get("salts") or {}).get(str(row))
        return seal_text(text, salt) if salt and chain.SALT.fullmatch(salt) else Sealed(text, None, None)
    stored_seal = (line.get("seals") or {}).get(str(row))
    return Sealed(None, None, stored_seal if stored_seal and chain.HASH.fullmatch(stored_seal) else None)


def keep_hashes(playback: Playback, item: Mapping[str, Any]) -> Playback | None:
    """A new match with the hashes that it came with; None where these are not its own."""
    lines, begun = item["events"], item.get("begun")
    if "chain" not in lines[-1] or not (begun is None or chain.begins_chain(begun)):
        return None
    kept = playback.seal(keep=True, begun=begun)
    return kept if kept.find_other_hash(lines) is None else None


def play_document(
    document: Mapping[str, Any], numbers: Callable[[int], str], at: datetime, more: Event
) -> Playback:
    """A match by its document alone, which has been scored: an opening and an event for each entry.

    ``more`` has what the events have in common; ``numbers`` gives their UUIDs.
    """
    names = tuple(name.strip() for name in document["players"])
    opening = Opening(document["game"], document.get("rules", {}), names, document.get("first_dealer", 0))
    playback = open_playback(opening, more._replace(uuid=numbers(1), at=at))
    events, texts_by_row = [playback.match.events[0]], dict[int, str]()
    for seq, (kind, body, texts) in enumerate(steps_of(document), 2):
        body, texts = separate_texts(kind, body, texts)
        rows = {name: provisional_row(seq, place) for place, name in enumerate(texts)}
        texts_by_row |= {rows[name]: text for name, text in texts.items()}
        events.append(
            more._replace(seq=seq, uuid=numbers(seq), kind=kind, body=refer_to_texts(kind, body, rows), at=at)
        )
    playback.words |= {row: seal_text(text) for row, text in texts_by_row.items()}
    playback.match = replace(playback.match, events=tuple(events), texts=texts_by_row)
    return playback


def steps_of(document: Mapping[str, Any]) -> Iterable[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The events that make a document, after its opening."""
    texts = {name: document[name] for name in kinds.TEXTS[kinds.DESCRIBED] if name in document}
    played = {"played": document["played"]} if "played" in document else {}
    if texts or played:
        yield kinds.DESCRIBED, played, texts
    if "start" in document:
        start = {name: value for name, value in document["start"].items() if name != kinds.REASON}
        yield kinds.SETTINGS, {"start": start}, {kinds.REASON: document["start"][kinds.REASON]}
    for entry in document["entries"]:
        if entry["kind"] == "end":
            texts = {name: entry[name] for name in kinds.ENTRY_TEXTS if name in entry}
            yield kinds.CLOSED, {name: entry[name] for name in ("winners",) if name in entry}, texts
        else:
            yield kinds.RECORDED, {"entry": entry}, {}
