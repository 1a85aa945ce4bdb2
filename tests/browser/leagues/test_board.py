"""The board in a hall of thirty tables: read from the last row, with names as long as people have them."""

from typing import Any

from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import serving
from tests.browser.looking import WHOLE, hindrances
from tests.web.leagues.club import club
from tests.web.leagues.evening.test_evening import DATE, matches_of, run, running, win

LONG = (
    "Hrafnhildur Sigurðardóttir",
    "Александър Константинов",
    "Стефания Иванова-Колева",
    "Guðmundur Þorsteinsson",
    "Mari Karmen Etxeberria",
    "Вера",
)
TABLES, SEATS, LEAST = 30, 24, 30
"""How many tables the hall has, how many people stand on the board at a time, and the least height of letters."""
HALL = {"width": 1280, "height": 720}
MEASURES = """() => {
  const on = document.querySelector("[data-turn].on");
  const names = [...on.querySelectorAll(".nm")];
  return {
    kind: on.querySelector("h2").textContent,
    names: names.map((one) => one.textContent),
    small: Math.min(...names.map((one) => parseFloat(getComputedStyle(one).fontSize))),
    lines: Math.max(...names.map((one) => one.clientHeight / parseFloat(getComputedStyle(one).fontSize))),
    cut: names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    out: [...on.querySelectorAll("li")].map((one) => one.getBoundingClientRect())
      .filter(({ right, bottom }) => right > innerWidth || bottom > innerHeight).length,
  };
}"""


def read_turns(page: Page) -> list[dict[str, Any]]:
    """What stands on the board, one part after the other."""
    turns = page.locator("[data-turn]").count()
    found = []
    for _turn in range(turns):
        found.append(page.evaluate(MEASURES))
        page.clock.fast_forward(12_000)
    return found


def test_thirty_tables_are_read_from_the_last_row(page: Page, app: Flask) -> None:
    made = club(app, "public")
    organiser = made.phone("organiser")
    others = [f"{LONG[number % len(LONG)]} {number // len(LONG) + 1}" for number in range(4 * TABLES - 1)]
    names = ["Hrafnhildur Anna Sigurðardóttir", *others]
    first = matches_of(running(made, organiser, *names))
    assert len(first) == TABLES
    for match in first[:10]:
        win(made, match)
    organiser.get(run(made, "draw"))
    second = matches_of(organiser.press("Publish round 2"))
    page.set_viewport_size(HALL)
    for server in serving(app):
        page.clock.install()
        page.goto(f"{server}{made.at(f'nights/{DATE}/board')}")
        seats = read_turns(page)
        assert [(turn["kind"], len(turn["names"])) for turn in seats] == [("Who sits where", SEATS)] * 5
        assert sorted(name for turn in seats for name in turn["names"]) == sorted(names)
        for match in second:
            win(made, match)
        page.reload()
        rest = read_turns(page)
        kinds = [turn["kind"] for turn in rest]
        assert kinds == ["Tables"] * 5 + ["The standings of the evening"] * 5
        assert hindrances(page, WHOLE) == []
    for turn in (*seats, *rest):
        assert turn["small"] >= LEAST
        assert turn["lines"] < 1.5, "no name takes two lines"
        assert turn["out"] == 0, turn["kind"]
        assert turn["cut"] == [], turn["kind"]
