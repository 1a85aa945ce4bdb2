"""Two phones at one table: who taps a name that another phone has is let by that phone, and only then writes."""

from playwright.sync_api import expect

from tests.browser.leagues.club_evening import (
    Evening,
    Phone,
    plan,
    publish,
    say,
    send_deals,
    sit_down,
    tick_everybody,
)


def ask(evening: Evening, table: int, name: str) -> Phone:
    """Another phone scans the square of a table and taps a name that is taken."""
    phone = evening.phone()
    phone.open(evening.squares[table - 1])
    phone.press(name)
    phone.press("Ask that phone")
    phone.reads("No answer? Ask the organiser, who can let this phone in as well.")
    return phone


def test_a_taken_name_is_asked_at_the_phone_that_has_it(evening: Evening) -> None:
    plan(evening.organiser, evening)
    tick_everybody(evening.organiser)
    tables = {one.number: one for one in publish(evening, 1)}
    first = sit_down(evening, 1, tables[1])
    name = tables[1].names[1]
    send_deals(first, 0)

    refused = ask(evening, 1, name)
    first.phone.open_sheet()
    first.phone.reads("Another phone at this table wants to write as %(name)s.", name=name)
    first.phone.looks("asked for a name", "Let it")
    first.phone.press("No")
    expect(first.phone.page.locator("body")).not_to_contain_text(
        say("Another phone at this table wants to write as %(name)s.", name=name)
    )
    refused.reads("This phone may not write as %(name)s.", name=name)
    expect(refused.key("Write as %(name)s", name=name)).to_have_count(0)

    let = ask(evening, 1, name)
    expect(let.key("Write as %(name)s", name=name)).to_have_count(0)
    first.phone.open_sheet()
    first.phone.press("Let it")
    let.press("Write as %(name)s", name=name)
    let.page.wait_for_url("**/m/**")
    let.sheet = let.page.url
    let.looks("let in", "Record a deal")
    first.phone.open_sheet()
    expect(first.phone.key("Record a deal")).to_be_visible()
    for phone in (first.phone, refused, let):
        assert phone.wrong == [], phone.page.url
