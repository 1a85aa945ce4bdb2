"""JSON Schemas of the documents, made from each game's fields, options and questions. No game is named here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.core import fields
from scorekeeper.core.disputes.adjudication import QUESTION_FORMAT, RULING_FORMAT, questions_of
from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.match import FORMAT as MATCH_FORMAT
from scorekeeper.core.match import MAX_ENTRIES, MAX_NAME
from scorekeeper.core.options import EDITION
from scorekeeper.core.play.cards import Card, Pack
from scorekeeper.core.reading import MAX_NOTE, Field
from scorekeeper.core.scoring.decided import ways_of
from scorekeeper.core.scoring.fold import ADJUSTMENT_FIELDS, END_FIELDS, REASON, VOID_FIELDS
from scorekeeper.core.scoring.players import JOINS, LEAVES, MAX_SEATS, SITS
from scorekeeper.core.scoring.sheet import FORMAT as SHEET_FORMAT
from scorekeeper.core.scoring.start import start_fields
from scorekeeper.core.text import NOTHING, Text
from scorekeeper.web.site.languages import say

Schema = dict[str, Any]
Maker = Callable[[Any, Game], Schema]


def of_field(field: Field, game: Game) -> Schema:
    """What JSON a field takes at this game's tables. The engine may still refuse it: a schema knows no rules."""
    made = next(maker for kind, maker in _MAKERS if isinstance(field, kind))(field, game)
    description = " ".join(part for part in (_sentence(field.label), _sentence(field.hint)) if part)
    return {**made, "description": description} if description else made


def of_fields(parts: Iterable[Field], game: Game, also: Mapping[str, Schema] = NOTHING) -> Schema:
    """An object that has these fields and no others; ``also`` are those beside them, none of them required."""
    parts = tuple(parts)
    made: Schema = {
        "type": "object",
        "properties": {**also, **{field.name: of_field(field, game) for field in parts}},
        "additionalProperties": False,
    }
    required = [field.name for field in parts if not field.optional]
    return {**made, "required": required} if required else made


def _sentence(text: Text | None) -> str:
    words = say(text)
    return f"{words[0].upper()}{words[1:].rstrip('.')}." if words else ""


def _or_null(schema: Schema, null: object) -> Schema:
    return {**schema, "type": [schema["type"], "null"]} if null else schema


def _number(field: fields.Number, game: Game) -> Schema:
    return _or_null({"type": "integer", "minimum": field.low, "maximum": field.high}, field.none)


def _seat(field: fields.SeatField, game: Game) -> Schema:
    return _or_null({"type": "integer", "minimum": 0, "maximum": _seats(game) - 1}, field.or_none)


def _side(field: fields.SideField, game: Game) -> Schema:
    return _or_null({"type": "integer", "minimum": 0, "maximum": _sides(game)[1] - 1}, field.or_none)


def notation(pack: Pack) -> Schema:
    """A card of a pack, as it is written."""
    cards = [*pack.cards, *([Card("JK", "")] if pack.jokers else [])]
    ranks = sorted({card.rank for card in cards if card.suit}, key=len, reverse=True)
    tens = (
        ["T"]
        if all(
            f"T{card.suit[0].upper()}" not in map(str, cards) and pack.parse(f"T{card.suit[0]}")
            for card in cards
            if card.rank == "10"
        )
        else []
    )
    suits = "".join(_either_case(str(Card("", suit))) for suit in pack.suits)
    written = f"(?:{'|'.join(_either_case(rank, alone=True) for rank in (*ranks, *tens))})[{suits}]"
    if pack.jokers:
        written = f"(?:{written}|{_either_case('JK', alone=True)})"
    return {"type": "string", "pattern": rf"^\s*{written}\s*$", "examples": [str(pack.cards[-1])]}


def _either_case(letters: str, *, alone: bool = False) -> str:
    if not alone:
        return letters.upper() + letters.lower()
    return "".join(
        letter if letter.isdigit() else f"[{letter.upper()}{letter.lower()}]" for letter in letters
    )


def _cards(field: fields.CardsField, game: Game) -> Schema:
    size = (
        {"maxItems": field.most}
        if field.count is None
        else {"minItems": field.count, "maxItems": field.count}
    )
    return {"type": "array", "items": notation(field.pack), **size}


