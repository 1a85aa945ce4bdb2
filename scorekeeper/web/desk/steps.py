"""Something went wrong at the table: one question after the other, each a tap, until it is clear what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import render_template, request

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.disputes.rulings import Question, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.web.desk.place import ANSWER, SIDE, Place, answer_with_ruling, asked_table
from scorekeeper.web.desk.ruling import articles, trail
from scorekeeper.web.desk.ruling_links import frame
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.site.languages import language
from scorekeeper.web.site.pages import require
from scorekeeper.web.site.rules import cached_book


def step(place: Place, question: Question) -> Any:
    """The next thing to ask; or the way to the ruling."""
    document = _document(place)
    answered = require(adjudicate(document, GAMES, Report(), place.names))
    ruling, answers = answered.ruling, document["answers"]
    entry = ruling.result["entry"]
    if ruling.result["asks"] is None and not (place.match is not None and _needs_side(entry)):
        return answer_with_ruling(place, document)
    return render_template(
        "disputes/steps.html",
        place=place,
        game=place.game,
        question=question,
        ruling=ruling,
        choices=_choices(place, ruling, answers),
        trail=trail(place.game, document),
        back=place.ask(question.slug, **{ANSWER: answers[:-1]}) if answers else place.home(),
        articles=articles(place.game, ruling.reasons),
        book_language=cached_book(place.game.slug, language()).language,
    )


def _document(place: Place) -> dict[str, Any]:
    document = frame(place.game.slug, "irregularity", place.given)
    document["answers"] = request.args.getlist(ANSWER)
    if place.match is not None:
        document["players"] = len(asked_table(place.match).names)
        side = number_in(request.args.get(SIDE))
        if side is not None:
            document[SIDE] = side
    return document


def _needs_side(entry: Mapping[str, Any] | None) -> bool:
    """Whether what is written down depends on whose mistake it was, and that is not said yet."""
    if entry is None or SIDE in request.args:
        return False
    return any(name in entry and entry[name] is None for name in ("side", "scores", "whole_to"))


def _choices(place: Place, ruling: Ruling, answers: list[str]) -> list[tuple[str, Text | str]]:
    """Where each answer leads, and its words; at the end the sides."""
    if ruling.result["asks"] is None:
        table = place.table
        return [
            (place.ask("irregularity", **{ANSWER: answers, SIDE: side}), table.side_name(side))
            for side in range(len(table.seating.sides))
        ]
    return [
        (place.ask("irregularity", **{ANSWER: [*answers, way["choice"]]}), way["text"])
        for way in ruling.result["choices"]
    ]
