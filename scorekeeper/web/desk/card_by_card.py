"""A deal laid on the card table card by card: a tap lays one, and the page shows what lies there then.

Every card is a button that sends the whole form, so the page needs no script and keeps nothing: what was laid so far
goes along in the form's own inputs, and the verdict is asked for as on any other question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import render_template, request

from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.play.cards import Card, Pack
from scorekeeper.core.play.laying import Hand, Laid, Laying, read_cards, read_list
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T, Text
from scorekeeper.web.desk.forms import Asking, DeskForm, name_counts
from scorekeeper.web.desk.place import Place, answer_with_ruling
from scorekeeper.web.drawing.faces import Face, deck, face
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.entry.inputs import ABSENT, Input
from scorekeeper.web.entry.notation import NotationInput
from scorekeeper.web.match.holding import seat_in_play
from scorekeeper.web.match.seating import places
from scorekeeper.web.request.security import read_typed

WAY, LINES = "way", "lines"
LAY, BACK, OUT, DOWN = "lay", "back", "out", "-"
"""In the form: the card that is tapped, and behind it the open cards that it takes, or that it is laid down; or that
the last one is taken back; or a seat and the card that is taken out of its hand."""
WAITS = "waits"
"""In the form: the cards that were tapped and wait until what comes before the first card is said."""
PLAYERS, SEATS = "players", "seats"
"""In the form: how many play, and the key for another number."""


class TablePlace(NamedTuple):
    """A player at the card table: the place in the drawing, what they took, and their card in the trick."""

    name: str
    place: int
    counts: tuple[int, ...]
    turn: bool
    won: bool
    card: Face | None


Tap = tuple[Card, list[str]]
"""A card that is tapped, and what stands behind it in the form."""


class CardChoice(NamedTuple):
    """One thing that a card may do: what is sent, and the cards that go together, or the words for it."""

    value: str
    faces: tuple[Face, ...]
    words: Text | None = None


def is_laid(question: Question) -> bool:
    """Whether the cards of a question are laid one after the other, and not written in lines."""
    return question.laying is not None and request.args.get(WAY) != LINES and "again" not in request.args


def ask_of_table(question: Question) -> Question:
    """The question with the fields that only the card table needs."""
    assert question.laying is not None, "is_laid says whether a question has cards to lay"
    return name_counts(question.but(fields=(*question.laying.asks, *question.fields)))


def asks_how_many(question: Question) -> bool:
    """Whether a question asks how many play; a match tells it."""
    return any(field.name == PLAYERS for field in question.fields)


def drop_how_many(question: Question, place: Place) -> tuple[Question, dict[str, int]]:
    """The question without the field for how many play, and what it says: the keys above the form, or the match."""
    if not asks_how_many(question):
        return question, {}
    known = place.match is not None or place.players is not None
    kept_fields = tuple(field for field in question.fields if field.name != PLAYERS)
    return question.but(fields=kept_fields), {PLAYERS: len(place.table.names)} if known else {}


def _seat_players(place: Place, question: Question) -> tuple[Place, dict[str, int]]:
    """The place with its seats, and how many they are where the question asks for it."""
    if not asks_how_many(question):
        return place, {}
    if place.match is None:
        place = place.seat(number_in(request.form.get(SEATS, request.form.get(PLAYERS))))
    return place, {PLAYERS: len(place.table.names)}


def record(place: Place, question: Question, answers: Mapping[str, Any]) -> Any:
    """The card table after one more tap; the ruling once it is asked for."""
    laying = question.laying
    assert laying is not None, "is_laid says whether a question has cards to lay"
    place, seats = _seat_players(place, question)
    form = DeskForm(question, place.table, {**answers, **seats}, read_typed())
    document: Mapping[str, Any] = {**form.document(place.game, place.given), **seats}
    choices: list[CardChoice] = []
    taps = _list_taps(laying)
    if SEATS in request.form:
        form = DeskForm(question, place.table, document, None)
    elif request.method == "POST":
        document = _take_up(laying, document, place.table, taps)
        findings = _find_unsaid(question, laying, document, place.table, taps)
        choices = _offer_said(laying, document, place.table, taps, findings)
        if not findings:
            document, choices, taps = _tap(laying, document, place, taps)
            form = DeskForm(question, place.table, document, None)
        if not {LAY, BACK, OUT} & set(request.form) and not findings and not taps:
            table_fields = {field.name for field in laying.asks}
            ruled = answer_with_ruling(place, {k: v for k, v in document.items() if k not in table_fields})
            if not isinstance(ruled, list):
                return ruled
            findings = ruled
        form.place(findings)
    page = _draw(place, question, form, document, choices, [card for card, _words in taps])
    return (page, 422) if form.problems else page


def _list_taps(laying: Laying) -> list[Tap]:
    """The cards that wait, and the one that is tapped; what the first of them takes may be said with it."""
    notation = request.form.get(WAITS, "").split()[: len(laying.pack.cards)]
    waits: list[Tap] = [(card, []) for card in read_cards(laying.pack, notation)]
    words = request.form.get(LAY, "").split()
    card = next(iter(read_cards(laying.pack, words[:1])), None)
    if BACK in request.form:
        return waits[:-1]
    if card is None:
        return waits
    is_first = len(words) > 1 and waits and waits[0][0] == card
    return [(card, words[1:]), *waits[1:]] if is_first else [*waits, (card, words[1:])]


def _find_unsaid(
    question: Question, laying: Laying, document: Mapping[str, Any], table: Table, taps: Sequence[Tap]
) -> list[Finding]:
    """What has to be said, or said otherwise, before a card can be laid."""
    if BACK in request.form or not (taps or LAY in request.form):
        return []
    report = Report()
    needed = laying.needed(table)
    for field in question.fields:
        if field.name in needed and field.name in document:
            field.read(document[field.name], field.name, report, table)
        elif field.name in needed:
            report.error(field.name, "missing", T("“{label}” is missing.", label=field.label))
    return report.errors


def _take_up(
    laying: Laying, document: Mapping[str, Any], table: Table, taps: Sequence[Tap]
) -> Mapping[str, Any]:
    """The document with the field that the first card was offered to fill in, where that was chosen."""
    card, words = taps[0] if taps else (None, [])
    offer = laying.says(document, table, card) if card is not None else None
    chosen = offer is not None and words == [f"{offer.name}={offer.value}"]
    return {**document, offer.name: offer.value} if chosen and offer is not None else document


def _offer_said(
    laying: Laying,
    document: Mapping[str, Any],
    table: Table,
    taps: Sequence[Tap],
    findings: Sequence[Finding],
) -> list[CardChoice]:
    """What the first card most likely tells of a field, where nothing else is missing before it."""
    offer = laying.says(document, table, taps[0][0]) if taps else None
    if offer is None or [finding.path for finding in findings] != [offer.name]:
        return []
    return [CardChoice(f"{taps[0][0]} {offer.name}={offer.value}", (), offer.words)]


WAITING = "waits:"
"""The beginning of what *Write the cards* sends; the cards that wait follow."""


def write_waiting(
    laying: Laying, document: Mapping[str, Any], table: Table, notation: str
) -> Mapping[str, Any]:
    """The document with the cards that wait, for its lines; of a play nothing but its card is taken for said."""
    for card in read_cards(laying.pack, notation.split()[: len(laying.pack.cards)]):
        if card in laying.see(document, table).gone:
            continue
        longer = dict(laying.lay(document, table, card, ()))
        for name in laying.lists:
            lines = read_list(longer, name)
            if lines and lines != read_list(document, name) and isinstance(lines[-1], Mapping):
                play = {key: value for key, value in lines[-1].items() if value == str(card)}
                longer[name] = [*lines[:-1], play]
        document = longer
    return document


def _tap(
    laying: Laying, document: Mapping[str, Any], place: Place, taps: list[Tap]
) -> tuple[Mapping[str, Any], list[CardChoice], list[Tap]]:
    """The document after the taps, what a card may take where that is to be chosen first, and what waits for it."""
    if BACK in request.form:
        return (document if request.form.get(WAITS) else laying.take_back(document)), [], taps
    if OUT in request.form:
        seat, *notation = request.form[OUT].split()
        held, at = read_cards(laying.pack, notation), number_in(seat)
        if held and at is not None:
            document = laying.take_out(document, place.table, at, held[0])
    for number, (card, words) in enumerate(taps):
        seen = laying.see(document, place.table)
        if card in seen.gone or seen.turn is None:
            continue
        ways = laying.ways(document, place.table, card)
        chosen = _find_chosen(laying, ways, words)
        if chosen is None:
            return document, [_make_choice(card, way, laying.down) for way in ways], taps[number:]
        document = laying.lay(document, place.table, card, chosen)
    return document, [], []


def _find_chosen(laying: Laying, ways: Sequence[Hand], words: list[str]) -> Hand | None:
    """The open cards that the card takes: those that were tapped, or the only ones; None where it is open."""
    taken = read_cards(laying.pack, words)
    if words and taken in ways:
        return taken
    return ways[0] if len(ways) == 1 else None


def _make_choice(card: Card, way: Hand, down: Text) -> CardChoice:
    if not way:
        return CardChoice(f"{card} {DOWN}", (), down)
    shown = way if card in way else (card, *way)
    return CardChoice(" ".join(map(str, (card, *way))), tuple(face(shown_card) for shown_card in shown))


def _draw(
    place: Place,
    question: Question,
    form: DeskForm,
    document: Mapping[str, Any],
    choices: list[CardChoice],
    waits: list[Card],
) -> str:
    laying = question.laying
    assert laying is not None
    laid = laying.see(document, place.table)
    kept = [part for part in form.inputs if part.field.name in (*laying.lists, "hands", PLAYERS)]
    asked = [
        part for part in form.inputs if part not in kept and part.field.name in laying.needed(place.table)
    ]
    return render_template(
        "disputes/card_by_card.html",
        place=place,
        game=place.game,
        question=question,
        form=form,
        page=Asking(place.table),
        laid=laid,
        seats=_draw_players(place, laid),
        open_faces=[[face(card) for card in cards] for cards in laid.open_cards],
        said=_say_next(place, laid),
        missing=[part.label.text for part in asked if part.value is ABSENT],
        hands=[(place.table.names[seat], seat, [face(card) for card in cards]) for seat, cards in laid.hands],
        offers=laying.says(document, place.table, laying.pack.cards[0]) is not None,
        gone={str(card) for card in laid.gone},
        waits=list(map(str, waits)),
        choices=choices,
        rows=deck(laying.pack),
        kept=[part for whole in kept for part in _leaves(whole)],
        asked=asked,
        asked_open=bool(form.problems) or any(part.value is ABSENT for part in asked),
        seldom=[part for part in form.inputs if part not in kept and part not in asked],
        asks_players=place.match is None and asks_how_many(question),
        packs=[(pack, deck(pack)) for pack in _find_packs(form, kept)],
    )


def _find_packs(form: DeskForm, kept: Sequence[Input]) -> list[Pack]:
    asked = [part for part in form.inputs if isinstance(part, NotationInput) and part not in kept]
    return list({part.pack.slug: part.pack for part in asked if part.pack}.values())


def _say_next(place: Place, laid: Laid) -> Text | None:
    """What the player in turn does next, where the game has words of its own for it."""
    if laid.says is None or laid.turn is None:
        return None
    return laid.says._replace(params={**laid.says.params, "name": place.table.names[laid.turn]})


def _leaves(part: Input) -> list[Input]:
    """The inputs inside that hold something themselves."""
    inside = [inner for inner in part.all() if not inner.parts]
    return [inner for inner in inside if getattr(inner, "typed", "")]


def _draw_players(place: Place, laid: Laid) -> list[TablePlace]:
    """The players around the table, the one of this phone nearest."""
    counted = [numbers for _what, numbers in laid.counts]
    number = len(counted[0]) if counted else len(place.table.names)
    own_seat = (seat_in_play(place.match) if place.match is not None else None) or 0
    ring, cards = places(place.game, number), dict(laid.trick or ())
    return [
        TablePlace(
            name,
            ring[(seat - own_seat) % number],
            tuple([numbers[seat] for numbers in counted]),
            seat == laid.turn,
            seat == laid.winner,
            face(cards[seat]) if seat in cards else None,
        )
        for seat, name in enumerate(place.table.names[:number])
    ]
