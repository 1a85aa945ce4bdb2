"""What is said of slips: nothing false of several, and one question."""

from scorekeeper.core.disputes.slips import Slip, name_likeliest
from scorekeeper.core.text import T, render
from tests.cases import case, cases

EITHER = "Either of two slips explains the difference."
TEN, CARD = T("the ten."), T("a card.")
ASKS, NOTHING = {1: T("Who took it?")}, T("Nothing explains it.")


def slip(rank, text):
    return Slip(rank, "counts", 1, 2, text, ("belot 5",))


@cases(
    "found, said",
    case("none", [], "Nothing explains it."),
    case("one", [slip(1, TEN)], "1 slip explains the difference. the ten."),
    case(
        "one is likelier",
        [slip(1, TEN), slip(2, CARD)],
        f"{EITHER} The likelier: the ten. To tell them apart: Who took it?",
    ),
    case(
        "two as likely as each other",
        [slip(1, TEN), slip(1, CARD)],
        f"{EITHER} To tell them apart: Who took it?",
    ),
    case(
        "one of three is likelier",
        [slip(1, TEN), slip(2, CARD), slip(3, CARD)],
        ("Each of 3 slips explains the difference. The likeliest: the ten. To tell them apart: Who took it?"),
    ),
    case(
        "two of three as likely",
        [slip(1, TEN), slip(1, CARD), slip(2, CARD)],
        "Each of 3 slips explains the difference. To tell them apart: Who took it?",
    ),
    case(
        "the same in two places",
        [slip(1, TEN), slip(1, TEN)],
        f"{EITHER} The likelier: the ten. To tell them apart: Who took it?",
    ),
)
def test_of_slips_that_are_as_likely_none_is_called_the_likeliest(found, said):
    assert render(name_likeliest(found, ASKS, NOTHING)) == said
