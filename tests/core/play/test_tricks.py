"""A deal of tricks is replayed by the rules of a game: in these tests every card is legal, and the highest wins."""

from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import PACK_52, Card, Legal
from scorekeeper.core.play.tricks import (
    Hand,
    TrickRules,
    WrongCard,
    check_tricks,
    count_wrong_cards,
    hands_from_tricks,
    is_whole,
    lay_tricks,
    name_mistake,
    replay,
    say_leads,
)
from scorekeeper.core.reading import Table
from scorekeeper.core.seating import pairs
from scorekeeper.core.text import T, render
from tests.cases import case, cases


def cards(notation: str) -> Hand:
    found = tuple(PACK_52.parse(card) for card in notation.split())
    assert None not in found
    return tuple(card for card in found if card is not None)


def hands(*notations: str) -> tuple[Hand, ...]:
    return tuple(map(cards, notations))


def winner(trick: Hand, leader: int) -> int:
    best = max(range(4), key=lambda place: PACK_52.ranks.index(trick[place].rank))
    return (leader + best) % 4


def rules(forbidden: str = "") -> TrickRules:
    """Rules under which every card is legal but the forbidden ones."""
    banned: set[Card] = set(cards(forbidden))
    return TrickRules(
        legal=lambda number, seat, hand, before: Legal(
            tuple(card for card in hand if card not in banned), T("It is banned."), "belot 2.1"
        ),
        winner=winner,
        lead_cite=lambda number: f"belot {number + 1}",
        turn_cite="belot 1.5",
    )


HELD = hands("2C 9C", "3C AD", "4C 7H", "KC 5S")


@cases(
    "tricks, forbidden, winners, said",
    case("every card is allowed", ["2C 3C 4C KC", "5S 9C AD 7H"], "", (3, 1), []),
    case("broken off in the second trick", ["2C 3C 4C KC", "5S 9C"], "", (3,), []),
    case(
        "the wrong seat led",
        ["2C 3C 4C KC", "9C AD 7H 5S"],
        "",
        (3, 1),
        ["Trick 2: seat 1 led 9♣ out of turn. The lead was with seat 4."],
    ),
    case(
        "a card that was not legal",
        ["2C 3C 4C KC"],
        "4C",
        (3,),
        ["Trick 1: seat 3 could not play 4♣, only 7♥. It is banned."],
    ),
)
def test_a_replay_says_who_took_each_trick_and_which_cards_were_not_allowed(
    tricks: list[str], forbidden: str, winners: tuple[int, ...], said: list[str]
) -> None:
    report = Report()
    found = replay(HELD, hands(*tricks), 0, rules(forbidden), report)
    assert found is not None, report.errors
    assert found.winners == winners
    assert [render(one.reason.text) for one in found.wrong] == said


def test_a_card_from_another_hand_ends_the_replay() -> None:
    report = Report()
    assert replay(HELD, hands("2C 4C 3C KC"), 0, rules(), report) is None
    assert [(error.path, error.code, error.cites) for error in report.errors] == [
        ("tricks[0][1]", "not_in_hand", ("belot 1.5",)),
        ("tricks[0][2]", "not_in_hand", ("belot 1.5",)),
    ]


def test_whole_tricks_show_the_hands() -> None:
    assert hands_from_tricks(hands("2C 3C 4C KC", "5S 9C AD 7H"), 0, winner) == HELD


@cases(
    "tricks, whole, errors",
    case("two whole tricks", ["2C 3C 4C KC", "5S 9C AD 7H"], True, []),
    case("the last broken off", ["2C 3C 4C KC", "5S"], False, []),
    case("the first cut short", ["2C 3C", "5S 9C AD 7H"], False, [("tricks[0]", ("belot 1.5",))]),
    case("the last empty", ["2C 3C 4C KC", ""], False, [("tricks[1]", ("belot 1.5",))]),
    case("a card twice", ["2C 3C 4C KC", "5S 9C AD 2C"], True, [("tricks[1][3]", ("belot 1.1",))]),
)
def test_tricks_cut_short_and_cards_given_twice_are_reported(
    tricks: list[str], whole: bool, errors: list[tuple[str, tuple[str, ...]]]
) -> None:
    report = Report()
    check_tricks(None, hands(*tricks), "belot 1.1", report, "belot 1.5")
    assert [(error.path, error.cites) for error in report.errors] == errors
    assert is_whole(hands(*tricks), 2) is whole


