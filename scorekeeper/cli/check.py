"""``scorekeeper check``: how a server looks from outside: its key, its schema, what its proxy makes of a request."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from scorekeeper.cli.files import FAILED, GOOD, StoppedError
from scorekeeper.cli.keeping import ask, print_sentences
from scorekeeper.core.text import Catalogue, T, Text
from scorekeeper.host.metrics_access import TOKEN_VARIABLE
from scorekeeper.store import instance, server_key

PAGE = "/check"
TIMES = 4
"""Requests on connections of their own: a proxy gives them to different machines."""
INVENTED = "192.0.2.77"
"""An address for documentation, which a browser might write into its request."""


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument(
        "url", metavar="URL", help="the address of the server, such as https://scores.example"
    )


def run(options: Any, words: Catalogue | None) -> int:
    """Ask and tell; returns the exit status."""
    parts = urlsplit(options.url if "//" in options.url else f"https://{options.url}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise StoppedError(T("“{name}” is no address of a server.", name=options.url))
    answers = [_ask(f"{parts.scheme}://{parts.netloc}") for _ in range(TIMES)]
    print_sentences(_tell(answers[0]), words)
    problems = list(_find_problems(answers, parts.scheme, parts.netloc))
    print_sentences(problems or [T("Nothing is wrong.")], words)
    return FAILED if problems else GOOD


def _ask(address: str) -> dict[str, Any]:
    headers = {"X-Forwarded-For": INVENTED} if os.environ.get(TOKEN_VARIABLE) else {}
    try:
        status, text = ask(address + PAGE, headers)
    except OSError as error:
        raise StoppedError(
            T("{address} does not answer: {reason}.", address=address, reason=str(error.strerror or error))
        ) from error
    if status != 200:
        raise StoppedError(
            T(
                "{address} answers {status}. It tells its keeper alone: set {variable} to the server’s own, or ask "
                "on its machine and past the proxy.",
                address=address,
                status=status,
                variable=TOKEN_VARIABLE,
            )
        )
    try:
        facts: dict[str, Any] = json.loads(text)
        return facts
    except ValueError as error:
        raise StoppedError(T("{address} is no server of Scorekeeper.", address=address)) from error


def _tell(facts: dict[str, Any]) -> Iterator[Text]:
    yield T(
        "Scorekeeper {version} on {database}, schema {schema}, key {key}.",
        version=facts["version"],
        database=facts["database"],
        schema=facts["schema"],
        key=facts["key"],
    )
    seen = facts["request"]
    yield T(
        "The request arrives as {scheme}://{host}, from {address}.",
        scheme=seen["scheme"],
        host=seen["host"],
        address=seen["address"],
    )
    for name, value in seen["headers"].items():
        yield Text("{name}: {value}", {"name": name, "value": value})


def _find_problems(answers: list[dict[str, Any]], scheme: str, host: str) -> Iterator[Text]:
    first = answers[0]
    for obstacle in dict.fromkeys(answer["obstacle"] for answer in answers if answer["obstacle"]):
        yield T("It is not ready: {reason}.", reason=obstacle)
    for name in ("version", "schema", "key"):
        values = sorted({str(answer[name]) for answer in answers})
        if len(values) > 1:
            yield T(
                "The machines behind this address differ: {name} {values}.",
                name=name,
                values=", ".join(values),
            )
    place = instance.key_place()
    if place.exists() and (own := server_key.fingerprint(instance.secret_key(make=False))) != first["key"]:
        yield T("The key at {place} is another one: {key}.", place=str(place), key=own)
    seen = first["request"]
    if scheme == "https" and seen["scheme"] != "https":
        yield T(
            "It was asked for by https and takes it for {scheme}: the proxy has to set X-Forwarded-Proto, and "
            "{variable} to name the proxy.",
            scheme=seen["scheme"],
            variable=instance.PROXIES_VARIABLE,
        )
    if seen["host"] != host:
        yield T("{asked} arrives as {seen}: the proxy has to pass Host on.", asked=host, seen=seen["host"])
    if seen["address"] == INVENTED:
        yield T(
            "An address that a browser invents is believed: the proxy has to drop the X-Forwarded-For that it is sent."
        )
