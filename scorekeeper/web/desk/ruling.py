"""A ruling on a page: the verdict, why, the articles in place, what other rules would say, and its link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from flask import render_template

from scorekeeper.core.disputes.adjudication import Answered, adjudicate, questions_of
from scorekeeper.core.disputes.elsewhere import find_customs, find_other_answers
from scorekeeper.core.disputes.rulings import Question, Reason, drop_sentences
from scorekeeper.core.fields import PerSide
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.reading import Field
from scorekeeper.core.rulebook import Article
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.desk.forms import GivenFact, cards_in, facts, pack_of
from scorekeeper.web.desk.place import ANSWER, IRREGULARITY, WHAT_IF, Place
from scorekeeper.web.desk.ruling_links import RulingCard, full_address, is_kept
from scorekeeper.web.desk.what_if import comparison
from scorekeeper.web.drawing.faces import Face
from scorekeeper.web.entry.notation import NotationInput
from scorekeeper.web.match.links import SCORE, allows
from scorekeeper.web.match.words import title_of
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.languages import language, say
from scorekeeper.web.site.rules import cached_book

SENTENCES = 2
"""So many reasons stand below a verdict; further ones unfold."""


class RulingDifference(NamedTuple):
    """What the link says and what the engine answers today."""

    what: str
    then: str
    now: str


def show(place: Place, card: RulingCard, code: str, **more: Any) -> Any:
    """The ruling's page."""
    game, question = place.game, questions_of(place.game).get(str(card.question["question"]))
    address, answered = full_address(code), card.answered
    what_if = answered is not None and answered.question.slug == WHAT_IF
    beside = comparison(place, card.question) if what_if else None
    reasons = (
        beside.reasons if beside is not None else answered.ruling.reasons if answered is not None else ()
    )
    page = render_template(
        "disputes/ruling.html",
        place=place,
        game=game,
        card=card,
        code=code,
        question=question,
        asked=_question_facts(place, card, question),
        change=_change(place, card, code, question),
        answered=answered,
        groups=_name_cards(place, _pack(question), answered.ruling.result if answered else {}),
        beside=beside,
        reasons=reasons,
        SENTENCES=SENTENCES,
        articles=articles(game, reasons),
        book_language=cached_book(game.slug, language()).language,
        others=find_other_answers(answered, card.question, place.names, place.dealer)
        if answered is not None
        else [],
        customs=find_customs(answered) if answered is not None else [],
        differences=differences(card) if card.changed else [],
        address=address,
        only_here=is_alone() and is_kept(code),
        uuid=str(uuid4()),
        pinnable=_pinnable(place),
        writing=place.match is not None and allows(place.capability, SCORE) and not place.match.binned,
        **more,
    )
    return page if answered is not None else (page, 422)


def tell(
    place: Place, question: Question, document: Mapping[str, Any], calls: Sequence[NotationInput] = ()
) -> dict[str, Any]:
    """What the table says while cards are laid, or calls made: the verdict, its cards, the calls that cannot follow.

    All are empty where there is no verdict.
    """
    answered = _adjudicate(place, document)
    if answered is None:
        return {"html": "", "cards": [], "refused": []}
    groups = [group.faces for group in cards_in(_pack(question), answered.ruling.result)]
    return {
        "html": render_template("disputes/told.html", answered=answered, groups=groups, game=place.game),
        "cards": [face.notation for group in groups for face in group],
        "refused": [key for part in calls for key in _refused(place, document, part)],
    }


def _name_cards(place: Place, pack: Any, result: Mapping[str, Any]) -> list[tuple[str, tuple[Face, ...]]]:
    """The cards of a result, each with whose they are, or what they are, where a deal of the game has such cards."""
    fields = {field.name: field for form in place.game.forms for field in form.fields}
    return [
        (_call_cards(place, fields.get(group.name), group.number), group.faces)
        for group in cards_in(pack, result)
    ]


