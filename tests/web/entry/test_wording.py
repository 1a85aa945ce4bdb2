"""What a table reads while it enters a deal, in its language: no sentence where nothing has to be explained."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.core.scoring.scores import Line
from scorekeeper.core.text import LANGUAGES, T
from tests.cases import cases
from tests.web.conftest import link
from tests.web.sheet_tables import open_match

NAMES = ["Ana", "Boris", "Vera", "Iker"]
EXACT = {"contract": ["no_trumps"], "declarer": ["0"], "trick_points-0": ["80"], "trick_points-1": ["50"]}
"""All points end in nought: nothing is rounded."""


def preview(app: Flask, language: str, inputs: dict[str, list[str]], **rules: Any) -> str:
    """The words beside the button, of a deal that is being entered."""
    client: FlaskClient = app.test_client()
    client.set_cookie("lang", language)
    base = link(app, open_match(app, "belot", NAMES, **rules), "score")
    token = client.get(f"{base}/draft.json").get_json()["token"]
    answer = client.post(
        f"{base}/draft/preview", json={"inputs": inputs}, headers={"X-CSRFToken": token}
    ).get_json()
    return " ".join(re.sub(r"<[^>]+>", "", answer["html"]).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_rounded_is_not_explained(app: Flask, language: str) -> None:
    told = preview(app, language, EXACT)
    assert "80 × 2 = 160" in told, "what was doubled is said once"
    assert not re.search(r"160 . 10", told)
    assert not told.endswith("·")


@cases(
    "language, one, several",
    ("bg", "Още липсва: Точки от взятки", "Още липсват: Игра, Кой обяви"),
    ("is", "Óútfyllt: Stig úr slögum", "Óútfyllt: Spilað er, Sagnhafi"),
    ("eu", "Oraindik falta da: Bazetako puntuak", "Oraindik falta dira: Kontratua, Kontratuduna"),
    ("es", "Todavía falta: Puntos de las bazas", "Todavía faltan: Contrato, Declarante"),
)
def test_what_is_missing_is_one_thing_or_several(app: Flask, language: str, one: str, several: str) -> None:
    assert preview(app, language, {"contract": ["hearts"], "declarer": ["0"]}).startswith(one)
    assert preview(app, language, {"trick_points-0": ["80"]}).startswith(several)


@cases(
    "language, said",
    ("en", "Winners: Ana and Vera"),
    ("bg", "Победители: Ana и Vera"),
    ("is", "Sigurvegarar: Ana og Vera"),
    ("eu", "Irabazleak: Ana eta Vera"),
    ("es", "Ganan Ana y Vera"),
)
def test_two_who_win_are_two(app: Flask, language: str, said: str) -> None:
    assert said in preview(app, language, EXACT, target=16)


def test_a_reason_of_two_sentences_explains_and_figures_do_not() -> None:
    worth, figures = (
        T("A bid of {bid} is worth {bid}", bid=9),
        T("{points} / 10 = {written}", points=90, written=9),
    )
    joined = T("{worth}; {result}", worth=worth, result=T("made"))
    assert Line(0, 9, "made", joined, ()).explains
    assert not Line(0, 9, "rounded", figures, ()).explains
