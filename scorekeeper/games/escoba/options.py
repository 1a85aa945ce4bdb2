"""Eskoba's house rules. The Basque seed text is the default; the usual Spanish count is the other preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from scorekeeper.core.fields import Number
from scorekeeper.core.findings import Report
from scorekeeper.core.options import (
    Options,
    choice,
    deals_of_a_match,
    flag,
    level_at_target,
    option,
    points_to_win,
)
from scorekeeper.core.seating import Seating, pairs, singles
from scorekeeper.core.text import T, Text

INSTEAD, ADDED = "instead", "added"
TOTAL, TWO_FIFTEENS = "total", "two_fifteens"
LAST_CAPTURE, LAST_ESCOBA = "last_capture", "last_escoba"
DEALER, FIRST, NONE = "dealer", "first", "none"
USUAL_TARGET = 21
MIN_IN_PAIRS = 4

_ALL = {INSTEAD: T("in place of the point for the most"), ADDED: T("on top of the point for the most")}


class EscobaOptions(Options):
    """Every house rule of Eskoba; the defaults are the preset ``eskoba``."""

    target: int | None = points_to_win(
        USUAL_TARGET,
        T("The match ends after the deal in which someone reaches this many points."),
        "escoba 6.1",
    )
    partnerships: bool = flag(
        T("Two sides"),
        T("Four or six players form two sides: every other seat plays together and shares one pile."),
        "escoba 1.3",
    )
    opening_thirty: str = choice(
        T("Two escobas from the opening table"),
        {
            TOTAL: T("when the opening table adds up to thirty"),
            TWO_FIFTEENS: T("when the opening table falls into two fifteens"),
        },
        T("When the four cards of the opening table bring two escobas."),
        "escoba 2.3",
    )
    must_capture: bool = flag(
        T("Who can capture must capture"),
        T("A card that could make fifteen may not just be laid down."),
        "escoba 3.2",
    )
    all_golds: str = choice(
        T("Points for all the golds"),
        _ALL,
        T("Whether the points for all ten golds take the place of the point for the most golds."),
        "escoba 5.4",
    )
    all_sevens: str = choice(
        T("Points for all the sevens"),
        _ALL,
        T("Whether the points for all four sevens take the place of those for the most sevens."),
        "escoba 5.7",
    )
    fewer_than_ten: int = option(
        1,
        Number(label=T("Opponents with few cards"), high=100),
        T("What a side scores when every other side took few cards."),
        "escoba 5.8",
    )
    no_cards_loses: bool = flag(
        T("Opponents without a card lose the match"),
        T("The only side that took cards wins the match at once."),
        "escoba 5.9",
        default=True,
    )
    leftover: str = choice(
        T("Cards left on the table"),
        {LAST_CAPTURE: T("go to the last capture"), LAST_ESCOBA: T("go to the last escoba")},
        T("Who takes the cards that lie on the table when all hands have been played."),
        "escoba 4.1",
    )
    opening: str = choice(
        T("An opening fifteen or thirty"),
        {
            DEALER: T("goes to the dealer, escobas and cards"),
            FIRST: T("goes to the player after the dealer"),
            NONE: T("brings nothing: the cards stay on the table"),
        },
        T("Who gets the escobas and the cards of an opening table that makes fifteen or thirty."),
        "escoba 7.1",
    )
    all_golds_value: int = option(
        2,
        Number(label=T("What all the golds are worth"), high=5, hint=T("0 where they are not played for")),
        T("The points for all ten golds."),
        "escoba 7.2",
    )
    all_sevens_value: int = option(
        3,
        Number(label=T("What all the sevens are worth"), high=5, hint=T("0 where they are not played for")),
        T("The points for all four sevens."),
        "escoba 7.2",
    )
    most_sevens: int = option(
        1,
        Number(label=T("Points for the most sevens"), high=3),
        T("What the most sevens bring; where the setenta is played for, often nothing."),
        "escoba 7.3",
    )
    few_cards: int = option(
        10,
        Number(label=T("Few cards are fewer than"), low=1, high=20),
        T("Under how many cards the opponents have to be for the points of few cards."),
        "escoba 7.4",
    )
    setenta: int = option(
        0,
        Number(label=T("Points for the setenta"), high=3, hint=T("0 where it is not played for")),
        T("What the best setenta brings: of each suit a side’s best card, sevens before sixes before aces."),
        "escoba 7.5",
    )
    max_deals: int | None = deals_of_a_match("escoba 7.6")
    tie_at_target: str = level_at_target("escoba 6.2")

    def settle(self, given_names: frozenset[str], players: int, report: Report) -> Self:
        """Two or three players have no partners, and a match has an end."""
        ends = self.with_an_end(USUAL_TARGET, "escoba 7.6", report)
        if self.partnerships and players < MIN_IN_PAIRS:
            text = T("Two or three players play each for themselves; partners need four or six.")
            report.error("rules.partnerships", "partnerships_players", text, "escoba 1.3")
            return ends.but(partnerships=False)
        return ends


def seat_players(players: int, options: EscobaOptions) -> Seating:
    """Two sides if the table plays in partners, otherwise everyone alone. (escoba 1.3)"""
    return pairs(players) if options.partnerships else singles(players)


PRESETS: Mapping[str, Mapping[str, object]] = {
    "eskoba": {},
    "escoba": {"opening_thirty": TWO_FIFTEENS, "fewer_than_ten": 0, "no_cards_loses": False},
}
PRESET_NAMES: Mapping[str, Text] = {
    "eskoba": T(
        "Basque: a point when the opponents took fewer than ten cards, the match when they took none"
    ),
    "escoba": T("Spanish: nothing for few cards, and an opening thirty must be two fifteens"),
}