def _sides(game: Game) -> tuple[int, int]:
    """The fewest and the most sides of this game's tables."""
    counts = {
        len(game.seat(players, game.read_rules({"preset": preset}, players, Report()).options).sides)
        for players in game.players
        for preset in game.presets
    }
    return min(counts), max(*counts, _seats(game)) if game.open_table else max(counts)


def _seats(game: Game) -> int:
    """The most seats of this game's tables, with those that were left."""
    return MAX_SEATS if game.open_table else max(game.players)


def _per_side(field: fields.PerSide, game: Game) -> Schema:
    fewest, most = (min(game.players), _seats(game)) if isinstance(field, fields.PerSeat) else _sides(game)
    items = of_field(field.of, game)
    if field.blanks or game.open_table:
        items = {"anyOf": [items, {"type": "null"}]}
    return {"type": "array", "items": items, "minItems": fewest, "maxItems": most}


_MAKERS: tuple[tuple[Any, Maker], ...] = (
    (fields.Number, _number),
    (fields.Choice, lambda field, game: {"type": "string", "enum": list(field.choices)}),
    (fields.Flag, lambda field, game: {"type": "boolean"}),
    (fields.SeatField, _seat),
    (fields.SideField, _side),
    (fields.CardField, lambda field, game: notation(field.pack)),
    (fields.CardsField, _cards),
    (fields.PerSide, _per_side),
    (
        fields.Repeated,
        lambda field, game: {"type": "array", "items": of_field(field.of, game), "maxItems": field.most},
    ),
    (fields.Group, lambda field, game: of_fields(field.fields, game)),
    (fields.Either, lambda field, game: {"anyOf": [of_field(way, game) for way in field.of]}),
    (fields.TextField, lambda field, game: {"type": "string", "maxLength": field.most}),
    (fields.Document, lambda field, game: {"type": "object"}),
)


# --- whole documents ------------------------------------------------------------------------------


def ref(*name: str) -> Schema:
    """A reference to one of the description's schemas."""
    return {"$ref": f"#/components/schemas/{'-'.join(name)}"}


def documents(games: Mapping[str, Game]) -> dict[str, Schema]:
    """Every schema by its name."""
    by_name: dict[str, Schema] = {}
    for slug, game in games.items():
        by_name[f"{slug}-rules"] = rules(game)
        by_name[f"{slug}-match"] = match(game)
        for name, question in questions_of(game).items():
            by_name[f"{slug}-question-{name}"] = question_document(game, question)
    asked = [ref(slug, "question", name) for slug, game in games.items() for name in questions_of(game)]
    return {
        "match": {"oneOf": [ref(slug, "match") for slug in games]},
        "question": {"oneOf": asked},
        **by_name,
        **ANSWERS,
    }


def rules(game: Game) -> Schema:
    """A preset, the edition of the rulebook, and every option of the game."""
    options = {}
    for name, option in game.options.list_options().items():
        described = f"{_sentence(option.field.label)} {say(option.sentence)} ({option.cite})".strip()
        options[name] = {**of_field(option.field, game), "description": described}
    edition = {"type": "integer", "minimum": 1, "maximum": EDITION}
    preset = {"type": "string", "enum": list(game.presets)}
    return of_fields((), game, {"preset": preset, "edition": edition, **options})


def match(game: Game) -> Schema:
    """A match document of this game."""
    name = {"type": "string", "minLength": 1, "maxLength": MAX_NAME}
    seats = {"type": "array", "items": name, "minItems": min(game.players), "maxItems": max(game.players)}
    text = {"type": "string", "maxLength": MAX_NOTE}
    return {
        "type": "object",
        "properties": {
            "format": {"const": MATCH_FORMAT},
            "game": {"const": game.slug},
            "rules": ref(game.slug, "rules"),
            "players": seats,
            "first_dealer": _seat(fields.SeatField(), game),
            "start": of_fields(start_fields(game), game, {}),
            "entries": {"type": "array", "items": {"anyOf": entries(game)}, "maxItems": MAX_ENTRIES},
            "played": {"type": "string", "format": "date"},
            "place": {**text, "maxLength": 2 * MAX_NAME},
            "note": text,
            "sheet": {"type": "object"},
            "code": {"type": "string"},
        },
        "required": ["format", "game", "players", "entries"],
        "additionalProperties": False,
    }


