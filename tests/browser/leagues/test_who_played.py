"""Who played, on phones: a name changed on the sheet, a rematch from the table, two players who become one."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, expect

from scorekeeper.store.accounts import sign_ins
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests.browser.conftest import serving
from tests.browser.looking import MAX_WAIT, SIZE, look
from tests.web.conftest import app_on, link
from tests.web.leagues.club import NAMES, WON, Club, club
from tests.web.leagues.test_renamed import players_of


class Table(NamedTuple):
    """A server, and a match of a league on it that is over and not confirmed yet."""

    server: str
    club: Club
    match: Match
    boris: str

    @property
    def sheet(self) -> str:
        return f"{self.server}{link(self.club.app, self.match, 'score')}"


@pytest.fixture
def table(migrated_sqlite: Path) -> Iterator[Table]:
    for app in app_on(migrated_sqlite):
        made = club(app)
        keys = made.players(*NAMES, "Георги Константинов")
        match = made.match(WON, players=keys[:4])
        made.derive()
        for server in serving(app):
            yield Table(server, made, match, keys[4])


def test_another_person_has_the_result_and_the_rematch_is_taken_in(
    context: BrowserContext, table: Table
) -> None:
    context.set_default_timeout(MAX_WAIT)
    page = context.new_page()
    page.set_viewport_size(SIZE)
    with table.club.app.app_context():
        token = sign_ins.begin(session(), table.club.accounts["organiser"], how="password", words="a phone")
    context.add_cookies([{"name": "account", "value": token, "url": table.server}])
    page.goto(f"{table.sheet}/names")
    page.locator("#name-0").fill("Георги Константинов")
    page.get_by_role("button", name="Save").click()
    question = page.get_by_role("group", name="a spelling, or another person?")
    expect(question).to_be_focused()
    look(page, "leagues", "names asked")
    question.get_by_role("radio", name="another person: Георги Константинов").check()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/m/*/*")
    expect(page.get_by_text("Георги Константинов").first).to_be_visible()
    assert players_of(table.club, table.match)[0] == table.boris

    context.clear_cookies(name="account")  # the table alone starts the rematch
    page.reload()
    page.get_by_role("button", name="Rematch, same seats").click()
    expect(page.get_by_text("does not count in Þriðjudagur yet")).to_be_visible()
    look(page, "leagues", "rematch outside")
    context.add_cookies([{"name": "account", "value": token, "url": table.server}])
    page.goto(f"{table.server}{table.club.at()}")
    page.get_by_role("link", name="rematches that do not count yet").click()
    expect(page.get_by_role("button", name="Take it in")).to_be_in_viewport()
    look(page, "leagues", "rematches")
    page.get_by_role("button", name="Take it in").click()
    expect(page.get_by_text("The match is in the league.")).to_be_visible()

    page.goto(f"{table.server}{table.club.at('players')}")
    one, other = players_of(table.club, table.match)[1:3]
    page.goto(f"{table.server}{table.club.at(f'players/{one}/merge?other={other}')}")
    assert page.locator("input[name=stays]:checked").count() == 0
    look(page, "leagues", "merge")
