"""What a deal that is being entered would write, and what happened to it meanwhile: words and small pieces of page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import render_template, url_for

from scorekeeper.core.cards import RANK_LETTERS, Pack
from scorekeeper.core.findings import Finding
from scorekeeper.core.game import Game
from scorekeeper.core.scores import RAW, Entry
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store import events as kinds
from scorekeeper.store.drafts import Part
from scorekeeper.store.journal import Event, Journal
from scorekeeper.store.proposals import Proposal
from scorekeeper.store.seats import seat_now
from scorekeeper.web.forms import EntryForm, Problem
from scorekeeper.web.holding import from_whom
from scorekeeper.web.languages import say
from scorekeeper.web.match_words import deed, more_of, row_facts, table_of, told

MOST_REASONS = 3


class Payment(NamedTuple):
    """Chips that go from one side to another."""

    giver: int
    taker: int
    chips: int


def payments(scores: Sequence[int]) -> list[Payment]:
    """Who pays whom, when what some gain is what others lose: every debt to the first who is still owed something."""
    owed = {side: points for side, points in enumerate(scores) if points > 0}
    found = []
    for giver, points in enumerate(scores):
        debt = -points
        for taker in list(owed):
            chips = min(debt, owed[taker])
            if chips > 0:
                found.append(Payment(giver, taker, chips))
                owed[taker] -= chips
                debt -= chips
    return found


def preview_page(proposal: Proposal, form: EntryForm, missing: Sequence[Finding]) -> str:
    """The line that would be written, with its reason; or what is still missing; or what cannot be."""
    journal, game = proposal.before, GAMES[proposal.before.game]
    given: dict[str, Any] = {"game": game, "form": form, "journal": journal}
    wanting = [*missing, *(finding for finding in proposal.errors if finding.code == "missing")]
    wrong = [finding for finding in proposal.errors if finding.code != "missing"]
    if missing or proposal.errors:
        shown = [] if missing else placed(form, wrong)
        return render_template(
            "games/_preview_open.html", labels=_labels(form, wanting), wrong=shown, **given
        )
    entry = proposal.after.scored.rows[-1]
    assert entry is not None, "a proposal without errors can be scored"
    template: list[Any] = [f"games/{game.slug}/_preview.html", "games/_preview.html"]
    return render_template(template, **given, **_scored(entry, proposal, game))


def placed(form: EntryForm, findings: Sequence[Finding]) -> list[Problem]:
    """The findings beside the inputs that they are about, those of one seat or side included (``hands.3``)."""
    for finding in findings:
        name, _dot, rest = finding.path.partition(".")
        form.place([finding._replace(path=f"{name}[{rest}]") if rest.isdigit() else finding])
    return form.problems


def _scored(entry: Entry, proposal: Proposal, game: Game) -> dict[str, Any]:
    table, sheet = table_of(proposal.after), proposal.after.scored.sheet
    sides = [table.side_name(side) for side in range(len(table.seating.sides))]
    lines = [line for line in entry.lines if line.unit != RAW] or list(entry.lines)
    reasons: dict[str, tuple[str, ...]] = {}
    for line in [line for line in lines if line.points] or lines:
        reasons.setdefault(say(line.text), line.cites)
    return {
        "entry": entry,
        "sides": sides,
        "outcome": more_of(game, entry),
        "described": told(proposal.after.rows()[-1].entry, game, table),
        "counted": [
            [line for line in entry.lines if line.unit == RAW and line.side == side and line.points]
            for side in range(len(sides))
        ],
        "reasons": list(reasons.items())[:MOST_REASONS],
        "lines": [(sides[line.side], line.code, say(line.text), line.cites) for line in lines],
        "more": row_facts(entry),
        "payments": payments(entry.scores),
        "finished": sheet is not None and sheet.status == "finished",
        "winners": [table.side_name(side) for side in sheet.winners] if sheet is not None else [],
        "options": table.options,
    }


def _labels(form: EntryForm, findings: Sequence[Finding]) -> list[str]:
    """What is missing, by the words beside the inputs: ``Bid``, ``Left in each hand: Jón, Anna``."""
    found: dict[str, list[str]] = {}
    for finding in findings:
        name, _dot, rest = finding.path.partition(".")
        whole: Any = form[name] if name in form else None  # noqa: SIM401 - a WTForms form has no get
        inside = found.setdefault(whole.label.text if whole is not None else say(finding.text), [])
        if whole is not None and rest.isdigit() and int(rest) < len(whole.parts):
            inside.append(whole.parts[int(rest)].label.text)
    return [
        say(T("{what}: {name}", what=label, name=names)) if names else label for label, names in found.items()
    ]


def rank_words(pack: Pack) -> list[tuple[str, str]]:
    """The ranks of a pack from high to low, and what the reader's cards have printed on them."""
    return [(rank, say(RANK_LETTERS.get(rank, rank))) for rank in reversed(pack.ranks)]


class Written(NamedTuple):
    """A deal that a draft has become: what was done, and where it can be read and corrected."""

    deed: Any
    row: str
    correct: str


def written(journal: Journal, event: Event, slug: str = "") -> Written:
    """What an event wrote, for a phone that comes late."""
    row = next((row for row in journal.rows() if row.seq == event.seq), None)
    seq = event.seq
    correct = url_for("match.correct", seq=seq, form=slug) if row and row.entry.get("kind") == "deal" else ""
    return Written(deed(journal, event, row), url_for("match.sheet", _anchor=f"e{seq}"), correct)


def late_page(journal: Journal, event: Event, slug: str) -> str:
    """The word that the deal was recorded already, for whoever still holds a part of it."""
    return render_template("games/_entry_late.html", journal=journal, written=written(journal, event, slug))


def stale_page(journal: Journal, since: Sequence[Event], slug: str, told: str) -> str:
    """What was written while somebody was entering; ``told`` is their deal in one line."""
    rows = {row.seq: row for row in (*journal.rows(), *journal.struck())}
    deeds = [deed(journal, event, rows.get(event.body.get("target", event.seq))) for event in since]
    deals = [
        written(journal, event, slug)
        for event in since
        if event.kind == kinds.RECORDED and event.seq in rows and rows[event.seq].entry.get("kind") == "deal"
    ]
    return render_template(
        "games/_entry_stale.html", journal=journal, deeds=deeds, deals=deals, since=len(since), told=told
    )


def who_entered(journal: Journal, part: Part) -> str:
    """From where a part came: a seat, this phone, another."""
    seat = seat_now(journal, part.seat, journal.seq)
    return from_whom(journal, seat, part.device, part.at)
