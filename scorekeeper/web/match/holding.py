"""Who holds which phone, in words and as a seat."""

from __future__ import annotations

from datetime import datetime

from flask_babel import format_time
from flask_babel import gettext as _

from scorekeeper.store.match import seat_holders
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.seat_holders import Holder, Holders
from scorekeeper.store.match.seats import name_then
from scorekeeper.web.match.at_table import playing
from scorekeeper.web.match.current import HOLDERS, read_beside
from scorekeeper.web.site.clock import local
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device


def holders_of(match: Match) -> Holders:
    """The holders of every phone at this match."""
    return read_beside(match, HOLDERS, lambda: seat_holders.holders(session(), match.id))


def holder_here(match: Match) -> Holder | None:
    """Who holds the phone of this request; None when it was never asked."""
    holders = holders_of(match).get(device())
    return holders[-1] if holders else None


def seat_of_device(match: Match) -> int | None:
    """The seat of the person who holds this phone; None when it was not said."""
    holder = holder_here(match)
    return None if holder is None else seat_holders.seat_of(match, holder)


def seat_at_start(match: Match) -> int | None:
    """The seat that agrees by this phone: of the person who holds it among those who began the match."""
    holder = holder_here(match)
    name = None if holder is None else name_then(match, holder.seat, holder.seq)
    return match.seat_names.index(name) if name in match.seat_names else None


def seat_in_play(match: Match) -> int | None:
    """The same seat among those who play, as the pages of a deal count; None where it is played no more."""
    number, seating = seat_of_device(match), playing(match).seating
    return None if number is None or number in seating.left else seating.seat_of(number)


def name_of(match: Match, holder: Holder) -> str:
    """A holder's name; nothing for one who never said it."""
    return name_then(match, holder.seat, holder.seq) or holder.name or ""


def writer_of(match: Match, event: Event) -> str:
    """Who wrote an event: a seat, a scorer, this phone, or the phone that joined at 20:14."""
    return from_whom(match, event.seat, event.device, event.seq, event.at)


def from_whom(match: Match, seat: int | None, key: str | None, seq: int, at: datetime) -> str:
    """The same of anything that was written as event ``seq``, or for it: from a seat of then, or from a phone."""
    if (name := name_then(match, seat, seq - 1)) is not None:
        return name
    return "" if key is None else phone_words(match, key, seq, at, here=_("this phone"))


def phone_words(match: Match, key: str, seq: int, at: datetime, here: str = "") -> str:
    """A phone by the name of its holder at that event. One without a name is ``here``, if it is that of this request,
    or is told by the time when it first joined.
    """
    holders = holders_of(match)
    holder = seat_holders.holder_at(holders, key, seq)
    if holder is not None and (named := name_of(match, holder)):
        return named
    if here and key == device():
        return here
    wrote = (event.at for event in match.events if event.device == key)
    joined = min([*(holder.since for holder in holders.get(key, ())), *wrote], default=at)
    return str(_("a phone (since %(time)s)", time=format_time(local(joined), "HH:mm", rebase=False)))
