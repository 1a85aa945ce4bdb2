"""A club's evening on its phones: 24 players of Belot, one organiser, a phone at each table, two that watch a seat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.league.results import CONFIRMED, CONTESTED
from tests.browser.entry.screens import digits
from tests.browser.leagues.club_evening import (
    DEALS,
    LANGUAGE,
    LEAVING,
    MAX_TAPS,
    NAMES,
    ROUNDS,
    SUBSTITUTE,
    TABLES,
    Evening,
    Phone,
    Sat,
    Seated,
    draw_next,
    plan,
    points_of,
    publish,
    read_draw,
    say,
    send_deals,
    sit_everybody_down,
    swap,
    tap_deal,
    tick_everybody,
)
from tests.browser.looking import CLIPPED, LANGUAGES, look
from tests.browser.test_large_text import OVER_ONE_ANOTHER


def see_the_own_table(evening: Evening, tables: Sequence[Seated]) -> None:
    """Those who only watch their seat see the new table by themselves."""
    seats = {name: table.number for table in tables for name in table.names}
    for name, phone in evening.watching.items():
        if name in seats:
            expect(phone.page.locator(".my-table")).to_have_text(re.compile(rf"^{seats[name]}\D"))
        else:
            told = "You rest in this round." if name in evening.resting else "You have no seat in this round."
            expect(phone.page.locator(".my-rest")).to_have_text(say(told))


def contest(sat: Sat) -> None:
    """Who holds the phone has lost, and says that the result is not right."""
    phone, seat = sat.phone, sat.round % 4
    mine, theirs = totals_of(sat)[seat % 2], totals_of(sat)[1 - seat % 2]
    assert mine < theirs
    phone.open_sheet()
    phone.looks("over", "Next round")
    phone.press("Confirm the result")
    with_reason = phone.page.locator("details").filter(has_text=say("It is not right")).first
    phone.tap(with_reason.locator("summary"))
    with_reason.locator("input[name=reason]").fill("Преброихме още веднъж")
    phone.tap(with_reason.get_by_role("button"))
    expect(phone.page.locator("main [role=status]").filter(has_text=say("contested"))).to_be_visible()


def settle(organiser: Phone, number: int) -> None:
    """The organiser looks at a contested match of an earlier round and confirms it."""
    organiser.press("Round %(number)s", number=number)
    organiser.tap(organiser.page.locator(".live.first > a").first)
    organiser.press("Confirm")
    organiser.reads("Confirmed.")


def type_result(organiser: Phone, table: int, *totals: int) -> None:
    """A table kept its score on paper; the organiser types how it ended."""
    organiser.press("More about table %(number)s", number=table)
    organiser.looks("a table", "That is how it ended")
    for side, total in enumerate(totals):
        organiser.page.locator(f"#total-{side}").fill(str(total))
    organiser.press("That is how it ended")
    expect(card_of(organiser, table)).to_contain_text(say("waits to be confirmed"))
    expect(card_of(organiser, table)).to_contain_text(" – ".join(map(str, totals)))


def seat_substitute(evening: Evening, sat: Sat) -> str:
    """A guest sits down in the first seat of a table, and stays; whose place it was."""
    organiser, left = evening.organiser, sat.seated.names[0]
    organiser.open(evening.run("/here"))
    organiser.tap(organiser.page.locator("summary").filter(has_text=say("Add guests")))
    organiser.page.locator("#guest").fill(SUBSTITUTE)
    organiser.press("Add")
    expect(organiser.page.get_by_role("checkbox", name=SUBSTITUTE)).to_be_checked()
    organiser.open(evening.run("/rounds"))
    organiser.press("More about table %(number)s", number=sat.seated.number)
    organiser.press("Another player sits down")
    organiser.looks("substitute", "Save")
    organiser.tap(organiser.page.locator("input[name=seat]").first)
    organiser.page.locator("select[name=player]").select_option(label=SUBSTITUTE)
    organiser.tap(organiser.page.locator("input[name=stays]"))
    organiser.press("Save")
    expect(card_of(organiser, sat.seated.number)).to_contain_text(SUBSTITUTE)
    return left


def call_last_deal(organiser: Phone, table: int) -> None:
    organiser.press("More about table %(number)s", number=table)
    organiser.press("Last deal")
    expect(organiser.page.locator(".notice")).to_be_visible()


def card_of(organiser: Phone, table: int) -> Locator:
    number = organiser.page.locator(".t", has_text=re.compile(rf"^{table}$"))
    return organiser.page.locator(".live").filter(has=number)


def enter_a_deal_while_the_power_goes(evening: Evening, sat: Sat, deal: int) -> None:
    """It waits on the phone until the server answers again, and is written once."""
    phone, recorded = sat.phone, len(sat.phone.entries())
    phone.open_sheet()
    phone.press("Record a deal")
    phone.pill("Contract", "hearts")
    phone.pill("Declarer", sat.seated.names[(sat.seated.number + deal) % 4])
    digits(phone, points_of(sat, deal))
    phone.wait_until_kept()
    evening.kill()
    phone.press("Save")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    evening.server.start()
    expect(phone.page.locator("#outbox ol > li")).to_have_count(0)
    assert len(phone.entries()) == recorded + 1


def is_over(sat: Sat) -> None:
    """The sheet leads to the next round, and offers no rematch."""
    sat.phone.open_sheet()
    expect(sat.phone.key("Next round")).to_be_visible()
    expect(sat.phone.key("Rematch, same seats")).to_have_count(0)


# --- what came of it ------------------------------------------------------------------------------


def score(sat: Sat) -> Sheet:
    """The sheet as the engine scores what was recorded."""
    document = sat.phone.context.request.get(f"{sat.sheet}/export.json").json()
    report = Report()
    sheet = score_match(document, GAMES, report)
    assert sheet is not None, report.errors
    return sheet


def totals_of(sat: Sat) -> tuple[int, ...]:
    return tuple(score(sat).totals)


class Own(NamedTuple):
    """What a player has: evening points, difference, wins."""

    points: Fraction = Fraction(0)
    difference: Fraction = Fraction(0)
    wins: Fraction = Fraction(0)

    def __add__(self, other: Any) -> Own:
        return Own(*(one + more for one, more in zip(self, other, strict=True)))


def add_up(evening: Evening) -> dict[str, Own]:
    """Everybody's evening, counted from the totals on the sheets."""
    own = dict.fromkeys((*NAMES, SUBSTITUTE), Own())
    played = Counter[str]()
    for sat in evening.sat:
        totals = totals_of(sat)
        for side, names in enumerate(sat.seated.sides):
            apart = totals[side] - totals[1 - side]
            won = Fraction((apart > 0) - (apart < 0) + 1, 2)
            for name in names:
                own[name] += Own(won, Fraction(apart), won)
                played[name] += 1
    for name, rests in evening.rested.items():
        points, difference, _wins = own[name]
        times = Fraction(rests, played[name] or 1)
        own[name] += Own(points * times if played[name] else Fraction(rests, 2), difference * times)
    return own


