"""Belot's house rules. The defaults read the Bulgarian seed text literally."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from scorekeeper.core.fields import Number
from scorekeeper.core.findings import Report
from scorekeeper.core.options import (
    Options,
    choice,
    dealer_after_a_pass,
    deals_of_a_match,
    flag,
    option,
    points_to_win,
)
from scorekeeper.core.text import T, Text

MAX_PENALTY = 10_000
USUAL_TARGET = 151


class BelotOptions(Options):
    """Every house rule of Belot; the defaults are the preset ``tournament``."""

    target: int | None = points_to_win(
        USUAL_TARGET, T("The match can end once a side has written this many points."), "belot 3.9"
    )
    capot_ends_match: bool = flag(
        T("A match may end on a capot"),
        T(
            "Whether the match may end while the last deal played was a capot; passed-out deals are not asked."
        ),
        "belot 3.10",
    )
    hanging_ends_match: bool = flag(
        T("A match may end while points hang"),
        T("Whether the match may end while hanging points wait for the next deal."),
        "belot 3.11",
        default=True,
    )
    inside_ends_match: bool = flag(
        T("A match may end on a deal that was inside"),
        T("Whether the match may end while the last deal played was inside."),
        "belot 7.1",
        default=True,
    )
    penalty_ends_match: bool = flag(
        T("A match may end at a penalty"),
        T("Whether a penalty may end the match, or a deal has to be played after it."),
        "belot 7.1",
        default=True,
    )
    own_game_ends_match: bool = flag(
        T("A match is won with a contract of one’s own"),
        T("Whether the side that leads has to declare and make the last deal."),
        "belot 7.2",
    )
    writer_ends_match: bool = flag(
        T("A match is won while writing"),
        T("Whether the side that leads has to write points in the last deal."),
        "belot 7.2",
    )
    capot_target: bool = flag(
        T("A capot that reaches the points to win ends the match"),
        T(
            "Whether a capot wins at once if its side then has the points to win, even if the other side has more."
        ),
        "belot 7.3",
    )
    max_deals: int | None = deals_of_a_match("belot 7.4")
    same_dealer_after_pass: bool = dealer_after_a_pass("belot 7.5")
    raise_over_partner: bool = flag(
        T("At all trumps the partner’s card has to be raised too"),
        T("Whether a player whose partner holds the trick has to play a higher card at all trumps."),
        "belot 7.10",
        default=True,
    )
    undertrump: bool = flag(
        T("A trump has to be played even under a higher one"),
        T(
            "Whether a player who cannot follow suit or ruff higher than an opponent still has to play a trump."
        ),
        "belot 7.10",
    )
    bid_over_contra: bool = flag(
        T("After contra a higher contract may be called"),
        T("Whether a higher contract may be called after contra or recontra."),
        "belot 7.11",
        default=True,
    )
    problem_digit: str = choice(
        T("Who rounds up when both sides end in 6, or in 4 at all trumps"),
        {
            "fewer": T("the side with fewer points"),
            "more": T("the side with more points"),
            "defenders": T("the defenders"),
        },
        T("Both sides cannot round alike at this digit: one rounds up and the other down."),
        "belot 7.6",
    )
    hanging_rounding: str = choice(
        T("What the defenders write of a level deal"),
        {
            "down": T("their points, always rounded down"),
            "nearest": T(
                "their points, rounded as the contract rounds; 6 in a suit and 4 at all trumps go down, "
                "unless the defenders round them up"
            ),
            "all": T("nothing: the whole deal hangs"),
        },
        T("How the defenders’ half of a level deal is rounded; the rest of the deal hangs."),
        "belot 5.5",
    )
    hanging_doubled: bool = flag(
        T("Contra multiplies what hung as well"),
        T("Whether points that hung are multiplied by the deal that decides them."),
        "belot 7.9",
    )
    declarations_doubled: bool = flag(
        T("Contra multiplies declarations as well"),
        T("Whether contra and recontra multiply the declarations that count, belote included."),
        "belot 7.7",
        default=True,
    )
    doubling_order: str = choice(
        T("When contra multiplies"),
        {
            "after_rounding": T("the rounded points: 16 × 2 = 32"),
            "before_rounding": T("the points before they are rounded"),
        },
        T("Whether contra and recontra multiply what is written or what was counted."),
        "belot 5.6",
    )
    capot_doubling: str = choice(
        T("Contra and a capot"),
        {
            "cancelled": T("a capot is scored as if there had been no contra"),
            "multiplied": T("the whole deal is multiplied, the points of the capot as well"),
            "bonus_single": T("the deal is multiplied, the points of the capot only once"),
        },
        T("Whether contra and recontra still stand when a side takes every trick."),
        "belot 4.11",
    )
    capot_at_no_trumps: int = option(
        90,
        Number(
            label=T("Points of a capot at no trumps"),
            low=90,
            high=180,
            only=(90, 180),
            hint=T("90 as at every contract, or 180, doubled as the cards are"),
        ),
        T("What taking every trick brings at no trumps."),
        "belot 7.8",
    )
    quinte_ranking: str = choice(
        T("Which quinte is higher"),
        {
            "by_length": T("the longer one: 7 cards before 6 before 5"),
            "one_class": T("five or more cards are one class, the top card decides"),
        },
        T("How sequences of five and more cards are compared."),
        "belot 4.6",
    )
    equal_sequences: str = choice(
        T("Equal sequences of both sides"),
        {
            "nobody": T("no sequence counts"),
            "first": T("that of the first player after the dealer counts"),
            "trump": T("the one in trumps counts, otherwise none"),
        },
        T("Which sequences count when the highest of both sides are equal."),
        "belot 7.12",
    )
    contest: str = choice(
        T("Sequences and carres"),
        {
            "separate": T("are compared each with their own kind"),
            "together": T("are compared together: any carre is higher than any sequence"),
        },
        T("Whether the side with the highest declaration of all keeps the other side from writing any."),
        "belot 7.13",
    )
    carres: str = choice(
        T("Carres of both sides"),
        {
            "highest": T("the side with the highest carre writes its carres"),
            "all": T("each side writes its own"),
        },
        T("Whether carres compete with each other."),
        "belot 7.13",
    )
    trickless_declarations: bool = flag(
        T("A side without a trick writes its declarations"),
        T("Whether sequences and carres of a side that took no trick count; a belote always does."),
        "belot 7.14",
        default=True,
    )
    carres_at_no_trumps: bool = flag(
        T("Carres are announced at no trumps"),
        T("Whether carres count at no trumps, at their usual values, which are not doubled there."),
        "belot 7.15",
    )
    offence: str = choice(
        T("What an offence in the play costs"),
        {
            "points": T("the points of a penalty, and the deal is void"),
            "deal": T("the deal: the other side writes all of it"),
        },
        T("What the rulings on an offence write down once the cards are played."),
        "belot 7.16",
    )
    penalty_points: int = option(
        16,
        Number(label=T("Points of a penalty"), low=0, high=MAX_PENALTY),
        T("The written points that an offence against the rules costs."),
        "belot 6.1",
    )
    penalty_mode: str = choice(
        T("Who is charged a penalty"),
        {"credit": T("the other side gains the points"), "deduct": T("the offending side loses the points")},
        T("Whether a penalty is given to the wronged side or taken from the offenders."),
        "belot 6.1",
    )

    def settle(self, given_names: frozenset[str], players: int, report: Report) -> Self:
        """A match has an end: points to win, or a number of deals. Carres compete if all declarations do."""
        options = self.with_an_end(USUAL_TARGET, "belot 7.4", report)
        if options.contest != "together" or options.carres != "all":
            return options
        text = T("Where sequences and carres are compared together, the carres of both sides are as well.")
        report.error("rules.carres", "impossible_rules", text, "belot 7.13")
        return options.but(carres="highest")


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "tournament": {},
    "classic": {
        "hanging_rounding": "nearest",
        "capot_doubling": "multiplied",
        "quinte_ranking": "one_class",
        "penalty_points": 26,
    },
}
PRESET_NAMES: Mapping[str, Text] = {
    "tournament": T("Tournament: the tournament rules to the letter"),
    "classic": T("Classic: as most tables in Bulgaria play"),
}
