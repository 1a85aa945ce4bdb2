"""A match in words: its entries, what happened to them, who did it and when. All in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from flask_babel import format_time, ngettext
from flask_babel import gettext as _

from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.rules_words import OptionDifference, compare_rules
from scorekeeper.core.scoring.scores import AFTER_END, Entry
from scorekeeper.core.scoring.sentence import entry_text
from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.core.text import C, N, T, Text
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import EntryRow, Event, Match
from scorekeeper.web.match.at_table import entry_at, table_at, table_of
from scorekeeper.web.match.holding import writer_of
from scorekeeper.web.site.clock import local
from scorekeeper.web.site.dates import local_day_words
from scorekeeper.web.site.languages import bind_dashes, say, say_listed
from scorekeeper.web.site.prose import write_total

EVENT_WORDS: Mapping[str, Text] = {
    kinds.OPENED: T("opened"),
    kinds.RECORDED: T("entered"),
    kinds.CORRECTED: T("corrected"),
    kinds.STRUCK: T("struck out"),
    kinds.RENAMED: T("a name changed"),
    kinds.SEATED: T("seats changed"),
    kinds.SETTINGS: T("house rules or first dealer changed"),  # a summary says which
    kinds.DESCRIBED: T("date, place or note changed"),
    kinds.CLOSED: T("stopped here"),
    kinds.BINNED: T("thrown into the bin"),
    kinds.RESTORED: T("taken out of the bin"),
    kinds.UNDONE: T("undone"),
    kinds.ACCEPTED: T("agreed to the house rules"),
    kinds.RULING: T("a ruling pinned"),
    kinds.PROTESTED: T("played under protest"),
    kinds.RESOLVED: T("protest decided"),
}
MAX_NAMED = 2
"""So many changed house rules are named in one line; of the others it says how many they are."""


class MovedTotal(NamedTuple):
    """A total in two versions of a match; a dash where one of them cannot be scored."""

    name: str
    before: str
    after: str

    @property
    def same(self) -> bool:
        """Whether it stays as it is."""
        return self.before == self.after


def totals_moved(before: Match, after: Match) -> list[MovedTotal]:
    """Every side's total in two versions of a match; every person's, where the sides are other people in the later."""
    table, people = table_of(after), after.players
    sides = table.seating.sides
    if before.has_changes or after.has_changes:
        return _sides_moved(before, after)
    if people != before.players or sides != table_of(before).seating.sides:
        columns = list(zip(table.names, people, strict=True))
    else:
        columns = [(table.side_name(side), people[seats[0]]) for side, seats in enumerate(sides)]
    old, new = _totals(before), _totals(after)
    return [MovedTotal(name, old[person], new[person]) for name, person in columns]


def _sides_moved(before: Match, after: Match) -> list[MovedTotal]:
    """Every side's total where people came and went: a dash where there was none yet."""
    old, new = (
        (() if match.scored.sheet is None else match.scored.sheet.totals) for match in (before, after)
    )
    table = max(table_of(before), table_of(after), key=lambda candidate: candidate.seating.players)
    return [
        MovedTotal(
            table.side_name(side),
            write_total(old[side]) if side < len(old) else "–",
            write_total(new[side]) if side < len(new) else "–",
        )
        for side in range(len(table.seating.sides))
    ]


def _totals(match: Match) -> dict[int, str]:
    """The total of each person, alone or with their side; a dash where the match cannot be scored."""
    sheet, sides = match.scored.sheet, table_of(match).seating.sides
    return {
        match.players[seat]: "–" if sheet is None else write_total(sheet.totals[side])
        for side, seats in enumerate(sides)
        for seat in seats
    }


def compare_winners(before: Sequence[str], after: Sequence[str]) -> tuple[str, str, str]:
    """Who has won in two versions of a match, behind what the row is called; a dash where no one has."""
    label = ngettext("Winner", "Winners", max(len(before), len(after)))
    return label, say_listed(before) or "–", say_listed(after) or "–"


def entry_line(entry: Mapping[str, Any], game: Game, table: Table, *, short: bool = False) -> str:
    """An entry in one line: with everything that counts, or as short as a row needs it."""
    return say(entry_text(entry, game, table, short=short))


def deal_numbers(match: Match) -> dict[int, int]:
    """The deals of a match counted from 1, by the lasting name of each."""
    deals = (row for row in match.rows() if row.entry.get("kind") == "deal")
    return {row.seq: number for number, row in enumerate(deals, 1)}


def title_of(row: EntryRow, match: Match, *, short: bool = False) -> str:
    """An entry as a page names it: its name, whose scores are not broken at the end of a line."""
    return bind_dashes(name_of(row, match, short=short))


def name_of(row: EntryRow, match: Match, *, short: bool = False) -> str:
    """An entry as people would name it: ``Deal 5: hearts by Ana: 56–106``, short ``Deal 5: Ana ♥ 56–106``."""
    line = entry_line(row.entry, GAMES[match.game], table_at(match, row.place), short=short)
    number = deal_numbers(match).get(row.seq)
    return say(T("Deal {number}: {deal}", number=number, deal=line)) if number else line


