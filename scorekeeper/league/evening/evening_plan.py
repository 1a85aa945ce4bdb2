"""The plan of an evening: declared like a game's house rules, so that the same forms ask for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self

from scorekeeper.core.fields import Group, Number, Repeated, TextField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import Options, Rules, choice, flag, option, read_rules
from scorekeeper.core.reading import BAD, Table
from scorekeeper.core.seating import seat_in_pairs
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.draw.document import CHANGING, EVEN, PAIRS, RANDOM, SINGLE, SWISS
from scorekeeper.league.rules import points_by_place

WIN, BANDS, WRITTEN, PLACES = "win", "bands", "written", "places"
NOTHING, AVERAGE = "nothing", "average"
KNOCKOUT = "knockout"
"""A way of the evening that no draw document knows: what is drawn follows from who is out."""
MAX_ROUNDS = 20
DEAL_LIMIT = "max_deals"
"""The house rule after how many deals a match is over."""
CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)

SEATS: Mapping[str, Text] = {
    CHANGING: T("partners change"),
    PAIRS: T("fixed pairs"),
    SINGLE: T("each for themselves"),
}

BAND = Group(
    label=T("A band"),
    fields=(
        Number(name="from", label=T("From a difference of"), high=10_000),
        Number(name="winner", label=T("Winner"), high=1000),
        Number(name="loser", label=T("Loser"), high=1000),
    ),
)
USUAL_BANDS: tuple[Mapping[str, int], ...] = (
    {"from": 0, "winner": 5, "loser": 5},
    {"from": 20, "winner": 7, "loser": 3},
    {"from": 50, "winner": 9, "loser": 1},
    {"from": 100, "winner": 10, "loser": 0},
)


class ClockField(TextField):
    """A time of day by the clock on the wall, ``21:40``, or nothing."""

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        if value in ("", None):
            return ""
        read = TextField.read(self, value, at, report, table)
        if read is BAD or CLOCK.fullmatch(read):
            return read
        report.error(at, "not_a_time", T("Write the time as hours and minutes: 19:30."))
        return BAD


def has_deal_limit(game: Game) -> bool:
    """Whether a game has the house rule after how many deals a match is over."""
    return DEAL_LIMIT in game.options.list_options()


def list_seats(game: Game, options: Any) -> tuple[str, ...]:
    """How people may play together in a game by these house rules, the usual way first."""
    seating = game.seat(4, options)
    if len(seating.sides) == seating.players:
        return (SINGLE,)
    return (CHANGING, PAIRS) if game.seat is seat_in_pairs else (PAIRS,)


class EveningPlan(Options):
    """How an evening is played."""

    game: str = choice(
        T("Game"), {slug: game.name for slug, game in GAMES.items()}, T("What is played at every table.")
    )
    seats: str = choice(
        T("Who with whom"),
        SEATS,
        T("Whether the partners are drawn anew in each round, stay together, or there are none."),
    )
    size: int = option(
        4,
        Number(label=T("Players at a table"), low=2, high=8),
        T("Where each plays alone. One more or one less sit there where the number asks for it."),
    )
    way: str = choice(
        T("The draw"),
        {
            EVEN: T("everybody meets as many others as can be"),
            SWISS: T("from the second round on those who stand near each other"),
            RANDOM: T("by lot"),
            KNOCKOUT: T("knock-out of fixed pairs"),
        },
        T("Who is seated with whom."),
    )
    wins_needed: int = option(
        2,
        Number(label=T("Wins to go on in a knock-out"), low=1, high=5),
        T("Two are the best of three matches. A level match is a match more."),
    )
    rounds: int = option(4, Number(label=T("Rounds"), low=1, high=MAX_ROUNDS), T("How many are played."))
    planned: bool = flag(
        T("All rounds are planned from the first"),
        T("Where partners change and the number allows it, everybody plays with each other once."),
    )
    deals: int | None = option(
        None,
        Number(label=T("Deals of a match"), low=1, high=1000, none=T("as many as it takes")),
        T("Otherwise the house rules say when a match is over."),
    )
    last_deal: str = option(
        "",
        ClockField(
            label=T("Last deal at"), hint=T("like 21:40; blank: not by the clock"), most=5, optional=True
        ),
        T("Pages and the board count down to it. An organiser calls the last deal."),
    )
    points: str = choice(
        T("Points of the evening"),
        {
            WIN: T("a point for a win, half of one for a level match"),
            BANDS: T("by the difference"),
            WRITTEN: T("the written points"),
            PLACES: T("the points listed below"),
        },
        T("Of more than two sides a win is the share of the others who were left behind."),
    )
    bands: tuple[Mapping[str, Any], ...] = option(
        USUAL_BANDS,
        Repeated(label=T("Bands of difference"), of=BAND, most=10),
        T("What winner and loser get, by how far they are apart."),
    )
    place_points: tuple[int, ...] = points_by_place()
    resting: str = choice(
        T("Who rests gets"),
        {AVERAGE: T("the average of the own rounds"), NOTHING: T("nothing"), WIN: T("a win")},
        T("Who has not played yet gets half a win as the average."),
    )

    def settle(self, given: frozenset[str], players: int, report: Report) -> Self:
        """The plan with what its game allows; a table that the game does not know is reported."""
        if self.seats == SINGLE and self.size not in GAMES[self.game].players:
            text = T(
                "{game} is played by {players}.",
                game=GAMES[self.game].name,
                players=[str(n) for n in GAMES[self.game].players],
            )
            report.error("rules.size", "player_count", text)
        if not has_deal_limit(GAMES[self.game]):
            reason = T(
                "{game} is played to its end: its matches have no number of deals.",
                game=GAMES[self.game].name,
            )
            for name in ("deals", "last_deal"):
                if getattr(self, name):
                    report.error(f"rules.{name}", "not_played", reason)
        if self.way == KNOCKOUT and self.seats != PAIRS:
            report.error("rules.way", "not_played", T("A knock-out is played by fixed pairs."))
        return self

    @property
    def entrants(self) -> tuple[int, ...]:
        """How many entrants a table may have, the wanted number first: pairs are one each."""
        if self.seats != SINGLE:
            return (2,) if self.seats == PAIRS else (4,)
        near = [self.size, self.size + 1, self.size - 1]
        return tuple(size for size in near if size in GAMES[self.game].players)

    @property
    def least(self) -> int:
        """How many players make a table."""
        return min(self.entrants) * (2 if self.seats == PAIRS else 1)


PRESETS: Mapping[str, Mapping[str, Any]] = {"evening": {}}


def read_plan(data: Any, report: Report) -> Rules:
    """The plan that a document gives; every problem is reported and replaced by the default."""
    return read_rules(EveningPlan, PRESETS, data, 0, report)


def plan_of(document: Mapping[str, Any]) -> EveningPlan:
    """A plan that was read once and is kept. What an older program let in and this one does not is left out."""
    plan: EveningPlan = read_plan(dict(document), Report()).options
    return plan
