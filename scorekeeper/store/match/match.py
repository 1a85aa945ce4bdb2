"""A match as its events tell it, without a database: the document that stands, and its history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from scorekeeper.core.disputes.protests import Disputed, DisputeVersion, versions
from scorekeeper.core.findings import Finding
from scorekeeper.core.match import FORMAT, name_key
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event, in_effect, name_drafts
from scorekeeper.store.match.record.chain import code_of
from scorekeeper.store.match.scored import Scored, Scoring, score_one_more, score_whole
from scorekeeper.store.match.timeline import EntryRow, MatchState, Protest, Slot, add_last, fold_events

__all__ = ["EntryRow", "Event", "Generations", "Match", "Undo"]

AHEAD = 4
"""How many drafts after the current one a phone may know by name."""
STAND_IN = "№ {number}"
"""A player whose name was erased, in no language; the number is the seat's, counted from 1."""


class Generations(NamedTuple):
    """How often the links of each kind were revoked."""

    owner: int = 1
    score: int = 1
    watch: int = 1


class Undo(NamedTuple):
    """What an undo (or a redo) would name: the event to undo, the event whose effect changes, and its entry if any.

    ``shown`` is the number of the last event of the match in which that entry stands: a redo names what is gone today.
    """

    target: int
    event: Event
    row: EntryRow | None
    shown: int