def write_number(number: Fraction, *, signed: bool = False) -> str:
    """A number as Bulgarians write it: halves as such, others with one digit behind the comma."""
    whole, sign = abs(number), "−" if number < 0 else "+" if signed and number else ""
    if whole.denominator == 2:
        return f"{sign}{whole.numerator // 2 or ''}½"
    return sign + f"{float(whole):.1f}".removesuffix(".0").replace(".", ",")


def list_standings(own: dict[str, Own]) -> list[tuple[str, str, str, str]]:
    """Place, name, difference and points of everybody, the best first; who is level in everything shares a place."""
    better = {name: sum(other > one for other in own.values()) for name, one in own.items()}
    return [
        (str(better[name] + 1), name, write_number(one.difference, signed=True), write_number(one.points))
        for name, one in own.items()
    ]


ROWS = """rows => rows.map((row) => {
  const words = (part) => row.querySelector(part).firstChild.textContent.trim();
  return [words("td"), words("th"), words("td:last-child small"), words("td:last-child b")];
})"""
"""Place, name, difference and points of each row of the standings."""


def assert_seats_are_those_of_the_draw(evening: Evening) -> None:
    """Every match belongs to the league and the night, and the right people sit in their seats."""
    names = {key: name for name, key in evening.keys.items()}
    for sat in evening.sat:
        found = evening.find(sat)
        assert found.league.public_id == evening.league.league.public_id
        assert found.match.night == evening.date
        assert tuple(names.get(key, SUBSTITUTE) for key in found.match.players) == sat.seated.names
        assert tuple(score(sat).table.names) == evening.sheets.get(sat.match, sat.seated.names)


def read_confirmations(sats: Iterable[Sat], evening: Evening) -> dict[int, str]:
    """How the matches of a round stand, by table."""
    return {sat.seated.number: evening.find(sat).match.confirmation for sat in sats}


