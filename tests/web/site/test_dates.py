"""Days as they are written in each language."""

from datetime import date

import pytest
from flask import Flask

from scorekeeper.web.site.dates import day_words, near_words
from tests.cases import cases

BASQUE = [
    (date(2026, 11, 21), "2026ko azaroaren 21a"),
    (date(2025, 5, 5), "2025eko maiatzaren 5a"),
    (date(2030, 1, 31), "2030eko urtarrilaren 31"),
    (date(2021, 3, 11), "2021eko martxoaren 11"),
    (date(2011, 12, 1), "2011ko abenduaren 1a"),
    (date(2000, 2, 10), "2000ko otsailaren 10a"),
    (date(1900, 6, 30), "1900eko ekainaren 30a"),
]


@pytest.mark.parametrize(("day", "written"), BASQUE)
def test_basque_numbers_have_the_endings_that_are_said(app: Flask, day: date, written: str) -> None:
    with app.test_request_context("/?lang=eu"):
        assert day_words(day, "long") == written


@cases(
    "language, medium, long",
    ("en", "Nov 21, 2026", "November 21, 2026"),
    ("bg", "21.11.2026 г.", "21 ноември 2026 г."),
    ("is", "21. nóv. 2026", "21. nóvember 2026"),
    ("eu", "2026ko aza. 21a", "2026ko azaroaren 21a"),
    ("es", "21 nov 2026", "21 de noviembre de 2026"),
)
def test_a_day_is_written_as_the_reader_writes_it(app: Flask, language: str, medium: str, long: str) -> None:
    with app.test_request_context(f"/?lang={language}"):
        told = [
            day_words(date(2026, 11, 21), size).replace("\u202f", " ").replace("\xa0", " ")
            for size in ("medium", "long")
        ]
    assert told == [medium, long]


@cases(
    "language, told",
    ("en", ["today", "yesterday", "November 1", "Nov 21, 2025"]),
    ("bg", ["днес", "вчера", "1 ноември", "21.11.2025 г."]),
    ("is", ["í dag", "í gær", "1. nóvember", "21. nóv. 2025"]),
    ("eu", ["gaur", "atzo", "azaroaren 1a", "2025eko aza. 21a"]),
    ("es", ["hoy", "ayer", "1 de noviembre", "21 nov 2025"]),
)
def test_a_day_that_is_near_is_called_as_people_call_it(app: Flask, language: str, told: list[str]) -> None:
    today = date(2026, 11, 21)
    days = (today, date(2026, 11, 20), date(2026, 11, 1), date(2025, 11, 21))
    with app.test_request_context(f"/?lang={language}"):
        said = [near_words(day, today).replace("\u202f", " ").replace("\xa0", " ") for day in days]
    assert said == told
