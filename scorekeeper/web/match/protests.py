"""Play under protest: both versions of a disputed entry, what hangs on it, and its decision."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import abort, request

from scorekeeper.core.disputes.protests import DisputeVersion, reach, stakes
from scorekeeper.core.disputes.rulings import NO, YES
from scorekeeper.core.findings import Finding
from scorekeeper.core.scoring.sentence import list_differences
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.store.match.timeline import Protest
from scorekeeper.web.desk.at_match import rulings_of
from scorekeeper.web.drawing.abbreviations import abbreviate
from scorekeeper.web.entry.entries import EntryPage, row_of, titles_of
from scorekeeper.web.entry.event_form import EventForm
from scorekeeper.web.match.at_table import table_at, table_of
from scorekeeper.web.match.links import SCORE, WATCH, allows, pages
from scorekeeper.web.match.words import compare_winners, title_of
from scorekeeper.web.site.languages import say, say_bound
from scorekeeper.web.site.pages import BOTH, POST
from scorekeeper.web.site.prose import write_total

SHORT_NAME = 7
"""Letters of a name above a column of totals; four columns stand in a line."""


class DisputedSide(NamedTuple):
    """A side's totals: the lowest and the highest that the open disputes leave it; ``short`` is its name over them."""

    name: str
    short: str
    low: int
    high: int


class DisputeOutcome(NamedTuple):
    """One outcome of the open disputes: the entries whose other version counts, the totals, who has won (if over).

    The total of a side that joins in other outcomes alone is a dash.
    """

    others: list[str]
    totals: list[str]
    winners: list[str]
    over: bool


class Open(NamedTuple):
    """A dispute on a page: its number, the entry it is about, and why.

    ``facts`` are those that differ, each with its name and both versions. ``totals`` are those that the other version
    moves, or all where it moves none, and the winner; none where a later entry would be impossible with it.
    """

    seq: int
    row: int
    title: str
    why: str
    facts: list[tuple[str, str, str]]
    totals: list[tuple[str, str, str]]


class Panel(NamedTuple):
    """Everything about the open disputes of a match."""

    badge: Text
    grave: bool
    protests: list[Open]
    sides: list[DisputedSide]
    outcomes: list[DisputeOutcome]


# --- what is open ---------------------------------------------------------------------------------


def protests_of(match: Match) -> Panel | None:
    """The open disputes; None where nothing is disputed."""
    if not match.protests or not match.versions:
        return None
    versions, hangs = match.versions, stakes(match.versions)
    tables = [table_of(match), *(version.sheet.table for version in versions if version.sheet is not None)]
    table = max(tables, key=lambda candidate: candidate.seating.players)
    names = [table.side_name(side) for side in range(len(table.seating.sides))]
    titles = [_title_other(match, protest) for protest in match.protests]
    outcomes = [_outcome(version, titles, len(names)) for version in versions]
    alone = {
        version.others.index(True): out
        for version, out in zip(versions, outcomes, strict=True)
        if sum(version.others) == 1
    }
    protests = [
        _open(match, protest, _compare(names, outcomes[0], alone[place]))
        for place, protest in enumerate(match.protests)
    ]
    above = abbreviate(names, SHORT_NAME) if len(names) > 2 else names
    sides = [
        DisputedSide(name, short, low, high)
        for name, short, (low, high) in zip(names, above, reach(versions), strict=True)
    ]
    return Panel(_badge(versions, hangs), hangs.winner, protests, sides, outcomes)


def _badge(versions: tuple[DisputeVersion, ...], hangs: Any) -> Text:
    if hangs.winner:
        return T("The open protests can change who wins.")
    if all(version.over for version in versions if version.sheet is not None):
        return T("No outcome of the open protests changes the winner.")
    if hangs.lead:
        return T("The open protests can change who is ahead.")
    return T("The side that is ahead stays ahead, however the protests are decided.")


def _title_other(match: Match, protest: Protest) -> str:
    """The other version of an entry: in short where that tells the two apart."""
    row = match.row(protest.target)
    protested = row._replace(entry=protest.entry)
    short = title_of(protested, match, short=True)
    return short if short != title_of(row, match, short=True) else title_of(protested, match)


def _open(match: Match, protest: Protest, totals: list[tuple[str, str, str]]) -> Open:
    row = match.row(protest.target)
    differing = list_differences(row.entry, protest.entry, GAMES[match.game], table_at(match, row.place))
    facts = [
        (say(difference.label), say_bound(difference.first) or "–", say_bound(difference.second) or "–")
        for difference in differing
    ]
    title = title_of(row, match, short=True)
    return Open(protest.seq, row.seq, title, protest.why or "", facts, totals)


