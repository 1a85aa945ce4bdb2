"""What a league counts, and how: declared like a game's house rules, so that the same forms ask for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.core.fields import Choice, Group, Number, Repeated, TextField
from scorekeeper.core.findings import Report
from scorekeeper.core.options import Options, Rules, choice, flag, option, read_rules
from scorekeeper.core.reading import BAD, Table
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.nights import known_zone

WINS, PLACEMENT, WIN_SHARE, TOTAL, AVERAGE, BY_RATING = (
    "wins",
    "placement",
    "win_share",
    "total",
    "average",
    "rating",
)
EVENING_SUM, EVENING_PLACES = "evening_sum", "evening_places"
BY_EVENINGS = (EVENING_SUM, EVENING_PLACES)
"""The two ways of counting by which an evening gives points as a whole, instead of each of its matches."""
HEAD_TO_HEAD, DIFFERENCE, MAX_WINS, SHARE_OF_WINS, WRITTEN, FEWER_MATCHES = (
    "head_to_head",
    "difference",
    "most_wins",
    "share_of_wins",
    "written",
    "fewer_matches",
)
PLAYER, BY_SIDE = "player", "side"
SPLIT, FULL = "split", "full"
BEATEN, LISTED = "beaten", "listed"
MATCHES, SERIES = "matches", "series"
OTHER_SIDE, ORGANISER, NOT_ASKED = "other_side", "organiser", "nobody"
ASKED_FIRST, BY_THEMSELVES = "offered", "taken"
BEGAN, ENDED = "began", "ended"

TIE_BREAKS: Mapping[str, Text] = {
    HEAD_TO_HEAD: T("against each other: wins − losses"),
    DIFFERENCE: T("difference of written points"),
    MAX_WINS: T("number of wins"),
    SHARE_OF_WINS: T("share of matches won"),
    WRITTEN: T("written points"),
    FEWER_MATCHES: T("fewer matches"),
}


class ZoneField(TextField):
    """The name of a time zone, as the world's list has it: ``Atlantic/Reykjavik``."""

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        name = TextField.read(self, value, at, report, table)
        if name is BAD or known_zone(name):
            return name
        report.error(at, "unknown_zone", T("Name a time zone like Europe/Sofia or Atlantic/Reykjavik."))
        return BAD


EXCEPTION = Group(
    label=T("A game of its own worth"),
    fields=(
        Choice(name="game", label=T("Game"), choices={slug: GAMES[slug].name for slug in GAMES}),
        Number(name="players", label=T("Players"), hint=T("blank: any number"), low=2, high=8, optional=True),
        Number(name="points", label=T("Points for a win"), high=1000),
    ),
)


POINTS_OF_PLACES = T("Points for each place")


def points_by_place(usual: tuple[int, ...] = (4, 2, 1), label: Text = POINTS_OF_PLACES, most: int = 8) -> Any:
    """Declare what the first, second, third place bring, of a match or of an evening."""
    field = Repeated(label=label, of=Number(label=T("Points"), high=1000), most=most)
    sentence = T("The points of the first, second, third place and so on; later places get none.")
    return option(usual, field, sentence)


def share_places(listed: Sequence[int], place: int, level: int) -> Fraction:
    """What each of those gets who are ``level`` at a place: they share what their places bring by the list."""
    return Fraction(sum(listed[place - 1 : place - 1 + level]), level)


