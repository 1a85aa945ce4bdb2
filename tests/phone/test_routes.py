"""Every page that a server has opens in the browser's Python, with matches of every game and a league behind it.

`walk_inside.py` walks through an evening and opens the pages, all in one start of that Python; what has to come of it
stands here.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.phone.building import ask_inside, locked
from tests.phone.routes import ANOTHER_MACHINE, NOT_THERE, POSTED

PATIENCE = 300.0
ALONE = "Not on this phone alone"


@pytest.fixture(scope="module")
def walked(phone_folder: Path) -> dict[str, Any]:
    """What the walk came to; one worker walks for all."""
    scratch = phone_folder.with_name("walk")
    with locked(scratch):
        scratch.mkdir(exist_ok=True)
        if not (scratch / "said.json").exists():
            ask_inside(phone_folder, scratch, "tests.phone.walk_inside", {}, PATIENCE)
    told: dict[str, Any] = json.loads((scratch / "said.json").read_text(encoding="utf-8"))
    return told


def test_every_page_has_a_sample(walked: dict[str, Any]) -> None:
    assert walked["without"] == [], (
        "add what stands in their addresses to VALUES in tests/phone/routes.py, or have tests/phone/evening.py find it"
    )


def test_no_page_fails_and_none_misses_a_module(walked: dict[str, Any]) -> None:
    assert sorted(set(walked["failed"])) == [], (
        "a module that is missing belongs into tools/phone/choosing.toml"
    )
    assert [one for one in walked["opened"] if one["status"] >= 500 or one["missing"]] == []


def test_every_page_opens_but_those_that_a_phone_has_not(walked: dict[str, Any]) -> None:
    answered = {(one["page"], one["status"]) for one in walked["opened"]}
    assert {page: status for page, status in answered if status != 200} == dict.fromkeys(NOT_THERE, 404)


def test_pages_come_from_templates_that_the_build_compiled(walked: dict[str, Any]) -> None:
    assert walked["templates"] == {"loader": "ModuleLoader", "texts": []}


def test_no_page_leads_out_of_the_program(walked: dict[str, Any]) -> None:
    outward = {one["page"]: one["outward"] for one in walked["opened"] if one["outward"]}
    assert outward == {"along.show": ["/hand-over"]}, "it asks the server beside the program, if there is one"


def test_pages_that_need_another_machine_say_so_and_no_others(walked: dict[str, Any]) -> None:
    assert {one["page"] for one in walked["opened"] if one["title"] == ALONE} == ANOTHER_MACHINE
    assert [one for one in walked["opened"] if one["page"] in ANOTHER_MACHINE and one["title"] != ALONE] == []


def test_the_forms_of_an_evening_were_sent(walked: dict[str, Any]) -> None:
    assert set(walked["posted"]) >= POSTED


def test_a_mistake_in_a_package_is_told_though_its_lines_are_left_out(walked: dict[str, Any]) -> None:
    assert walked["traceback"].startswith("Traceback")
    assert "in tell_failure" in walked["traceback"], "our own functions are named"
    assert "werkzeug/routing/rules.py" in walked["traceback"], "and those of packages"
    assert "ValueError: " in walked["traceback"]
