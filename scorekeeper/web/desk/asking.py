"""The dispute desk: choose the game and what the quarrel is about, tap the cards; the verdict has its own address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.documents import parse
from scorekeeper.core.fields import Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.web.desk import ruling_links
from scorekeeper.web.desk.card_by_card import (
    PLAYERS,
    WAITING,
    ask_of_table,
    asks_how_many,
    drop_how_many,
    is_laid,
    record,
    write_waiting,
)
from scorekeeper.web.desk.forms import Asking, DeskForm, find_by_players, name_players, table_for
from scorekeeper.web.desk.known import known_answers
from scorekeeper.web.desk.place import IRREGULARITY, WHAT_IF, Place, answer_with_ruling
from scorekeeper.web.desk.ruling import ask_for_cards, show, tell
from scorekeeper.web.desk.steps import step
from scorekeeper.web.drawing.answering import draw_square
from scorekeeper.web.drawing.faces import deck
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.entry.rules_forms import OptionsForm
from scorekeeper.web.match.links import SCORE, allows
from scorekeeper.web.request.security import MORE, read_typed
from scorekeeper.web.site.pages import ANYBODY, BOTH, Pages, read_query, require

pages = Pages("desk")
MAX_RULES = 2000
GROUPS = (
    (T("Something went wrong"), (IRREGULARITY,)),
    (T("The score"), ("mismatch", "score", "deal", WHAT_IF)),
)
"""What every game is asked in much the same words. All other questions are about cards and calls."""


# --- addresses without a match --------------------------------------------------------------------


@pages.add("/desk/", may=ANYBODY)
def index() -> str:
    """The games."""
    return render_template("disputes/index.html", games=GAMES.values())


@pages.add("/desk/<game>", may=ANYBODY)
def questions(game: str) -> str:
    """What can be asked about a game."""
    return choose(_place(game))


@pages.add("/desk/<game>/rules", BOTH, may=ANYBODY)
def house_rules(game: str) -> Any:
    """By which rules the table plays."""
    place = _place(game)
    form = _rules_form(place, place.given)
    if request.method == "GET":
        return render_template("disputes/house_rules.html", place=place, game=place.game, form=form)
    report = Report()
    chosen = place.game.read_rules_alone(form.rules(), report)
    if report.errors:
        form.place(report.errors, "rules")
        return render_template("disputes/house_rules.html", place=place, game=place.game, form=form), 422
    return redirect(Place(place.game, chosen).home(), 303)


def _rules_form(place: Place, given: Mapping[str, Any]) -> OptionsForm:
    """The form of rules as they are given, or of the preset that its button asks for."""
    shown = given.get("preset", place.rules.preset)
    preset = request.args.get("preset", shown)
    rules = {**(given if preset == shown else {}), "preset": preset}
    return OptionsForm(place.game, place.game.find_most_players(rules), preset, rules=rules)


@pages.add("/desk/<game>/<question>", BOTH, may=ANYBODY)
def ask(game: str, question: str) -> Any:
    """One question."""
    return answer(_place(game), question)


@pages.add("/ruling/<code>", may=ANYBODY)
def ruling(code: str) -> Any:
    """A ruling by its permanent link, computed afresh."""
    card = require(ruling_links.open_card(code))
    game = GAMES[card.question["game"]]
    report = Report()
    rules = game.read_rules_alone(card.question["rules"], report)
    return show(Place(game, rules), card, code)


@pages.add("/ruling/<code>/qr.svg", may=ANYBODY)
def qr(code: str) -> Response:
    """A ruling's link as a square that other phones can read."""
    if ruling_links.open_card(code) is None:
        abort(404)
    return draw_square(ruling_links.full_address(code))


def _place(slug: str) -> Place:
    game, report = require(GAMES.get(slug)), Report()
    given, wrong = parse(request.args.get("rules", "{}")[:MAX_RULES].encode("utf-8", "replace"))
    rules = game.read_rules_alone(given, report)
    if wrong or report.errors:
        abort(404)
    return Place(game, rules)


# --- pages that both kinds of addresses share -----------------------------------------------------


def choose(place: Place) -> str:
    """What the quarrel is about, in the players' words."""
    by_slug = questions_of(place.game)
    general = {slug for _title, slugs in GROUPS for slug in slugs}
    heading = T("Cards and calls") if place.game.has_bidding else T("Cards and plays")
    groups = [(heading, [question for slug, question in by_slug.items() if slug not in general])]
    groups += [(title, [by_slug[slug] for slug in slugs if slug in by_slug]) for title, slugs in GROUPS]
    return render_template(
        "disputes/questions.html",
        place=place,
        game=place.game,
        groups=groups,
        house_rules=_house_rules(place),
    )


def _house_rules(place: Place) -> str:
    if place.match is not None:
        return url_for("match.charter")
    kept: dict[str, Any] = read_query()
    return url_for("desk.house_rules", **{**kept, "game": place.game.slug})


