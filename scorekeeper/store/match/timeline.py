"""The fold over a match's events: what stands at the table now, and what each entry was before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scorekeeper.store.match import kinds
from scorekeeper.store.match.events import Event, in_effect

FORGOTTEN = "—"
"""Stands for a reason that was erased where the rules of the document demand one."""


class Change(NamedTuple):
    """A correction or strike of an entry: ``entry`` is what it was before, ``event`` what changed it."""

    entry: dict[str, Any]
    event: Event
    why: str | None


class Row(NamedTuple):
    """An entry and its past. ``place`` is its index in the match document, None once it is struck out of it.

    ``event`` recorded it and gives it its lasting name, ``seq``. ``history`` runs from the oldest change on.
    """

    seq: int
    place: int | None
    entry: dict[str, Any]
    event: Event
    history: tuple[Change, ...] = ()


@dataclass
class Slot:
    """The place of a recorded entry while events are folded over it."""

    event: Event
    entry: dict[str, Any]
    struck: bool = False
    history: list[Change] = field(default_factory=list)


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
class Standing:
    """What a match's events come to. ``names`` are the rows of the players' names, by player id.

    ``accepted`` has the event by which each player, by id, agreed to the house rules that stand.
    """

    rules: dict[str, Any]
    players: list[int]
    names: dict[int, int]
    first_dealer: int
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


def fold_events(events: Sequence[Event], texts: Mapping[int, str | None]) -> Standing:
    """Fold the events that stand. The first is always the opening."""
    opened = events[0].body
    standing = Standing(
        rules=opened["rules"],
        players=list(opened["players"]),
        names=dict(zip(opened["players"], opened["names"], strict=True)),
        first_dealer=opened["first_dealer"],
        order=_order(events),
    )
    for event in in_effect(events)[1:]:
        step = _STEPS.get(event.kind)
        if step is not None:
            step(standing, event, texts)
    return standing


def add_last(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> Standing:
    """What stands once another entry is recorded at the end; the one before stays as it is."""
    slot = Slot(event, _with_texts(event.body["entry"], event, texts))
    slots, order = {**standing.slots, event.seq: slot}, [*standing.order, event.seq]
    return replace(standing, slots=slots, order=order)


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
            if text is None and name == "reason" and entry.get("kind") == "adjustment":
                text = FORGOTTEN
            if text is not None:
                whole[name] = text
    return whole


def _add_entry(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    standing.slots[event.seq] = Slot(event, _with_texts(event.body["entry"], event, texts))


def _correct_entry(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    slot = standing.slots.get(event.body["target"])
    if slot is not None:
        slot.history.append(Change(slot.entry, event, text_of(event, kinds.WHY, texts)))
        slot.entry, slot.struck = _with_texts(event.body["entry"], event, texts), False


def _strike_entry(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    slot = standing.slots.get(event.body["target"])
    if slot is None:
        return
    slot.history.append(Change(slot.entry, event, text_of(event, "reason", texts)))
    slot.struck = event.body["as"] == kinds.NEVER_DEALT
    if not slot.struck:
        slot.entry = _with_texts({"kind": "void", "redeal": event.body.get("redeal", True)}, event, texts)


def _rename_player(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    standing.names[event.body["player"]] = event.body["name"]


def _change_seats(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    standing.players = list(event.body["players"])


def _change_settings(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    if "rules" in event.body:
        standing.rules = event.body["rules"]
        agreed = event.body.get("agreed", [])
        standing.accepted = {standing.players[seat]: event for seat in agreed}
    standing.first_dealer = event.body.get("first_dealer", standing.first_dealer)


def _accept_rules(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    seats = range(len(standing.players)) if event.body.get("all") else [event.body["seat"]]
    for seat in seats:
        standing.accepted.setdefault(standing.players[seat], event)


def _pin_ruling(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    standing.rulings.append(event)


def _open_protest(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    entry = _with_texts(event.body["entry"], event, texts)
    why = text_of(event, kinds.WHY, texts)
    standing.protests[event.seq] = Protest(event, event.body["target"], entry, why)


def _resolve_protest(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    protest = standing.protests.pop(event.body["target"], None)
    slot = standing.slots.get(protest.target) if protest is not None else None
    if protest is not None and slot is not None and event.body["keep"] == kinds.OTHER:
        slot.history.append(Change(slot.entry, event, text_of(event, kinds.WHY, texts)))
        slot.entry = protest.entry


def _describe(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    given = {name: text_of(event, name, texts) for name in event.body.get("texts", {})}
    if "played" in event.body:
        given["played"] = event.body["played"]
    standing.about = {name: value for name, value in (standing.about | given).items() if value}


def _close(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    end: dict[str, Any] = {"kind": "end"}
    if "winners" in event.body:
        end["winners"] = event.body["winners"]
    standing.closed = Slot(event, _with_texts(end, event, texts))


def _bin_or_restore(standing: Standing, event: Event, texts: Mapping[int, str | None]) -> None:
    standing.binned = event.kind == kinds.BINNED


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
