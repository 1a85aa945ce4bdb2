"""Kínaskák's house rules. Where the seed text is silent, the defaults are what most tables do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Self

from scorekeeper.core.fields import Choice, Either, Group, Number, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.options import Options, choice, flag, option
from scorekeeper.core.play.cards import JOKER, PACK_THREE, Card, Pack
from scorekeeper.core.reading import BAD, Table, is_whole
from scorekeeper.core.text import N, T, Text


class Contract(NamedTuple):
    """The melds that a player needs to go down in a round: runs (raðir) and sets (þrennur)."""

    runs: int
    sets: int


CONTRACTS = (
    Contract(runs=1, sets=1),
    Contract(runs=0, sets=2),
    Contract(runs=2, sets=0),
    Contract(runs=1, sets=2),
    Contract(runs=2, sets=1),
    Contract(runs=0, sets=3),
    Contract(runs=3, sets=0),
    Contract(runs=2, sets=2),
)
"""The contracts of rounds 1 to 8. (kinaskak 2.3)"""
MAX_ROUNDS = 12


class ContractsField(Repeated):
    """The contracts of a match, round by round: runs and sets, one meld at least. Read as a tuple of contracts."""

    def read(self, value: Any, at: str, report: Report, table: Table) -> Any:
        read = Repeated.read(self, value, at, report, table)
        if not is_whole(read):
            return BAD
        if not read:
            report.error(at, "list_length", T("Name the contract of one round at least."), "kinaskak 7.2")
        for index, melds in enumerate(read):
            if not any(melds.values()):
                text = T("A contract asks for one run or one set at least.")
                report.error(f"{at}[{index}]", "no_meld", text, "kinaskak 7.2")
        contracts = tuple(Contract(**melds) for melds in read)
        return contracts if contracts and all(map(any, contracts)) else BAD

    def to_document(self, value: Any) -> Any:
        return [contract._asdict() for contract in value]

    def say(self, value: Any) -> Text | None:
        """``1 run and 1 set; 2 sets``"""
        params = {f"round{number}": name_melds(**contract) for number, contract in enumerate(value)}
        return Text("; ".join(f"{{{name}}}" for name in params), params)


def list_melds(runs: int, sets: int) -> list[Text]:
    """Runs and sets, each in words where there is one."""
    return [N("{n} run", "{n} runs", n=runs)] * bool(runs) + [N("{n} set", "{n} sets", n=sets)] * bool(sets)


def name_melds(runs: int, sets: int) -> Text:
    """Runs and sets in words."""
    return Text("{melds}", {"melds": list_melds(runs, sets)})


@cache
def _make_pack(copies: int, jokers: int) -> Pack:
    return Pack(PACK_THREE.slug, PACK_THREE.suits, PACK_THREE.ranks, copies, jokers)


def pack_of(options: KinaskakOptions) -> Pack:
    """The cards that a table plays with. (kinaskak 1.1, 7.1)"""
    return _make_pack(options.packs, options.jokers)


CARDS_A_BUY = 2
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
    last_round_buys: bool = flag(
        T("Buying in the last round"), T("Whether cards may be bought in the last round too."), "kinaskak 5.6"
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
        T("How many deals are played to each contract."),
        "kinaskak 2.2",
    )
    joker_limit: str = choice(
        T("Jokers in one meld"),
        {
            ONE_NATURAL: T("any number beside at least one real card"),
            HALF: T("never more jokers than real cards"),
            TWO_NATURALS: T("any number beside at least two real cards"),
            ONE: T("one at most"),
        },
        T("How many jokers one run or one set may hold."),
        "kinaskak 3.5",
    )
    own_jokers: bool = flag(
        T("Jokers from one’s own runs"),
        T("Whether a joker may be taken from one’s own run as well as from another player’s."),
        "kinaskak 4.3",
    )
    lay_off_same_turn: bool = flag(
        T("Laying off at once"),
        T("Whether one may lay off in the very turn in which one goes down."),
        "kinaskak 4.2",
        default=True,
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
    tie_at_end: str = choice(
        T("Level after the last round"),
        {
            SHARED: T("the win is shared"),
            PLAY_OFF: T("the last contract is dealt again until one total is lowest"),
        },
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

    contracts: tuple[Contract, ...] = option(
        CONTRACTS,
        ContractsField(
            label=T("The contracts, round by round"),
            of=Group(
                fields=(
                    Number(name="runs", label=T("Runs"), low=0, high=4),
                    Number(name="sets", label=T("Sets"), low=0, high=6),
                )
            ),
            most=MAX_ROUNDS,
            part=T("Round {n}"),
        ),
        T("What has to be laid down in each round; there are as many rounds as contracts."),
        "kinaskak 7.2",
    )
    run_length: int = option(
        4,
        Number(label=T("Cards of a run"), low=3, high=7),
        T("How many cards a run has at least."),
        "kinaskak 7.2",
    )
    set_size: int = option(
        3,
        Number(label=T("Cards of a set"), low=3, high=5),
        T("How many cards a set has at least."),
        "kinaskak 7.2",
    )
    last_round_exact: bool = flag(
        T("The last contract is laid with all cards at once"),
        T("Whether the last round ends with one player’s laying everything down."),
        "kinaskak 7.3",
        default=True,
    )
    around_ace: bool = flag(
        T("A run may go over the ace"), T("Whether queen, king, ace, two is a run."), "kinaskak 7.4"
    )
    final_discard: bool = flag(
        T("Going out ends with a card thrown away"),
        T("Whether a player has to keep one card to throw."),
        "kinaskak 7.5",
    )

    def settle(self, given_names: frozenset[str], players: int, report: Report) -> Self:
        """Cards are left after the deal, and each contract can be laid with those that a player may hold."""
        options, cut = self._settle_pack(players, report), []
        for index, contract in enumerate(options.contracts):
            exact = options.last_round_exact and index == len(options.contracts) - 1
            most = options.cards_dealt + 1 + (0 if exact else CARDS_A_BUY * options.max_buys)
            needed = options.count_cards(contract)
            if needed > most:
                params = {"needed": needed, "most": most}
                text = T(
                    "This contract takes {needed} cards, and a player can hold {most} at most.", **params
                )
                report.error(f"rules.contracts[{index}]", "impossible_rules", text, "kinaskak 7.2")
                cut.append(index)
        return options.but(contracts=CONTRACTS, run_length=4, set_size=3, cards_dealt=13) if cut else options

    def _settle_pack(self, players: int, report: Report) -> Self:
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

    def count_cards(self, contract: Contract) -> int:
        """The fewest cards that make a contract."""
        return contract.runs * self.run_length + contract.sets * self.set_size

    @property
    def last_round(self) -> int:
        """The number of the last round."""
        return len(self.contracts)

    def is_exact(self, number: int) -> bool:
        """Whether a round is the last, in which all cards are laid down at once. (kinaskak 4.4, 7.3)"""
        return self.last_round_exact and number == self.last_round

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
