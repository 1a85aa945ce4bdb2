"""The trees of irregularities are data: what is wrong in a game's file is named with its place."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.data import read_data
from scorekeeper.core.disputes.irregularities import ADJUSTMENT, DEAL, PENALTY, VOID
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.disputes.trees import (
    KEYS,
    LISTS,
    Agreed,
    Asked,
    Decided,
    Node,
    Settled,
    TreeError,
    grow_tree,
    list_sentences,
)
from scorekeeper.core.findings import Report
from scorekeeper.core.options import NO_TABLE
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from tests.cases import cases

SHARED = read_data("scorekeeper.core.disputes", "customs.toml")


def find_mistakes(game: str, own: Mapping[str, Any]) -> list[str]:
    """One sentence for each mistake in the data of a game's tree; the first alone where they make no tree."""
    try:
        tree = grow_tree(game, own, SHARED)
    except TreeError as error:
        return [str(error)]
    wrong = [
        f"{place}: {what}" for place, node in list_places(game, tree) for what in check_place(game, node)
    ]
    words = set(list_words({key: value for key, value in own.items() if key not in LISTS} | SHARED))
    words |= {
        word for part in LISTS for name, value in own.get(part, {}).items() for word in list_words(value)
    }
    unused = [(part, name) for part in LISTS for name in own.get(part, {}) if name not in words]
    return [*wrong, *(f"{game}: nothing names “{name}” of the {part}" for part, name in unused)]


def list_places(place: str, node: Node) -> Iterator[tuple[str, Node]]:
    """Every place of a tree: the words that lead there, and what is there."""
    yield place, node
    if isinstance(node, Decided):
        for below in (*(case.leads for case in node.cases), node.otherwise):
            yield from list_places(place, below)
    elif isinstance(node, Asked):
        for way in node.ways:
            yield from list_places(f"{place} {way.choice}", way.leads)


def check_place(game: str, node: Node) -> Iterator[str]:
    """What a place names that its game does not have."""
    options = GAMES[game].options.list_options()
    articles = {article.citation for article in load_rulebook(game).articles.values()}
    if isinstance(node, Decided):
        for option, value in (one for case in node.cases for one in case.when.items()):
            report = Report()
            if option in options:
                options[option].field.read(value, option, report, NO_TABLE)
            if option not in options or report.errors:
                yield f"the option “{option}” has no value {value!r}"
        return
    default = GAMES[game].options()
    try:
        reasons = [because if isinstance(because, Reason) else because(default) for because in node.reasons]
    except AttributeError as error:
        yield f"there is no option “{error.name}”"
        return
    reasons = [reason for reason in reasons if reason is not None]
    yield from (
        f"there is no article {cite}" for one in reasons for cite in one.cites if cite not in articles
    )
    texts = [reason.text for reason in reasons]
    texts += [node.text, *(way.text for way in node.ways)] if isinstance(node, Asked) else [node.verdict]
    named = [one.option for text in texts for one in text.params.values() if isinstance(one, Agreed)]
    if isinstance(node, Settled) and node.remedy is not None:
        if node.remedy.kind not in (VOID, PENALTY, ADJUSTMENT, DEAL):
            yield f"a match takes no entry of the kind “{node.remedy.kind}”"
        facts = {field.name for form in GAMES[game].forms for field in form.fields}
        yield from (f"a deal has no “{name}”" for name in node.remedy.deal or () if name not in facts)
        named += [node.remedy.points] if isinstance(node.remedy.points, str) else []
    yield from (f"there is no option “{name}”" for name in named if name not in options)


