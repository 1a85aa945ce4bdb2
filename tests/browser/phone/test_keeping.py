"""Everything of a phone in one file, and back, where the program runs in the browser; and what iPhones are told."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone.host import PLACE, WAKING, Window
from tests.soak import in_soak

AN_IPHONE = """
Object.defineProperty(navigator, "standalone", { value: INSTALLED });
Object.defineProperty(navigator, "maxTouchPoints", { value: 5 });
"""
CLEARS = "Safari clears what is kept here after a week without a visit"


def go_to(window: Window, path: str) -> None:
    """Have the program's page go there; it may still be loading another."""
    window.frame.goto(f"{window.host.address}app{path}")


def save_everything(window: Window, file: Path) -> None:
    go_to(window, "/everything")
    with window.page.expect_download() as saved:
        window.tap("Save everything")
    saved.value.save_as(file)
    expect(window.inside.get_by_text("Nothing was played since.")).to_be_visible()


def bring_back(window: Window, file: Path) -> None:
    go_to(window, "/everything")
    window.inside.locator("input[type=file]").set_input_files(file)
    window.tap("See what is in it")
    window.tap("Replace everything")
    expect(window.inside.get_by_text("Everything from the file is on this phone: 1 match.")).to_be_visible(
        timeout=WAKING
    )


@pytest.mark.left_to_soak
def test_a_match_goes_from_a_phone_to_another_in_one_file(window: Window, tmp_path: Path) -> None:
    match = window.open().start_belot()
    window.record_deal()
    save_everything(window, tmp_path / "everything.backup")

    window.forget_everything()  # which is another phone
    lost = window.open().start_belot()
    bring_back(window, tmp_path / "everything.backup")
    go_to(window, "/")
    expect(window.inside.locator(".go-on")).to_have_attribute("href", f"/{PLACE}/app{match}")
    window.close().open(match)
    expect(window.rows).to_have_count(1)
    window.record_deal("62")
    window.close().page.goto(f"{window.host.address}#{lost}")
    window.wait()
    expect(window.inside.get_by_role("heading", level=1)).to_have_text("There is no page here.")
    assert window.complaints == []


@pytest.mark.left_to_soak
def test_the_sheet_that_was_seen_last_is_forgotten_where_another_database_stands(
    window: Window, tmp_path: Path
) -> None:
    window.open().start_belot()
    save_everything(window, tmp_path / "everything.backup")
    go_to(window, "/")
    window.start_belot()
    bring_back(window, tmp_path / "everything.backup")
    window.close().open()
    window.expect_path("/")  # the evening's sheet is not there any more


@pytest.mark.left_to_soak
@pytest.mark.parametrize(
    ("installed", "told"), in_soak([("false", True), ("true", False)], [("false", True)])
)
def test_an_iphone_is_told_once_before_the_first_page_how_to_keep_matches(
    window: Window, installed: str, told: bool
) -> None:
    window.page.add_init_script(AN_IPHONE.replace("INSTALLED", installed))
    window.page.goto(window.host.address)
    if told:
        window.say(CLEARS)
        window.page.get_by_role("button", name="Go on without").click()
    window.wait()
    window.close().open()
    expect(window.page.locator("#word")).not_to_contain_text(CLEARS)
