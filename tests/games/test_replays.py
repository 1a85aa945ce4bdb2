"""Every game's question ``deal`` against its single questions: random acts, judged one by one and together.

A single question about one moment and the deal that goes through it are two ways to the same answer.
"""

import json
import random

import pytest

from scorekeeper.core.play.cards import JOKER, PACK_32, PACK_40, PACK_52, PACK_THREE
from scorekeeper.core.rulebook import load_rulings
from scorekeeper.games import GAMES
from tests.games.desk import Desk
from tests.noting import noting

SEEDS = range(12)
REPLAYED = [game for game in GAMES if "deal" in GAMES[game].questions]
SUITS = ("clubs", "diamonds", "hearts", "spades")


def test_every_game_that_goes_through_a_deal_is_replayed_here():
    assert set(REPLAYED) == set(REPLAYS)
    assert not [
        game for game in REPLAYED if not any(r.question["question"] == "deal" for r in load_rulings(game))
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", REPLAYED)
def test_a_deal_says_of_every_act_what_the_single_questions_say(game, seed):
    desk = Desk(game)
    with noting(lambda: f"The last question: {json.dumps(desk.asked)}"):
        REPLAYS[game](desk, random.Random(f"{game} {seed}"))


def deal_hands(chance, pack, size):
    """Four hands of a shuffled pack, in notation."""
    cards = [str(card) for card in chance.sample(pack.cards, len(pack.cards))]
    return [cards[size * seat : size * (seat + 1)] for seat in range(4)]


# --- Tricks ---------------------------------------------------------------------------------------


def play_tricks(chance, hands, leader, legal, winner):
    """A deal in which one card of eight is any card: the tricks, what was not legal, and who took each trick."""
    left = [list(hand) for hand in hands]
    tricks, wrong, winners = [], [], []
    for number in range(len(hands[0])):
        trick = []
        for place in range(4):
            seat = (leader + place) % 4
            may = legal(number, seat, left[seat], trick)
            # another one would make another trump
            first_lead_settled = not number and not trick and len(may) == 1
            card = chance.choice(left[seat] if chance.random() < 1 / 8 and not first_lead_settled else may)
            if card not in may:
                wrong.append({"seat": seat, "trick": number, "card": card, "legal": may})
            left[seat].remove(card)
            trick.append(card)
        leader = winner(number, trick, leader)
        winners.append(leader)
        tricks.append(trick)
    return tricks, wrong, winners


def judge_shown(desk, wrong, rules=None, **deal):
    """Of a deal broken off, without the hands, those cards are wrong that a later one of the same hand shows."""
    for number in range(1, len(deal["tricks"]) + 1):
        tricks = deal["tricks"][:number]
        found = desk.result("deal", rules, **{**deal, "tricks": tricks})["irregularities"]
        came = {card: at for at, trick in enumerate(tricks) for card in trick}
        shown = [
            {**one, "legal": sorted(legal)}
            for one in wrong
            if one["trick"] < number
            and (legal := [card for card in one["legal"] if came.get(card, -1) > one["trick"]])
        ]
        read = [{**one, "legal": sorted(one["legal"])} for one in found]
        # a holder who kept the called card back had nothing else to play; another card may show the revoke
        assert [one for one in read if one in shown] == shown
        assert {(one["seat"], one["card"]) for one in read} <= {(one["seat"], one["card"]) for one in wrong}


def replay_belot(desk, chance):
    contract = chance.choice((*SUITS, "no_trumps", "all_trumps"))
    hands, leader = deal_hands(chance, PACK_32, 8), chance.randrange(4)

    def legal(number, seat, hand, trick):
        return desk.result("legal_cards", contract=contract, hand=hand, trick=trick)["legal"]

    def winner(number, trick, leader):
        taken = desk.result("trick_winner", contract=contract, trick=trick, leader=leader)
        points[taken["winner"] % 2] += taken["points"]
        return taken["winner"]

    points = [0, 0]
    tricks, wrong, winners = play_tricks(chance, hands, leader, legal, winner)
    points[winners[-1] % 2] += 10
    found = desk.result(
        "deal", contract=contract, declarer=leader, leader=leader, hands=hands, tricks=tricks, declarations=[]
    )
    assert (found["irregularities"], found["winners"]) == (wrong, winners)
    assert found["deal"]["trick_points"] == points
    judge_shown(desk, wrong, contract=contract, declarer=leader, leader=leader, tricks=tricks)
    written = {name: value for name, value in found["deal"].items() if name != "kind"}
    scored = desk.result("score", **written)
    assert scored == {name: found[name] for name in scored}


def replay_kani(desk, chance):
    call = chance.choice(("highest_missing", "any_missing", "highest_shown"))
    rules = {"partner_call": call, "first_lead": chance.choice(("trump", "any"))}
    hands, declarer = deal_hands(chance, PACK_52, 13), chance.randrange(4)
    led = chance.choice(hands[declarer])
    trump = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[led[-1]]
    callable_ = desk.result("partner_call", rules, trump=trump, hand=hands[declarer])["callable"]
    called = chance.choice(callable_)

    def legal(number, seat, hand, trick):
        first = {} if number or (not trick and called in hand) else {"first_trick": True, "called": called}
        if rules == {"partner_call": "any_missing", "first_lead": "any"} and not number and not trick:
            return [led]  # it is what makes trump, so nothing else could have been led
        return desk.result("legal_cards", rules, trump=trump, hand=hand, trick=trick, **first)["legal"]

    def winner(number, trick, leader):
        return desk.result("trick_winner", rules, trump=trump, trick=trick, leader=leader)["winner"]

    tricks, wrong, winners = play_tricks(chance, hands, declarer, legal, winner)
    found = desk.result(
        "deal", rules, bid=9, declarer=declarer, trump=trump, called=called, hands=hands, tricks=tricks
    )
    assert (found["irregularities"], found["winners"]) == (wrong, winners)
    assert found["tricks"] == [winners.count(seat) for seat in range(4)]
    assert called in hands[found["partner"]]
    judge_shown(desk, wrong, rules, bid=9, declarer=declarer, trump=trump, called=called, tricks=tricks)


# --- Eskoba ---------------------------------------------------------------------------------------


def replay_escoba(desk, chance):
    rules = {
        "must_capture": chance.random() < 0.5,
        "leftover": chance.choice(("last_capture", "last_escoba")),
        "opening_thirty": chance.choice(("two_fifteens", "total")),
        "opening": chance.choice(("dealer", "first", "none")),
        "partnerships": False,
    }
    players = chance.choice((2, 3, 4, 6))
    cards = chance.sample(PACK_40.cards, 40)
    if chance.random() < 0.5:
        cards = opening_of_fifteens(chance, cards)
    table, rest = [str(card) for card in cards[:4]], [str(card) for card in cards[4:]]
    dealer = chance.randrange(players)
    piles, escobas = [[] for _ in range(players)], [0] * players
    last, last_escoba, plays, wrong, lying = None, None, [], [], list(table)
    swept = desk.result("opening_table", rules, table=table)["escobas"]
    if swept:
        opener = (dealer + 1) % players if rules["opening"] == "first" else dealer
        piles[opener], lying, last, last_escoba = list(table), [], opener, opener
        escobas[opener] = swept
    for number, card in enumerate(rest):
        seat = (dealer + 1 + number) % players
        found = desk.result("captures", rules, table=lying, card=card)
        takes = chance.choice(found["captures"]) if found["captures"] and chance.random() < 0.8 else []
        if found["captures"] and not takes and rules["must_capture"]:
            wrong.append(("could_capture", number, found["captures"][:20]))
        if takes:
            if len(takes) == len(lying):
                assert found["escoba"]
                escobas[seat], last_escoba = escobas[seat] + 1, seat
            lying = [one for one in lying if one not in takes]
            piles[seat] += [card, *takes]
            last = seat
        else:
            lying.append(card)
        plays.append({"seat": seat, "card": card, **({"takes": takes} if takes else {})})
    taker = desk.result("leftover", rules, last_capture=last, last_escoba=last_escoba)["takes"]
    if taker is not None:
        piles[taker] += lying
    found = desk.result("deal", rules, players=players, dealer=dealer, table=table, plays=plays)
    assert [(one["code"], one["play"], one["legal"]) for one in found["irregularities"]] == wrong
    assert (found["escobas"], found["left"]) == (escobas, lying)
    assert list(map(sorted, found["piles"])) == list(map(sorted, piles))


def opening_of_fifteens(chance, cards):
    """The same cards, their first four worth fifteen or thirty together."""
    worth = {"10": 8, "11": 9, "12": 10}
    while True:
        chance.shuffle(cards)
        if sum(worth.get(card.rank) or int(card.rank) for card in cards[:4]) in (15, 30):
            return cards


# --- Kínaskák -------------------------------------------------------------------------------------

LADDER = ("A", *PACK_THREE.ranks)


def replay_kinaskak(desk, chance):
    rules = {
        "own_jokers": chance.random() < 0.5,
        "lay_off_same_turn": chance.random() < 0.7,
        "joker_limit": chance.choice(("one_natural", "half", "two_naturals")),
    }
    number = chance.randrange(1, 8)
    downs, hands = hands_at_random(chance, number)
    asked = {"round": number, "hands": hands, "buys": [12, 12, 12]}
    acts = [{"seat": seat, "act": "go_down", "melds": melds} for seat, melds in enumerate(downs)]
    before = desk.result("deal", rules, **asked, acts=acts)
    assert before["irregularities"] == []
    for laid, lying in zip(downs, before["melds"], strict=False):
        for given, found in zip(laid, lying, strict=True):
            assert found["cards"] in (given["cards"], given["cards"][::-1])

    def lay(act):
        nonlocal acts, before
        document, good = desk.ask("deal", rules, **asked, acts=[*acts, act])
        if not good:
            assert act["act"] in ("draw", "buy"), document
            assert {error["code"] for error in document["errors"]} <= {"too_many_copies", "too_many_jokers"}
            return
        after = document["result"]
        judge_act(
            desk, {"rules": rules, "round": number}, act, before, after, same_turn=still(acts, act["seat"])
        )
        if after["irregularities"] == []:
            acts, before = [*acts, act], after

    for _ in range(30):
        lay(act_at_random(chance, before))
    for card in before["deal"]["hands"][0]:
        lay({"seat": 0, "act": "throw", "card": card})
    assert before["over"], "seat 0 has no card left"
    for _ in range(3):
        lay(act_at_random(chance, before))


def still(acts, seat):
    """Whether a seat's turn is still the one in which it went down: a throw, or another seat's act, ends a turn."""
    own = [act for act in acts if act["act"] != "buy"]
    while own and own[-1]["seat"] == seat and own[-1]["act"] != "throw":
        if own.pop()["act"] == "go_down":
            return True
    return False


def hands_at_random(chance, number):
    """Two hands with the contract of the round and some cards more, one without; and the two contracts."""
    while True:
        downs = [contract_at_random(chance, number) for _ in range(2)]
        spare = [chance.sample([*map(str, PACK_THREE.cards), "JK", "JK", "JK"], 8) for _ in range(3)]
        hands = [[card for meld in melds for card in meld["cards"]] for melds in (*downs, [])]
        hands = [hand + more for hand, more in zip(hands, spare, strict=True)]
        cards = [card for hand in hands for card in hand]
        if all(cards.count(card) <= (9 if card == "JK" else 3) for card in cards):
            return downs, hands


def contract_at_random(chance, number):
    """The melds of a round, some of their cards jokers, runs of any length that often begin or end with the ace."""
    runs, sets = ((1, 1), (0, 2), (2, 0), (1, 2), (2, 1), (0, 3), (3, 0))[number - 1]
    melds = []
    for suit in chance.sample("CDHS", runs):
        length = chance.randrange(4, 8)
        first = chance.choice((0, 14 - length, chance.randrange(15 - length)))
        cards = [rank + suit for rank in LADDER[first : first + length]]
        melds.append({"kind": "run", "cards": with_jokers(chance, cards)[:: chance.choice((1, -1))]})
    for _ in range(sets):
        rank = chance.choice(PACK_THREE.ranks)
        melds.append(
            {"kind": "set", "cards": with_jokers(chance, [rank + suit for suit in chance.sample("CDHS", 3)])}
        )
    return melds


def with_jokers(chance, cards):
    """The cards, one or two of them jokers, never more than half: so a run lies in one direction only."""
    some = set(chance.sample(range(len(cards)), chance.randrange(min(3, len(cards) - 1))))
    return ["JK" if place in some else card for place, card in enumerate(cards)]


def act_at_random(chance, state):
    """Laying off, taking a joker or going down, as often wrong as right; now and then drawing, buying, throwing."""
    seat, other = chance.randrange(3), chance.randrange(2)
    hand = state["deal"]["hands"][seat]
    on = {"seat": other, "meld": chance.randrange(len(state["melds"][other]))}
    drawn = [str(chance.choice([*PACK_THREE.cards, JOKER, JOKER])) for _ in range(2)]
    if chance.random() < 0.3 or not hand:
        return {"seat": seat, "act": "draw", "card": drawn[0]}
    if chance.random() < 0.1:
        return {"seat": seat, "act": "buy", "cards": drawn}
    if chance.random() < 0.1:
        return {"seat": seat, "act": "throw", "card": chance.choice(hand)}
    if seat == 2 and chance.random() < 0.3:
        melds = [{"kind": chance.choice(("run", "set")), "cards": chance.sample(hand, min(len(hand), 4))}]
        return {"seat": seat, "act": "go_down", "melds": melds}
    kind = chance.choice(("lay_off", "lay_off", "take_joker"))
    return {"seat": seat, "act": kind, "card": chance.choice(hand), "on": on}


def judge_act(desk, agreed, act, before, after, *, same_turn):
    """What the deal makes of one act is what the single question says of it."""
    wrong = after["irregularities"][len(before["irregularities"]) :]
    if before["over"]:
        assert [one["code"] for one in wrong] == ["after_going_out"]
        return
    hand, left = (sorted(state["deal"]["hands"][act["seat"]]) for state in (before, after))
    if act["act"] in ("draw", "buy"):
        assert wrong == []
        assert left == sorted([*hand, *act.get("cards", [act.get("card")])])
        return
    if act["act"] == "throw":
        assert wrong == []
        assert sorted([*left, act["card"]]) == hand
        return
    if act["act"] == "go_down":
        findings = desk.result("contract", **agreed, melds=act["melds"])["findings"]
        way = desk.result("go_down", **agreed, hand=before["deal"]["hands"][act["seat"]])["melds"]
        assert [one["code"] for one in wrong] == [one["code"] for one in findings]
        assert [one["legal"] for one in wrong] == [way] * len(wrong)
        return
    on = act["on"]
    meld, lying = (state["melds"][on["seat"]][on["meld"]] for state in (before, after))
    fields = {"rules": agreed["rules"], "meld": meld, "card": act["card"], "is_down": act["seat"] != 2}
    if act["act"] == "lay_off":
        legal = desk.result("lay_off", **fields, went_down_this_turn=same_turn)["legal"]
        allowed = ([act["card"], *meld["cards"]], [*meld["cards"], act["card"]])
    else:
        legal = desk.result("take_joker", **fields, own=on["seat"] == act["seat"])["legal"]
        allowed = [
            [act["card"] if place == index else card for index, card in enumerate(meld["cards"])]
            for place, held in enumerate(meld["cards"])
            if held == "JK"
        ]
    assert (not wrong) == legal, (act, meld, wrong)
    if legal:
        assert lying["cards"] in allowed, act
    else:
        assert lying == meld, act


REPLAYS = {"belot": replay_belot, "kani": replay_kani, "escoba": replay_escoba, "kinaskak": replay_kinaskak}
