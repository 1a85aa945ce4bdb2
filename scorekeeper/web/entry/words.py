"""What happened to a deal while it was being entered: words and small pieces of page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import render_template, url_for

from scorekeeper.core.play.cards import RANK_LETTERS, Pack
from scorekeeper.store.match.drafts import DraftPart
from scorekeeper.store.match.match import EntryRow, Event, Match
from scorekeeper.store.match.seats import seat_now
from scorekeeper.web.match.holding import from_whom
from scorekeeper.web.match.words import EventSummary, summarize_event
from scorekeeper.web.site.languages import say


def rank_words(pack: Pack) -> list[tuple[str, str]]:
    """The ranks of a pack from high to low, and what the reader's cards have printed on them."""
    return [(rank, say(RANK_LETTERS.get(rank, rank))) for rank in reversed(pack.ranks)]


class RecordedDeal(NamedTuple):
    """A deal that a draft has become: what was done, and where it can be read and corrected."""

    summary: EventSummary
    row: str
    correct: str


def recorded_deal(match: Match, event: Event, slug: str) -> RecordedDeal:
    """The deal that an event recorded, for a phone that comes late."""
    row = next((row for row in match.rows() if row.seq == event.seq), None)
    seq = event.seq
    correct = url_for("match.correct", seq=seq, form=slug) if row and row.entry.get("kind") == "deal" else ""
    return RecordedDeal(
        summarize_event(match, event, row), url_for("match.sheet", _anchor=f"e{seq}"), correct
    )


def late_page(match: Match, event: Event, slug: str) -> str:
    """The word that the deal was recorded already, for a phone that still holds a part of it."""
    return render_template("games/entry/late.html", match=match, written=recorded_deal(match, event, slug))


def summarize_events(match: Match, events: Sequence[Event]) -> list[EventSummary]:
    """Events in words, each with the entry that it wrote or changed."""
    rows = _rows_by_seq(match)
    return [summarize_event(match, event, rows.get(event.body.get("target", event.seq))) for event in events]


def _rows_by_seq(match: Match) -> dict[int, EntryRow]:
    return {row.seq: row for row in (*match.rows(), *match.list_struck())}


def who_entered(match: Match, part: DraftPart) -> str:
    """From where a part came: a seat, this phone, another."""
    seat = seat_now(match, part.seat, match.seq)
    return from_whom(match, seat, part.device, match.seq + 1, part.at)
