"""Any question to the desk of a game: a worked one in which values stand at the wrong place, or one of any values."""

import copy
import json
from collections import defaultdict
from functools import cache

from hypothesis import strategies as st

from scorekeeper.core.rulebook import load_rulings
from scorekeeper.games import GAMES, rule

ALWAYS = ("format", "game", "question")
"""What tells questions apart is kept: most others would be refused for it alone."""


def any_question(game, values):
    """The strategy for questions about a game. These values, or others of the worked questions, stand anywhere."""
    return st.one_of(replace_values(game, values), put_together(game, values))


@st.composite
def replace_values(draw, game, values):
    """A worked question with one to three of its values replaced, at any depth."""
    question = copy.deepcopy(draw(st.sampled_from(worked_questions(game))))
    for _ in range(draw(st.integers(1, 3))):
        holder, last = draw(
            st.sampled_from([(holder, last) for holder, last, _value in list_places(question)])
        )
        others = known_values(game)[kind(last, holder[last])] or [None]
        holder[last] = draw(values | st.sampled_from(others).map(copy.deepcopy))
    return question


@st.composite
def put_together(draw, game, values):
    """A question with any of its fields, each of any value."""
    slug, question = draw(st.sampled_from(sorted(GAMES[game].questions.items())))
    fields = draw(st.fixed_dictionaries({}, optional={field.name: values for field in question.fields}))
    return {"format": "scorekeeper-question/1", "game": game, "question": slug, **fields}


@cache
def worked_questions(game):
    """The questions that the game's book of rulings answers."""
    return [worked.question for worked in load_rulings(game)]


def list_places(holder):
    """Every place of a value inside a question: what holds it, its name or number there, and the value."""
    parts = holder.items() if isinstance(holder, dict) else enumerate(holder)
    for last, value in parts:
        if last not in ALWAYS:
            yield holder, last, value
            if isinstance(value, dict | list):
                yield from list_places(value)


def kind(last, value):
    """Which values go where this one stands: those of its name, or in a list those of its type."""
    return last if isinstance(last, str) else type(value)


@cache
def known_values(game):
    """The values of all worked questions of the game, by their kind."""
    found = defaultdict(list)
    for question in worked_questions(game):
        for _holder, last, value in list_places(question):
            found[kind(last, value)].append(value)
    return found


def assert_answered_or_refused_in_words(question):
    """A verdict whose reasons have articles, or errors in words; either can be written as JSON."""
    document, good = rule(question)
    json.dumps(document)
    if good:
        assert document["verdict"]
        assert not [reason for reason in document["reasons"] if not reason["cites"]]
    else:
        assert document["errors"]
        assert not [error for error in document["errors"] if not (error["message"] and error["code"])]