@cases(
    "given, said",
    case("a second trick was led", {"tricks": hands("2C 3C 4C KC", "5S")}, True),
    case("a single trick", {"tricks": hands("2C 3C 4C KC")}, False),
    case("the hands show who led", {"tricks": hands("2C 3C 4C KC", "5S"), "hands": HELD}, False),
)
def test_who_is_taken_to_have_led_is_said_where_nothing_shows_it(given: dict[str, Any], said: bool) -> None:
    found = [(render(one.text), one.cites) for one in say_leads(given, "belot 1.5")]
    text = "It is assumed that the winner of a trick led the next; a lead out of turn shows only with the four hands."
    assert found == ([(text, ("belot 1.5",))] if said else [])


@cases(
    "number, over, whole, verdict",
    (0, True, True, "Every card was played by the rules."),
    (0, False, True, "Every card so far was played by the rules."),
    (0, False, False, "The cards so far show none that was not allowed."),
    (2, False, False, "2 cards were not allowed."),
)
def test_the_verdict_counts_the_cards_that_were_not_allowed(
    number: int, over: bool, whole: bool, verdict: str
) -> None:
    assert render(count_wrong_cards(number, over=over, whole=whole)) == verdict


def test_a_card_that_only_later_ones_show_to_be_wrong_names_them() -> None:
    report = Report()
    found = replay(HELD, hands("2C 3C 4C KC"), 0, rules("4C"), report, whole=False)
    assert found is not None, report.errors
    assert [render(one.reason.text) for one in found.wrong] == [
        "Trick 1: seat 3 could not play 4♣: 7♥ was in that hand and came later. It is banned."
    ]


def wrong(trick: int, legal: str) -> WrongCard:
    (played,) = cards("2C")
    return WrongCard(0, trick, played, cards(legal), T("It is banned."), "belot 2.1")


@cases(
    "one, tricks, way",
    case("it was not its seat's lead", wrong(0, ""), ["2C 3C 4C KC"], ("play", "out_of_turn")),
    case("nothing came after", wrong(0, "3C"), ["2C 3C 4C KC"], ("play", "revoke", "before_next_trick")),
    case("a card came after", wrong(0, "3C"), ["2C 3C 4C KC", "5S"], ("play", "revoke", "later")),
    case("the deal is over", wrong(1, "3C"), ["2C 3C 4C KC", "5S 9C AD 7H"], ("play", "revoke", "later")),
)
def test_a_wrong_card_has_its_way_through_the_tree_of_irregularities(
    one: WrongCard, tricks: list[str], way: tuple[str, ...]
) -> None:
    assert name_mistake(one, hands(*tricks), 2) == way


@cases(
    "tricks, knows, turn, winner, lying, took",
    case("nothing yet", [], True, 2, None, "", (0, 0, 0, 0)),
    case("two cards", ["2C 3C"], True, 0, None, "2C 3C", (0, 0, 0, 0)),
    case("its taker leads", ["2C 3C 4C KC"], True, 1, 1, "2C 3C 4C KC", (0, 1, 0, 0)),
    case("the next trick", ["2C 3C 4C KC", "5S"], True, 2, None, "5S", (0, 1, 0, 0)),
    case("over", ["2C 3C 4C KC", "5S 9S AD 7H"], True, None, 3, "5S 9S AD 7H", (0, 1, 0, 1)),
    case("who takes is not known", ["2C 3C 4C KC"], False, 2, None, "2C 3C 4C KC", (0, 0, 0, 0)),
)
def test_what_lies_on_the_table_after_each_card(
    tricks: list[str], knows: bool, turn: int | None, winner: int | None, lying: str, took: tuple[int, ...]
) -> None:
    laying = lay_tricks(PACK_52, 2, (), lambda document: 2, lambda document, table: take if knows else None)
    seen = laying.see({"tricks": [trick.split() for trick in tricks]}, TABLE)
    assert (seen.turn, seen.winner, seen.counts[0][1]) == (turn, winner, took)
    assert tuple(card for _seat, card in seen.trick or ()) == cards(lying)


TABLE = Table(pairs(4), ("?",) * 4, None)
take = winner
