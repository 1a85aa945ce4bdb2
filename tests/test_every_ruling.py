"""What is asked of every game's disputes, by the registry alone: a fifth game meets these tests on its first day."""

import json
import subprocess
import sys

import pytest

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.disputes.trees import Decided, load_tree
from scorekeeper.core.fields import Choice, Flag
from scorekeeper.core.rulebook import STAND_INS, load_rulebook, load_rulings
from scorekeeper.games import GAMES, rule, score
from tests.cases import case, cases
from tests.core.disputes.test_trees import list_places
from tests.documents import question_document
from tests.fifth import program

RULINGS = [case(f"{game}: {ruling.title}", game, ruling) for game in GAMES for ruling in load_rulings(game)]


def citations(game):
    return {article.citation for article in load_rulebook(game).articles.values()}


@pytest.mark.parametrize(("game", "worked"), RULINGS)
def test_the_worked_ruling_comes_out_as_it_says(game, worked):
    document, good = rule(worked.question)
    if "errors" in worked.expect:
        assert not good, "the example says that this situation cannot be"
        assert [[error["path"], error["code"]] for error in document["errors"]] == worked.expect["errors"]
        assert not [error for error in document["errors"] if not error["message"]]
        return
    assert good, document
    assert document["result"] == worked.expect
    assert document["verdict"]


