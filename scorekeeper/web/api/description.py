"""The OpenAPI description of the JSON API, made from the games, their fields, options and questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.rulebook import load_examples, load_rulings
from scorekeeper.translations.catalogues import LANGUAGES
from scorekeeper.web.api.answers import PREFIX
from scorekeeper.web.api.schema import documents, ref
from scorekeeper.web.leagues.exchange.api_schema import ADDRESSES, LEAGUE, LINK, SCHEMAS
from scorekeeper.web.site.languages import say

VERSION = "3.1.0"
REFUSALS = {
    "400": "The body is not JSON.",
    "404": "There is no such game, article or league.",
    "413": "The body is longer than 4 megabytes.",
    "422": "The document, or a date or cursor in the address, is not valid: every problem is named.",
}
_LANG = {
    "name": "lang",
    "in": "query",
    "description": "The language of the sentences; otherwise that of Accept-Language.",
    "schema": {"type": "string", "enum": list(LANGUAGES)},
}


def openapi(games: Mapping[str, Game]) -> dict[str, Any]:
    """The whole description."""
    return {
        "openapi": VERSION,
        "info": {
            "title": "Scorekeeper",
            "version": "1",
            "description": "Scores, rulings and rules, and leagues to read. Nothing is stored.",
        },
        "servers": [{"url": PREFIX}],
        "paths": _paths(games),
        "components": {"schemas": {**documents(games), **SCHEMAS}},
    }


def _paths(games: Mapping[str, Game]) -> dict[str, Any]:
    game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "enum": list(games)}}
    article = {"name": "article", "in": "path", "required": True, "schema": {"type": "string"}}
    matches = {slug: example.match for slug in games for example in load_examples(slug)[:1]}
    questions = {slug: ruling.question for slug in games for ruling in load_rulings(slug)[:1]}
    return {
        "/score": {"post": _describe_post("score_match", "The sheet of a match", "match", "sheet", matches)},
        "/rulings": {
            "post": _describe_post("ruling", "The ruling on a question", "question", "ruling", questions)
        },
        "/rules/{game}": {"get": _describe_get("rulebook", "A whole rulebook", "rulebook", game)},
        "/rules/{game}/{article}": {
            "get": _describe_get("one_article", "One article of a rulebook", "article", game, article)
        },
        "/games": {"get": _describe_get("games", "The games with their options and questions", "games")},
        **{f"/leagues/{{public_id}}{path}": {"get": _of_league(path)} for path in ADDRESSES},
        "/openapi.json": {
            "get": {
                "operationId": "description",
                "summary": "This description",
                "parameters": [_LANG],
                "responses": {"200": _content({"type": "object"}, "This description")},
            }
        },
    }


def _of_league(path: str) -> dict[str, Any]:
    summary, answer, parameters = ADDRESSES[path]
    name = f"league_{path.rpartition('/')[2]}" if path else "league"
    asked = _describe_get(name, summary, answer, LEAGUE, LINK, *parameters)
    same = {"description": "Nothing has changed since the ETag that was sent."}
    refused = _describe_refusals("422") if parameters else {}
    return {**asked, "responses": {**asked["responses"], **refused, "304": same}}


def _describe_get(name: str, summary: str, answer: str, *parameters: Any) -> dict[str, Any]:
    refused = ("404",) if parameters else ()
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [*parameters, _LANG],
        "responses": {"200": _content(ref(answer), summary), **_describe_refusals(*refused)},
    }


def _describe_post(
    name: str, summary: str, body: str, answer: str, examples: Mapping[str, Any]
) -> dict[str, Any]:
    shown = {slug: {"value": example} for slug, example in examples.items()}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [_LANG],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref(body), "examples": shown}},
        },
        "responses": {"200": _content(ref(answer), summary), **_describe_refusals("400", "413", "422")},
    }


def _content(schema: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _describe_refusals(*statuses: str) -> dict[str, Any]:
    return {status: _content(ref("errors"), REFUSALS[status]) for status in statuses}


def game_document(game: Game) -> dict[str, Any]:
    """A game as ``/games`` lists it."""
    players = max(game.players)
    return {
        "game": game.slug,
        "name": say(game.name),
        "players": list(game.players),
        "presets": {
            preset: game.read_rules({"preset": preset}, players, Report()).document()
            for preset in game.presets
        },
        "options": [
            {
                "option": name,
                "label": say(option.field.label),
                "sentence": say(option.sentence),
                "cite": option.cite,
            }
            for name, option in game.options.list_options().items()
        ],
        "questions": [
            {"question": slug, "title": say(question.title)} for slug, question in questions_of(game).items()
        ],
    }
