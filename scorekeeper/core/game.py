"""A game is a frozen value made of pure functions; everything else in Scorekeeper is generic over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.findings import Report
from scorekeeper.core.frozen import Frozen
from scorekeeper.core.options import Options, Rules, read_rules
from scorekeeper.core.play.cards import Card
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.scoring.ending import Because, DealLimit
from scorekeeper.core.scoring.parts import DealLine, Part, Reach, RowMark, Standing
from scorekeeper.core.scoring.scores import DECIDED, DealScore, Entry, Line
from scorekeeper.core.scoring.statistics import NO_STATISTICS, GameStatistics
from scorekeeper.core.seating import Seating, seat_singly
from scorekeeper.core.text import NOTHING, T, Text

CLOCKWISE, ANTICLOCKWISE = "clockwise", "anticlockwise"
DECIDED_NAME = T("decided at the table")


class DealForm(Frozen):
    """One way to write a deal down: the fields of its document. A form page is made from each."""

    slug: str
    title: Text
    fields: tuple[Field, ...]
    in_play: tuple[str, ...] = ()
    """Fields that everybody at the table knows while the deal is played: what was bid, never a hidden hand."""


class Round(NamedTuple):
    """A round of a game that has several: the melds it asks for, in words, and how many cards they need at least."""

    asks: tuple[Text, ...]
    cards: int


class PenaltyRule(Frozen):
    """A penalty that the rules define, unlike an arbiter's adjustment. ``usual`` are the offences it is mostly for.

    ``carry`` gives the carry after it. ``instead`` says how a deal is written that the side at fault loses instead.
    """

    fields: tuple[Field, ...]
    score: Callable[[Mapping[str, Any], Table], tuple[Line, ...]]
    next_dealer: Callable[[Mapping[str, Any], int, Table], int]
    carry: Callable[[Any], Any] = staticmethod(lambda carry: carry)
    usual: tuple[Text, ...] = ()
    instead: Text | None = None


class Situation(NamedTuple):
    """Where a deal stands: the table, its dealer, the carry from the deals before it, its path in the document.

    The dealer is BAD where an entry that decides it could not be read; such a deal is checked, and never scored.
    ``totals`` are those before the deal, empty in a question, which knows of no match.
    """

    table: Table
    dealer: Any
    carry: Any
    at: str
    totals: tuple[int, ...] = ()


class Game(Frozen):
    """The rules of one game, assembled in its folder.

    ``players`` are the possible numbers of players, ``forms`` the ways to write a deal, the quickest first.

    A deal goes through four verbs. ``read`` turns a document into a frozen deal; after an error it returns None,
    or a deal with BAD for the parts that could not be read, so that the other parts are still checked. ``check``
    reports what the rules forbid or what is odd, ``score`` does the arithmetic, and ``finish`` names the winners once
    the match is over (an empty tuple before that).

    ``carry`` is the frozen value handed from deal to deal, None where nothing is: ``start`` makes the first, ``facts``
    gives the part that a sheet shows, ``skip`` moves it past a deal that could not be read. ``because`` says why the
    match is over by the rules, or why it goes on (level totals, no going out on a capot). ``reach`` says how much an
    ordinary next deal can change and how many deals are left.

    What a game says of its own facts, nothing where it has none: ``standing`` for where the match stands,
    ``row_marks`` for a row of the sheet, ``round_of`` for the round of a game that has several. ``facts_left`` names
    the facts that an entry leaves to the next deal: a row shows them as they are after it, ``verify`` compares them.
    ``has_bidding`` is true where the players call before they play.

    ``decided`` are the fields of the game's own beside the points of a deal that the table decided, and ``decide``
    gives the carry after it, from those points and these facts. ``pays_out`` says under which options the points of
    all sides come to 0.

    ``started`` are the fields of the game's own beside the totals of a match that was begun on paper. ``begin`` gives
    its first carry, ``check_start`` reports what cannot be.

    ``open_table`` is true where players may join and leave between deals, if each plays alone.

    ``parts`` are a deal's facts in words (:mod:`scorekeeper.core.scoring.parts`), ``line`` is what a row of the
    sheet draws of them, and ``marks`` the signs of those score lines that it marks: by code, with the side's
    ``{points}`` and what the line's sentence names. ``outcomes`` names each outcome of a deal.
    ``outcomes_described`` are those that the words say already, or that say nothing, and ``outcomes_usual`` those that
    a row of the sheet need not mark.
    ``counts_raw`` is true where a deal is counted in raw points before it is written down. ``also_called`` are the
    game's names in other programs and on paper. ``rounds`` gives the rounds of a game that has several.
    ``passed_by`` are the field and the value by which a deal that all passed is written.
    ``pad_column`` is the heading of the first column on a paper pad, None where it holds the deal's number.
    ``statistics`` are what leagues count of the game, besides what they count of every match.
    ``emblem`` are three cards by which players know the game. ``usual_players`` is how many play it mostly, where
    those are not the fewest. ``usual_totals`` are the lowest and the highest total that a whole match ordinarily ends
    with: a page that is told of others asks, and a form where they may be negative has a key for the minus.
    """

    slug: str
    name: Text
    players: tuple[int, ...]
    options: type[Options]
    presets: Mapping[str, Mapping[str, Any]]
    preset_names: Mapping[str, Text]
    forms: tuple[DealForm, ...]
    outcomes: Mapping[str, Text]
    outcomes_described: frozenset[str] = frozenset()
    outcomes_usual: frozenset[str] = frozenset()
    seat: Callable[[int, Any], Seating] = staticmethod(seat_singly)
    start: Callable[[Table], Any] = staticmethod(lambda table: None)
    read: Callable[[Mapping[str, Any], str, Report, Table], Any]
    check: Callable[[Any, Situation, Report], None]
    score: Callable[[Any, Situation], DealScore]
    finish: Callable[[tuple[int, ...], Any, Table], tuple[int, ...]]
    because: Callable[[tuple[int, ...], Any, Table], Because]
    parts: Callable[[Any, Table], tuple[Part, ...]]
    line: Callable[[Any, Table], DealLine] | None = None
    marks: Mapping[str, str] = NOTHING
    facts: Callable[[Any], Mapping[str, Any]] = staticmethod(lambda carry: NOTHING)
    facts_left: tuple[str, ...] = ()
    standing: Callable[[Mapping[str, Any], Any], tuple[Standing, ...]] = staticmethod(
        lambda facts, options: ()
    )
    row_marks: Callable[[Entry], tuple[RowMark, ...]] = staticmethod(lambda entry: ())
    round_of: Callable[[Mapping[str, Any]], int | None] = staticmethod(lambda facts: None)
    has_bidding: bool = False
    open_table: bool = False
    skip: Callable[[Any], Any] = staticmethod(lambda carry: carry)
    reach: Callable[[Table, Any], Reach] = staticmethod(lambda table, carry: Reach())
    decided: tuple[Field, ...] = ()
    decide: Callable[[Any, tuple[int, ...], Mapping[str, Any], Table], Any] = staticmethod(
        lambda carry, scores, facts, table: carry
    )
    started: tuple[Field, ...] = ()
    begin: Callable[[Any, Mapping[str, Any]], Any] = staticmethod(lambda carry, facts: carry)
    check_start: Callable[[Mapping[str, Any], Table, str, Report], None] = staticmethod(
        lambda facts, table, at, report: None
    )
    pays_out: Callable[[Any], bool] = staticmethod(lambda options: False)
    penalty: PenaltyRule | None = None
    lowest_wins: bool = False
    counts_raw: bool = False
    also_called: tuple[str, ...] = ()
    rounds: Callable[[Any], tuple[Round, ...]] = staticmethod(lambda options: ())
    pad_column: Text | None = None
    passed_by: tuple[str, str] | None = None
    direction: str = CLOCKWISE
    questions: Mapping[str, Any] = NOTHING
    statistics: GameStatistics = NO_STATISTICS
    emblem: tuple[Card, ...] = ()
    usual_players: int | None = None
    usual_totals: tuple[int, int] = (-1_000_000, 1_000_000)

    def read_rules(self, data: Any, players: int, report: Report) -> Rules:
        """The rules that a document gives for this number of players; every problem is reported."""
        return read_rules(self.options, self.presets, data, players, report)

    def list_players(self, data: Any) -> list[int]:
        """How many can play by the rules of a document."""
        return [players for players in self.players if self._can_play(data, players)]

    def _can_play(self, data: Any, players: int) -> bool:
        report = Report()
        self.read_rules(data, players, report)
        return not report.errors

    def find_most_players(self, data: Any) -> int:
        """The largest number of players who can play by the rules of a document; the game's own if there is none."""
        falling = sorted(self.players, reverse=True)
        return next((players for players in falling if self._can_play(data, players)), falling[0])

    def read_rules_alone(self, data: Any, report: Report) -> Rules:
        """The rules of a document that does not say how many play, read for the most who can play by them."""
        return self.read_rules(data, self.find_most_players(data), report)

    def default_rules(self, players: int) -> Rules:
        """The rules of a match that says nothing about them."""
        return self.read_rules({}, players, Report())

    def deal_limit(self, options: Options) -> DealLimit:
        """After how many deals a match is over, if its rules say so."""
        declared = options.list_options().get("max_deals")
        limit = getattr(options, "max_deals", None)
        return DealLimit(None, "") if declared is None else DealLimit(limit, declared.cite)

    def redeals(self, options: Options) -> bool:
        """Whether the same seat deals again after a deal that was passed out."""
        return bool(getattr(options, "same_dealer_after_pass", False))

    def preset_name(self, preset: str) -> Text:
        """The words for a preset; its code where the game gives none."""
        return self.preset_names.get(preset, Text(preset))

    def outcome_name(self, outcome: str) -> Text:
        """The words for what came of a deal; the code where the game gives none."""
        return DECIDED_NAME if outcome == DECIDED else self.outcomes.get(outcome, Text(outcome))

    def is_described(self, outcome: str | None) -> bool:
        """Whether the words of a deal say what came of it, or there is nothing to say."""
        return outcome == DECIDED or outcome in self.outcomes_described

    def best(self, totals: tuple[int, ...], left: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The sides with the best total, in side order, without those that ``left``."""
        sides = [side for side in range(len(totals)) if side not in left]
        top = (min if self.lowest_wins else max)(totals[side] for side in sides)
        return tuple(side for side in sides if totals[side] == top)

    def ranking(self, totals: tuple[int, ...], left: tuple[int, ...] = ()) -> tuple[int, ...]:
        """All sides, best first, level ones in side order; those that ``left`` come last, in side order."""
        sides = [side for side in range(len(totals)) if side not in left]
        return (*sorted(sides, key=totals.__getitem__, reverse=not self.lowest_wins), *left)
