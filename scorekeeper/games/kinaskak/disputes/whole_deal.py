"""A deal card by card from the first laying-down on: every act checked in order, and the score.

An irregular act is named and taken back, and the deal goes on without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, know_all_but
from scorekeeper.core.disputes.writings import write_deal
from scorekeeper.core.fields import Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Situation
from scorekeeper.core.play.cards import Card
from scorekeeper.core.reading import Table, missing_text, report_unknown
from scorekeeper.core.seating import singles
from scorekeeper.core.text import N, Player, T, Text
from scorekeeper.games.kinaskak.deal import TABLE_CARDS, KinaskakDeal, hand_of
from scorekeeper.games.kinaskak.disputes.acts import ACT, ACT_FIELDS, BUY, DRAW, NEEDED, ActsPlayed
from scorekeeper.games.kinaskak.disputes.contract import contract_reasons
from scorekeeper.games.kinaskak.disputes.explaining import Flaw
from scorekeeper.games.kinaskak.disputes.laying import LAYING
from scorekeeper.games.kinaskak.disputes.score import BUYS, MAX_PLAYERS, MIN_PLAYERS
from scorekeeper.games.kinaskak.disputes.table import ROUND, check_copies
from scorekeeper.games.kinaskak.options import CARDS_A_BUY, KinaskakOptions
from scorekeeper.games.kinaskak.scoring import begin, score_deal, start

MAX_ACTS = 400


class WrongAct(NamedTuple):
    """One act that was not allowed: its seat, number, card and reason, and what was legal."""

    seat: int
    act: int
    card: Card | None
    flaw: Flaw
    legal: Sequence[Any]

    def document(self) -> dict[str, Any]:
        """The irregularity as JSON."""
        return {
            "seat": self.seat,
            "act": self.act,
            "card": None if self.card is None else str(self.card),
            "code": self.flaw.code,
            "text": self.flaw.text,
            "cites": self.flaw.cites,
            "legal": [str(part) if isinstance(part, Card) else part for part in self.legal],
        }


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """The acts that were not allowed, and what the hands count. None after reporting an impossible deal."""
    hands = values["hands"]
    options: KinaskakOptions = table.options
    buys = values.get("buys", (0,) * len(hands))
    _check_start(values, buys, options, report)
    for index, act in enumerate(values["acts"]):
        _check_act(act, f"acts[{index}]", len(hands), report)
    if report.errors:
        return None
    play = ActsPlayed(values["round"], hands, buys, options)
    irregular: list[WrongAct] = []
    notes: list[Reason] = []
    for index, act in enumerate(values["acts"]):
        act_flaws, legal = play.carry_out(act)
        notes += [_of_act(index, act["seat"], *note) for note in play.take_notes()]
        irregular += [WrongAct(act["seat"], index, act.get("card"), flaw, legal) for flaw in act_flaws]
        if act["act"] in (DRAW, BUY):
            check_copies(play.all_cards(), options, f"acts[{index}]", report)
            if report.errors:
                return None
    return _ruling(play, irregular, notes, table)


def _check_start(
    values: Mapping[str, Any], buys: Sequence[int], options: KinaskakOptions, report: Report
) -> None:
    """Report hands that a player cannot hold before the first act."""
    hands: Sequence[Sequence[Card]] = values["hands"]
    if len(hands) < MIN_PLAYERS:
        report.error("hands", "too_few", T("Write every player’s hand; at least two play."), "kinaskak 1.2")
    if len(buys) != len(hands):
        report.error("buys", "list_length", T("Write a list of {size} values here.", size=len(hands)))
        return
    check_copies((card for hand in hands for card in hand), options, "hands", report)
    for seat, (hand, bought) in enumerate(zip(hands, buys, strict=True)):
        most = options.cards_dealt + 1 + CARDS_A_BUY * bought
        if not 0 < len(hand) <= most:
            params = {"most": most, "held": len(hand)}
            text = T("Before anybody lays down a hand holds one to {most} cards; here are {held}.", **params)
            cites = (*options.cite("kinaskak 1.3", "cards_dealt"), "kinaskak 5.2")
            report.error(f"hands[{seat}]", "too_many_cards", text, *cites)
        if bought and values["round"] == options.last_round and not options.last_round_buys:
            text = T("In the last round nothing can be bought.")
            report.error(f"buys[{seat}]", "last_round_buy", text, "kinaskak 5.6")


def _check_act(act: Mapping[str, Any], at: str, players: int, report: Report) -> None:
    needed = NEEDED[act["act"]]
    named = {field.name: field for field in ACT_FIELDS}
    for name in needed:
        if name not in act:
            report.error(f"{at}.{name}", "missing", missing_text(named[name]))
    for name in act:
        if name not in ("seat", "act", *needed):
            report_unknown(name, ["seat", "act", *needed], at, report)
    seats = {f"{at}.seat": act["seat"]}
    if "on" in act:
        seats[f"{at}.on.seat"] = act["on"]["seat"]
    for path, seat in seats.items():
        if seat >= players:
            report.error(path, "unknown_seat", T("Name a seat from 0 to {last}.", last=players - 1))


def _of_act(index: int, seat: int, what: Text, cites: tuple[str, ...]) -> Reason:
    text = T("Act {number}, {player}: {what}", number=index + 1, player=Player(seat), what=what)
    return Reason(text, cites)


def _ruling(play: ActsPlayed, irregular: Sequence[WrongAct], notes: Sequence[Reason], table: Table) -> Ruling:
    players = len(play.hands)
    deal: dict[str, Any] = {"kind": "deal", "hands": [list(map(str, hand)) for hand in play.hands]}
    if any(play.buys):
        deal["buys"] = list(play.buys)
    if not play.over:
        deal["stock_ran_out"] = True
    elif play.is_hidden:
        deal["hidden"] = True
    scores = _scores(play, table)
    result = {
        "irregularities": [wrong_act.document() for wrong_act in irregular],
        "over": play.over,
        "melds": [[meld.document() for meld in melds] for melds in play.melds],
        "deal": deal,
        "scores": list(scores),
    }
    reasons = [
        _of_act(wrong_act.act, wrong_act.seat, wrong_act.flaw.text, wrong_act.flaw.cites)
        for wrong_act in irregular
    ]
    laid = [meld for seat in range(players) for meld in play.melds[seat]]
    if laid and not irregular:
        reasons += contract_reasons(play.number, laid, play.options)
    reasons += notes
    counted = T("The cards left count, seat by seat: {scores}.", scores=list(scores))
    customs = ["out_bonus"] * play.over + ["hidden_factor"] * play.is_hidden
    reasons.append(Reason(counted, play.options.cite("kinaskak 6.1", *customs)))
    return Ruling(result, _verdict(irregular, play.over), tuple(reasons))


def _scores(play: ActsPlayed, table: Table) -> tuple[int, ...]:
    players = len(play.hands)
    rounds = begin(start(Table(singles(players), (), table.options)), {"round": play.number})
    deal = KinaskakDeal(
        tuple(hand_of(tuple(hand)) for hand in play.hands),
        tuple(play.buys),
        not play.over,
        play.is_hidden or None,
    )
    seated = Table(singles(players), table.names[:players], table.options)
    return score_deal(deal, Situation(seated, 0, rounds, "")).scores


def _verdict(irregular: Sequence[WrongAct], over: bool) -> Any:
    if not irregular and not over:
        return T("So far everything was laid down as the rules allow; no player has gone out.")
    if not irregular:
        return T("Everything was laid down as the rules allow.")
    return N(
        "{n} thing was not allowed; it is taken back and the rest stands.",
        "{n} things were not allowed; they are taken back and the rest stands.",
        n=len(irregular),
    )


def decide(result: Mapping[str, Any]) -> bool | None:
    """Whether all was laid down rightly: no after the first irregularity, yes only once a player has gone out."""
    return False if result["irregularities"] else True if result["over"] else None


QUESTION = Question(
    slug="deal",
    title=T("Was everything laid down rightly, and what does the deal come to?"),
    fields=(
        ROUND,
        Repeated(
            name="hands",
            label=T("Every hand before anybody lays down"),
            of=TABLE_CARDS.but(label=T("A hand")),
            most=MAX_PLAYERS,
            by_seat=True,
        ),
        BUYS.but(label=T("Buys of each seat until then")),
        Repeated(name="acts", label=T("What was done, in order"), of=ACT, most=MAX_ACTS, part=T("Act {n}")),
    ),
    answer=answer,
    writes=write_deal(),
    known=know_all_but("hands"),  # an entry has the hands of the end, and these are the hands before
    decides=decide,
    laying=LAYING,
)