def about_deal(row: EntryRow, match: Match, sentence: Text) -> str:
    """A sentence about a deal of the match; nothing where the entry is no deal."""
    number = deal_numbers(match).get(row.seq)
    line = entry_line(row.entry, GAMES[match.game], table_at(match, row.place), short=True)
    params = {"number": number, "deal": line}
    return bind_dashes(say(sentence._replace(params=params))) if number else ""


def saved_words(match: Match, seq: int) -> str:
    """What is said of a deal that was saved: ``Deal 1 saved, 16 – 0``; nothing once it is struck."""
    row = match.find_row(seq)
    scores, number = scores_of(match, row), deal_numbers(match).get(seq)
    return say(T("Deal {number} saved, {scores}", number=number, scores=scores)) if number and scores else ""


class EventSummary(NamedTuple):
    """An event in words: what was done, to which entry, what it gave, when and where from."""

    what: str
    entry: str
    scores: str
    when: str
    who: str


def summarize_event(match: Match, event: Event, row: EntryRow | None, *, short: bool = False) -> EventSummary:
    """An event in words: what an undo would name, or what happened while a person was typing."""
    entry = title_of(row, match, short=short) if row is not None else ""
    if event.kind == kinds.RENAMED and row is None:
        entry = match.names.get(event.body["name"]) or ""
    elif event.kind == kinds.CLOSED:
        entry = ""  # what was done says it
    what = settings_words(match, event) if event.kind == kinds.SETTINGS else say(EVENT_WORDS[event.kind])
    return EventSummary(what, entry, scores_of(match, row), say_when(event.at), writer_of(match, event))


def differences(match: Match, rules: Mapping[str, Any]) -> list[OptionDifference]:
    """What of the house rules a change changes."""
    return compare_rules(GAMES[match.game], match.rules, rules, len(match.players))


def settings_words(match: Match, event: Event) -> str:
    """What a change of house rules or first dealer changed: ``Points to win: 151 → 101``."""
    before = match.until(event.seq - 1)
    changes = []
    if "rules" in event.body:
        changes.append(_rules_words(differences(before, event.body["rules"])))
    if "first_dealer" in event.body:
        old, new = (match.seat_names[seat] for seat in (before.first_dealer, event.body["first_dealer"]))
        changes.append(say(T("first dealer: {before} → {after}", before=old, after=new)))
    if "start" in event.body:
        changes.append(
            say(T("begun on paper with {totals}", totals=say_totals(event.body["start"]["totals"])))
        )
    return "; ".join(changes)


def say_totals(totals: Sequence[int]) -> str:
    """Totals in a row: ``40 – 26``."""
    return " – ".join(map(write_total, totals))


def _rules_words(changed: list[OptionDifference]) -> str:
    if not changed:
        return say(T("house rules chosen anew, none of them different"))
    named = [
        T(
            "{rule}: {before} → {after}",
            rule=difference.label,
            before=difference.before,
            after=difference.after,
        )
        for difference in changed[:MAX_NAMED]
    ]
    words, more = "; ".join(say(text) for text in named), len(changed) - len(named)
    if not more:
        return words
    return say(
        N("{rules}; and {n} more house rule", "{rules}; and {n} more house rules", n=more, rules=words)
    )


def place_of(match: Match, seq: int) -> str:
    """Where the sheet is opened after a write: at the row; at the winner once the match is over."""
    sheet = match.scored.sheet
    return "winner" if sheet is not None and sheet.status == FINISHED else f"e{seq}"


def scores_of(match: Match, row: EntryRow | None) -> str:
    """What an entry wrote, ``6 – 10``; nothing for one that is struck or cannot be scored."""
    scored = entry_at(match, row.place) if row is not None else None
    return " – ".join(str(score) for score in scored.scores) if scored is not None else ""


def say_when(at: datetime) -> str:
    """The time of day where the reader is; the date too when it was not today."""
    if local(at).date() == local(datetime.now().astimezone()).date():
        return _time(at)
    return day_and_time(at)


def day_and_time(at: datetime) -> str:
    """The date and the time of day where the reader is: for what is looked up later."""
    return f"{local_day_words(at)}, {_time(at)}"


def _time(at: datetime) -> str:
    return str(format_time(local(at), "HH:mm", rebase=False))


def standing_words(game: Game, facts: Mapping[str, Any], options: Any) -> list[tuple[str, str]]:
    """What the game itself shows of where the match stands, each with its label."""
    return [(say(fact.label), say(fact.value)) for fact in game.standing(facts, options)]


def row_facts(game: Game, entry: Entry) -> list[str]:
    """What a row of the sheet shows of the game's own facts."""
    return [say(mark.text) for mark in game.row_marks(entry)]


def more_of(game: Game, entry: Entry) -> str:
    """What came of a deal in the words of its game, beside the line that describes it; nothing where that said so."""
    if entry.outcome is None or game.is_described(entry.outcome):
        return ""
    if entry.outcome == AFTER_END:
        return str(_("after the end, not counted"))
    return say(game.outcome_name(entry.outcome))


def first_to_play(table: Table, dealer: int, game: Game) -> tuple[str, str]:
    """Whose turn comes after the dealer's, and what that player does first."""
    label = C("player", "Calls first") if game.has_bidding else C("player", "Plays first")
    return say(label), table.names[table.seating.after(dealer)]
