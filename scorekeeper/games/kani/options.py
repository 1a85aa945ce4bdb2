"""Kani's house rules. Where the two seed texts differ, the Icelandic one is the default."""

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
    level_at_target,
    option,
)
from scorekeeper.core.text import T, Text

OPPONENTS_GAIN, DECLARER_LOSES, BOTH = "opponents_gain", "declarer_loses", "both"
ALL_TRUMPS, ANY_BID = "all_trumps", "any_bid"


class KaniOptions(Options):
    """Every house rule of Kani; the defaults are the preset ``icelandic``."""

    target: int | None = option(
        100,
        Number(label=T("Points to win"), low=1, high=10_000, none=T("no end: people stop when they like")),
        T("The match ends after the deal in which someone reaches this many points."),
        "kani 4.3",
    )
    min_bid: int = option(
        7,
        Number(label=T("Lowest bid"), low=1, high=12),
        T("The fewest tricks that a bid may promise."),
        "kani 2.2",
    )
    bid_value: str = choice(
        T("What a bid is worth"),
        {"bid": T("the number bid"), "flat_10": T("every bid but Kani is worth 10")},
        T("A bid is worth its own number of points, or always ten."),
        "kani 4.1",
    )
    kani_value: int = option(
        50,
        Number(label=T("What Kani is worth"), low=1, high=1000),
        T("The points for all thirteen tricks, when they were bid."),
        "kani 4.2",
    )
    partner_call: str = choice(
        T("How the partner is called"),
        {
            "highest_missing": T("by the highest trump the declarer lacks"),
            "any_missing": T("by any trump the declarer lacks"),
            "highest_shown": T("the highest trump’s holder says so, but need not play it"),
            "highest_exchanged": T("the highest trump’s holder hands it over for another card"),
        },
        T("Which card the declarer asks for, and what its holder does with it."),
        "kani 3.2",
    )
    first_lead: str = choice(
        T("The first lead"),
        {"trump": T("must be a trump"), "any": T("may be any card")},
        T("Whether the declarer must lead a trump to the first trick."),
        "kani 3.1",
    )
    settlement: str = choice(
        T("Settlement"),
        {"points": T("the winning pair gain points"), "chips": T("the losing side also pays, in chips")},
        T("With chips each loser pays what a winner gets, so that every deal sums to zero."),
        "kani 4.5",
    )
    failed_bid: str = choice(
        T("A bid that fails"),
        {
            OPPONENTS_GAIN: T("the other two gain its value"),
            DECLARER_LOSES: T("the declarer’s pair lose its value"),
            BOTH: T("both: the pair lose it, and the other two gain it"),
        },
        T("Who loses and who gains when the pair took fewer tricks than were bid."),
        "kani 5.1",
    )
    overtricks: int = option(
        0,
        Number(label=T("Points for each trick beyond the bid"), high=5),
        T("What each trick beyond a bid that was made adds to its value; never to Kani."),
        "kani 5.2",
    )
    lone_declarer: str = choice(
        T("A declarer without a partner"),
        {
            ALL_TRUMPS: T("only with every trump, and all thirteen tricks"),
            ANY_BID: T("may play alone with any bid"),
        },
        T("When a declarer plays alone against the three others."),
        "kani 5.3",
    )
    lone_value: int = option(
        1,
        Number(label=T("A bid played alone counts"), low=1, high=4, hint=T("so many times its value")),
        T("By how much the value of a bid is multiplied that was played without a partner."),
        "kani 5.3",
    )
    passed_may_return: bool = flag(
        T("Who has passed may bid again"),
        T("Whether a player who passed may come back into the bidding; three passes in a row end it."),
        "kani 5.4",
    )
    second_lead: str = choice(
        T("The lead to the second trick"),
        {
            "winner": T("by the winner of the first trick"),
            "partner": T("by the partner, who had the called card"),
        },
        T("Who leads after the first trick; a lone declarer’s winner always does."),
        "kani 5.5",
    )
    same_dealer_after_pass: bool = dealer_after_a_pass("kani 5.6")
    max_deals: int | None = deals_of_a_match("kani 5.7")
    tie_at_target: str = level_at_target("kani 4.4")

    def settle(self, given_names: frozenset[str], players: int, report: Report) -> Self:
        """Chips are settled after every deal, so by themselves they know no target; who loses a bid pays it anyway."""
        options = self
        if self.settlement == "chips" and self.failed_bid != OPPONENTS_GAIN:
            text = T("With chips the losing side pays in any case: leave “A bid that fails” as it is.")
            report.error("rules.failed_bid", "not_with_chips", text, "kani 5.1")
            options = self.but(failed_bid=OPPONENTS_GAIN)
        if self.settlement == "chips" and "target" not in given_names:
            return options.but(target=None)
        return options


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "icelandic": {},
    "english": {"min_bid": 6, "partner_call": "any_missing", "first_lead": "any"},
}
PRESET_NAMES: Mapping[str, Text] = {
    "icelandic": T("Icelandic: from seven up, the highest missing trump is called"),
    "english": T("English: from six up, any missing trump is called"),
}