@dataclass(frozen=True, eq=False)
class Match:
    """A match: its facts, its events in order, and the names and texts that they refer to (None: forgotten).

    Each value is itself and equals no other: ``seq`` and ``pulse`` tell whether two of them show the same.
    """

    public_id: str
    game: str
    events: tuple[Event, ...]
    names: Mapping[int, str | None] = field(default_factory=dict)
    texts: Mapping[int, str | None] = field(default_factory=dict)
    generations: Generations = field(default_factory=Generations)
    series: int | None = None
    device: str | None = None
    opened_at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    changed_at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    id: int = 0
    pulse: int = 0
    begun: Mapping[str, Any] | None = None

    @property
    def seq(self) -> int:
        """The number of the last event: what a writer has to have seen."""
        return self.events[-1].seq

    @property
    def code(self) -> str | None:
        """What people keep to prove later that nothing was changed up to here; None before there are hashes."""
        chain = self.events[-1].chain
        return None if chain is None else code_of(self.seq, chain)

    @cached_property
    def _state(self) -> MatchState:
        return fold_events(self.events, self.texts)

    @property
    def players(self) -> list[int]:
        """The players' ids by seat."""
        return self._state.players

    @property
    def rules(self) -> dict[str, Any]:
        """The rules as the document gives them."""
        return self._state.rules

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return self._state.first_dealer

    @property
    def start(self) -> dict[str, Any] | None:
        """How the match was begun on paper, as the document says it; None where it was not."""
        return self._state.start

    @property
    def binned(self) -> bool:
        """Whether the match lies in the bin."""
        return self._state.binned

    @property
    def closed(self) -> Event | None:
        """The event by which people stopped here."""
        slot = self._state.closed
        return None if slot is None else slot.event

    @cached_property
    def accepted(self) -> dict[int, Event]:
        """By seat: the event by which it agreed to the house rules that stand."""
        agreed = self._state.accepted
        return {seat: agreed[player] for seat, player in enumerate(self.players) if player in agreed}

    @cached_property
    def protests(self) -> tuple[Protest, ...]:
        """The disputes that are open, about entries that stand in the document."""
        there = {row.seq for row in self._rows}
        return tuple(protest for protest in self._state.protests.values() if protest.target in there)

    @cached_property
    def versions(self) -> tuple[DisputeVersion, ...]:
        """The match with every outcome of the open disputes; none where nothing is disputed."""
        disputed = [Disputed(self.row(protest.target).place or 0, protest.entry) for protest in self.protests]
        return versions(self.document(), disputed, GAMES) if disputed else ()

    @property
    def rulings(self) -> tuple[Event, ...]:
        """The rulings pinned to this match or to one of its entries."""
        return tuple(self._state.rulings)

    @cached_property
    def name_rows(self) -> list[int]:
        """The rows of the players' names by seat."""
        return [self._state.names[player] for player in self.players]

    @cached_property
    def seat_names(self) -> list[str]:
        """The players' names by seat."""
        return stand_in([self.names.get(row) for row in self.name_rows])

    def document(self) -> dict[str, Any]:
        """The match document that stands now."""
        state = self._state
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": state.rules,
            "players": self.seat_names,
            "first_dealer": state.first_dealer,
            **({} if state.start is None else {"start": state.start}),
            **state.about,
            "entries": [*self.entries],
        }

    @cached_property
    def entries(self) -> list[dict[str, Any]]:
        """The entries of the document, in its order."""
        return [slot.entry for slot in self._state.list_kept()]

    @cached_property
    def _scoring(self) -> Scoring:
        return score_whole(self.document())

    @cached_property
    def scored(self) -> Scored:
        """The document scored, entry by entry."""
        return self._scoring.scored

    def sheet(self) -> Sheet | tuple[Finding, ...]:
        """What the match is worth; the errors if its document is not valid."""
        return self.scored.errors if self.scored.sheet is None else self.scored.sheet

    @cached_property
    def _rows(self) -> tuple[EntryRow, ...]:
        return tuple(_row(slot, index) for index, slot in enumerate(self._state.list_kept()))

    def rows(self) -> tuple[EntryRow, ...]:
        """The entries of the document, in its order, each with its past. The last may be the closing."""
        return self._rows

    def list_struck(self) -> tuple[EntryRow, ...]:
        """The entries struck out as never dealt, each with its past."""
        return tuple(_row(slot, None) for slot in self._state.list_struck())

    def find_row(self, seq: int | None) -> EntryRow | None:
        """The entry that this event recorded; None when it is not in the document, or for no event."""
        return None if seq is None else next((row for row in self._rows if row.seq == seq), None)

    def row(self, seq: int) -> EntryRow:
        """The same; KeyError when it is not in the document."""
        row = self.find_row(seq)
        if row is None:
            raise KeyError(seq)
        return row

    @cached_property
    def drafts(self) -> tuple[str, ...]:
        """The names of the deal in progress and of those after it, as far as a phone may know them."""
        return tuple(islice(name_drafts(self.events), 1 + AHEAD))

    @cached_property
    def has_changes(self) -> bool:
        """Whether people came, went or sat down in the place of others."""
        return any(entry.get("kind") == "players" for entry in self.entries)

    @cached_property
    def _in_effect(self) -> list[Event]:
        return in_effect(self.events)

    @cached_property
    def standing_seqs(self) -> frozenset[int]:
        """The events that stand: those that were not undone."""
        return frozenset(event.seq for event in self._in_effect)

    def until(self, seq: int) -> Match:
        """The match as it stood after the event of this number."""
        return self if seq == self.seq else replace(self, events=self.events[:seq])

    def event(self, seq: int) -> Event:
        """The event of this number, undone or not; KeyError when there is none."""
        if not 1 <= seq <= self.seq:
            raise KeyError(seq)
        return self.events[seq - 1]

    def is_owners(self, kind: str, body: Mapping[str, Any]) -> bool:
        """Whether only the owner may write this event: throwing away, taking back, and undoing either."""
        if kind == kinds.UNDONE:
            seq = body.get("target")
            undone = self.event(seq) if type(seq) is int and 1 <= seq <= self.seq else None
            return undone is not None and self.is_owners(undone.kind, undone.body)
        return kind in kinds.OWNERS

    def undoable(self, *, owner: bool = True) -> Undo | None:
        """The latest thing done that stands, which an undo would name; None where it is the owner's to undo."""
        for event in reversed(self._in_effect):
            if event.kind not in (kinds.UNDONE, kinds.OPENED, kinds.ACCEPTED):
                if not owner and event.kind in kinds.OWNERS:
                    return None
                return Undo(event.seq, event, self.row_of(event), self.seq)
        return None

    def redoable(self, *, owner: bool = True) -> Undo | None:
        """The latest undo after which nothing new was done: undoing it brings its target back. Or None, as above."""
        for event in reversed(self._in_effect):
            if event.kind == kinds.ACCEPTED:
                continue
            if event.kind != kinds.UNDONE:
                return None
            undone = self.event(event.body["target"])
            if not owner and self.is_owners(undone.kind, undone.body):
                return None
            if undone.kind != kinds.UNDONE:
                before = self.until(event.seq - 1)
                return Undo(event.seq, undone, before.row_of(undone), before.seq)
        return None

    def entry_of(self, event: Event) -> int:
        """The lasting name of the entry that an event adds or changes; no entry's where it is about none."""
        if event.kind in (kinds.UNDONE, kinds.RESOLVED):
            return self.entry_of(self.event(event.body["target"]))
        return int(event.body.get("target", event.seq))

    def row_of(self, event: Event) -> EntryRow | None:
        """The entry that an event adds or changes, also one that was struck."""
        seq = self.entry_of(event)
        return next((row for row in (*self._rows, *self.list_struck()) if row.seq == seq), None)

    def when_done(self, event: Event) -> Match:
        """The match as it stood once an event was done; before that, where it took its entry away."""
        after, before = self.until(event.seq), self.until(event.seq - 1)
        taken = after.row_of(event) is None and event.seq > 1 and before.row_of(event) is not None
        return before if taken else after

    def after(
        self,
        event: Event,
        names: Mapping[int, str | None],
        texts: Mapping[int, str | None],
        pulse: int | None = None,
    ) -> Match:
        """This match with one more event."""
        after = replace(
            self,
            events=(*self.events, event),
            names={**self.names, **names},
            texts={**self.texts, **texts},
            changed_at=event.at,
            pulse=self.pulse if pulse is None else pulse,
        )
        if event.adds_last and "_state" in self.__dict__:
            after._keep(_state=add_last(self._state, event, after.texts))
        return after

    def _keep(self, **values: Any) -> None:
        """Keep cached values that are known already, so that they are not computed when they are asked for."""
        self.__dict__.update(values)

    @property
    def is_scored(self) -> bool:
        """Whether the document has been scored, so that asking for its sheet costs nothing."""
        return "_scoring" in self.__dict__

    def scored_on(self, before: Match) -> Match:
        """This match, scored from where the one before it was, if it only goes on from there."""
        if self.events[-1].adds_last and before.closed is None and before.is_scored:
            entry = self._state.slots[self.seq].entry
            scoring = score_one_more(before._scoring, entry)
            if scoring is not None:
                self._keep(_scoring=scoring)
        return self

    def scored_like(self, twin: Match) -> Match:
        """This match with the scores of another one that has the same document, if that one is scored."""
        if twin.is_scored:
            self._keep(_scoring=twin._scoring)
        return self


def stand_in(names: list[str | None]) -> list[str]:
    """Names in which every erased one has its stand-in, different from all others."""
    taken = {name_key(name) for name in names if name is not None}
    whole = []
    for number, name in enumerate(names, 1):
        if name is None:
            name = STAND_IN.format(number=number)
            while name_key(name) in taken:
                name += "′"
            taken.add(name_key(name))
        whole.append(name)
    return whole


def _row(slot: Slot, index: int | None) -> EntryRow:
    return EntryRow(slot.event.seq, index, slot.entry, slot.event, tuple(slot.history))