def _call_cards(place: Place, field: Field | None, number: int) -> str:
    if not isinstance(field, PerSide):
        return "" if field is None else say(field.label)
    if place.match is not None:
        return place.table.side_name(number)
    return say(T("Side {number}", number=number + 1))


def _adjudicate(place: Place, document: Mapping[str, Any]) -> Answered | None:
    return adjudicate(document, GAMES, Report(), place.names, place.dealing)


def _refused(place: Place, document: Mapping[str, Any], calls: NotationInput) -> list[str]:
    """The calls that the engine refuses after those of a document. What it rules on, an offence, is not among them."""
    calls_made = document[calls.name]
    longer = {key: {**document, calls.name: [*calls_made, value]} for key, _words, value in calls.words}
    return [key for key, longer_document in longer.items() if _adjudicate(place, longer_document) is None]


def ask_for_cards() -> dict[str, Any]:
    """What the card table says while no card lies there: what to do, and no verdict on nothing."""
    return {"html": render_template("disputes/told.html", answered=None), "cards": []}


def _question_facts(place: Place, card: RulingCard, question: Question | None) -> list[GivenFact]:
    if question is None:
        return []
    if question.slug == IRREGULARITY:
        shown = [GivenFact(say(asked), say(chosen)) for asked, chosen in trail(place.game, card.question)]
        side, table = card.question.get("side"), place.table
        if place.match is not None and type(side) is int and side < len(table.seating.sides):
            shown.append(GivenFact(say(T("Whose mistake was it?")), table.side_name(side)))
        return shown
    if card.answered is None:
        return []
    return facts(question, card.question, place.table)


def trail(game: Game, document: Mapping[str, Any]) -> list[tuple[Text, Text]]:
    """What was asked so far and what was answered."""
    steps = []
    answers = list(document.get("answers") or ())
    for index, answer in enumerate(answers):
        asked = adjudicate({**document, "answers": answers[:index]}, {game.slug: game}, Report())
        if asked is None:
            break
        result = asked.ruling.result
        words = next((way["text"] for way in result["choices"] if way["choice"] == answer), None)
        if words is not None:
            steps.append((result["asks"], words))
    return steps


def _change(place: Place, card: RulingCard, code: str, question: Question | None) -> str:
    """Where the question is asked once more, with every answer but the last, or filled in as it was."""
    if question is None:
        return ""
    if question.slug == IRREGULARITY:
        answers = card.question.get("answers") or [""]
        return place.ask(question.slug, **{ANSWER: answers[:-1]})
    return place.ask(question.slug, again=code)


def _pack(question: Question | None) -> Any:
    fields = question.fields if question is not None else ()
    return next((pack for pack in map(pack_of, fields) if pack), None)


def articles(game: Game, reasons: Sequence[Reason]) -> list[Article]:
    """Every article that reasons cite, in their order."""
    cited = dict.fromkeys(cite.partition(" ")[2] for reason in reasons for cite in reason.cites)
    book = cached_book(game.slug, language())
    return [book.articles[number] for number in cited if number in book.articles]


def differences(card: RulingCard) -> list[RulingDifference]:
    """What of the result is another today, as the documents write it."""
    result = drop_sentences(card.answered.ruling.result) if card.answered is not None else {}
    linked = card.result if isinstance(card.result, dict) else {"": card.result}
    return [
        RulingDifference(name, _as_words(linked.get(name)), _as_words(result.get(name)))
        for name in linked
        if linked.get(name) != result.get(name)
    ]


def _as_words(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(_as_words(part) for part in value) or "–"
    if isinstance(value, dict):
        return " ".join(f"{name} {_as_words(part)}" for name, part in value.items())
    return "–" if value is None else str(value)


def _pinnable(place: Place) -> list[tuple[int, str]]:
    """The entries that a ruling can be pinned to, the newest first."""
    match: Match | None = place.match
    if match is None:
        return []
    return [
        (row.seq, title_of(row, match, short=True))
        for row in reversed(match.rows())
        if row.entry["kind"] != "end"
    ]
