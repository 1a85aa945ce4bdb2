"""Who holds which phone, in words and as a seat."""

from __future__ import annotations

from typing import Any

from flask import g
from flask_babel import format_time
from flask_babel import gettext as _

from scorekeeper.store import holders as held
from scorekeeper.store.holders import Holder, Holders
from scorekeeper.store.journal import Event, Journal
from scorekeeper.web.clock import local
from scorekeeper.web.database import session
from scorekeeper.web.devices import device


def holders_of(journal: Journal) -> Holders:
    """Everybody who held a phone at this match, read once a request."""
    known: dict[tuple[int, int], Holders] = g.setdefault("holders", {})
    key = journal.id, journal.pulse
    if key not in known:
        known[key] = held.holders(session(), journal.id)
    return known[key]


def holder_here(journal: Journal) -> Holder | None:
    """Who holds the phone of this request; None when it was never asked."""
    found = holders_of(journal).get(device())
    return found[-1] if found else None


def seat_of_device(journal: Journal) -> int | None:
    """The seat of whoever holds this phone, once the phone has said so."""
    holder = holder_here(journal)
    if holder is None or holder.seat is None or holder.seat >= len(journal.players):
        return None
    return holder.seat


def name_of(journal: Journal, holder: Holder) -> str:
    """A holder's name; nothing for one who never said it."""
    if holder.seat is not None and holder.seat < len(journal.seat_names):
        return journal.seat_names[holder.seat]
    return holder.name or ""


def who(journal: Journal, event: Event) -> str:
    """From whom an event came: a seat, a scorer, this phone, or the phone that joined at 20:14."""
    if event.seat is not None and event.seat < len(journal.seat_names):
        return journal.seat_names[event.seat]
    if event.device is None:
        return ""
    return device_words(journal, event.device, event.at)


def device_words(journal: Journal, key: str, at: Any) -> str:
    """Who held a phone at that time, in words."""
    holder = held.holder_at(holders_of(journal), key, at)
    if key == device() and not (holder is not None and name_of(journal, holder)):
        return str(_("this phone"))
    return phone_words(journal, key, at)


def phone_words(journal: Journal, key: str, at: Any) -> str:
    """A phone by whoever held it at that time; without a name it is told from the others by when it first joined."""
    known = holders_of(journal)
    holder = held.holder_at(known, key, at)
    if holder is not None and (named := name_of(journal, holder)):
        return named
    wrote = (event.at for event in journal.events if event.device == key)
    joined = min([*(holder.since for holder in known.get(key, ())), *wrote], default=at)
    return str(_("a phone (since %(time)s)", time=format_time(local(joined), "HH:mm", rebase=False)))
