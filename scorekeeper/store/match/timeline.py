"""The fold over a match's events: what stands at the table now, and what each entry was before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorekeeper.core.scoring.decided import needs_reason
from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event, in_effect

FORGOTTEN = "—"
"""Stands for a reason that was erased where the rules of the document demand one."""
FORGOTTEN_NAME = "№ +{number}"
"""Stands for the erased name of a person who sat down during the match; the number is that of the event."""


class EntryChange(NamedTuple):
    """A correction or strike of an entry: ``entry`` is what it was before, ``event`` what changed it."""

    entry: dict[str, Any]
    event: Event
    why: str | None


class EntryRow(NamedTuple):
    """An entry and its past. ``place`` is its index in the match document, None once it is struck out of it.

    ``event`` recorded it and gives it its lasting name, ``seq``. ``history`` runs from the oldest change on.
    """

    seq: int
    place: int | None
    entry: dict[str, Any]
    event: Event
    history: tuple[EntryChange, ...] = ()


@dataclass
class Slot:
    """The place of a recorded entry while events are folded over it."""

    event: Event
    entry: dict[str, Any]
    struck: bool = False
    history: list[EntryChange] = field(default_factory=list)


class Protest(NamedTuple):
    """A dispute that is still open: the event that raised it, the entry it is about, and the other version of it."""

    event: Event
    target: int
    entry: dict[str, Any]
    why: str | None

    @property
    def seq(self) -> int:
        """What the dispute is called: the number of its event."""
        return self.event.seq


@dataclass
class MatchState:
    """What a match's events come to. ``names`` are the rows of the players' names, by player id.

    ``accepted`` has the event by which each player, by id, agreed to the house rules that stand.
    """

    rules: dict[str, Any]
    players: list[int]
    names: dict[int, int]
    first_dealer: int
    start: dict[str, Any] | None = None
    slots: dict[int, Slot] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)
    closed: Slot | None = None
    binned: bool = False
    accepted: dict[int, Event] = field(default_factory=dict)
    rulings: list[Event] = field(default_factory=list)
    protests: dict[int, Protest] = field(default_factory=dict)

    def list_kept(self) -> list[Slot]:
        """The entries of the match document, in order: the end always last."""
        slots = [slot for seq in self.order if (slot := self.slots.get(seq)) is not None and not slot.struck]
        return [*slots, self.closed] if self.closed is not None else slots

    def list_struck(self) -> list[Slot]:
        """The entries that were struck out as never dealt."""
        return [slot for seq in self.order if (slot := self.slots.get(seq)) is not None and slot.struck]


def fold_events(events: Sequence[Event], texts: Mapping[int, str | None]) -> MatchState:
    """Fold the events that stand. The first is always the opening."""
    opened = events[0].body
    state = MatchState(
        rules=opened["rules"],
        players=list(opened["players"]),
        names=dict(zip(opened["players"], opened["names"], strict=True)),
        first_dealer=opened["first_dealer"],
        order=_order(events),
    )
    for event in in_effect(events)[1:]:
        step = _STEPS.get(event.kind)
        if step is not None:
            step(state, event, texts)
    return state


def add_last(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> MatchState:
    """What stands once another entry is recorded at the end; the one before stays as it is."""
    slot = Slot(event, _with_texts(event.body["entry"], event, texts))
    slots, order = {**state.slots, event.seq: slot}, [*state.order, event.seq]
    return replace(state, slots=slots, order=order)


def _order(events: Sequence[Event]) -> list[int]:
    """Where entries stand, by the ``seq`` that recorded them; the undone ones keep their place for a redo."""
    order: list[int] = []
    for event in events:
        if event.kind == kinds.RECORDED:
            before = event.body.get("before")
            order.insert(len(order) if before is None else order.index(before), event.seq)
    return order


def text_of(event: Event, name: str, texts: Mapping[int, str | None]) -> str | None:
    """A free text of an event; None when it has none or it was forgotten."""
    return texts.get(event.body.get("texts", {}).get(name))


def _with_texts(entry: Mapping[str, Any], event: Event, texts: Mapping[int, str | None]) -> dict[str, Any]:
    whole = dict(entry)
    for name, reference in event.body.get("texts", {}).items():
        if name in kinds.ENTRY_TEXTS:
            text = texts.get(reference)
            if text is None and name == "reason" and needs_reason(entry):
                text = FORGOTTEN
            if text is None and name in kinds.NEW_NAMES:
                text = FORGOTTEN_NAME.format(number=event.seq)
            if text is not None:
                whole[name] = text
    return whole


def _add_entry(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    state.slots[event.seq] = Slot(event, _with_texts(event.body["entry"], event, texts))


def _correct_entry(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    slot = state.slots.get(event.body["target"])
    if slot is not None:
        slot.history.append(EntryChange(slot.entry, event, text_of(event, kinds.WHY, texts)))
        slot.entry, slot.struck = _with_texts(event.body["entry"], event, texts), False


def _strike_entry(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    slot = state.slots.get(event.body["target"])
    if slot is None:
        return
    slot.history.append(EntryChange(slot.entry, event, text_of(event, "reason", texts)))
    slot.struck = event.body["as"] == kinds.NEVER_DEALT
    if not slot.struck:
        slot.entry = _with_texts({"kind": "void", "redeal": event.body.get("redeal", True)}, event, texts)


def _rename_player(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    state.names[event.body["player"]] = event.body["name"]


def _change_seats(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    state.players = list(event.body["players"])


def _change_settings(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    if "rules" in event.body:
        state.rules = event.body["rules"]
        agreed = event.body.get("agreed", [])
        state.accepted = {state.players[seat]: event for seat in agreed}
    state.first_dealer = event.body.get("first_dealer", state.first_dealer)
    if "start" in event.body:
        reason = text_of(event, kinds.REASON, texts)
        state.start = {**event.body["start"], "reason": FORGOTTEN if reason is None else reason}


def _accept_rules(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    seats = range(len(state.players)) if event.body.get("all") else [event.body["seat"]]
    for seat in seats:
        state.accepted.setdefault(state.players[seat], event)


def _pin_ruling(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    state.rulings.append(event)


def _open_protest(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    entry = _with_texts(event.body["entry"], event, texts)
    why = text_of(event, kinds.WHY, texts)
    state.protests[event.seq] = Protest(event, event.body["target"], entry, why)


def _resolve_protest(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    protest = state.protests.pop(event.body["target"], None)
    slot = state.slots.get(protest.target) if protest is not None else None
    if protest is not None and slot is not None and event.body["keep"] == kinds.OTHER:
        slot.history.append(EntryChange(slot.entry, event, text_of(event, kinds.WHY, texts)))
        slot.entry = protest.entry


def _describe(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    details = {name: text_of(event, name, texts) for name in event.body.get("texts", {})}
    if "played" in event.body:
        details["played"] = event.body["played"]
    state.about = {name: value for name, value in (state.about | details).items() if value}


def _close(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    end: dict[str, Any] = {"kind": "end"}
    if "winners" in event.body:
        end["winners"] = event.body["winners"]
    state.closed = Slot(event, _with_texts(end, event, texts))


def _bin_or_restore(state: MatchState, event: Event, texts: Mapping[int, str | None]) -> None:
    state.binned = event.kind == kinds.BINNED


_STEPS = {
    kinds.RECORDED: _add_entry,
    kinds.CORRECTED: _correct_entry,
    kinds.STRUCK: _strike_entry,
    kinds.RENAMED: _rename_player,
    kinds.SEATED: _change_seats,
    kinds.SETTINGS: _change_settings,
    kinds.DESCRIBED: _describe,
    kinds.CLOSED: _close,
    kinds.BINNED: _bin_or_restore,
    kinds.RESTORED: _bin_or_restore,
    kinds.ACCEPTED: _accept_rules,
    kinds.RULING: _pin_ruling,
    kinds.PROTESTED: _open_protest,
    kinds.RESOLVED: _resolve_protest,
}
