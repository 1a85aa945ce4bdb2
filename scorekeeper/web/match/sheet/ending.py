"""The end of a match: who won and why, and what is worth telling of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.scoring.ending import Because
from scorekeeper.core.scoring.observing import observe
from scorekeeper.core.scoring.outlook import find_decisive_entry
from scorekeeper.core.scoring.scores import DECIDED
from scorekeeper.core.scoring.settling import Payment, payments
from scorekeeper.core.scoring.sheet import FINISHED, Sheet
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.results import played_deals
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.web.match.at_table import table_at
from scorekeeper.web.match.sheet.rows import say_drawn
from scorekeeper.web.match.words import deal_numbers, entry_line, say_totals, title_of
from scorekeeper.web.site.languages import bind_dashes, say, say_listed

MAX_TOLD = 4
"""So many facts stand in the card of the winners, the entry that decided it and the one that ended it among them."""
MIN_SITTING, MAX_SITTING = timedelta(minutes=3), timedelta(hours=12)
"""A match that took less was written down afterwards; one that took longer was put aside."""
MAX_LINE = 32
"""A deal in more letters is told as its row draws it: of eight players the points stand in no sentence."""
MAX_NAMED = 2
"""More players than that who are level in what is counted tell nothing."""


class Ending(NamedTuple):
    """How a match ended: who won, which entry decided it and which ended it, each with its address and its words."""

    winners: list[str]
    totals: str
    ranking: list[tuple[int, str, int, bool]]
    decisive: tuple[str, str] | None
    last: tuple[str, str] | None
    stopped: bool
    because: Because
    payments: list[Payment]


def describe_ending(match: Match) -> Ending | None:
    """What is to be said at the end; None while it is open. ``ranking``: side, name, total, won, the best first."""
    sheet = match.scored.sheet
    if sheet is None or sheet.status != FINISHED:
        return None
    rows, decided, ended = match.rows(), find_decisive_entry(sheet), match.scored.ended
    linked = [
        (url_for("match.row", seq=rows[index].seq), words(rows[index], match)) if index is not None else None
        for index, words in ((decided, _say_decision), (ended, _say_in_short))
    ]
    return Ending(
        winners=sheet.table.people(sheet.winners),
        totals=say_totals([sheet.totals[side] for side in sheet.ranking]),
        ranking=[
            (side, list_side(sheet, side), sheet.totals[side], side in sheet.winners)
            for side in sheet.ranking
        ],
        decisive=linked[0],
        last=linked[1] if ended != decided else None,
        stopped=match.closed is not None and ended == len(rows) - 1,
        because=sheet.because,
        payments=payments(sheet.totals) if sheet.game.pays_out(sheet.rules.options) else [],
    )


def list_side(sheet: Sheet, side: int, names: Sequence[str] = ()) -> str:
    """A side as the winners above it are named, ``Ana and Vera``; ``names`` are those of the seats in short."""
    return say_listed([(names or sheet.table.names)[seat] for seat in sheet.table.seating.sides[side]])


def _say_decision(row: EntryRow, match: Match) -> str:
    number = deal_numbers(match).get(row.seq)
    if not number:
        return say(T("Decided by: {entry}", entry=title_of(row, match)))
    return say(T("Decided by deal {number}: {deal}", number=number, deal=_say_deal(row, match)))


def _say_in_short(row: EntryRow, match: Match) -> str:
    number = deal_numbers(match).get(row.seq)
    if not number:
        return title_of(row, match, short=True)
    return say(T("Deal {number}: {deal}", number=number, deal=_say_deal(row, match)))


def _say_deal(row: EntryRow, match: Match) -> str:
    """A deal that fits a box of the card, with whole names."""
    game, table = GAMES[match.game], table_at(match, row.place)
    line = entry_line(row.entry, game, table, short=True)
    if len(line) > MAX_LINE:
        line = say_drawn(row, match)
    return bind_dashes(line)


class EndFact(NamedTuple):
    """A fact worth telling: what it is about, its words, and the entry that it is about, if it is about one."""

    label: str
    words: str
    address: str = ""


def facts_of_end(match: Match, end: Ending) -> list[EndFact]:
    """What else is told of a match that is over: how long it took, what its game counts, its greatest deal."""
    sheet = match.scored.sheet
    if sheet is None:
        return []
    room = MAX_TOLD - (end.decisive is not None) - (end.last is not None and not end.stopped)
    return [*_tell_time(match, sheet), *_tell_count(match, sheet), *_tell_greatest(match, sheet)][:room]


def _tell_time(match: Match, sheet: Sheet) -> Iterator[EndFact]:
    """How many deals counted, and from opening to the end, as far as they were written while they were played."""
    played = played_deals(match.document(), sheet)
    if not played:
        return
    number = ngettext("%(num)s deal", "%(num)s deals", len(played))
    took = match.rows()[played[-1].at].event.at - match.opened_at
    if not MIN_SITTING <= took <= MAX_SITTING:
        yield EndFact(_("Time"), number)
        return
    hours, minutes = divmod(round(took.total_seconds() / 60), 60)
    time = _("%(minutes)s min", minutes=minutes)
    if hours:
        time = _("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes)
    yield EndFact(_("Time"), f"{time}, {number}")


def _tell_count(match: Match, sheet: Sheet) -> Iterator[EndFact]:
    """Who has most of what the game itself counts (contracts, escobas): one player, one side, or two who are level."""
    game = GAMES[match.game]
    headline = game.statistics.headline
    if headline is None:
        return
    counted: Counter[str] = Counter()
    seats = dict[str, int]()
    for deal in played_deals(match.document(), sheet):
        playing = sheet.entries[deal.at].playing or sheet.playing
        for figure in observe(game, deal, sheet.table.seating):
            if figure.measure == headline.measure and len(figure.seats) == 1:
                name = playing.names[playing.seating.seat_of(figure.seats[0])]
                counted[name] += figure.got
                seats[name] = figure.seats[0]
    most = max(counted.values(), default=0)
    names = sorted((name for name, got in counted.items() if got == most), key=seats.__getitem__)
    if most and len(names) <= MAX_NAMED:
        yield EndFact(say(headline.label), f"{say_listed(names)}: {most}")


def _tell_greatest(match: Match, sheet: Sheet) -> Iterator[EndFact]:
    """Who wrote most in one deal that was played: one that the table decided may stand for many."""
    deals = [
        (row, entry)
        for row, entry in zip(match.rows(), sheet.entries, strict=True)
        if entry.kind == "deal" and entry.outcome != DECIDED
    ]
    if not deals:
        return
    row, entry = max(deals, key=lambda deal: max(deal[1].scores))
    points = max(entry.scores)
    best = [side for side, score in enumerate(entry.scores) if score == points]
    if points > 0 and len(best) <= MAX_NAMED:
        playing = entry.playing or sheet.playing
        seats = [seat for side in best for seat in playing.seating.sides[playing.seating.seat_of(side)]]
        names = say_listed([playing.names[seat] for seat in seats])
        yield EndFact(_("Most in one deal"), f"{names} +{points}", url_for("match.row", seq=row.seq))