def answer(place: Place, slug: str) -> Any:
    """The form of a question; once it is filled in, its ruling."""
    question = require(questions_of(place.game).get(slug))
    if slug == IRREGULARITY:
        return step(place, question)
    if slug == WHAT_IF:
        return _what_if(place, question)
    if is_laid(question):
        asked = ask_of_table(question)
        return record(place, asked, _known_answers(place, asked))
    answers = _read_earlier(question) or _known_answers(place, question)
    place = _seat_players(place, question, answers)
    asked, seats = drop_how_many(question, place)
    form = DeskForm(name_players(asked), place.table, answers, read_typed())
    tapped = request.form.get(MORE, "")
    if question.laying is not None and tapped.startswith(WAITING):
        entered, waits = form.document(place.game, place.given) | seats, tapped.removeprefix(WAITING)
        document = write_waiting(question.laying, entered, place.table, waits)
        form = DeskForm(name_players(asked), place.table, document, None)
    if request.method == "POST":
        document = {**form.document(place.game, place.given), **seats}
        if request.accept_mimetypes.best == "application/json":
            return (
                tell(place, question, document, form.calls)
                if form.any_laid or form.calls
                else ask_for_cards()
            )
        ruled = answer_with_ruling(place, document)
        if not isinstance(ruled, list):
            return ruled
        form.place(ruled)
    return _form_page("disputes/ask.html", place, question, form)


def _seat_players(place: Place, question: Question, answers: Mapping[str, Any]) -> Place:
    """The place, once it is known how many play: from the address, from an earlier ruling, or as many as usual."""
    lists = list(find_by_players(question.fields, answers))
    if place.match is None and asks_how_many(question):
        typed = {PLAYERS: str(answers.get(PLAYERS, "")), **request.form, **request.args}[PLAYERS]
        return place if "again" in request.args and not typed else place.seat(number_in(typed))
    if place.match is not None or not lists:
        return place
    possible, usual = place.possible_players, place.game.usual_players
    asked = number_in(request.args.get(PLAYERS))
    counted = {number: list(_count_boxes(place, number, lists)) for number in possible}
    # as long as those of so many players, or at least no value is left out
    fitting = [number for number in possible if all(length in (0, most) for length, most in counted[number])]
    holding = [number for number in possible if all(length <= most for length, most in counted[number])]
    first = usual if usual in fitting else (fitting or holding or possible)[0]
    return place._replace(players=asked if asked in possible else first)


def _count_boxes(place: Place, players: int, lists: list[tuple[Repeated, int]]) -> Iterator[tuple[int, int]]:
    """For each list how many values are given, and how many boxes it has where so many play."""
    sides = len(table_for(place.game, place.rules.options, players=players).seating.sides)
    for field, length in lists:
        yield length, sides if field.by_side else players


def _form_page(template: str, place: Place, question: Question, form: Any, **more: Any) -> Any:
    packs = [(pack, deck(pack)) for pack in getattr(form, "packs", ())]
    page = render_template(
        template,
        place=place,
        game=place.game,
        question=question,
        form=form,
        packs=packs,
        page=Asking(place.table),
        **more,
    )
    return (page, 422) if form.problems else page


def _read_earlier(question: Question) -> Mapping[str, Any]:
    """What an earlier ruling was asked with: the form shows it, to be changed."""
    card = ruling_links.open_card(request.args["again"]) if "again" in request.args else None
    if card is None or card.question["question"] != question.slug:
        return {}
    return ruling_links.drop_frame(card.question)


def _known_answers(place: Place, question: Question) -> Mapping[str, Any]:
    if place.match is None:
        return {}
    entry, writing = number_in(request.args.get("entry")), allows(place.capability, SCORE)
    return known_answers(question, place.table, place.match, entry, writing=writing)


def _what_if(place: Place, question: Question) -> Any:
    """The same match under other rules: every option of the game; the match itself, where it is not known."""
    again = _read_earlier(question)
    other_rules = _rules_form(place, again.get("other") or place.given)
    form = DeskForm(question.but(fields=question.fields[:1]), place.table, again, read_typed())
    if request.method == "POST":
        match = place.match.document() if place.match is not None else form.values().get("match", {})
        asked = ruling_links.frame(place.game.slug, WHAT_IF, place.given)
        ruled = answer_with_ruling(place, {**asked, "match": match, "other": other_rules.rules()})
        if not isinstance(ruled, list):
            return ruled
        of_rules = [finding for finding in ruled if finding.path.startswith("other.")]
        of_match = [finding for finding in ruled if finding not in of_rules]
        if place.match is not None:  # it has no input here; its sentence names the deal
            of_match = [finding._replace(path="") for finding in of_match]
        form.place(of_match)
        other_rules.place(of_rules, "other")
        form.problems += other_rules.problems
    return _form_page("disputes/what_if.html", place, question, form, other=other_rules)
