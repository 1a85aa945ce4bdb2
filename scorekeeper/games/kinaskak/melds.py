"""Disputes about melds: is it one, does it meet the contract, may a card go there, may the joker be taken?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.core.cards import JOKER, PACK_THREE, SUIT_SIGNS, Card, card_text, cards_text
from scorekeeper.core.fields import CardField, CardsField, Choice, Flag, Group, Number, Repeated, Table
from scorekeeper.core.findings import ERROR, Report
from scorekeeper.core.rulings import Question, Reason, Ruling, flagged
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.explaining import (
    CONTRACT_NAMES,
    JOKER_LIMITS,
    Flaw,
    flaws,
    lies_reasons,
    once,
)
from scorekeeper.games.kinaskak.options import KinaskakOptions
from scorekeeper.games.kinaskak.play import (
    CARDS_A_BUY,
    CONTRACTS,
    LAST_ROUND,
    RUN,
    SET,
    Meld,
    in_order,
    is_meld,
    jokers_fit,
    open_ends,
    stood_for,
    suit_of,
)

MAX_MELD = 30
MAX_MELDS = 12
MELD_FIELDS = (
    Choice(name="kind", label=T("Run or set"), choices={RUN: T("a run"), SET: T("a set")}),
    CardsField(name="cards", label=T("Its cards, in order"), pack=PACK_THREE, most=MAX_MELD),
)
ROUND = Number(name="round", label=T("Round"), low=1, high=LAST_ROUND)
MELDS = Repeated(name="melds", label=T("What was laid down"), of=Group(fields=MELD_FIELDS), most=MAX_MELDS)
ONE_MELD = Group(name="meld", label=T("The meld on the table"), fields=MELD_FIELDS)
CARD = CardField(name="card", label=T("The card"), pack=PACK_THREE)
IS_DOWN = Flag(name="is_down", label=T("The player has gone down"))


def check_copies(cards: Iterable[Card], at: str, report: Report) -> None:
    """Report cards that are on the table, or in the hands, more often than in the three packs. (kinaskak 1.1)"""
    for card, held in Counter(cards).items():
        if card == JOKER and held > PACK_THREE.jokers:
            text = T("There are nine jokers in the three packs; here are {held}.", held=held)
            report.error(at, "too_many_jokers", text, "kinaskak 1.1")
        elif card != JOKER and held > PACK_THREE.copies:
            text = T(
                "There are three of each card in the three packs; here are {held} of {card}.",
                held=held,
                card=card_text(card),
            )
            report.error(at, "too_many_copies", text, "kinaskak 1.1")


# --- Is it a run, is it a set? --------------------------------------------------------------------


def _meld(values: Mapping[str, Any], table: Table, report: Report) -> Ruling:
    cards = values["cards"]
    limit = table.options.joker_limit
    wrong = {kind: flaws(Meld(kind, cards), limit) for kind in (RUN, SET)}
    reasons = [
        *(_reasons(wrong[RUN]) or [_is_run_reason(cards)]),
        *(
            _reasons(wrong[SET])
            or [Reason(T("Three cards or more of one rank are a set."), ("kinaskak 3.4",))]
        ),
    ]
    if JOKER in cards:
        reasons.append(joker_reason(limit))
    is_one = (not wrong[RUN], not wrong[SET])
    verdict = {
        (True, True): T("These cards can be laid as a run, and as a set too."),
        (True, False): T("These cards are a run."),
        (False, True): T("These cards are a set."),
        (False, False): T("These cards are neither a run nor a set."),
    }[is_one]
    return Ruling({"run": is_one[0], "set": is_one[1]}, verdict, once(reasons))


def _is_run_reason(cards: Sequence[Card]) -> Reason:
    text = T("Four cards or more that follow one another in one suit are a run.")
    return Reason(
        text, ("kinaskak 3.1", "kinaskak 3.2") if any(c.rank == "A" for c in cards) else ("kinaskak 3.1",)
    )


def joker_reason(joker_limit: str) -> Reason:
    """What jokers are and how many of them a meld may hold."""
    text = T("A joker stands for any card. {limit}", limit=JOKER_LIMITS[joker_limit])
    return Reason(text, ("kinaskak 1.5", "kinaskak 3.5"))


def _reasons(found: Sequence[Flaw]) -> list[Reason]:
    return [Reason(flaw.text, flaw.cites) for flaw in found]


# --- Does it meet the contract? -------------------------------------------------------------------


def contract_flaws(
    number: int, melds: Sequence[Meld], options: KinaskakOptions, buys: int | None = None
) -> list[tuple[str, Flaw]]:
    """Everything that keeps these melds from meeting a round's contract, each with its path.

    ``buys`` are those of the player in this deal, where they are known.
    """
    found = [
        (f"melds[{i}]", flaw) for i, meld in enumerate(melds) for flaw in flaws(meld, options.joker_limit)
    ]
    contract = CONTRACTS[number - 1]
    runs = [meld for meld in melds if meld.kind == RUN]
    if (len(runs), len(melds) - len(runs)) != (contract.runs, contract.sets):
        text = T(
            "Round {number} asks for {contract}, neither more nor less; the round alone decides.",
            number=number,
            contract=CONTRACT_NAMES[number - 1],
        )
        found.append(("melds", Flaw("other_contract", text, ("kinaskak 2.3", "kinaskak 2.4"))))
    valid = [meld for meld in runs if is_meld(meld, options.joker_limit)]
    suits = [suit_of(meld.cards) for meld in valid]
    for suit in dict.fromkeys(suits):
        if suits.count(suit) > 1:
            text = T("Each run must be in another suit; here several are in {suit}.", suit=SUIT_SIGNS[suit])
            found.append(("melds", Flaw("same_suit", text, ("kinaskak 3.3",))))
    if number == LAST_ROUND:
        found += [("melds", flaw) for flaw in _last_round_flaws(melds, contract.cards, options, buys)]
    return found


def _last_round_flaws(
    melds: Sequence[Meld], fewest: int, options: KinaskakOptions, buys: int | None
) -> list[Flaw]:
    """In the eighth round all the cards are laid down at once. (kinaskak 4.4)"""
    laid = sum(len(meld.cards) for meld in melds)
    bought = laid - fewest if options.last_round_buys else 0
    wanted = fewest + (bought if buys is None else CARDS_A_BUY * buys)
    if laid == wanted and bought >= 0 and bought % CARDS_A_BUY == 0:
        return []
    if not options.last_round_buys:
        text = T("In the eighth round exactly fourteen cards are laid down; here are {laid}.", laid=laid)
        return [Flaw("not_all_cards", text, ("kinaskak 4.4",))]
    text = T(
        "In the eighth round exactly fourteen cards are laid down and two more for each buy; here are {laid}.",
        laid=laid,
    )
    return [Flaw("not_all_cards", text, ("kinaskak 4.4", "kinaskak 5.2", "kinaskak 5.6"))]


def contract_reasons(number: int, melds: Sequence[Meld], joker_limit: str) -> list[Reason]:
    """The rules that melds obey which meet a round's contract."""
    contract = CONTRACTS[number - 1]
    asked = T("Round {number} asks for {contract}.", number=number, contract=CONTRACT_NAMES[number - 1])
    reasons = [Reason(asked, ("kinaskak 2.3",))]
    if contract.runs:
        text = T("A run is four or more cards of one suit in sequence, the ace low or high.")
        reasons.append(Reason(text, ("kinaskak 3.1", "kinaskak 3.2")))
    if contract.runs > 1:
        reasons.append(Reason(T("Each run must be in another suit."), ("kinaskak 3.3",)))
    if contract.sets:
        reasons.append(Reason(T("A set is three or more cards of one rank."), ("kinaskak 3.4",)))
    if any(JOKER in meld.cards for meld in melds):
        reasons.append(joker_reason(joker_limit))
    if number == LAST_ROUND:
        text = T(
            "In the eighth round all is laid down at once: fourteen cards, and two for each buy that is allowed."
        )
        reasons.append(Reason(text, ("kinaskak 4.4",)))
    return reasons


