"""A deal of Belot in words: contract, declarer, contra, points from tricks, capot, and declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.play.cards import SUIT_SIGNS
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.parts import DealLine, Part, RowMark, Standing, join_texts, label_value
from scorekeeper.core.scoring.scores import Entry, Line
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.belot.deal import CONTRACTS, DOUBLINGS, FIELDS, PASS, SEQUENCE, BelotDeal, Declaration
from scorekeeper.games.belot.options import BelotOptions
from scorekeeper.games.belot.play.standings import COUNTS, UNDECIDED, contest_of, standings
from scorekeeper.games.belot.scoring import PENDING
from scorekeeper.games.belot.scoring.counting import declaration_line, declaration_name

ALL_PASSED = T("All passed")
CAPOT, HANGS, NOT_COUNTED = T("capot"), T("Hanging"), T("not counted")
LABELS = {field.name: field.label for field in FIELDS}


def parts(deal: BelotDeal, table: Table) -> tuple[Part, ...]:
    """``hearts, contra, by Ana: 56–106``, short ``Ana ♥ contra 56–106``; then every declaration and its points."""
    if deal.contract == PASS:
        return (Part(ALL_PASSED, ALL_PASSED, (label_value(LABELS["contract"], ALL_PASSED),)),)
    announced = deal.declarations
    # who dealt is not known here: the lines of the score say which of equal sequences counts
    standing = standings(announced, contest_of(deal, table.options, None)) if announced else ()
    declared = (
        _declaration_part(
            declaration, declaration_line(declaration, how), table, counts=how in (COUNTS, UNDECIDED)
        )
        for declaration, how in zip(announced, standing, strict=True)
    )
    played = Part(_play_text(deal, table), _short_play_text(deal, table), tuple(_facts(deal, table)))
    return (played, *declared)


def line(deal: BelotDeal, table: Table) -> DealLine:
    """``♥ Ana 56–106`` with a mark for contra and capot."""
    if deal.contract == PASS:
        return DealLine(by=ALL_PASSED)
    sign = SUIT_SIGNS.get(deal.contract)
    marks = [
        NOT_COUNTED if deal.whole_to is not None else None,
        DOUBLINGS[deal.doubling] if deal.doubling is not None else None,
        CAPOT if deal.capot is not None else None,
    ]
    return DealLine(
        by=Text("{name}", {"name": table.names[deal.declarer]}),
        figures=_counted(deal),
        sign=Text(sign) if sign else CONTRACTS[deal.contract],
        marks=tuple(mark for mark in marks if mark is not None),
    )


def standing(facts: Mapping[str, Any], options: BelotOptions) -> tuple[Standing, ...]:
    """``Hanging: 8 points``; nothing where nothing hangs."""
    pending = facts[PENDING]
    if not pending:
        return ()
    points = N("{n} point", "{n} points", n=pending)
    return (Standing(HANGS, points, N("{n} point hangs.", "{n} points hang.", n=pending), short=True),)


def row_marks(entry: Entry) -> tuple[RowMark, ...]:
    """``8 points hang``, and 8 beside the outcome."""
    pending = entry.facts[PENDING]
    return (RowMark(N("{n} point hangs", "{n} points hang", n=pending), pending),) if pending else ()


def _facts(deal: BelotDeal, table: Table) -> Iterator[Text]:
    yield label_value(LABELS["contract"], CONTRACTS[deal.contract])
    yield label_value(LABELS["declarer"], table.names[deal.declarer])
    if deal.doubling is not None:
        yield label_value(LABELS["doubling"], DOUBLINGS[deal.doubling])
    if deal.whole_to is None:
        yield label_value(LABELS["trick_points"], "–".join(map(str, deal.trick_points)))
    else:
        yield label_value(LABELS["whole_to"], table.side_name(deal.whole_to))
        if deal.forfeit:
            yield LABELS["forfeit"]
    if deal.capot is not None:
        yield label_value(LABELS["capot"], table.side_name(deal.capot))


def _counted(deal: BelotDeal) -> Text | None:
    """``56–106``; None where that was not done."""
    if deal.whole_to is not None:
        return None
    return Text("{first}–{second}", dict(zip(("first", "second"), deal.trick_points, strict=True)))


def _play_text(deal: BelotDeal, table: Table) -> Text:
    contract = CONTRACTS[deal.contract]
    doubling = DOUBLINGS[deal.doubling] if deal.doubling is not None else None
    params: dict[str, Any] = {
        "contract": contract,
        "doubling": doubling,
        "declarer": table.names[deal.declarer],
    }
    if deal.whole_to is not None:
        params |= {"contract": join_texts((contract, doubling), ", "), "side": table.side_name(deal.whole_to)}
        if deal.forfeit:
            return T("{contract} by {declarer}: forfeited, all to {side}", **params)
        return T("{contract} by {declarer}: not counted, all to {side}", **params)
    params |= zip(("first", "second"), deal.trick_points, strict=True)
    if deal.capot is not None and doubling is None:
        return T("{contract} by {declarer}: {first}–{second}, capot", **params)
    if deal.capot is not None:
        return T("{contract}, {doubling}, by {declarer}: {first}–{second}, capot", **params)
    if doubling is None:
        return T("{contract} by {declarer}: {first}–{second}", **params)
    return T("{contract}, {doubling}, by {declarer}: {first}–{second}", **params)


def _short_play_text(deal: BelotDeal, table: Table) -> Text:
    sign = SUIT_SIGNS.get(deal.contract)
    texts = [
        Text("{name}", {"name": table.names[deal.declarer]}),
        Text(sign) if sign else CONTRACTS[deal.contract],
        DOUBLINGS[deal.doubling] if deal.doubling is not None else None,
        _counted(deal),
    ]
    played = join_texts(texts, " ")
    if deal.whole_to is not None:
        side = table.side_name(deal.whole_to)
        whole = T("forfeited to {side}", side=side) if deal.forfeit else T("all to {side}", side=side)
        return join_texts((played, whole))
    return played if deal.capot is None else join_texts((played, CAPOT))


def _declaration_part(declaration: Declaration, line: Line, table: Table, *, counts: bool) -> Part:
    """``Boris: Tierce to the king of spades +20``; one that does not count says why, and that it does not in short."""
    name = table.names[declaration.player]
    brought = line.text
    if line.points:
        brought = Text("{text} +{points}", {"text": line.text, "points": line.points})
    kind = declaration._replace(suit=None) if declaration.kind == SEQUENCE else declaration
    short = declaration_name(kind)  # on a row the suit of a sequence is left out
    if not counts:
        short = T("{declaration}, did not count", declaration=short)
    return Part(label_value(name, brought), label_value(name, short))