def _compare(names: list[str], stands: DisputeOutcome, upheld: DisputeOutcome) -> list[tuple[str, str, str]]:
    if not upheld.totals:
        return []
    rows = list(zip(names, stands.totals, upheld.totals, strict=True))
    moved = [row for row in rows if row[1] != row[2]]
    if stands.winners or upheld.winners:
        moved.append(compare_winners(stands.winners, upheld.winners))
    return moved or rows


def _outcome(version: DisputeVersion, titles: list[str], sides: int) -> DisputeOutcome:
    others = [title for title, chosen in zip(titles, version.others, strict=True) if chosen]
    sheet = version.sheet
    totals = (
        [*map(write_total, sheet.totals), *["–"] * (sides - len(sheet.totals))] if sheet is not None else []
    )
    winners = sheet.table.people(sheet.winners) if sheet is not None and version.over else []
    return DisputeOutcome(others, totals, winners, version.over)


def marks_of(match: Match) -> dict[int, list[Text]]:
    """What the sheet says beside an entry: that it is disputed, that a ruling is pinned to it."""
    marks: dict[int, list[Text]] = {}
    for protest in match.protests:
        marks.setdefault(protest.target, []).append(T("under protest"))
    for seq in dict.fromkeys(event.body.get("target") for event in match.rulings):
        if seq is not None:
            marks.setdefault(seq, []).append(T("ruling"))
    return marks


GLOBALS = {
    "protests_of": protests_of,
    "rulings_of": rulings_of,
    "marks_of": marks_of,
    "yes_or_no": lambda yes: YES if yes else NO,
}
pages.record(lambda state: state.app.jinja_env.globals.update(GLOBALS))


# --- raising and deciding one ---------------------------------------------------------------------


NOTHING_DIFFERS = Finding(
    "",
    "nothing_differs",
    T("This is what is written. Change what is disputed, or write what the quarrel is about."),
)


class Protesting(EntryPage):
    """The other version of an entry, while the one that is written counts."""

    title = T("Play on under protest")
    plain = True

    def __init__(self, match: Match, capability: str, row: EntryRow) -> None:
        kind = request.args.get("kind", row.entry["kind"])
        if kind not in (row.entry["kind"], "deal", "void"):
            abort(404)
        entry = row.entry if kind == row.entry["kind"] else None
        self.disputed = self.replaced = row
        super().__init__(match, capability, kind, request.args.get("form"), entry)

    def preview_or_refuse(self) -> Any:
        """Besides: a protest says what differs, or what the quarrel is about."""
        proposed, written = dict(self.form.entry()), dict(self.disputed.entry)
        texts = [(proposed.pop(name, ""), written.pop(name, "")) for name in kinds.ENTRY_TEXTS]
        if proposed == written and not self.why and all(mine == theirs for mine, theirs in texts):
            return self.show_wrong((NOTHING_DIFFERS,))
        return super().preview_or_refuse()

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.PROTESTED, {"target": self.disputed.seq, "entry": self.form.entry()}, self.say_why()

    def extra(self) -> dict[str, Any]:
        return titles_of(self.disputed, self.match)


class Deciding(EventForm):
    """Which version counts from now on."""

    template = "disputes/decide.html"

    def __init__(self, match: Match, capability: str, seq: int) -> None:
        if not (match.seq >= seq >= 1 and match.event(seq).kind == kinds.PROTESTED):
            abort(404)
        super().__init__(match, capability)
        self.seq = seq

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        return kinds.RESOLVED, {"target": self.seq, "keep": self.typed.get("keep", "")}, self.say_why()

    def anchor(self, appended: Any) -> str:
        """The entry that was disputed."""
        return f"e{appended.match.event(self.seq).body['target']}"

    def extra(self) -> dict[str, Any]:
        panel = protests_of(self.match)
        disputed = (
            next((protest for protest in panel.protests if protest.seq == self.seq), None) if panel else None
        )
        writing = allows(self.capability, SCORE) and not self.match.binned
        return {"panel": panel, "disputed": disputed, "writing": writing}


@pages.add("/row/<int:seq>/protest", BOTH, may=SCORE)
def protest(match: Match, capability: str, seq: int) -> Any:
    """Raise a protest about an entry."""
    return Protesting(match, capability, row_of(match, seq)).answer()


@pages.add("/protest/<int:seq>", may=WATCH)
@pages.add("/protest/<int:seq>", POST, may=SCORE, name="decide")
def dispute(match: Match, capability: str, seq: int) -> Any:
    """One dispute, with both versions; it is decided there."""
    return Deciding(match, capability, seq).answer()
