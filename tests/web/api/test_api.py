"""The JSON API: the same answers as the command line, one shape of refusals, and a description that is true."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.core.disputes.adjudication import questions_of
from scorekeeper.core.rulebook import load_examples, load_rulebook, load_rulings
from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES, rule, score
from scorekeeper.web.api import description, schema
from scorekeeper.web.api import documents as api
from scorekeeper.web.api.description import openapi
from tests.broken_game import BROKEN_MATCH, BROKEN_QUESTION, broken_game
from tests.cases import case, cases

MATCHES = [case(f"{game}: {one.title}", game, one) for game in GAMES for one in load_examples(game)]
RULINGS = [case(f"{game}: {one.title}", game, one) for game in GAMES for one in load_rulings(game)]
SHAPE = {
    "not_an_object",
    "not_a_list",
    "not_a_text",
    "not_a_number",
    "not_a_flag",
    "wrong_type",
    "missing",
    "unknown_field",
    "unknown_format",
    "unknown_choice",
    "out_of_range",
    "too_long",
    "too_many",
    "list_length",
    "card_count",
    "unknown_seat",
    "unknown_side",
    "unknown_card",
}
"""What a schema may object to. All else is the engine's affair."""


@pytest.fixture(scope="module")
def described(application: Flask) -> dict[str, Any]:
    with application.test_request_context():
        return openapi(GAMES)


# --- a small judge of schemas: the words that web/api/schema.py uses, and no other ---------------------

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
SILENT = {"description", "title", "examples", "format"}


def objections(schema: dict[str, Any], value: Any, whole: dict[str, Any], at: str = "") -> list[str]:
    """What a schema has against a value."""
    found = []
    for word, given in schema.items():
        if word not in SILENT:
            found += JUDGES[word](given, value, schema, whole, at)
    return found


def _type(given: Any, value: Any, schema: Any, whole: Any, at: str) -> list[str]:
    kinds = [given] if isinstance(given, str) else given
    fits = any(
        isinstance(value, TYPES[kind]) and not (kind == "integer" and value is True | False) for kind in kinds
    )
    return [] if fits and not (isinstance(value, bool) and "boolean" not in kinds) else [f"{at}: not {given}"]


def _properties(given: Any, value: Any, schema: Any, whole: Any, at: str) -> list[str]:
    pairs = value.items() if isinstance(value, dict) else ()
    return [
        one
        for name, part in pairs
        if name in given
        for one in objections(given[name], part, whole, f"{at}.{name}")
    ]


def _additional(given: Any, value: Any, schema: Any, whole: Any, at: str) -> list[str]:
    unknown = set(value) - set(schema.get("properties", {})) if isinstance(value, dict) else set()
    if given is False:
        return [f"{at}: unknown {name}" for name in unknown]
    return [one for name in unknown for one in objections(given, value[name], whole, f"{at}.{name}")]


def _items(given: Any, value: Any, schema: Any, whole: Any, at: str) -> list[str]:
    parts = enumerate(value) if isinstance(value, list) else ()
    return [one for index, part in parts for one in objections(given, part, whole, f"{at}[{index}]")]


def _some(given: Any, value: Any, whole: Any, at: str, fewest: int, most: int) -> list[str]:
    tried = [objections(one, value, whole, at) for one in given]
    fits = sum(not one for one in tried)
    return [] if fewest <= fits <= most else [f"{at}: fits {fits}", *min(tried, key=len)]


def _ref(given: Any, value: Any, schema: Any, whole: Any, at: str) -> list[str]:
    return objections(whole["components"]["schemas"][given.rpartition("/")[2]], value, whole, at)


def _find_bounds(good: Any, kind: Any) -> Any:
    def judge(given: Any, value: Any, schema: Any, whole: Any, at: str) -> list[str]:
        applies = isinstance(value, kind) and not isinstance(value, bool)
        return [f"{at}: {given}"] if applies and not good(value, given) else []

    return judge


JUDGES = {
    "type": _type,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "$ref": _ref,
    "required": lambda given, value, schema, whole, at: [
        f"{at}: no {name}" for name in given if isinstance(value, dict) and name not in value
    ],
    "anyOf": lambda given, value, schema, whole, at: _some(given, value, whole, at, 1, len(given)),
    "oneOf": lambda given, value, schema, whole, at: _some(given, value, whole, at, 1, 1),
    "const": lambda given, value, schema, whole, at: [] if value == given else [f"{at}: not {given}"],
    "enum": lambda given, value, schema, whole, at: [] if value in given else [f"{at}: not of {given}"],
    "minimum": _find_bounds(lambda value, given: value >= given, int),
    "maximum": _find_bounds(lambda value, given: value <= given, int),
    "minItems": _find_bounds(lambda value, given: len(value) >= given, list),
    "maxItems": _find_bounds(lambda value, given: len(value) <= given, list),
    "minLength": _find_bounds(lambda value, given: len(value) >= given, str),
    "maxLength": _find_bounds(lambda value, given: len(value) <= given, str),
    "pattern": _find_bounds(lambda value, given: re.search(given, value) is not None, str),
}


