"""A slow judge of Belot, written from the articles alone: it knows cards as strings only."""

from tests.games.desk import Desk

DESK = Desk("belot")
result = DESK.result
SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
CONTRACTS = (*SUITS, "no_trumps", "all_trumps")
PACK = [rank + suit[0].upper() for suit in SUITS for rank in RANKS]
SUIT_OF = {card: next(suit for suit in SUITS if suit[0].upper() == card[-1]) for card in PACK}
TRUMP_LADDER = "7 8 Q K 10 A 9 J".split()  # noqa: SIM905 - a ladder reads best as one
PLAIN_LADDER = "7 8 9 J Q K 10 A".split()  # noqa: SIM905
TRUMP_WORTH = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
PLAIN_WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def trump(contract, card):
    return contract in ("all_trumps", SUIT_OF[card])


def worth(contract, card):
    return (TRUMP_WORTH if trump(contract, card) else PLAIN_WORTH).get(card[:-1], 0)


def beats(contract, card, other):
    """Whether a card takes the trick from the one that holds it."""
    if SUIT_OF[card] == SUIT_OF[other]:
        ladder = TRUMP_LADDER if trump(contract, card) else PLAIN_LADDER
        return ladder.index(card[:-1]) > ladder.index(other[:-1])
    return SUIT_OF[card] == contract


def holder(contract, trick):
    """The place of the card that no other one beats, of those that follow suit or are trumps."""
    able = [card for card in trick if SUIT_OF[card] in (SUIT_OF[trick[0]], contract)]
    (best,) = [card for card in able if not any(beats(contract, other, card) for other in able)]
    return trick.index(best)


def duties(contract, hand, trick):
    """The sets of cards that each duty of the articles leaves, those that can be met."""
    if not trick:
        return []
    best, led = trick[holder(contract, trick)], SUIT_OF[trick[0]]
    same = {card for card in hand if SUIT_OF[card] == led}
    if same:
        higher = {card for card in same if beats(contract, card, best)}
        raising = higher and (contract in ("all_trumps", led))
        return [same, higher] if raising else [same]
    opponent_holds = (len(trick) - holder(contract, trick)) % 2 == 1
    if contract in SUITS and led != contract and opponent_holds:
        ruffs = {card for card in hand if SUIT_OF[card] == contract and beats(contract, card, best)}
        return [ruffs] if ruffs else []
    return []


def playable(contract, hand, trick):
    met = duties(contract, hand, trick)
    return [card for card in hand if all(card in duty for duty in met)]


def runs(cards):
    """Every longest row of three or more, by trying every stretch of every suit."""
    found = set()
    for suit in SUITS:
        rows = [
            [RANKS[index] + suit[0].upper() for index in range(low, high)]
            for low in range(8)
            for high in range(low + 3, 9)
        ]
        held = [set(row) for row in rows if set(row) <= cards]
        found |= {frozenset(row) for row in held if not any(row < other for other in held)}
    return found


def announceable(contract, hand):
    if contract == "no_trumps":
        return set()
    cards = set(hand)
    fours = [
        four for rank in RANKS[2:] if (four := frozenset(rank + suit[0].upper() for suit in SUITS)) <= cards
    ]
    pairs = {frozenset(("Q" + suit[0].upper(), "K" + suit[0].upper())) for suit in SUITS}
    belotes = {pair for pair in pairs if pair <= cards and all(trump(contract, card) for card in pair)}
    return runs(cards) | set(fours) | belotes | {row for four in fours for row in runs(cards - four)}


def lumpy_hand(chance):
    """Eight cards that lie together more often than chance would have it."""
    hand = set()
    while len(hand) < 8:
        kind = chance.random()
        if kind < 0.4:
            suit, low = chance.choice(SUITS)[0].upper(), chance.randrange(6)
            hand |= {rank + suit for rank in RANKS[low : low + chance.randint(2, 6)]}
        elif kind < 0.7:
            rank = chance.choice(RANKS)
            hand |= {rank + suit[0].upper() for suit in SUITS}
        else:
            hand.add(chance.choice(PACK))
    return chance.sample(sorted(hand), 8)


POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
CARRES = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}


