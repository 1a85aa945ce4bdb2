"""What other tables answer: by the other preset, and by the options that the cited articles are about."""

import pytest

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.disputes.elsewhere import find_other_answers
from scorekeeper.core.disputes.rulings import drop_sentences
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_rulings
from scorekeeper.games import GAMES
from tests.cases import case, cases
from tests.documents import question_document


def ask(game, question, rules=None, **given):
    document = question_document(game, question, rules=rules or {}, **given)
    answered = adjudicate(document, GAMES, Report())
    return [
        (one.by_option, [str(name) for name in one.rules], str(one.verdict))
        for one in find_other_answers(answered, document)
    ]


RUN = {"kind": "run", "cards": ["4H", "JK", "6H", "7H"]}


@cases(
    "found, wanted",
    case(
        "kinaskak 4.3: a game of one preset has options",
        lambda: ask("kinaskak", "take_joker", meld=RUN, card="5H", is_down=True, own=True),
        [(True, ["“Jokers from one’s own runs: yes”"], "The joker may be taken for 5♥.")],
    ),
    case(
        "kinaskak 3.5: only the values that make a difference",
        lambda: ask("kinaskak", "meld", cards=["7H", "7S", "JK", "JK"]),
        [(True, ["“Jokers in one meld: one at most”"], "These cards are neither a run nor a set.")],
    ),
    case(
        "where no option matters nothing is said",
        lambda: ask("kinaskak", "meld", cards=["7H", "7S", "7C"]),
        [],
    ),
    case(
        "escoba 2.3: an option that a preset has is not told twice",
        lambda: ask("escoba", "opening_table", table=["12O", "12C", "7E", "3B"]),
        [
            (
                False,
                ["Spanish: nothing for few cards, and an opening thirty must be two fifteens"],
                "No escoba for the dealer: the four cards stay on the table.",
            )
        ],
    ),
    case(
        "escoba 3.2: a way that ends sooner elsewhere",
        lambda: ask(
            "escoba", "irregularity", {"must_capture": True}, answers=["capturing", "overlooked", "point"]
        ),
        [
            (
                False,
                [
                    "Basque: a point when the opponents took fewer than ten cards, the match when they took none",
                    "Spanish: nothing for few cards, and an opening thirty must be two fifteens",
                ],
                "Nothing is wrong: the card stays on the table.",
            )
        ],
    ),
    case(
        "kani 2.2: the same verdict, for another reason",
        lambda: ask("kani", "auction", calls=["pass"]),
        [
            (
                False,
                ["English: from six up, any missing trump is called"],
                "The lowest bid at this table is 6.",
            )
        ],
    ),
    case(
        "kani 3.2: options of one answer stand together",
        lambda: ask(
            "kani",
            "legal_cards",
            trump="hearts",
            hand=["7H", "KH", "2S"],
            trick=["3H"],
            first_trick=True,
            called="KH",
        ),
        [
            (
                True,
                [
                    "“How the partner is called: the highest trump’s holder says so, but need not play it”",
                    "“How the partner is called: the highest trump’s holder hands it over for another card”",
                ],
                "Only 7♥ or K♥ may be played.",
            )
        ],
    ),
)
def test_what_other_tables_answer(found, wanted):
    assert found() == wanted


@pytest.mark.parametrize("game", GAMES)
def test_no_other_table_is_named_that_answers_the_same(game):
    """For every worked ruling each preset and option named really gives what is told of it."""
    for worked in load_rulings(game):
        answered = adjudicate(worked.question, GAMES, Report())
        if answered is None or worked.question["question"] == "what_if":
            continue
        for name in GAMES[game].presets:
            there = adjudicate({**worked.question, "rules": {"preset": name}}, GAMES, Report())
            same = there is not None and drop_sentences(there.ruling.result) == drop_sentences(
                answered.ruling.result
            )
            label = GAMES[game].preset_names[name]
            assert not (
                same and any(label in one.rules for one in find_other_answers(answered, worked.question))
            ), worked.title