def judge(described: dict[str, Any], name: str, value: Any) -> list[str]:
    return objections({"$ref": f"#/components/schemas/{name}"}, value, described)


# --- what the schemas take ------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "example"), MATCHES)
def test_the_schema_takes_every_worked_match_that_has_the_right_shape(described, game, example):
    document, good = score(example.match)
    wrong = judge(described, "match", example.match)
    if good or not {error["code"] for error in document["errors"]} & SHAPE:
        assert wrong == []


@pytest.mark.parametrize(("game", "worked"), RULINGS)
def test_the_schema_takes_every_worked_question_that_has_the_right_shape(described, game, worked):
    document, good = rule(worked.question)
    wrong = judge(described, "question", worked.question)
    if good or not {error["code"] for error in document["errors"]} & SHAPE:
        assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_schema_objects_to_what_read_refuses(described, game):
    for worked in load_rulings(game):
        spoilt = {**worked.question, "nobody_asked": 1}
        assert judge(described, "question", spoilt)
        assert not rule(spoilt)[1]
        for name in questions_of(GAMES[game])[worked.question["question"]].fields:
            if not name.optional:
                short = {key: value for key, value in worked.question.items() if key != name.name}
                assert judge(described, "question", short), name.name
    for example in load_examples(game):
        assert judge(described, "match", {**example.match, "players": []})
        assert judge(described, "match", {**example.match, "rules": {"preset": "unknown"}})


@pytest.mark.parametrize("module", [api, description, schema])
def test_a_fifth_game_needs_no_line_here(module):
    source = Path(module.__file__).read_text(encoding="utf-8")
    names = {field.name for game in GAMES.values() for form in game.forms for field in form.fields}
    names |= {
        field.name for game in GAMES.values() for one in game.questions.values() for field in one.fields
    }
    names |= {name for game in GAMES.values() for name in game.options.list_options()}
    shared = {"players", "dealer"}  # words of every match document
    strings = set(re.findall(r'"(\w+)"', source))
    assert strings & {*GAMES, *names} <= shared


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_game_is_described_in_words(described, game):
    """No schema repeats a field: they are made of them, so each carries the label people see."""
    for name, question in questions_of(GAMES[game]).items():
        properties = described["components"]["schemas"][f"{game}-question-{name}"]["properties"]
        for field in question.fields:
            assert str(field.label)[1:] in properties[field.name]["description"]
    options = described["components"]["schemas"][f"{game}-rules"]["properties"]
    assert set(options) == {"preset", "edition", *GAMES[game].options.list_options()}


# --- the routes -----------------------------------------------------------------------------------


def test_the_description_is_held_against_the_routes(application, described):
    routed = {
        (
            re.sub(r"<(\w+)>", r"{\1}", rule_.rule).removeprefix("/api/v1"),
            method.lower(),
            rule_.endpoint.partition(".")[2],
        )
        for rule_ in application.url_map.iter_rules()
        if rule_.rule.startswith("/api/")
        for method in rule_.methods - {"HEAD", "OPTIONS"}
    }
    told = {
        (path, method, operation["operationId"])
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
    assert told == routed
    assert described["openapi"].startswith("3.1")


def test_every_reference_of_the_description_leads_somewhere(described):
    wanted = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(described)))
    assert wanted <= set(described["components"]["schemas"])


def test_the_description_says_what_each_route_answers(application, described):
    client = application.test_client()
    asked = {
        "/score": (load_examples("belot")[0].match, [1, 2]),
        "/rulings": (load_rulings("kani")[0].question, {"format": "nothing"}),
    }
    for path, (good, bad) in asked.items():
        for body, status in ((good, 200), (bad, 422)):
            answer = client.post(f"/api/v1{path}", json=body)
            assert answer.status_code == status
            _fits(described, path, "post", answer)
    for path, status in (
        ("/rules/{game}/{article}", 200),
        ("/rules/{game}", 200),
        ("/games", 200),
        ("/openapi.json", 200),
    ):
        answer = client.get("/api/v1" + path.format(game="escoba", article="2.1"))
        assert answer.status_code == status
        _fits(described, path, "get", answer)
    answer = client.get("/api/v1/rules/escoba/99.9")
    assert (answer.status_code, answer.json["errors"][0]["code"]) == (404, "unknown_article")
    _fits(described, "/rules/{game}/{article}", "get", answer)
    assert client.get("/api/v1/rules/whist").json["errors"][0]["code"] == "unknown_game"


