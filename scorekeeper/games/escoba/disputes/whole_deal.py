"""A whole deal of Eskoba: every card in order, the plays that were not allowed, the piles and the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if_whole
from scorekeeper.core.disputes.score_rulings import explain_line
from scorekeeper.core.disputes.writings import write_deal
from scorekeeper.core.fields import Number, SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.play.cards import PACK_40, Card, card_text, cards_text
from scorekeeper.core.play.laying import Document, Laid, Laying, read_cards, read_list, read_seat
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.scores import Line
from scorekeeper.core.text import N, Player, T, Text
from scorekeeper.games.escoba.deal import OPENING_TABLE, PILES, PLAYED, EscobaDeal
from scorekeeper.games.escoba.disputes.sides import side_at
from scorekeeper.games.escoba.options import MIN_IN_PAIRS, seat_players
from scorekeeper.games.escoba.play import (
    ALL_PLAYS,
    OPENING,
    EndedDeal,
    Play,
    PlayCourse,
    can_capture,
    first_captures,
    of_sides,
    plays_of,
)
from scorekeeper.games.escoba.play.tally import tally_of_piles
from scorekeeper.games.escoba.scoring import join_numbers, opening_lines, score_deal

NUMBERS_OF_PLAYERS = (2, 3, 4, 6)
MAX_LEGAL = 20
"""The most captures that are named for one wrong play."""
IMPOSSIBLE = frozenset(("card_twice", "not_on_table"))
"""What no table can have seen; every other problem can happen, and is an irregularity."""


class WrongPlay(NamedTuple):
    """A play that was not allowed: its index, what was wrong, and the captures that were legal with its card.

    No capture was legal for a seat that was not to play.
    """

    play: int
    made: Play
    code: str
    legal: tuple[tuple[Card, ...], ...]
    why: Text
    cite: str

    @property
    def document(self) -> dict[str, Any]:
        """The irregularity as JSON."""
        return {
            "seat": self.made.seat,
            "play": self.play,
            "card": str(self.made.card),
            "takes": [str(card) for card in self.made.takes],
            "code": self.code,
            "legal": [[str(card) for card in cards] for cards in self.legal],
        }

    @property
    def reason(self) -> Reason:
        """What was wrong, and what would have been right."""
        params = {"play": self.play + 1, "player": Player(self.made.seat), "card": card_text(self.made.card)}
        text = T("Play {play}, {player}, {card}: {why}", why=self.why, **params)
        if self.legal:
            params |= {"why": self.why, "cards": cards_text(self.legal[0])}
            text = T("Play {play}, {player}, {card}: {why} It can take {cards}.", **params)
        return Reason(text, (self.cite,))


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """A deal card by card: the plays that were not allowed, and the score of the deal as it was played."""
    plays = plays_of(values["plays"])
    seated = _table(values, plays, table, report)
    if seated is None:
        return None
    course = PlayCourse(values["table"], _first(values, plays, seated), seated)
    wrong: list[WrongPlay] = []
    for index, play in enumerate(plays):
        wrong += _follow(course, index, play, report)
    if report.errors:
        return None
    return _make_ruling(course.end(len(plays)), wrong, seated)


def _table(values: Mapping[str, Any], plays: Sequence[Play], table: Table, report: Report) -> Table | None:
    """The table with the given number of players, or with the fewest that these seats allow."""
    seats = [play.seat for play in plays] + [values.get("dealer", 0)]
    number = values.get("players", next(n for n in NUMBERS_OF_PLAYERS if n > max(seats)))
    if number not in NUMBERS_OF_PLAYERS:
        numbers = list(NUMBERS_OF_PLAYERS)
        report.error("players", "unknown_choice", T("Choose one of: {choices}.", choices=numbers))
        return None
    if table.options.partnerships and number < MIN_IN_PAIRS:
        text = T("Two or three players play each for themselves; partners need four or six.")
        report.error("players", "partnerships_players", text, "escoba 1.3")
    text = T("Name a seat from 0 to {last}.", last=number - 1)
    if values.get("dealer", 0) >= number:
        report.error("dealer", "unknown_seat", text)
    for index, play in enumerate(plays):
        if play.seat >= number:
            report.error(f"plays[{index}].seat", "unknown_seat", text)
    if report.errors:
        return None
    return Table(
        seat_players(number, table.options), tuple([f"{seat}" for seat in range(number)]), table.options
    )


def _first(values: Mapping[str, Any], plays: Sequence[Play], table: Table) -> int:
    """The seat that was to play first: the one after the dealer, or the one that did if no dealer is named."""
    if "dealer" in values:
        return table.seating.after(values["dealer"])
    return plays[0].seat if plays else 0


def _follow(course: PlayCourse, index: int, play: Play, report: Report) -> list[WrongPlay]:
    """Follow one more play: impossible ones are reported, irregular ones returned."""
    lying, problems_before, turn = tuple(course.lying), len(course.problems), course.turn
    course.play(index, play)
    wrong = []
    for problem in course.problems[problems_before:]:
        if problem.code in IMPOSSIBLE:
            report.error(problem.path, problem.code, problem.text, problem.cite)
        elif problem.code == "out_of_turn":
            text = T("The next to play was {player}.", player=Player(turn))
            wrong.append(WrongPlay(index, play, problem.code, (), text, problem.cite))
        else:
            legal = first_captures(play.card, lying, MAX_LEGAL)
            wrong.append(WrongPlay(index, play, problem.code, legal, problem.text, problem.cite))
    if course.options.must_capture and not play.takes and can_capture(play.card, lying):
        text = T("This card could have captured, and at this table a card that can capture must.")
        legal = first_captures(play.card, lying, MAX_LEGAL)
        wrong.append(WrongPlay(index, play, "could_capture", legal, text, "escoba 3.2"))
    return wrong


def _make_ruling(course: EndedDeal, wrong: list[WrongPlay], table: Table) -> Ruling:
    reasons = [wrong_play.reason for wrong_play in wrong]
    if not reasons:
        text = T("Every card was laid down, or made fifteen with the cards it took.")
        reasons.append(Reason(text, ("escoba 3.1", "escoba 3.2")))
    verdict: Text = T("Every card was played by the rules.")
    if course.plays < ALL_PLAYS:
        params = {"played": course.plays, "all": ALL_PLAYS}
        verdict = T("So far every card was played by the rules: {played} of {all}.", **params)
    if wrong:
        verdict = N("{n} play was not allowed.", "{n} plays were not allowed.", n=len(wrong))
    piles, escobas = of_sides(course, table)
    result: dict[str, Any] = {
        "irregularities": [wrong_play.document for wrong_play in wrong],
        "escobas": list(escobas),
        "piles": [[str(card) for card in pile] for pile in piles],
        "left": [str(card) for card in course.left],
        **dict.fromkeys(("deal", "outcome", "scores")),
    }
    if course.plays == ALL_PLAYS:
        tally = None if course.nobody_captured else tally_of_piles(escobas, piles, table.options.few_cards)
        scored = score_deal(EscobaDeal(PILES, tally, played=course), Situation(table, 0, None, ""))
        result |= {
            "deal": {"kind": "deal", "nobody_captured": True}
            if tally is None
            else {"kind": "deal", "escobas": result["escobas"], "piles": result["piles"]},
            "outcome": scored.outcome,
            "scores": list(scored.scores),
        }
        verdict = T("{play} The score is {scores}.", play=verdict, scores=join_numbers(scored.scores))
        lines: Sequence[Line] = scored.lines
    else:
        lines = opening_lines(course, table)
    reasons += [explain_line(line, side_at(line.side)) for line in lines]
    return Ruling(result, verdict, tuple(reasons))


# --- card by card ---------------------------------------------------------------------------------


def _see(document: Document, table: Table) -> Laid:
    """The open cards, whose turn it is, and what each seat took; the dealer lays the opening table. (escoba 2.1)"""
    course = _follow_document(document, table)
    played = course.end(len(read_list(document, "plays")))  # with the cards left, once all are played
    counts = ((T("Cards"), tuple(map(len, played.piles))), (T("Escobas"), tuple(course.escobas)))
    turn = course.turn if len(course.opening) == OPENING else (course.first - 1) % course.players
    over = len(course.seen) == len(PACK_40.cards)
    return Laid(
        None if over else turn,
        open_cards=(tuple(course.lying),),
        counts=counts,
        gone=frozenset(course.seen),
        happened=_say_last(document, course, table),
        says=T("Tap the four cards of the opening table.") if len(course.opening) < OPENING else None,
    )


def _say_last(document: Document, course: PlayCourse, table: Table) -> Text | None:
    """What the last card took, and whether it was an escoba; before any, what the opening table brought the dealer."""
    if not read_list(document, "plays"):
        lines = opening_lines(course.end(0), _seat_table(document, table))
        return lines[0].text if lines and len(course.opening) == OPENING else None
    if not course.took:
        return None
    taker = table.names[(course.turn - 1) % course.players]
    text = T("{name} takes {cards}: escoba!") if course.swept_now else T("{name} takes {cards}.")
    return text._replace(params={"name": taker, "cards": cards_text(course.took)})


def _seat_table(document: Document, table: Table) -> Table:
    """The table with as many seats as the document says, and with the fewest where it does not."""
    players = document.get("players")
    number = min(table.seating.players, MIN_IN_PAIRS)
    if isinstance(players, int) and players in NUMBERS_OF_PLAYERS and players <= len(table.names):
        number = players
    return Table(seat_players(number, table.options), table.names[:number], table.options)


def _follow_document(document: Document, table: Table) -> PlayCourse:
    seated = _seat_table(document, table)
    number = seated.seating.players
    dealer = read_seat(document, "dealer", number) or 0
    course = PlayCourse(read_cards(PACK_40, document.get("table")), seated.seating.after(dealer), seated)
    plays = [play for play in read_list(document, "plays") if isinstance(play, dict)]
    for index, play in enumerate(plays):
        card, seat = read_cards(PACK_40, [play.get("card")]), read_seat(play, "seat", number)
        if card and seat is not None:
            course.play(index, Play(seat, card[0], read_cards(PACK_40, play.get("takes"))))
    return course


def _ways(document: Document, table: Table, card: Card) -> tuple[tuple[Card, ...], ...]:
    """What a card may take from the open cards, and whether it may be laid down as well. (escoba 3.1, 3.2)"""
    if len(read_cards(PACK_40, document.get("table"))) < OPENING:
        return ((),)
    sets = first_captures(card, tuple(_follow_document(document, table).lying), MAX_LEGAL)
    return sets if sets and table.options.must_capture else (*sets, ())


def _lay(document: Document, table: Table, card: Card, takes: tuple[Card, ...]) -> Document:
    opening = read_list(document, "table")
    if len(opening) < OPENING:
        return {**document, "table": [*opening, str(card)]}
    play: dict[str, Any] = {"seat": _follow_document(document, table).turn, "card": str(card)}
    if takes:
        play["takes"] = [str(taken) for taken in takes]
    return {**document, "plays": [*read_list(document, "plays"), play]}


def _take_back(document: Document) -> Document:
    last = "plays" if read_list(document, "plays") else "table"
    return {**document, last: read_list(document, last)[:-1]}


LAYING = Laying(
    pack=PACK_40,
    needs=("players", "dealer"),
    lists=("table", "plays"),
    see=_see,
    ways=_ways,
    lay=_lay,
    take_back=_take_back,
)

QUESTION = Question(
    slug="deal",
    title=T("Was the whole deal played by the rules, and what is it worth?"),
    fields=(
        Number(
            name="players",
            label=T("How many play"),
            low=NUMBERS_OF_PLAYERS[0],
            high=NUMBERS_OF_PLAYERS[-1],
            optional=True,
        ),
        SeatField(name="dealer", label=T("Dealer"), optional=True),
        OPENING_TABLE,
        PLAYED,
    ),
    answer=answer,
    writes=write_deal(),
    decides=yes_if_whole("irregularities"),
    laying=LAYING,
)