def list_words(data: Any) -> Iterator[str]:
    """Every word and every name in data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        yield from (key for key in data if isinstance(key, str))
        for part in data.values() if isinstance(data, dict) else data:
            yield from list_words(part)


@pytest.mark.parametrize("game", GAMES)
def test_the_tree_of_a_game_names_only_what_there_is(game: str) -> None:
    assert find_mistakes(game, read_data(f"scorekeeper.games.{game}", "irregularities.toml")) == []


GOOD = """
asks = "Where did something go wrong?"
ways = ["revoke", "talk"]
[values]
points = "penalty_points"
[customs.offence]
text = "It is an offence."
verdict = "The side at fault pays {points}."
because = [["For an offence the side at fault pays.", "6.1"]]
entry = {kind = "penalty"}
[revoke]
like = "offence"
text = "A player did not follow suit."
mishap = "suit not followed"
[[revoke.instead]]
when = {penalty_mode = "deduct"}
verdict = "The side at fault loses {points}."
"""


def test_a_tree_without_a_mistake_has_none() -> None:
    assert find_mistakes("belot", tomllib.loads(GOOD)) == []


@cases(
    "old, new, sentence",
    ('"revoke", ', '"revoke", "renege", ', "belot renege: “renege” stands in no list of customs"),
    ('"revoke", ', "", "belot: “revoke” is no key, and no list of ways has it"),
    ('like = "offence"', 'like = "fine"', "belot revoke: “fine” stands in no list of customs"),
    ("mishap", "mishapp", "belot revoke: “mishapp” is no key, and no list of ways has it"),
    ('mishap = "suit not followed"', "", "belot revoke: an entry needs a mishap for its reason"),
    (
        'like = "offence"',
        "",
        "belot revoke: it needs a verdict, the ways of a question, or what a table may do",
    ),
    (
        'like = "offence"\ntext = "A player did not follow suit."',
        'verdict = "It is an offence."',
        "belot revoke: a choice needs its text",
    ),
    ("asks", "text", "belot: it does not say what is asked"),
    ("loses {points}", "loses {pints}", "belot revoke instead: nothing says what {pints} stands for"),
    ('points = "penalty_points"', 'points = "fine"', "belot revoke: there is no option “fine”"),
    ('"penalty"', '"adjustment", points = "fine"', "belot revoke: there is no option “fine”"),
    (
        'kind = "penalty"',
        "points = 3",
        "belot revoke: an entry is a kind, with redeal, points, negative or deal",
    ),
    ('"penalty"', '"fine"', "belot revoke: a match takes no entry of the kind “fine”"),
    ('when = {penalty_mode = "deduct"}', "", "belot revoke instead: it does not say when"),
    ('"deduct"', '"deducted"', "belot revoke: the option “penalty_mode” has no value 'deducted'"),
    ("penalty_mode", "fine_mode", "belot revoke: the option “fine_mode” has no value 'deduct'"),
    ('"6.1"', '"6.7"', "belot revoke: there is no article belot 6.7"),
    ('"6.1"', '"6.1", "fine_mode"', "belot revoke: there is no option “fine_mode”"),
    (
        '[["For an offence the side at fault pays.", "6.1"]]',
        '["fine"]',
        "belot revoke: “fine” stands in no list of reasons",
    ),
    (
        'like = "offence"',
        'table = {struck = "hearsay"}\nstruck = {text = "No.", verdict = "No."}',
        "belot revoke struck: “hearsay” stands in no list of sources",
    ),
    (
        "[values]",
        '[sources]\nfine = "The Book of Fines"\n[values]',
        "belot: nothing names “fine” of the sources",
    ),
)
def test_a_mistake_in_a_tree_is_named_with_its_place(old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    assert find_mistakes("belot", tomllib.loads(GOOD.replace(old, new, 1)))[:1] == [sentence]


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].penalty is not None])
def test_what_the_form_of_a_penalty_offers_are_mishaps_of_the_tree(game: str) -> None:
    penalty = GAMES[game].penalty
    tree = grow_tree(game, read_data(f"scorekeeper.games.{game}", "irregularities.toml"), SHARED)
    mishaps = {
        str(node.remedy.reason)
        for _place, node in list_places(game, tree)
        if isinstance(node, Settled) and node.remedy is not None and node.remedy.kind == "penalty"
    }
    assert {str(usual) for usual in penalty.usual} - mishaps == set()


def test_the_sentences_of_a_tree_are_those_that_are_translated() -> None:
    sentences = set(list_sentences(tomllib.loads(GOOD)))
    assert {
        "Where did something go wrong?",
        "suit not followed",
        "The side at fault loses {points}.",
    } <= sentences
    assert {"penalty_points", "offence", "deduct", "6.1"} & sentences == set()


def test_the_page_on_irregularities_explains_every_key_and_its_example_is_a_tree() -> None:
    page = (Path(__file__).parents[3] / "docs/irregularities.md").read_text(encoding="utf-8")
    assert [key for key in (*KEYS, *LISTS, "silence", "values") if f"`{key}`" not in page] == []
    assert find_mistakes("belot", tomllib.loads(page.split("```")[1].removeprefix("toml"))) == []


def test_data_above_keep_what_only_the_custom_below_them_says() -> None:
    tree = grow_tree("belot", tomllib.loads(GOOD), SHARED)
    assert isinstance(tree, Asked)
    revoke = tree.ways[0]
    assert (revoke.choice, revoke.text) == ("revoke", Text("A player did not follow suit."))
    assert isinstance(revoke.leads, Decided)
    assert isinstance(revoke.leads.otherwise, Settled)
    assert revoke.leads.otherwise.verdict.params == {"points": Agreed("penalty_points")}