def test_an_evening_of_24_is_run_from_the_plan_to_the_podium(evening: Evening) -> None:
    organiser, second = evening.organiser, evening.phone("owner")
    plan(organiser, evening)
    tick_everybody(organiser)
    evening.watch_seats()

    # the first round: 23 people at five tables, three rest
    swap(organiser, read_draw(organiser, 1))
    tables = publish(evening, 1)
    see_the_own_table(evening, tables)
    first = sit_everybody_down(evening, 1, tables)
    evening.tables[-1].open(evening.squares[-1])
    evening.tables[-1].reads(
        "No match is drawn for this table now. Scan the code again when the round is published."
    )
    for deal in range(DEALS):
        tap_deal(first[1], deal)
    for number in (2, 3, 4):
        send_deals(first[number], *range(DEALS))
    send_deals(first[5], 0)
    is_over(first[1])
    contest(first[2])
    with organiser.counted_apart("typed result"):
        type_result(organiser, 5, 31, 18)
    assert totals_of(first[5]) == (31, 18)

    # the second round, which two publish at once: a contest holds back its own match alone
    draw_next(organiser, 2)
    second.open(evening.run("/draw"))
    tables = publish(evening, 2)
    assert read_confirmations(first.values(), evening) == {**dict.fromkeys(first, CONFIRMED), 2: CONTESTED}
    with second.counted_apart("second organiser"):
        second.press("Publish round %(number)s", number=2)
        second.reads("%(name)s has published round %(number)s already.", name="Organiser", number=2)
        second.heads("Round %(number)s of %(rounds)s", number=2, rounds=ROUNDS)
    assert evening.count_matches() == 5 + 6
    see_the_own_table(evening, tables)
    now = sit_everybody_down(evening, 2, tables)
    send_deals(now[3], 0)
    with organiser.counted_apart("last deal"):
        call_last_deal(organiser, 3)
    send_deals(now[3], 1)
    is_over(now[3])
    for number in (1, 2, 4, 5, 6):
        send_deals(now[number], *range(DEALS))
    with organiser.counted_apart("contest"):
        settle(organiser, 1)
    assert evening.find(first[2]).match.confirmation == CONFIRMED
    organiser.open(evening.run("/rounds"))

    # the third round: the power goes while a deal is entered
    draw_next(organiser, 3)
    tables = publish(evening, 3)
    see_the_own_table(evening, tables)
    now = sit_everybody_down(evening, 3, tables)
    for sat in now.values():
        send_deals(sat, 0)
    before = {number: sat.phone.document() for number, sat in now.items()}
    enter_a_deal_while_the_power_goes(evening, now[1], 1)
    assert {number: sat.phone.document() for number, sat in now.items() if number != 1} == {
        number: document for number, document in before.items() if number != 1
    }
    send_deals(now[1], 2)
    with organiser.counted_apart("substitute"):
        left = seat_substitute(evening, now[2])
    evening.sheets[now[2].match] = (SUBSTITUTE, *now[2].seated.names[1:])
    for number in range(2, TABLES + 1):
        send_deals(now[number], 1, 2)
    organiser.open(evening.run("/rounds"))
    organiser.looks("rounds", "Draw round %(number)s", number=4)

    # the last round without the two who have left: 22 people at five tables
    draw_next(organiser, 4)
    tables = publish(evening, 4)
    seated = {name for table in tables for name in table.names} | set(evening.resting)
    assert seated.isdisjoint({*LEAVING, left})
    assert SUBSTITUTE in seated
    see_the_own_table(evening, tables)
    for sat in sit_everybody_down(evening, 4, tables).values():
        send_deals(sat, *range(DEALS))
    organiser.open(evening.run("/rounds"))
    organiser.press("To the end")
    organiser.looks("end", "Close the evening")
    standings = list_standings(add_up(evening))
    assert sorted(map(tuple, organiser.page.locator("table.evening tbody tr").evaluate_all(ROWS))) == sorted(
        standings
    )
    expect(organiser.page.locator(".podium")).to_contain_text(
        next(name for place, name, *_ in standings if place == "1")
    )
    organiser.press("Close the evening")
    expect(organiser.key("Open the evening again")).to_be_visible()
    assert set(read_confirmations(evening.sat, evening).values()) == {CONFIRMED}

    assert_seats_are_those_of_the_draw(evening)
    assert evening.count_matches() == len(evening.sat) == 5 + 6 + 6 + 5
    assert organiser.taps <= MAX_TAPS, organiser.apart
    for phone in (organiser, second, *evening.tables, *evening.watching.values()):
        assert phone.wrong == [], phone.page.url


@pytest.mark.left_to_soak
def test_no_page_of_an_evening_is_cut_off_in_any_language(evening: Evening) -> None:
    organiser = evening.organiser
    plan(organiser, evening)
    tick_everybody(organiser)
    first = sit_everybody_down(evening, 1, publish(evening, 1))
    send_deals(first[1], *range(DEALS))
    send_deals(first[2], 0)
    night, key = evening.league.at(f"nights/{evening.date}"), evening.keys[NAMES[0]]
    pages = (
        night,
        f"{night}/board",
        *map(
            evening.run,
            ("/plan", "/here", f"/here/{key}", "/draw", "/rounds", f"/table/{first[2].match}", "/end"),
        ),
        evening.league.at("tables"),
        *evening.squares[::5],
        evening.evenings_square,
        *(f"{evening.evenings_square}/{evening.keys[name]}" for name in NAMES),
        first[1].sheet,
    )
    for language in LANGUAGES:
        for number, path in enumerate(pages):
            organiser.open(f"{path}?lang={language}")
            look(
                organiser.page,
                "club-evening",
                f"{number:02}-{language}",
                audit=language == LANGUAGE and number < 13,
            )
            organiser.page.evaluate("document.documentElement.style.fontSize = '200%'")
            wide = organiser.page.evaluate("document.documentElement.scrollWidth")
            found = organiser.page.evaluate(CLIPPED) + organiser.page.evaluate(OVER_ONE_ANOTHER)
            assert (wide, found) == (360, []), f"{language} {path}"
    assert organiser.wrong == []
