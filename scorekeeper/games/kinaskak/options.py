"""Kínaskák's house rules. Where the seed text is silent, the defaults are what most tables do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

from scorekeeper.core.fields import Choice, Either, Flag, Number
from scorekeeper.core.findings import Report
from scorekeeper.core.options import Options, option
from scorekeeper.core.play.cards import JOKER, PACK_THREE, Card, Pack
from scorekeeper.core.text import T, Text


@cache
def _make_pack(copies: int, jokers: int) -> Pack:
    return Pack(PACK_THREE.slug, PACK_THREE.suits, PACK_THREE.ranks, copies, jokers)


def pack_of(options: KinaskakOptions) -> Pack:
    """The cards that a table plays with. (kinaskak 1.1, 7.1)"""
    return _make_pack(options.packs, options.jokers)


PLAYERS = "players"
SHARED, PLAY_OFF = "shared", "play_off"
ONE_NATURAL, HALF, TWO_NATURALS, ONE = "one_natural", "half", "two_naturals", "one"


class KinaskakOptions(Options):
    """Every house rule of Kínaskák; the defaults are the preset ``kinaskak``."""

    max_buys: int = option(
        3,
        Number(label=T("Buys without penalty"), high=20),
        T("How many cards a player may buy in a deal before it costs points."),
        "kinaskak 5.3",
    )
    buy_penalty: int = option(
        200,
        Number(label=T("Penalty for a buy too many"), high=10_000),
        T("The points written to a player for each buy beyond the free ones."),
        "kinaskak 5.4",
    )
    last_round_buys: bool = option(
        False,
        Flag(label=T("Buying in the eighth round")),
        T("Whether cards may be bought in the eighth round too."),
        "kinaskak 5.6",
    )
    deals_per_round: int | str = option(
        1,
        Either(
            label=T("Deals to each contract"),
            of=(
                Number(label=T("a number of deals"), low=1, high=100),
                Choice(label=T("as many as players"), choices={PLAYERS: T("everybody deals once")}),
            ),
        ),
        T("How many deals are played to each of the eight contracts."),
        "kinaskak 2.2",
    )
    joker_limit: str = option(
        ONE_NATURAL,
        Choice(
            label=T("Jokers in one meld"),
            choices={
                ONE_NATURAL: T("any number beside at least one real card"),
                HALF: T("never more jokers than real cards"),
                TWO_NATURALS: T("any number beside at least two real cards"),
                ONE: T("one at most"),
            },
        ),
        T("How many jokers one run or one set may hold."),
        "kinaskak 3.5",
    )
    own_jokers: bool = option(
        False,
        Flag(label=T("Jokers from one’s own runs")),
        T("Whether a joker may be taken from one’s own run as well as from another player’s."),
        "kinaskak 4.3",
    )
    lay_off_same_turn: bool = option(
        True,
        Flag(label=T("Laying off at once")),
        T("Whether one may lay off in the very turn in which one goes down."),
        "kinaskak 4.2",
    )
    joker: int = option(
        50,
        Number(label=T("A joker"), high=1000),
        T("The points for a joker left in the hand."),
        "kinaskak 6.2",
    )
    ace: int = option(
        20, Number(label=T("An ace"), high=1000), T("The points for an ace left in the hand."), "kinaskak 6.3"
    )
    ten_to_king: int = option(
        10,
        Number(label=T("A ten, jack, queen or king"), high=1000),
        T("The points for a ten, jack, queen or king left in the hand."),
        "kinaskak 6.4",
    )
    two_to_nine: int = option(
        5,
        Number(label=T("A card from two to nine"), high=1000),
        T("The points for a card from two to nine left in the hand."),
        "kinaskak 6.5",
    )
    tie_at_end: str = option(
        SHARED,
        Choice(
            label=T("Level after the eighth round"),
            choices={
                SHARED: T("the win is shared"),
                PLAY_OFF: T("the eighth contract is dealt again until one total is lowest"),
            },
        ),
        T("What happens when the lowest totals are level at the end."),
        "kinaskak 6.8",
    )

    packs: int = option(
        3,
        Number(label=T("Packs"), low=1, high=4),
        T("How many packs of 52 cards are shuffled together."),
        "kinaskak 7.1",
    )
    jokers: int = option(
        9,
        Number(label=T("Jokers in all"), low=0, high=16),
        T("How many jokers there are among them."),
        "kinaskak 7.1",
    )
    cards_dealt: int = option(
        13,
        Number(label=T("Cards dealt to each player"), low=7, high=14),
        T("How many cards everybody holds before the first turn."),
        "kinaskak 7.1",
    )
    out_bonus: int = option(
        0,
        Number(label=T("Points off for going out"), low=0, high=100),
        T("What is taken off the total of the player who goes out."),
        "kinaskak 7.6",
    )
    hidden_factor: int = option(
        1,
        Number(label=T("Going out in one turn multiplies by"), low=1, high=3),
        T("By how much the others’ cards count when a player goes out of whom nothing lay before."),
        "kinaskak 7.6",
    )

    def settle(self, given: frozenset[str], players: int, report: Report) -> Self:
        """The packs hold more cards than are dealt."""
        if players * self.cards_dealt < self.pack_size:
            return self
        text = T(
            "{players} players with {each} cards use up all {size} cards: deal fewer, or take more packs.",
            players=players,
            each=self.cards_dealt,
            size=self.pack_size,
        )
        report.error("rules.cards_dealt", "pack_too_small", text, "kinaskak 7.1")
        return self.but(packs=3, jokers=9, cards_dealt=13)

    @property
    def class_sizes(self) -> tuple[int, int, int, int]:
        """How many jokers, aces, tens to kings and twos to nines there are."""
        return self.jokers, 4 * self.packs, 16 * self.packs, 32 * self.packs

    @property
    def pack_size(self) -> int:
        """How many cards there are in all."""
        return sum(self.class_sizes)

    def copies_of(self, card: Card) -> int:
        """How many there are of one card."""
        return self.jokers if card == JOKER else self.packs

    def card_values(self) -> tuple[int, int, int, int]:
        """What a card left in the hand counts: joker, ace, ten to king, two to nine."""
        return self.joker, self.ace, self.ten_to_king, self.two_to_nine


PRESETS: Mapping[str, Mapping[str, Any]] = {"kinaskak": {}}
PRESET_NAMES: Mapping[str, Text] = {"kinaskak": T("Kínaskák: eight rounds, three free buys")}