def higher(one, other, one_class):
    """Whether one declaration is above another of its kind."""
    if one["kind"] == "carre":
        order = ["Q", "K", "10", "A", "9", "J"]
        return order.index(one["rank"]) > order.index(other["rank"])
    lengths = [min(each["length"], 5) if one_class else each["length"] for each in (one, other)]
    tops = [RANKS.index(each["top"]) for each in (one, other)]
    return lengths[0] > lengths[1] or (lengths[0] == lengths[1] and tops[0] > tops[1])


def counts(one, announced, one_class):
    """A declaration counts when its side has one of its kind that is above all of the other side's."""
    if one["kind"] == "belote":
        return True
    kind = [each for each in announced if each["kind"] == one["kind"]]
    mine = [each for each in kind if (each["player"] - one["player"]) % 2 == 0]
    theirs = [each for each in kind if (each["player"] - one["player"]) % 2]
    return any(all(higher(each, other, one_class) for other in theirs) for each in mine)


def announcements(chance, hands):
    """What four hands announce: no card in two of a hand's sequences and carres."""
    announced = []
    for player, hand in enumerate(hands):
        left = set(hand)
        found = result("find_declarations", contract="all_trumps", hand=sorted(hand))["declarations"]
        for one in chance.sample(found, len(found)):
            cards = set(one["cards"])
            if one["kind"] != "belote":
                if not cards <= left:
                    continue
                left -= cards
            announced.append(
                {"player": player, **{name: value for name, value in one.items() if name != "cards"}}
            )
    return chance.sample(announced, len(announced))


def sorted_pack(chance):
    """A pack that was hardly shuffled, so that hands have something to announce."""
    pack = sorted(PACK, key=lambda card: (SUITS.index(SUIT_OF[card]), RANKS.index(card[:-1])))
    for _ in range(chance.randint(1, 12)):
        one, other = chance.randrange(32), chance.randrange(32)
        pack[one], pack[other] = pack[other], pack[one]
    return [pack[index : index + 8] for index in range(0, 32, 8)]


def bidding_state(calls):
    """Where the bidding stands, looked up anew in the whole list of calls."""
    bids = [index for index, call in enumerate(calls) if call in CONTRACTS]
    if not bids:
        over = len(calls) == 4
        return {
            "state": "passed_out" if over else "open",
            "contract": None,
            "declarer": None,
            "doubling": None,
            "turn": None if over else len(calls),
        }
    last = bids[-1]
    doubled = [call for call in calls[last:] if call in ("contra", "recontra")]
    over = calls[-3:] == ["pass"] * 3
    return {
        "state": "closed" if over else "open",
        "contract": calls[last],
        "declarer": last % 4,
        "doubling": doubled[-1] if doubled else None,
        "turn": None if over else len(calls) % 4,
    }


def list_allowed(calls):
    now = bidding_state(calls)
    if now["turn"] is None:
        return set()
    height = CONTRACTS.index(now["contract"]) if now["contract"] else -1
    calls_now = {"pass", *CONTRACTS[height + 1 :]}
    if now["contract"]:
        partners = (now["turn"] - now["declarer"]) % 2 == 0
        if not partners and now["doubling"] is None:
            calls_now.add("contra")
        if partners and now["doubling"] == "contra":
            calls_now.add("recontra")
    return calls_now


def random_play(chance, contract, hands, careless):
    """Eight tricks, the irregularities in them, and the points of both sides."""
    left, leader, tricks, wrong, points, winners = [list(hand) for hand in hands], 0, [], [], [0, 0], []
    for number in range(8):
        trick = []
        for place in range(4):
            seat = (leader + place) % 4
            legal = playable(contract, left[seat], trick)
            card = chance.choice(left[seat] if chance.random() < careless else legal)
            if card not in legal:
                wrong.append({"seat": seat, "trick": number, "card": card, "legal": legal})
            left[seat].remove(card)
            trick.append(card)
        tricks.append(trick)
        leader = (leader + holder(contract, trick)) % 4
        winners.append(leader)
        points[leader % 2] += sum(worth(contract, card) for card in trick) + (10 if number == 7 else 0)
    return tricks, wrong, winners, points
