"""Every deal can be shown in a form, and the form says the same deal again."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, render_template_string
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.core.findings import Report
from scorekeeper.core.match import FORMAT, read_match
from scorekeeper.core.reading import Table
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import fold
from scorekeeper.games import GAMES, score
from scorekeeper.web.entry import forms, rules_forms
from tests.cases import case, cases
from tests.soak import examples
from tests.test_house_rules import list_pairs, play_by
from tests.web.conftest import Page

NAMES = ["Ana", "Boris", "Vera", "Georgi"]
PAGE = """{% import "forms.html" as forms with context %}<form>{{ forms.summary(form) }}{{ forms.hidden(form) }}
{{ forms.entry(form) }}</form>"""


def example_entries() -> Iterator[Any]:
    """Every entry of a worked example that the rules allow, with its table."""
    for slug in GAMES:
        for number, example in enumerate(load_examples(slug)):
            document = {"format": FORMAT, "game": slug, "players": NAMES, **example.match}
            report = Report()
            match = read_match(document, GAMES, report)
            if match is None:
                continue
            sheet = fold(match, report)
            if report.errors:
                continue
            for index, entry in enumerate(match.entries):
                yield case(f"{slug}-{number}-{index}", slug, sheet.entries[index].playing, entry)


def render(form: forms.EntryForm) -> Page:
    return Page(render_template_string(PAGE, form=form))


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("slug", "table", "entry"), list(example_entries()))
def test_a_deal_shown_and_sent_is_the_same_deal(
    application: Flask, slug: str, table: Table, entry: dict[str, Any]
) -> None:
    game = GAMES[slug]
    with application.test_request_context():
        shown = forms.entry_form(game, entry["kind"], table, entry=entry)
        sent = MultiDict(render(shown).forms[0].values)
        slug = shown.slug or None
        again = forms.entry_form(game, entry["kind"], table, slug, values=sent)
    usual = {"redeal": True} if entry["kind"] == "void" else {}  # a void form always says who deals
    assert again.entry() == {**usual, **entry}


@pytest.mark.left_to_soak
@pytest.mark.parametrize("game", GAMES)
def test_a_deal_by_any_two_house_rules_is_shown_and_sent_as_it_is(application: Flask, game: str) -> None:
    """Form and document agree; of a deal that says that nothing happened, the form is silent."""
    rng = random.Random(f"forms of {game}")
    pairs = list(list_pairs(game))
    for rules in rng.sample(pairs, min(len(pairs), 400)):
        document, sheet = play_by(game, rules, rng)
        match = read_match(document, GAMES, Report()) if sheet is not None else None
        if match is None or not match.entries:
            continue
        at = rng.randrange(len(match.entries))
        entry, table = match.entries[at], fold(match, Report()).entries[at].playing
        with application.test_request_context():
            shown = forms.entry_form(GAMES[game], entry["kind"], table, entry=entry)
            sent = MultiDict(render(shown).forms[0].values)
            again = forms.entry_form(
                GAMES[game], entry["kind"], table, shown.slug or None, values=sent
            ).entry()
        others = {"format": FORMAT, "game": game, "players": document["players"], "rules": rules}
        entries = [*document["entries"][:at], again, *document["entries"][at + 1 :]]
        assert score({**others, "entries": entries})[0] == sheet, (rules, entry, again)


ESCOBAS = {"escobas": [0, 0]}
PILES = [
    [f"{rank}{suit}" for suit in suits for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
    for suits in ("OC", "EB")
]
BELOT = {"contract": "hearts", "declarer": 0, "trick_points": [162, 0]}
TIERCE = {"player": 0, "kind": "sequence", "length": 3}
CARRE = {"player": 0, "kind": "carre"}
# game, a deal as another program may write it, what of it the form writes otherwise; that nothing happened goes unsaid
OTHERWISE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("kinaskak", {"hands": [0, 35, 5, 10], "stock_ran_out": False}, {}),
    ("kinaskak", {"hands": [["10D"], [], ["AS"], 10], "stock_ran_out": False}, {}),
    ("escoba", {"piles": PILES, **ESCOBAS, "nobody_captured": False}, {}),
    (
        "escoba",
        {
            "cards": [22, None],
            "golds": [6, None],
            "sevens": [3, 1],
            "seven_of_golds": 0,
            **ESCOBAS,
            "nobody_captured": False,
        },
        {},
    ),
    (
        "belot",
        {**BELOT, "declarations": [{**TIERCE, "top": "T"}]},
        {"declarations": [{**TIERCE, "top": "10"}]},
    ),
    (
        "belot",
        {**BELOT, "declarations": [{**CARRE, "rank": "T"}]},
        {"declarations": [{**CARRE, "rank": "10"}]},
    ),
]


@pytest.mark.parametrize(("slug", "deal", "otherwise"), OTHERWISE)
def test_a_deal_that_another_program_wrote_is_shown_whole(
    application: Flask, slug: str, deal: dict[str, Any], otherwise: dict[str, Any]
) -> None:
    table = table_of(slug, 2 if slug == "escoba" else 4)
    document = {"format": FORMAT, "game": slug, "players": list(table.names)}
    assert score({**document, "entries": [{"kind": "deal", **deal}]})[1], "it is a valid deal"
    with application.test_request_context():
        shown = forms.entry_form(GAMES[slug], "deal", table, entry={"kind": "deal", **deal})
        sent = MultiDict(render(shown).forms[0].values)
        again = forms.entry_form(GAMES[slug], "deal", table, shown.slug, values=sent).values()
    assert again == {name: value for name, value in {**deal, **otherwise}.items() if value is not False}


def test_an_example_under_an_input_is_one_that_can_be(application: Flask) -> None:
    with application.test_request_context():
        kani = forms.entry_form(GAMES["kani"], "deal", table_of("kani"))
        escoba = forms.entry_form(GAMES["escoba"], "deal", table_of("escoba"))
        shown = render(kani).words + render(escoba).words
    assert "tricks of every seat: 4 3 3 3" in shown
    assert "6B 11B 12B" in shown


@pytest.mark.parametrize("slug", GAMES)
def test_a_blank_form_says_no_more_than_a_blank_line_is_taken_for(application: Flask, slug: str) -> None:
    game = GAMES[slug]
    table = table_of(slug)
    with application.test_request_context():
        for way in game.forms:
            blank = forms.entry_form(game, "deal", table, way.slug)
            sent = MultiDict(render(blank).forms[0].values)
            said = forms.entry_form(game, "deal", table, way.slug, values=sent).values()
            taken = {name for name, value in said.items() if value is False}
            taken |= {
                field.name for field in way.fields if getattr(getattr(field, "of", None), "blank", None) == 0
            }
            assert set(said) == taken, f"{way.slug} says {said}"


@pytest.mark.parametrize("slug", GAMES)
def test_every_input_is_named_and_every_id_is_there_once(application: Flask, slug: str) -> None:
    game = GAMES[slug]
    with application.test_request_context():
        for way in game.forms:
            page = render(forms.entry_form(game, "deal", table_of(slug), way.slug))
            assert len(page.ids) == len(set(page.ids))
            labelled = {given["for"] for tag, given in page.attributes if tag == "label" and "for" in given}
            typed = {
                given["id"]
                for tag, given in page.attributes
                if tag == "input" and given.get("type") == "text"
            }
            assert typed <= labelled
            described = " ".join(given.get("aria-describedby", "") for _tag, given in page.attributes).split()
            assert set(described) <= set(page.ids)


def table_of(slug: str, players: int = 4) -> Table:
    game = GAMES[slug]
    options = game.default_rules(players).options
    return Table(game.seat(players, options), tuple(NAMES[:players]), options)


KANI = {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10"}
SAID = {"bid": 9, "declarer": 0, "partner": 2, "tricks": 10}


def kani_form(**typed: str) -> forms.EntryForm:
    return forms.entry_form(
        GAMES["kani"], "deal", table_of("kani"), "bid", values=MultiDict({**KANI, **typed})
    )


@cases(
    "typed, said",
    ({}, SAID),
    ({"tricks": "4 2 6, 1"}, {"bid": 9, "declarer": 0, "partner": 2, "tricks": [4, 2, 6, 1]}),
    ({"bid": "kani", "partner": "-"}, {"bid": "kani", "declarer": 0, "partner": None, "tricks": 10}),
    ({"tricks": "ten"}, {"bid": 9, "declarer": 0, "partner": 2, "tricks": "ten"}),
    ({"calls": "Pass 7 pass KANI"}, {**SAID, "calls": ["pass", 7, "pass", "kani"]}),
    ({"dealer": "3", "note": " late \r\n night "}, {**SAID, "dealer": 3, "note": "late \n night"}),
    ids=["number", "a-seat-each", "nobody", "letters-stay", "calls-as-a-line", "seldom-needed"],
)
def test_what_is_typed_becomes_the_document(
    application: Flask, typed: dict[str, str], said: dict[str, Any]
) -> None:
    with application.test_request_context():
        assert kani_form(**typed).values() == said


def test_a_count_that_stands_twice_is_no_count(application: Flask) -> None:
    table, report = table_of("kinaskak"), Report()
    typed = {"hands-0": "0", "hands-1": "low=2 low=3", "hands-2": "jokers=1, low=2", "hands-3": "5"}
    with application.test_request_context():
        form = forms.entry_form(GAMES["kinaskak"], "deal", table, "hands", values=MultiDict(typed))
    assert form.values()["hands"] == [0, "low=2 low=3", {"jokers": 1, "low": 2}, 5]
    GAMES["kinaskak"].read(form.entry(), "entries[0]", report, table)
    assert [(error.path, error.code) for error in report.errors] == [("entries[0].hands[1]", "wrong_type")]


def test_what_cannot_be_read_stays_and_has_its_error_beside_it(application: Flask) -> None:
    with application.test_request_context():
        form = kani_form(tricks="ten & more")
        report = Report()
        GAMES["kani"].read(form.entry(), "entries[0]", report, table_of("kani"))
        form.place(report.errors, "entries[0]")
        page = render(form)
    assert page.forms[0].value("tricks") == "ten & more"
    tricks = next(given for _tag, given in page.attributes if given.get("id") == "tricks")
    assert tricks["aria-invalid"] == "true"
    assert "tricks-error" in tricks["aria-describedby"].split()
    assert "#tricks" in page.links.values()


def test_an_error_inside_a_list_finds_its_row_though_rows_above_are_blank(application: Flask) -> None:
    typed = MultiDict(
        {
            "contract": "hearts",
            "declarer": "0",
            "trick_points-0": "100",
            "declarations-1-player": "2",
            "declarations-1-kind": "sequence",
            "declarations-1-length": "3",
            "declarations-1-top": "8",
        }
    )
    with application.test_request_context():
        game, table = GAMES["belot"], table_of("belot")
        form = forms.entry_form(game, "deal", table, values=typed)
        entry = form.entry()
        assert len(entry["declarations"]) == 1
        report = Report()
        document = {"format": FORMAT, "game": "belot", "players": NAMES, "entries": [entry]}
        match = read_match(document, GAMES, report)
        assert match is not None
        fold(match, report)
        form.place(report.errors, "entries[0]")
    found = {problem.input.name for problem in form.problems if problem.input is not None}
    assert any(name.startswith("declarations-1") for name in found), found


def test_another_row_is_added_and_the_rows_stay(application: Flask) -> None:
    with application.test_request_context():
        game, table = GAMES["belot"], table_of("belot")
        typed = MultiDict(
            {"declarations-0-player": "2", "declarations-0-length": "x", "more": "declarations"}
        )
        form = forms.entry_form(game, "deal", table, values=typed)
        page = render(form)
    assert page.forms[0].value("declarations-0-length") == "x"
    assert "declarations-1-player" in page.forms[0].names


def test_options_that_equal_the_preset_are_not_written_out(application: Flask) -> None:
    with application.test_request_context():
        form = rules_forms.OptionsForm(GAMES["belot"], 4, "classic")
        assert form.rules() == {"preset": "classic"}


def test_what_stands_in_the_form_is_what_is_played_by(application: Flask) -> None:
    """Chips know no target by themselves; one that is shown is meant (kani 4.5)."""
    game = GAMES["kani"]
    with application.test_request_context():
        shown = rules_forms.OptionsForm(game, 4, "icelandic")
        values = dict(render(shown).forms[0].values)
    for typed, target in (({}, 100), ({"target-word": "none"}, None), ({"target": "101"}, 101)):
        with application.test_request_context(method="POST", data={**values, "settlement": "chips", **typed}):
            rules = rules_forms.OptionsForm(game, 4, "icelandic").rules()
            assert game.read_rules(rules, 4, Report()).options.target == target


TYPED = st.one_of(
    st.sampled_from(
        ["", "0", "1", "3 3 3 4", "JK AS", "7O", "kani", "y", "-", "a=1 b", "−5", "٣", "²", "9" * 40, "none"]
    ),
    st.text(max_size=20),
)


@pytest.mark.long
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("slug", GAMES)
def test_anything_that_is_typed_is_answered_and_kept(
    application: Flask, slug: str, data: st.DataObject
) -> None:
    game, table = GAMES[slug], table_of(slug)
    way = data.draw(st.sampled_from(game.forms)).slug
    with application.test_request_context():
        names = sorted(
            render(forms.entry_form(game, "deal", table, way)).forms[0].names - {"csrf_token", "uuid"}
        )
        typed = data.draw(st.dictionaries(st.sampled_from(names), TYPED))
        form = forms.entry_form(game, "deal", table, way, values=MultiDict(typed))
        report = Report()
        document = {"format": FORMAT, "game": slug, "players": list(table.names), "entries": [form.entry()]}
        match = read_match(document, GAMES, report)
        assert match is not None
        fold(match, report)
        form.place(report.errors, "entries[0]")
        page = render(form)
    assert len(form.problems) == len(report.errors)
    texts = {given["name"]: given["value"] for tag, given in page.attributes if given.get("type") == "text"}
    for name in typed.keys() & texts.keys():
        assert texts[name].split() == typed[name].split()


def test_a_row_begun_by_mistake_can_be_emptied_again(application: Flask) -> None:
    with application.test_request_context():
        page = render(forms.entry_form(GAMES["belot"], "deal", table_of("belot")))
    blank = [
        given
        for _tag, given in page.attributes
        if given.get("name") == "declarations-0-player" and not given["value"]
    ]
    assert blank
