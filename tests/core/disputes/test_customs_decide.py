"""A ruling names the custom by which it holds, and what another custom would say is asked with it."""

from typing import Any

from scorekeeper.core.disputes.adjudication import Answered, adjudicate
from scorekeeper.core.disputes.elsewhere import find_customs, find_other_answers
from scorekeeper.core.findings import Report
from scorekeeper.core.text import render
from scorekeeper.games import GAMES
from tests.cases import cases
from tests.documents import question_document


def ask(game: str, question: str, rules: dict[str, Any], **fields: Any) -> tuple[Answered, dict[str, Any]]:
    document = question_document(game, question, rules=rules, **fields)
    answered = adjudicate(document, GAMES, Report())
    assert answered is not None
    return answered, document


AROUND = {"cards": ["QS", "KS", "AS", "2S"]}
DOWN = {"round": 2, "hand": ["7H", "7C", "7D", "9H", "9C", "9D"]}
AFTER_CONTRA = {"dealer": 0, "calls": ["hearts", "contra"]}


@cases(
    "game, question, rules, fields, named",
    ("kinaskak", "meld", {}, AROUND, []),
    (
        "kinaskak",
        "meld",
        {"around_ace": True},
        AROUND,
        [("A run may go over the ace", "yes", "kinaskak 7.4")],
    ),
    (
        "kinaskak",
        "go_down",
        {"final_discard": True},
        DOWN,
        [("Going out ends with a card thrown away", "yes", "kinaskak 7.5")],
    ),
    (
        "belot",
        "auction",
        {"bid_over_contra": False},
        AFTER_CONTRA,
        [("After contra a higher contract may be called", "no", "belot 7.11")],
    ),
)
def test_the_custom_by_which_it_holds_is_named(
    game: str, question: str, rules: dict[str, Any], fields: dict[str, Any], named: list[tuple[str, str, str]]
) -> None:
    answered, _document = ask(game, question, rules, **fields)
    found = [
        (render(label, None), render(value, None), cite) for label, value, cite in find_customs(answered)
    ]
    assert found == named


TO_THE_LEAD = {"trump": "hearts", "hand": ["8H", "KH"], "trick": ["7H"], "first_trick": True, "called": "KH"}
SIX_ROUNDS = {"contracts": [{"runs": 1, "sets": 1}] * 6}


@cases(
    "game, question, rules, fields, cite",
    ("kani", "auction", {"passed_may_return": True}, {"calls": ["pass", 8, "pass", 9, "kani"]}, "kani 5.4"),
    ("kani", "legal_cards", {"partner_call": "highest_shown"}, TO_THE_LEAD, "kani 3.2"),
    ("kani", "legal_cards", {"partner_call": "highest_exchanged"}, TO_THE_LEAD, "kani 3.2"),
    ("kinaskak", "buy", SIX_ROUNDS, {"round": 6, "buys": 0, "forehand_takes": False}, "kinaskak 7.2"),
    (
        "kinaskak",
        "buy",
        {"last_round_buys": True},
        {"round": 8, "buys": 0, "forehand_takes": False},
        "kinaskak 5.6",
    ),
    (
        "kinaskak",
        "buy",
        SIX_ROUNDS | {"last_round_buys": True},
        {"round": 6, "buys": 0, "forehand_takes": False},
        "kinaskak 5.6",
    ),
)
def test_a_ruling_that_differs_cites_the_article_by_which_it_does(
    game: str, question: str, rules: dict[str, Any], fields: dict[str, Any], cite: str
) -> None:
    assert cite in ask(game, question, rules, **fields)[0].ruling.cites


@cases(
    "game, question, rules, fields, custom",
    ("kinaskak", "meld", {}, AROUND, "“A run may go over the ace: yes”"),
    ("kinaskak", "go_down", {}, DOWN, "“Going out ends with a card thrown away: yes”"),
    ("belot", "auction", {}, AFTER_CONTRA, "“After contra a higher contract may be called: no”"),
)
def test_what_another_custom_would_say_is_there_though_no_article_of_it_was_cited(
    game: str, question: str, rules: dict[str, Any], fields: dict[str, Any], custom: str
) -> None:
    answered, document = ask(game, question, rules, **fields)
    others = [one for one in find_other_answers(answered, document) if one.by_option]
    assert custom in [render(name, None) for one in others for name in one.rules]
    assert all(render(one.verdict, None) for one in others)


