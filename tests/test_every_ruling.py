"""What is asked of every game's disputes, by the registry alone: a fifth game meets these tests on its first day."""

import json
import subprocess
import sys

import pytest

from scorekeeper.core.adjudication import questions_of
from scorekeeper.core.rulebook import STAND_INS, load_rulebook, load_rulings
from scorekeeper.core.rulings import Question
from scorekeeper.games import GAMES, rule, score

RULINGS = [
    pytest.param(game, ruling, id=f"{game}: {ruling.title}")
    for game in GAMES
    for ruling in load_rulings(game)
]


def citations(game):
    return {article.citation for article in load_rulebook(game).articles.values()}


@pytest.mark.parametrize(("game", "worked"), RULINGS)
def test_the_worked_ruling_comes_out_as_it_says(game, worked):
    document, good = rule(worked.question)
    if "errors" in worked.expect:
        assert not good, "the example says that this situation cannot be"
        assert [[error["path"], error["code"]] for error in document["errors"]] == worked.expect["errors"]
        assert all(error["message"] for error in document["errors"])
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
        assert all(reason["text"] and reason["cites"] for reason in document["reasons"])
        assert set(worked.cites) <= cited, "an example shows what it cites"


@pytest.mark.parametrize("game", GAMES)
def test_every_article_that_is_adjudicated_has_a_worked_ruling(game):
    shown = {cite for ruling in load_rulings(game) for cite in ruling.cites}
    articles = load_rulebook(game).articles.values()
    assert [a.citation for a in articles if a.status == "adjudicated" and a.citation not in shown] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_a_worked_ruling_and_its_words(game):
    shown = {ruling.question["question"] for ruling in load_rulings(game)} | {"what_if"}
    for slug, question in questions_of(GAMES[game]).items():
        assert isinstance(question, Question)
        assert question.slug == slug
        assert str(question.title)
        assert slug in shown, f"{game} {slug} has no worked ruling"


@pytest.mark.parametrize("game", GAMES)
def test_the_command_line_gives_the_very_same_rulings(game):
    worked = load_rulings(game)
    lines = "".join(json.dumps(ruling.question) + "\n" for ruling in worked).encode()
    command = [sys.executable, "-m", "scorekeeper", "adjudicate", "--jsonl"]
    done = subprocess.run(command, input=lines, capture_output=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [rule(ruling.question)[0] for ruling in worked], done.stderr.decode()


def ways(game, answers=()):
    """Every list of answers that a game's tree of irregularities takes, with the ruling it ends in."""
    document, good = rule(
        {"format": "scorekeeper-question/1", "game": game, "question": "irregularity", "answers": list(answers),
         "players": GAMES[game].players[0], "side": 1}
    )  # fmt: skip
    assert good, document
    yield answers, document
    for choice in document["result"]["choices"]:
        yield from ways(game, (*answers, choice["choice"]))


@pytest.mark.parametrize("game", GAMES)
def test_every_way_through_the_irregularities_ends_in_what_is_to_be_done(game):
    known = citations(game)
    for answers, document in ways(game):
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
        "import sys; from scorekeeper.games import GAMES; GAMES[sys.argv[1]]; "
        "sys.exit(f'scorekeeper.games.{sys.argv[1]}.disputes' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script, game], check=False).returncode == 0