@pytest.mark.parametrize(("game", "worked"), RULINGS)
def test_every_reason_of_a_worked_ruling_cites_articles_that_exist(game, worked):
    document, good = rule(worked.question)
    cited = {cite for step in document.get("reasons", document.get("errors")) for cite in step["cites"]}
    assert set(worked.cites) <= citations(game)
    assert cited <= citations(game)
    if good:
        assert not [reason for reason in document["reasons"] if not (reason["text"] and reason["cites"])]
        assert set(worked.cites) <= cited, "an example shows what it cites"


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_a_worked_ruling_and_its_words(game):
    shown = {ruling.question["question"] for ruling in load_rulings(game)}
    for slug, question in questions_of(GAMES[game]).items():
        assert isinstance(question, Question)
        assert question.slug == slug
        assert str(question.title)
        assert slug in shown, f"{game} {slug} has no worked ruling"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_command_line_gives_the_very_same_rulings(game):
    worked = load_rulings(game)
    lines = "".join(json.dumps(ruling.question) + "\n" for ruling in worked).encode()
    command = [sys.executable, "-m", program(game), "adjudicate", "--jsonl"]
    done = subprocess.run(command, input=lines, capture_output=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [rule(ruling.question)[0] for ruling in worked], done.stderr.decode()


def ways(game, rules=None, answers=()):
    """Every list of answers that a game's tree of irregularities takes, with the ruling it ends in."""
    document, good = rule(
        question_document(
            game,
            "irregularity",
            answers=list(answers),
            rules=rules or {},
            players=GAMES[game].players[0],
            side=1,
        )
    )
    assert good, document
    yield answers, document
    for choice in document["result"]["choices"]:
        yield from ways(game, rules, (*answers, choice["choice"]))


def values_of(option):
    """Every value of an option that has few."""
    if isinstance(option.field, Choice):
        return tuple(option.field.choices)
    return (False, True) if isinstance(option.field, Flag) else ()


@cases(
    "game, answers, rules, verdict",
    ("kinaskak", "buy eighth_round", {"last_round_buys": True}, "Nothing is wrong: the buy stands."),
    (
        "kinaskak",
        "joker_taken from_own_run",
        {},
        "The joker goes back: it is taken only out of the runs of others.",
    ),
    (
        "kinaskak",
        "joker_taken from_own_run",
        {"own_jokers": True},
        "Nothing is wrong, if its taker had gone down: the joker stays with them.",
    ),
    ("kinaskak", "laid_off same_turn", {}, "Nothing is wrong: the card stays where it was laid."),
    (
        "kinaskak",
        "laid_off same_turn",
        {"lay_off_same_turn": False},
        "The card goes back into the hand; it may be laid off from the player’s next turn on.",
    ),
    ("escoba", "capturing overlooked", {}, "Nothing is wrong: the card stays on the table."),
    (
        "escoba",
        "counting left_taken",
        {},
        "They go to the player who captured last, and are put on that pile.",
    ),
    (
        "escoba",
        "counting left_taken",
        {"leftover": "last_escoba"},
        (
            "They go to the player who made the last escoba of the deal; "
            "if there was none, to the one who captured last."
        ),
    ),
    (
        "kani",
        "calling not_highest",
        {"partner_call": "any_missing"},
        "Nothing is wrong: any trump that the declarer lacks may be called.",
    ),
    (
        "kani",
        "calling no_trump_led",
        {},
        "The card goes back, and the declarer leads a trump, if they have one.",
    ),
    (
        "kani",
        "calling no_trump_led",
        {"preset": "english"},
        "Nothing is wrong: the suit that was led is trump.",
    ),
    (
        "kani",
        "calling no_trump_led",
        {"first_lead": "any"},
        "Nothing is wrong: the declarer may lead any card.",
    ),
    (
        "kani",
        "calling holder_kept_it",
        {"partner_call": "highest_shown"},
        "Nothing is wrong: the holder of the called card says so and need not play it.",
    ),
    (
        "belot",
        "bidding insufficient",
        {"preset": "classic"},
        "The side at fault pays 26; the deal is not counted.",
    ),
)
def test_no_question_asks_what_the_table_has_agreed_on(game, answers, rules, verdict):
    document, good = rule(question_document(game, "irregularity", rules=rules, answers=answers.split()))
    assert good, document
    assert (document["result"]["asks"], document["verdict"]) == (None, verdict)


WRITTEN = ("This custom is written in: ", "A custom of tables; no written rules that we know of have it.")


@cases(
    "game, answers",
    ("belot", "play claim order_said"),
    ("belot", "play claim order_unsaid"),
    ("belot", "play claim belote_out"),
    ("belot", "announcing too_early"),
    ("belot", "announcing named_too_early"),
    ("belot", "dealing wrong_order before_play"),
    ("belot", "dealing sixth_card"),
    ("belot", "dealing wrong_dealer before_play"),
    ("escoba", "dealing wrong_dealer before_play"),
    ("kani", "dealing wrong_dealer before_play"),
    ("kani", "dealing wrong_order in_play"),
    ("kani", "play claim order_said"),
    ("kani", "play claim order_unsaid"),
)
def test_where_the_rulebook_is_silent_each_custom_says_where_it_is_written(game, answers):
    asked = {"format": "scorekeeper-question/1", "game": game, "question": "irregularity"}
    document, good = rule({**asked, "answers": answers.split()})
    assert good, document
    assert document["result"]["silent"], "the table chooses"
    said = [one["text"] for one in document["reasons"]]
    for way in document["result"]["choices"]:
        (source,) = [
            text.removeprefix(way["text"] + " ") for text in said if text.startswith(way["text"] + " ")
        ]
        assert source.startswith(WRITTEN)
        chosen, _good = rule({**asked, "answers": [*answers.split(), way["choice"]]})
        assert source in [one["text"] for one in chosen["reasons"]]


@cases(
    "game, answers, rules",
    ("kinaskak", "buy eighth_round", {}),
    ("escoba", "capturing overlooked", {"must_capture": True}),
    ("kani", "calling not_highest", {}),
    ("kani", "calling holder_kept_it", {}),
)
def test_where_the_agreed_rule_was_broken_the_table_is_asked_what_follows(game, answers, rules):
    document, good = rule(question_document(game, "irregularity", rules=rules, answers=answers.split()))
    assert good, document
    assert document["result"]["choices"]


def house_rules(game):
    """The usual rules, and each value of each option that has few."""
    declared = GAMES[game].options.list_options()
    return [{}, *({name: value} for name, option in declared.items() for value in values_of(option))]


@pytest.mark.parametrize("game", GAMES)
def test_every_way_through_the_irregularities_ends_in_what_is_to_be_done(game):
    known = citations(game)
    decisions = [here for _place, here in list_places(game, load_tree(game)) if isinstance(here, Decided)]
    decided = {option for here in decisions for case in here.cases for option in case.when}
    for answers, document in (
        way for rules in house_rules(game) if not rules or decided & set(rules) for way in ways(game, rules)
    ):
        result = document["result"]
        assert document["verdict"], answers
        assert all(set(reason["cites"]) <= known and reason["cites"] for reason in document["reasons"]), (
            answers
        )
        if result["asks"] is not None:
            assert len(result["choices"]) > 1, answers
            assert len({choice["choice"] for choice in result["choices"]}) == len(result["choices"]), answers
            assert all(choice["text"] for choice in result["choices"]), answers
        else:
            assert document["reasons"], answers


@pytest.mark.parametrize("game", GAMES)
def test_no_two_customs_of_a_table_end_in_the_same_words(game):
    ends = {}
    for answers, document in ways(game):
        result = document["result"]
        if result["asks"] is None and result["silent"]:
            said = (document["verdict"], json.dumps(result["entry"]))
            ends.setdefault((answers[:-1], said), []).append(answers[-1])
    assert [(asked, chosen) for (asked, _), chosen in ends.items() if len(chosen) > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_an_irregularity_writes_down_is_an_entry_that_score_takes(game):
    players = list(STAND_INS[: GAMES[game].players[0]])
    entries = [document["result"]["entry"] for _, document in ways(game) if document["result"]["entry"]]
    assert entries, "no irregularity leaves anything in the match"
    for entry in entries:
        if entry["kind"] == "adjustment" and entry["scores"] is None:
            continue  # the table names the points
        match = {"format": "scorekeeper-match/1", "game": game, "players": players, "entries": [entry]}
        sheet, good = score(match)
        assert good, sheet


@pytest.mark.parametrize("game", GAMES)
def test_disputes_are_not_imported_to_score_a_match(game):
    script = (
        "import sys, tests.fifth; from importlib import import_module; "
        "import_module(f'scorekeeper.games.{sys.argv[1]}').GAME; "
        "sys.exit(f'scorekeeper.games.{sys.argv[1]}.disputes' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script, game], check=False).returncode == 0
