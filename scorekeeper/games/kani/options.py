"""Kani's house rules. Where the two seed texts differ, the Icelandic one is the default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from scorekeeper.core.fields import Choice, Number
from scorekeeper.core.findings import Report
from scorekeeper.core.options import Options, option
from scorekeeper.core.text import T, Text


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
    bid_value: str = option(
        "bid",
        Choice(
            label=T("What a bid is worth"),
            choices={"bid": T("the number bid"), "flat_10": T("every bid but Kani is worth 10")},
        ),
        T("A bid is worth its own number of points, or always ten."),
        "kani 4.1",
    )
    kani_value: int = option(
        50,
        Number(label=T("What Kani is worth"), low=1, high=1000),
        T("The points for all thirteen tricks, when they were bid."),
        "kani 4.2",
    )
    partner_call: str = option(
        "highest_missing",
        Choice(
            label=T("How the partner is called"),
            choices={
                "highest_missing": T("by the highest trump the declarer lacks"),
                "any_missing": T("by any trump the declarer lacks"),
                "highest_shown": T("the highest trump’s holder says so, but need not play it"),
                "highest_exchanged": T("the highest trump’s holder hands it over for another card"),
            },
        ),
        T("Which card the declarer asks for, and what its holder does with it."),
        "kani 3.2",
    )
    first_lead: str = option(
        "trump",
        Choice(
            label=T("The first lead"), choices={"trump": T("must be a trump"), "any": T("may be any card")}
        ),
        T("Whether the declarer must lead a trump to the first trick."),
        "kani 3.1",
    )
    settlement: str = option(
        "points",
        Choice(
            label=T("Settlement"),
            choices={
                "points": T("the winning pair gain points"),
                "chips": T("the losing side also pays, in chips"),
            },
        ),
        T("With chips each loser pays what a winner gets, so that every deal sums to zero."),
        "kani 4.5",
    )
    tie_at_target: str = option(
        "play_on",
        Choice(
            label=T("Level at the end"),
            choices={"play_on": T("play on until one leads"), "shared": T("the win is shared")},
        ),
        T("What happens when the best are level at the target."),
        "kani 4.4",
    )

    def settle(self, given: frozenset[str], players: int, report: Report) -> Self:
        """Chips are settled after every deal, so by themselves they know no target."""
        if self.settlement == "chips" and "target" not in given:
            return self.but(target=None)
        return self


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "icelandic": {},
    "english": {"min_bid": 6, "partner_call": "any_missing", "first_lead": "any"},
}
PRESET_NAMES: Mapping[str, Text] = {
    "icelandic": T("Icelandic: from seven up, the highest missing trump is called"),
    "english": T("English: from six up, any missing trump is called"),
}