def entries(game: Game) -> list[Schema]:
    """Every kind of entry that a match of this game takes; a deal in every way of writing it."""
    kinds = [("deal", form.fields) for form in ways_of(game)]
    kinds += [
        ("void", VOID_FIELDS),
        ("adjustment", ADJUSTMENT_FIELDS),
        ("end", END_FIELDS),
        ("players", SITS),
    ]
    if game.open_table:
        kinds += [("players", JOINS), ("players", LEAVES)]
    if game.penalty is not None:
        kinds.append(("penalty", (*game.penalty.fields, REASON)))
    return [_entry(kind, parts, game) for kind, parts in kinds]


def _entry(kind: str, parts: tuple[Field, ...], game: Game) -> Schema:
    also: dict[str, Schema] = {"kind": {"const": kind}, "note": {"type": "string", "maxLength": MAX_NOTE}}
    if kind == "deal":
        also["dealer"] = _seat(fields.SeatField(), game)
    made = of_fields(parts, game, also)
    return {**made, "required": ["kind", *made.get("required", [])]}


def question_document(game: Game, question: Question) -> Schema:
    """A question document of one kind."""
    frame: dict[str, Schema] = {
        "format": {"const": QUESTION_FORMAT},
        "game": {"const": game.slug},
        "question": {"const": question.slug},
        "rules": ref(game.slug, "rules"),
    }
    made = of_fields(question.fields, game, frame)
    required = ["format", "game", "question", *made.get("required", [])]
    return {**made, "required": required, "title": say(question.title)}


# --- answers --------------------------------------------------------------------------------------

TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
MAYBE_TEXT, MAYBE_NUMBER = {"type": ["string", "null"]}, {"type": ["integer", "null"]}
OBJECT: Schema = {"type": "object"}


def list_of(items: Schema) -> Schema:
    """A list of what this schema describes."""
    return {"type": "array", "items": items}


def object_with(**fields: Schema) -> Schema:
    """An object that has these fields, and perhaps more."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def object_of(**fields: Schema) -> Schema:
    """An object that has these fields and no others."""
    return {**object_with(**fields), "additionalProperties": False}


_CITES: Schema = {**list_of(TEXT), "description": "Articles: the game and the number."}
_NUMBERS, _OBJECTS = list_of(NUMBER), list_of(OBJECT)
_PROBLEM = object_of(path=TEXT, code=TEXT, message=TEXT, cites=_CITES)
ANSWERS: dict[str, Schema] = {
    "sheet": object_with(
        format={"const": SHEET_FORMAT},
        game=TEXT,
        rules=OBJECT,
        sides=_OBJECTS,
        entries=_OBJECTS,
        totals=_NUMBERS,
        status={"enum": ["open", "finished"]},
        winners=_NUMBERS,
        ranking=_NUMBERS,
        next_dealer=MAYBE_NUMBER,
        ending=object_with(code=TEXT, text=TEXT, cites=_CITES, entry=MAYBE_NUMBER),
    ),
    "ruling": object_of(
        format={"const": RULING_FORMAT},
        game=TEXT,
        question=TEXT,
        result=OBJECT,
        verdict=TEXT,
        reasons=list_of(object_of(text=TEXT, cites=_CITES)),
        rules=OBJECT,
    ),
    "article": object_of(
        number=TEXT,
        title=TEXT,
        text=TEXT,
        status={"enum": ["scored", "adjudicated", "told"]},
        source=TEXT,
        options=list_of(TEXT),
        citation=TEXT,
    ),
    "rulebook": object_of(
        game=TEXT, language=TEXT, title=TEXT, edition=NUMBER, articles=list_of(ref("article"))
    ),
    "games": object_of(games=list_of(ref("game"))),
    "game": object_of(
        game=TEXT,
        name=TEXT,
        players=_NUMBERS,
        presets={**OBJECT, "additionalProperties": OBJECT},
        options=_OBJECTS,
        questions=_OBJECTS,
    ),
    "errors": object_of(errors={"type": "array", "minItems": 1, "items": _PROBLEM}),
}