class LeagueRules(Options):
    """Every rule of a league. No article stands behind them: a league gives itself its rules."""

    counting: str = choice(
        T("What is counted"),
        {
            WINS: T("points for wins"),
            PLACEMENT: T("points for places"),
            WIN_SHARE: T("the share of matches won"),
            TOTAL: T("all written points"),
            AVERAGE: T("written points a match"),
            BY_RATING: T("the rating"),
            EVENING_SUM: T("the points of the evenings"),
            EVENING_PLACES: T("points for the place in each evening"),
        },
        T("By what the table of the league is ordered. Of evenings those count that were run and closed."),
    )
    unit: str = choice(
        T("Who is ranked"),
        {PLAYER: T("every player alone"), BY_SIDE: T("fixed pairs and sides")},
        T("Whether a pair’s wins belong to each of the two, or to the pair."),
    )
    win: int = option(
        1,
        Number(label=T("Points for a win"), high=1000),
        T("What a won match is worth, unless its game is named below."),
    )
    exceptions: tuple[Mapping[str, Any], ...] = option(
        (),
        Repeated(label=T("Games of another worth"), of=EXCEPTION, most=40, optional=True),
        T("A game, or a game by so many players, whose win is worth something else."),
    )
    shared: str = choice(
        T("A shared win"),
        {SPLIT: T("its points are divided"), FULL: T("counts in full for each")},
        T("What the winners of a match get when there are several."),
    )
    loss: int = option(
        0,
        Number(label=T("Points for taking part"), high=1000),
        T("What a match is worth to those who did not win it."),
    )
    places: str = choice(
        T("What a place is worth"),
        {
            BEATEN: T("a point for every side left behind, half of one for a level side"),
            LISTED: T("the points listed below"),
        },
        T("How places become points; level sides share the points of their places."),
    )
    place_points: tuple[int, ...] = points_by_place()
    evening_points: tuple[int, ...] = points_by_place(
        (10, 7, 5, 3, 1), T("Points for each place of an evening"), 32
    )
    tie_breaks: tuple[str, ...] = option(
        (HEAD_TO_HEAD, DIFFERENCE, MAX_WINS),
        Repeated(
            label=T("Order of those who are level"),
            of=Choice(label=T("Looked at"), choices=TIE_BREAKS),
            most=len(TIE_BREAKS),
        ),
        T("What is looked at, one after the other, when two have the same."),
    )
    least_matches: int = option(
        3,
        Number(label=T("Fewest matches"), high=1000),
        T("Who has played fewer stands below the line, without a place; in lists of shares and means too."),
    )
    best_nights: int | None = option(
        None,
        Number(label=T("Best nights"), low=1, high=1000, none=T("every night counts")),
        T("Only so many nights count: for everyone the best."),
    )
    stopped: bool = flag(
        T("Stopped matches count"),
        T("Whether a match counts that people ended early. Where the rules know no target it always counts."),
    )
    series: str = choice(
        T("A series of matches"),
        {MATCHES: T("every match counts"), SERIES: T("counts as one match, once decided")},
        T("How the best of three or five is counted."),
    )
    confirmation: str = choice(
        T("Results are confirmed"),
        {
            OTHER_SIDE: T("by the other side"),
            ORGANISER: T("by the organiser"),
            NOT_ASKED: T("not needed: they count at once"),
        },
        T("Who has to agree before a finished match counts."),
    )
    rematches: str = choice(
        T("A rematch from the table"),
        {ASKED_FIRST: T("waits until an organiser takes it in"), BY_THEMSELVES: T("comes in by itself")},
        T("What becomes of a rematch of the same people that was not started by a scorer of the league."),
    )
    credited: str = choice(
        T("Where another player sat down, the result is"),
        {BEGAN: T("of who began the match"), ENDED: T("of who ended it")},
        T("Each deal counts for who played it in any case."),
    )
    zone: str = option("UTC", ZoneField(label=T("Time zone"), most=60), T("Where the league’s clock hangs."))
    day_ends: int = option(
        6,
        Number(label=T("The night ends at"), hint=T("the hour"), high=12),
        T("A match that begins before this hour belongs to the night before."),
    )
    provisional: int = option(
        10,
        Number(label=T("A rating is provisional up to"), hint=T("matches"), high=1000),
        T("With fewer matches a rating is marked, because it may still be far off."),
    )
    inactive_days: int = option(
        180,
        Number(label=T("Inactive after"), hint=T("days"), low=7, high=10_000),
        T("After so many days without a match a rating is marked, and grows less certain."),
    )

    def win_points(self, game: str, players: int) -> int:
        """What a win is worth: the exception for the game and number, for the game, or the rule."""
        named = {
            exception.get("players"): int(exception["points"])
            for exception in self.exceptions
            if exception["game"] == game
        }
        return named.get(players, named.get(None, self.win))


EDITION = 2
"""The edition of these rules. In the first, no row stood below the line by default."""

OF_EVERY_SEASON = ("zone", "day_ends", "credited")
"""Rules that a season never has of its own: by them a match belongs to a night and to people, then to a season."""

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "wins": {},
    "places": {"counting": PLACEMENT},
    "pairs": {"unit": BY_SIDE, "win": 2},
    "club": {"counting": BY_RATING, "confirmation": ORGANISER, "least_matches": 5},
    "written": {"counting": AVERAGE, "tie_breaks": (DIFFERENCE, MAX_WINS), "least_matches": 5},
    "evenings": {"counting": EVENING_PLACES},
}
IN_PRESETS = frozenset(name for preset in PRESETS.values() for name in preset)
"""The rules that presets are about. All others stay as they are when a preset is chosen for a league that has rules."""
PRESET_NAMES: Mapping[str, Text] = {
    "wins": T("A point for every win"),
    "places": T("Points for places, for games where everybody plays alone"),
    "pairs": T("Fixed pairs, two points for a win"),
    "club": T("The best rating leads"),
    "written": T("The most written points a match"),
    "evenings": T("Points for the place in each evening"),
}


def read_league_rules(data: Any, report: Report) -> Rules:
    """The rules that a league's document gives (``preset`` and what differs); every problem is reported."""
    return read_rules(LeagueRules, PRESETS, _of_today(data), 0, report)._replace(edition=EDITION)


def _of_today(data: Any) -> Any:
    """A document of any edition as one of today: an older default gives way to the present one."""
    edition = data.get("edition") if type(data) is dict else None
    if type(edition) is not int or not 1 <= edition <= EDITION:
        return data
    document = {name: value for name, value in data.items() if name != "edition"}
    preset = document.get("preset")
    chosen = PRESETS.get(preset, {}) if type(preset) is str else {}
    if edition == 1 and "least_matches" not in chosen and document.get("least_matches") == 0:
        del document["least_matches"]
    return document


def rules_document(rules: Rules) -> dict[str, Any]:
    """A league's rules, or the plan of an evening, as JSON: lists where they hold tuples."""
    document = rules.document()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in document.items()}