def _fits(described, path, method, answer):
    schema = described["paths"][path][method]["responses"][str(answer.status_code)]["content"][
        "application/json"
    ]["schema"]
    assert answer.mimetype == "application/json"
    assert objections(schema, answer.json, described) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_api_gives_the_very_same_answers_as_the_engine(application, game):
    client = application.test_client()
    for worked in load_rulings(game):
        answer = client.post("/api/v1/rulings", json=worked.question)
        document, good = rule(worked.question)
        assert (answer.json, answer.status_code) == (document, 200 if good else 422)
    for example in load_examples(game):
        answer = client.post("/api/v1/score", json=example.match)
        document, good = score(example.match)
        assert (answer.json, answer.status_code) == (document, 200 if good else 422)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lang_changes_the_sentences_and_nothing_else(application, language):
    client = application.test_client()
    question = load_rulings("belot")[0].question
    answers = [client.post(f"/api/v1/rulings?lang={code}", json=question) for code in ("en", language)]
    assert answers[0].json["result"] == answers[1].json["result"]
    assert answers[1].headers["Content-Language"] == language
    assert client.get(f"/api/v1/rules/kani?lang={language}").json["articles"][0]["number"] == (
        next(iter(load_rulebook("kani").articles))
    )


@cases(
    "body, status, code",
    (b"", 400, "not_json"),
    (b"{", 400, "not_json"),
    (b"\xff\xfe", 400, "not_utf8"),
    (b'{"a": 1, "a": 2}', 400, "named_twice"),
    (b"[" * 100_000, 400, "too_deep"),
    (b'{"a": NaN}', 400, "not_json"),
    (b"null", 422, "not_an_object"),
    (b" " * 4_000_001, 413, "too_large"),
    (b" " * 4_300_000, 413, "too_large"),
)
@pytest.mark.parametrize("route", ["score", "rulings"])
def test_what_cannot_be_read_is_refused_in_the_one_shape(application, described, route, body, status, code):
    answer = application.test_client().post(f"/api/v1/{route}", data=body)
    assert (answer.status_code, answer.json["errors"][0]["code"]) == (status, code)
    _fits(described, f"/{route}", "post", answer)


@cases(
    "method, address, status",
    ("GET", "/api/v1/score", 405),
    ("GET", "/api/v1/nothing", 404),
    ("POST", "/api/v1/games", 405),
    ("GET", "/api/v2/games", 404),
)
def test_an_address_that_is_none_says_so_in_the_same_shape(application, described, method, address, status):
    answer = application.test_client().open(address, method=method)
    assert answer.status_code == status
    assert judge(described, "errors", answer.json) == []


@pytest.mark.long
@pytest.mark.parametrize(("route", "body"), [("score", BROKEN_MATCH), ("rulings", BROKEN_QUESTION)])
def test_a_mistake_of_the_program_is_said_in_the_same_shape_and_noted(app, described, caplog, route, body):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with broken_game():
        answer = app.test_client().post(f"/api/v1/{route}", data=json.dumps(body))
    assert answer.status_code == 500
    assert answer.mimetype == "application/json"
    assert judge(described, "errors", answer.json) == []
    assert [error["code"] for error in answer.json["errors"]] == ["internal"]
    (noted,) = [record for record in caplog.records if record.exc_info]
    assert noted.exc_info[0] is ZeroDivisionError, "with its traceback, for the server's keeper"


@pytest.mark.long
def test_links_tried_too_often_are_refused_in_the_same_shape(app, described):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    client = app.test_client()
    answers = [client.get("/api/v1/leagues/nowhere?link=guessed") for _ in range(400)]
    refused = next(answer for answer in answers if answer.status_code != 404)
    assert refused.status_code == 429
    assert refused.mimetype == "application/json"
    assert judge(described, "errors", refused.json) == []
    assert [error["code"] for error in refused.json["errors"]] == ["too_often"]
    assert int(refused.headers["Retry-After"]) > 0


def test_only_what_stores_nothing_goes_without_a_token(application):
    free = {name for name, view in application.view_functions.items() if hasattr(view, "stores_nothing")}
    assert free == {"api.score_match", "api.ruling"}