@cases(
    "game, rules, answers, said",
    (
        "kani",
        {"passed_may_return": True},
        ["bidding", "after_pass"],
        ["Nothing is wrong: the bid counts.", "At this table a player who has passed may bid again."],
    ),
    (
        "kani",
        {"passed_may_return": True},
        ["bidding", "insufficient", "raised"],
        ["The player bids higher, or passes.", "At this table a player who has passed may bid again."],
    ),
    (
        "kani",
        {"passed_may_return": True},
        ["bidding", "too_low", "pass"],
        ["It counts as a pass.", "At this table a player who has passed may bid again."],
    ),
    (
        "kani",
        {"lone_declarer": "any_bid"},
        ["calling", "own_card", "alone"],
        [
            "There is no partner; the declarer’s own tricks count.",
            "At this table a declarer may play alone with any bid.",
        ],
    ),
    (
        "kani",
        {"overtricks": 2},
        ["counting", "too_many"],
        [
            "Nothing is wrong: the tricks beyond the bid score as well.",
            "Points for each trick beyond the bid at this table: 2.",
        ],
    ),
    (
        "kani",
        {"second_lead": "partner"},
        ["play", "out_of_turn"],
        ["The declarer leads first, then the partner, if there is one, then the winner of each trick."],
    ),
    (
        "kani",
        {"failed_bid": "declarer_loses"},
        ["play", "revoke", "later", "lost"],
        ["A bid that fails: the declarer’s pair lose its value"],
    ),
    (
        "belot",
        {"carres_at_no_trumps": True},
        ["announcing", "at_no_trumps"],
        [
            "A carre counts; anything else does not, and nothing else follows.",
            "At no trumps only carres are announced.",
        ],
    ),
    (
        "belot",
        {"raise_over_partner": False},
        ["play", "revoke", "later"],
        ["At all trumps a player whose partner holds the trick may follow with any card of the suit."],
    ),
    (
        "belot",
        {"bid_over_contra": False},
        ["bidding", "contract_after_contra"],
        [
            "The side at fault pays 16; the deal is not counted.",
            "At this table no contract is called any more after contra or recontra.",
        ],
    ),
    (
        "kinaskak",
        {"final_discard": True},
        ["laid_off", "last_card"],
        [
            "The card goes back into the hand: one must be left to throw.",
            "Going out ends with a card thrown away, so one card stays in the hand.",
        ],
    ),
    (
        "escoba",
        {"opening": "none"},
        ["dealing", "opening_overlooked"],
        ["Nothing is wrong: the four cards stay on the table."],
    ),
    (
        "escoba",
        {"opening": "first"},
        ["dealing", "opening_overlooked", "before_play"],
        [
            "The player after the dealer takes the four cards and has the escobas that they make.",
            "At this table it goes to the player after the dealer.",
        ],
    ),
    (
        "kinaskak",
        {"cards_dealt": 10, "contracts": [{"runs": 1, "sets": 1}]},
        ["misdeal"],
        ["The cards are dealt one at a time until every player holds 10."],
    ),
    (
        "kinaskak",
        {"cards_dealt": 10, "contracts": [{"runs": 1, "sets": 1}]},
        ["wrong_number"],
        ["Cards dealt: 10; one is drawn, and each buy brings two. What is wrong with the hand?"],
    ),
)
def test_what_went_wrong_is_judged_by_the_customs_of_the_table(
    game: str, rules: dict[str, Any], answers: list[str], said: list[str]
) -> None:
    here, usual = (ask(game, "irregularity", of, answers=answers)[0].ruling for of in (rules, {}))
    sentences, elsewhere = (
        [render(text, None) for text in (one.verdict, *(reason.text for reason in one.reasons))]
        for one in (here, usual)
    )
    assert [one for one in said if one not in sentences] == []
    assert [one for one in said if one in elsewhere] == []


OTHER_CONTRACTS = {"cards_dealt": 10, "contracts": [{"runs": 1, "sets": 1}]}


@cases(
    "game, rules, answers, cites",
    ("kinaskak", OTHER_CONTRACTS, ["misdeal"], ["kinaskak 7.1"]),
    ("kinaskak", OTHER_CONTRACTS, ["wrong_number"], ["kinaskak 7.1"]),
    ("kinaskak", OTHER_CONTRACTS, ["not_the_contract"], ["kinaskak 7.2"]),
    ("kinaskak", {"around_ace": True}, ["laid_off", "does_not_fit"], ["kinaskak 7.4"]),
    ("belot", {"undertrump": True}, ["play", "revoke", "later"], ["belot 7.10"]),
    ("kani", {"settlement": "chips"}, ["play", "revoke", "later", "lost"], ["kani 4.5"]),
)
def test_what_went_wrong_cites_the_articles_that_the_table_has_chosen(
    game: str, rules: dict[str, Any], answers: list[str], cites: list[str]
) -> None:
    here, usual = (ask(game, "irregularity", of, answers=answers)[0].ruling.cites for of in (rules, {}))
    assert [cite for cite in here if cite not in usual] == cites
    assert [cite for cite in usual if cite not in here] == []
