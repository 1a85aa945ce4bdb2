"""Answers of the JSON API: a document, or what is wrong, in the language of the request."""

from __future__ import annotations

import json
from typing import Any

from flask import Response
from werkzeug.exceptions import HTTPException

from scorekeeper.core.findings import Finding
from scorekeeper.core.scoring.sheet import errors_document
from scorekeeper.core.text import T
from scorekeeper.web.site.languages import catalogue, language

PREFIX = "/api/v1"
NOT_VALID = 422
_SAID = f"{PREFIX}/openapi.json"
_FAILURES = {
    404: ("not_found", T("There is nothing at this address; {address} says what there is.", address=_SAID)),
    405: ("wrong_method", T("This address is not asked in this way; {address} says how.", address=_SAID)),
    413: ("too_large", T("A document is at most 4 megabytes.")),
    500: ("internal", T("The program made a mistake.")),
}


def json_answer(document: Any, status: int = 200) -> Response:
    """A document as JSON, in the language of the request."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    response = Response(text, status, mimetype="application/json")
    response.headers["Content-Language"] = language()
    response.headers["Cache-Control"] = "no-cache"
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def errors(status: int, *findings: Finding) -> Response:
    """What is wrong, in the shape that every refusal has."""
    return json_answer(errors_document(list(findings), catalogue()), status)


def answer_failure(error: HTTPException) -> Response:
    """A refusal that no view has made: an address that is none, a body that is too large."""
    status = error.code or 500
    default = ("refused", T("This could not be understood."))
    response = errors(status, Finding("", *_FAILURES.get(min(status, 500), default)))
    response.headers.extend(
        (name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After")
    )
    return response