def _contract(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    melds = [Meld(meld["kind"], meld["cards"]) for meld in values["melds"]]
    check_copies((card for meld in melds for card in meld.cards), "melds", report)
    if report.errors:
        return None
    number = values["round"]
    found = contract_flaws(number, melds, table.options)
    result = {
        "meets": not found,
        "findings": [
            {"severity": ERROR, "code": flaw.code, "message": flaw.text, "path": path, "cites": flaw.cites}
            for path, flaw in found
        ],
    }
    name = CONTRACT_NAMES[number - 1]
    if found:
        verdict = T("This is not the contract of round {number}: {contract}.", number=number, contract=name)
        return Ruling(result, verdict, tuple(_reasons([flaw for _, flaw in found])))
    verdict = T("This is the contract of round {number}: {contract}.", number=number, contract=name)
    return Ruling(result, verdict, tuple(contract_reasons(number, melds, table.options.joker_limit)))


# --- Laying off and taking a joker ----------------------------------------------------------------


def _read_meld(values: Mapping[str, Any], table: Table, report: Report) -> Meld | None:
    """The meld on the table, a run from low to high; None after reporting why it cannot lie there."""
    meld = Meld(values["meld"]["kind"], values["meld"]["cards"])
    wrong = flaws(meld, table.options.joker_limit)
    for flaw in wrong:
        report.error("meld.cards", "not_a_meld", flaw.text, *flaw.cites)
    if wrong or meld.kind == SET:
        return None if wrong else meld
    order = in_order(meld.cards)
    if order is None:
        text = T(
            "Write the cards of the run in the order in which they lie; a joker stands where its card would."
        )
        report.error("meld.cards", "not_in_order", text, "kinaskak 3.1")
        return None
    return Meld(RUN, order)


def lay_off_reason(meld: Meld, card: Card, joker_limit: str) -> tuple[bool, Reason]:
    """Whether a card may be added to a meld (a run from low to high), and why or why not."""
    if card == JOKER and not jokers_fit((*meld.cards, card), joker_limit):
        return False, Reason(JOKER_LIMITS[joker_limit], ("kinaskak 3.5",))
    if meld.kind == SET:
        rank = next(real.rank for real in meld.cards if real != JOKER)
        cites = ("kinaskak 3.4", "kinaskak 1.5") if card == JOKER else ("kinaskak 3.4",)
        fits = card == JOKER or card.rank == rank
        text = T("A set takes any card of its rank, as many as one likes.")
        return fits, Reason(text, cites)
    ends = open_ends(meld.cards)
    if not ends:
        return False, Reason(T("This run reaches from ace to ace; nothing can be added."), ("kinaskak 3.2",))
    text = T("Only the next card at either end lengthens this run: {cards}.", cards=cards_text(ends))
    joker = ("kinaskak 1.5",) if card == JOKER else ()
    return card == JOKER or card in ends, Reason(text, ("kinaskak 3.1", "kinaskak 3.2", *joker))


def is_down_reason(is_down: bool) -> Reason:
    """Only who is down may touch the melds of others."""
    if is_down:
        return Reason(T("Who has gone down may add to the melds on the table."), ("kinaskak 4.2",))
    return Reason(T("Before going down one may not add to any meld."), ("kinaskak 4.2",))


def _lay_off(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    meld = _read_meld(values, table, report)
    card = values["card"]
    check_copies((*values["meld"]["cards"], card), "card", report)
    if meld is None or report.errors:
        return None
    fits, reason = lay_off_reason(meld, card, table.options.joker_limit)
    reasons = [is_down_reason(values["is_down"])]
    legal = values["is_down"] and fits
    if values["is_down"] and values.get("went_down_this_turn"):
        at_once = table.options.lay_off_same_turn
        reasons.append(same_turn_reason(at_once))
        legal = legal and at_once
    shown = card_text(card)
    verdict = (
        T("This may be laid off here: {card}.", card=shown)
        if legal
        else T("This may not be laid off here: {card}.", card=shown)
    )
    return Ruling({"legal": legal}, verdict, (*reasons, reason, *_assumed(values)))


def same_turn_reason(at_once: bool) -> Reason:
    """Whether the turn in which one goes down already counts."""
    if at_once:
        text = T("At this table one may lay off in the very turn in which one goes down.")
    else:
        text = T("At this table one may not lay off in the turn in which one goes down.")
    return Reason(text, ("kinaskak 4.2",))


def take_joker_reason(meld: Meld, card: Card, own: bool, own_jokers: bool) -> tuple[bool, Reason]:
    """Whether a joker may be taken out of a meld (a run from low to high) for this card, and why or why not."""
    cite = ("kinaskak 4.3",)
    if meld.kind == SET:
        return False, Reason(T("A joker is never taken out of a set."), cite)
    if own and not own_jokers:
        return False, Reason(T("A joker is taken out of the runs of others, not out of one’s own."), cite)
    jokers = stood_for(meld.cards)
    if not jokers:
        return False, Reason(T("There is no joker in this run."), cite)
    text = T("A joker is taken for the very card it stands for, here: {cards}.", cards=cards_text(jokers))
    return card in jokers, Reason(text, (*cite, "kinaskak 1.5"))


def _take_joker(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    meld = _read_meld(values, table, report)
    card = values["card"]
    check_copies((*values["meld"]["cards"], card), "card", report)
    if meld is None or report.errors:
        return None
    legal, reason = take_joker_reason(meld, card, values.get("own", False), table.options.own_jokers)
    reasons = [reason]
    if not values["is_down"]:
        legal = False
        reasons.insert(0, Reason(T("Before going down one may not take a joker."), ("kinaskak 4.3",)))
    shown = card_text(card)
    verdict = (
        T("The joker may be taken for {card}.", card=shown)
        if legal
        else T("The joker may not be taken for {card}.", card=shown)
    )
    return Ruling({"legal": legal}, verdict, (*reasons, *_assumed(values)))


def _assumed(values: Mapping[str, Any]) -> tuple[Reason, ...]:
    """How the meld on the table was taken to lie, where its cards leave it open."""
    meld = values["meld"]
    return lies_reasons(meld["cards"]) if meld["kind"] == RUN else ()


QUESTIONS: tuple[Question, ...] = (
    Question(
        slug="meld",
        title=T("Is this a run, is this a set?"),
        fields=(CardsField(name="cards", label=T("The cards"), pack=PACK_THREE, most=MAX_MELD),),
        answer=_meld,
        decides=flagged("run", "set"),
    ),
    Question(
        slug="contract",
        title=T("Is what was laid down the contract of the round?"),
        fields=(ROUND, MELDS),
        answer=_contract,
        decides=flagged("meets"),
    ),
    Question(
        slug="lay_off",
        title=T("May this card be added to that meld?"),
        fields=(
            ONE_MELD,
            CARD,
            IS_DOWN,
            Flag(
                name="went_down_this_turn", label=T("The player went down in this very turn"), optional=True
            ),
        ),
        answer=_lay_off,
        decides=flagged("legal"),
    ),
    Question(
        slug="take_joker",
        title=T("May the joker be taken?"),
        fields=(
            ONE_MELD,
            CARD,
            IS_DOWN,
            Flag(name="own", label=T("It is the player’s own run"), optional=True),
        ),
        answer=_take_joker,
        decides=flagged("legal"),
    ),
)
