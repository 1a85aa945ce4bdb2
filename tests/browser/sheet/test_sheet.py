"""The sheet on a phone: the newest deal in view, rows that unfold, pictures that are sent, paper of the right size."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HEIGHT, WIDTH, Phone
from tests.browser.entry.test_whole_matches import ANA, THORDIS, Kani, kani
from tests.browser.entry_table import Table
from tests.browser.looking import load_anew, soon
from tests.browser.shown import belot, import_shown
from tests.browser.spoken import speak


def bring(phone: Phone, name: str) -> str:
    """Import a match; its address, without the question of whose phone this is."""
    sheet = import_shown(phone.page.context, phone.server, name)
    phone.open(sheet)
    skip = phone.page.get_by_role("button", name="Skip", exact=True)
    if skip.count():
        skip.first.click()
    return sheet


def in_sight(page: Page, selector: str) -> None:
    """Wait until all of a thing can be seen without moving anything; the browser rolls there when it first paints."""

    def is_seen() -> bool:
        box = page.locator(selector).bounding_box()
        return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT

    soon(page, is_seen, f"{selector} is out of sight, at", page.locator(selector).bounding_box)


def test_the_newest_deal_and_the_totals_are_in_view_at_once(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    phone.open(sheet)
    last = phone.page.locator("table.sheet > tbody").last.get_attribute("id")
    in_sight(phone.page, f"#{last}")
    in_sight(phone.page, ".strip")
    in_sight(phone.page, ".act .main")
    assert phone.page.locator("#roll").evaluate("roll => roll.scrollHeight - roll.clientHeight") == 0
    phone.page.evaluate("scrollTo(0, 0)")
    first = phone.page.locator("table.sheet > tbody").first.get_attribute("id")
    in_sight(phone.page, f"#{first}")
    in_sight(phone.page, ".strip")


@pytest.mark.parametrize("table", ["127.0.0.1"], indirect=True)
def test_who_records_the_last_deal_sees_the_winner(table: Table, server: str) -> None:
    phone = table.phone()
    phone.sheet = import_shown(phone.context, server, "kani_last")
    phone.page.goto(phone.sheet)
    kani(phone, Kani("9", THORDIS, "hearts", "K", ANA, "made"))
    expect(phone.page.locator(".winner .names")).to_be_in_viewport(ratio=1)
    heights = phone.page.locator(".winner .because").evaluate(
        "reason => [reason, reason.querySelector('.cite')].map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert heights[1] < heights[0], "the article is a note to its reason"
    assert phone.page.locator(".winner .because .cite").evaluate("one => one.offsetHeight") < 30


def test_after_a_save_the_deals_before_it_are_in_view_too(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    seq = phone.page.locator("table.sheet > tbody").last.get_attribute("id")
    phone.open(sheet + f"#{seq}")
    load_anew(phone.page)
    bodies = phone.page.locator("table.sheet > tbody")
    for body in (bodies.nth(-1), bodies.nth(-2)):
        expect(body).to_be_in_viewport(ratio=1)
    head = phone.page.locator(".strip").bounding_box()
    before = bodies.nth(-2).bounding_box()
    assert before["y"] >= head["y"] + head["height"] - 1, "the deal before is hidden under the names"


@pytest.mark.left_to_soak
def test_eight_totals_of_four_digits_stand_on_one_line_each(phone: Phone) -> None:
    phone.open(bring(phone, "kinaskak_end"))
    figures = phone.page.locator(".strip .totals b, table.sheet .score, table.sheet .total")
    lines = figures.evaluate_all(
        """all => all.map(one => {
          const within = document.createRange();
          within.selectNodeContents(one);
          const tops = [...within.getClientRects()].filter(box => box.width).map(box => Math.round(box.top));
          return [one.textContent.trim(), new Set(tops).size, one.scrollWidth > one.clientWidth + 1];
        })"""
    )
    totals = [text for text, _lines, _clipped in lines[:8]]
    assert max(len(text) for text in totals) == 4
    broken = [text for text, several, _clipped in lines if several > 1]
    wider = [text for text, _lines, clipped in lines[:8] if clipped]
    assert (broken, wider) == ([], [])


LINES = """all => all.map(one =>
  Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)))"""
"""How many lines each takes."""

OVER_A_NAME = """marks => {
  const range = new Range();
  const edges = (one) => (range.selectNodeContents(one), range.getBoundingClientRect());
  const names = [...document.querySelectorAll(".strip .side > span")].map((one) => [one, edges(one.lastChild)]);
  const middle = (box) => (box.top + box.bottom) / 2;
  const beside = (one, other) => Math.abs(middle(one) - middle(other)) < 8;
  const on = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && beside(one, other);
  return marks.filter((mark) => names.some(([one, name]) => one !== mark.parentElement && on(edges(mark), name)))
    .map((mark) => mark.parentElement.textContent);
}"""
"""Marks that are drawn over the name of a column beside theirs."""


@pytest.mark.left_to_soak
def test_names_above_four_totals_take_one_line_and_two_words_at_most_two(phone: Phone) -> None:
    phone.open(bring(phone, "kani"))
    heads = phone.page.locator(".strip .side > span")
    assert heads.evaluate_all(LINES) == [1, 1, 1, 2], "only Guðrún Ósk has two words that fit"


@pytest.mark.left_to_soak
def test_ordinary_names_of_four_who_play_alone_are_whole(table: Table) -> None:
    names = ("Guðmundur", "Елисавета", "Magdalena", "Sigríður")
    phone = table.start("kani", names).open_sheet()
    heads = phone.page.locator(".strip .side > span")
    assert [text.strip(" ◆▸\n") for text in heads.all_inner_texts()] == [*names]
    assert heads.evaluate_all(LINES) == [1] * 4


ORDINARY = ("Георги", "Мария", "Христо", "Александър")


@pytest.mark.left_to_soak
def test_ordinary_names_and_the_marks_beside_them_stand_whole_over_their_columns(table: Table) -> None:
    phone = table.start("belot", ORDINARY).open_sheet()
    heads = phone.page.locator(".strip .side > span")
    for _deal in ORDINARY:
        assert heads.evaluate_all(LINES) == [1] * 4
        assert phone.page.locator(".strip .side i").evaluate_all(OVER_A_NAME) == []
        phone.enter()
        phone.tap(phone.button("four passes"))
        phone.save()


STICKING_OUT = """keys => keys.filter((key) => [...key.querySelectorAll("span")].some((words) => {
  const [inside, outside] = [words, key].map((one) => one.getBoundingClientRect());
  return inside.left < outside.left || inside.right > outside.right;
})).map((key) => key.textContent.trim())"""
"""Keys whose words are wider than they are."""


@pytest.mark.left_to_soak(but_one_in=8)
@pytest.mark.parametrize("language", ["bg", "es", "eu", "is"])
@pytest.mark.parametrize("deals", [0, 1])
def test_each_key_of_the_foot_has_room_for_its_words(table: Table, language: str, deals: int) -> None:
    phone = table.start("belot", ORDINARY, [belot(n) for n in range(deals)])
    phone.page.goto(f"{phone.sheet}?lang={language}")
    keys = phone.page.locator(".foot :is(.button, button)")
    spoken = [speak(words, language) for words in ("Undo", "Record a deal", "Void deal", "Penalty")]
    assert [" ".join(key.split()) for key in keys.all_inner_texts()] == spoken[1 - deals :]
    assert keys.evaluate_all(STICKING_OUT) == []
    words = phone.page.locator(".foot .main").evaluate(
        "key => { const range = new Range(); range.selectNodeContents(key); return range.getClientRects().length; }"
    )
    assert words <= 2, "Record a deal stands on two lines at most"


@pytest.mark.left_to_soak
def test_held_sideways_two_names_over_a_column_take_two_lines(phone: Phone) -> None:
    sheet = bring(phone, "belot_long")
    phone.page.set_viewport_size({"width": HEIGHT, "height": WIDTH})
    phone.open(sheet)
    assert phone.page.locator(".strip .side > span").evaluate_all(LINES) == [1] * 4


@pytest.mark.left_to_soak
def test_what_is_still_needed_stands_on_one_line_each(phone: Phone) -> None:
    phone.open(f"{bring(phone, 'kinaskak')}?lang=is")
    needed = phone.page.locator(".needs .points")
    assert needed.evaluate_all(LINES) == [1] * 8
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= WIDTH


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("language", ["bg", "is", "eu", "es"])
def test_the_rematch_of_eight_players_is_in_sight(phone: Phone, language: str) -> None:
    phone.open(f"{bring(phone, 'kinaskak_end')}?lang={language}")
    expect(phone.page.locator(".next .main")).to_be_in_viewport(ratio=1)
    told = phone.page.locator(".told-of").inner_text()
    assert "0, 60" not in told, "the points of eight players stand in the sheet"


@pytest.mark.left_to_soak
def test_no_score_is_broken_in_a_box_of_the_end(phone: Phone) -> None:
    phone.open(bring(phone, "belot_end"))
    assert "120\u2060–\u206042" in (phone.page.locator(".told-of").text_content() or "")


@pytest.mark.left_to_soak
def test_totals_are_written_in_one_way_at_home_and_at_the_table(phone: Phone) -> None:
    bring(phone, "belot_end")
    figures = phone.page.locator(".winner .figures").inner_text()
    phone.open("/")
    expect(phone.page.locator("main")).to_contain_text(f"{figures} · finished")


def test_what_was_corrected_is_told_across_the_table(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    row = phone.page.locator("a[data-unfold]").last.get_attribute("href")
    phone.open(f"{row}/correct")
    phone.write("Ana & Vera", "100", "Points from tricks")
    phone.tap("Correct")
    phone.page.wait_for_url(lambda url: "/correct" not in url)
    phone.open(sheet)
    change, table = (
        phone.page.locator(".sheet .change").bounding_box(),
        phone.page.locator("#roll").bounding_box(),
    )
    assert change["width"] > 0.9 * table["width"]


def test_a_row_unfolds_in_place_and_folds_up_again(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    phone.open(sheet)
    row = phone.page.locator("a[data-unfold]").last
    row.tap()
    unfolded = phone.page.locator("tr.unfolded")
    expect(unfolded).to_contain_text("Card points and last ten")
    expect(row).to_have_attribute("aria-expanded", "true")
    assert phone.page.url.partition("#")[0] == sheet
    head = phone.page.locator(".strip").bounding_box()
    opened = row.bounding_box()
    assert opened["y"] >= head["y"] + head["height"] - 2, "the row that was tapped is hidden"
    in_sight(phone.page, ".strip")
    phone.look("unfolded")
    unfolded.get_by_role("button", name="Fold up").click()
    expect(unfolded).to_have_count(0)
    expect(row).to_be_focused()


def test_an_old_deal_is_corrected_struck_out_and_followed_from_its_row(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    ways = (
        ("Correct", "/correct"),
        ("Strike out", "/strike"),
        ("Protest", "/protest"),
        ("History", "#history"),
    )
    for words, leads in ways:
        phone.open(sheet)
        phone.taps = 0
        phone.tap_on(phone.page.locator("a[data-unfold]").nth(-3))
        link = phone.page.locator("tr.unfolded").get_by_role("link", name=words, exact=True)
        expect(link).to_be_in_viewport(ratio=1)
        phone.tap_on(link)
        phone.page.wait_for_url(f"**/row/*{leads}")
        assert phone.taps == 2, "the row and what is to be done with it"


def test_who_only_watches_is_offered_no_correction(phone: Phone) -> None:
    phone.open(f"{bring(phone, 'belot')}/share")
    phone.open(phone.page.locator("a.address").nth(1).inner_text())
    phone.page.locator("a[data-unfold]").last.tap()
    unfolded = phone.page.locator("tr.unfolded")
    expect(unfolded.locator(".deeds a")).to_have_text(["History"])
    expect(unfolded.get_by_role("link", name="Insert a forgotten deal before it")).to_have_count(0)
    expect(unfolded.get_by_role("link", name="Why is the deal written like this?")).to_be_visible()


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", ["belot", "escoba", "kani", "kinaskak"])
def test_from_a_quarrel_about_a_row_one_tap_leads_to_the_answer(phone: Phone, game: str) -> None:
    phone.open(bring(phone, game))
    phone.page.locator("a[data-unfold]").last.tap()
    unfolded = phone.page.locator("tr.unfolded")
    expect(unfolded.locator(".whys .cite").first).to_be_in_viewport(ratio=1)
    key = unfolded.locator("a.worked-out")
    expect(key).to_be_in_viewport(ratio=1)
    phone.tap_on(key)
    phone.page.wait_for_url("**/ruling/*")
    expect(phone.page.locator("#verdict")).to_be_visible()
    expect(phone.page.locator("#target option:checked")).to_contain_text(re.compile("Deal|1"))


@pytest.mark.left_to_soak
def test_a_row_that_is_folded_up_while_it_is_read_anew_stays_folded(phone: Phone) -> None:
    phone.open(bring(phone, "belot"))
    phone.page.locator("a[data-unfold]").last.tap()
    unfolded = phone.page.locator("tr.unfolded")
    expect(unfolded).to_be_visible()
    held: list[Any] = []
    phone.page.route("**/row/*", lambda route: held.append(route))
    with phone.page.expect_request("**/row/*"):
        phone.page.evaluate("document.dispatchEvent(new Event('scorekeeper:moved'))")
    unfolded.get_by_role("button", name="Fold up").click()
    with phone.page.expect_response("**/row/*") as answer:
        held[0].continue_()
    answer.value.finished()
    phone.page.wait_for_function("new Promise(later => setTimeout(() => later(true), 100))")
    expect(unfolded).to_have_count(0)


def test_a_row_unfolds_by_keyboard(phone: Phone) -> None:
    phone.open(bring(phone, "belot"))
    phone.page.locator("a[data-unfold]").last.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("tr.unfolded")).to_contain_text("Written down")
    in_sight(phone.page, "table.sheet > tbody:last-child a[data-unfold]")  # what was unfolded begins there


def test_a_row_that_cannot_be_fetched_says_so_and_leads_to_its_page(phone: Phone) -> None:
    phone.open(bring(phone, "belot"))
    phone.page.route("**/live/*", lambda route: route.abort())  # what is asked by itself would open the row
    phone.page.route("**/row/*", lambda route: route.abort())
    row = phone.page.locator("a[data-unfold]").last
    row.tap()
    expect(phone.page.locator("tr.unfolded [role=alert]")).to_be_visible()
    phone.page.unroute("**/row/*")
    row.tap()
    expect(phone.page.get_by_role("heading", name="The articles")).to_be_visible()


@pytest.mark.left_to_soak
def test_without_script_a_row_leads_to_its_page(browser: Any, phone: Phone) -> None:
    sheet = bring(phone, "belot")
    context = browser.new_context(java_script_enabled=False, viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    page.goto(sheet)
    page.locator("a[data-unfold]").last.click()
    expect(page).to_have_url(re.compile("/row/"))
    context.close()


def test_the_picture_is_saved_as_png(phone: Phone, tmp_path: Path) -> None:
    sheet = bring(phone, "belot_end")
    phone.open(f"{sheet}/result")
    with phone.page.expect_download() as waiting:
        phone.tap("Save the picture")
    file = tmp_path / "result.png"
    waiting.value.save_as(file)
    data = file.read_bytes()
    assert waiting.value.suggested_filename.endswith(".png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == int.from_bytes(data[20:24], "big") == 1080
    assert len(data) > 15_000, "an empty picture is smaller"
    assert phone.refused == []


def test_the_text_is_copied(phone: Phone, context: Any) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open(f"{bring(phone, 'belot_end')}/result")
    phone.tap("Copy the text")
    expect(phone.page.locator("#sent")).to_have_text("Copied")
    copied = phone.page.evaluate("navigator.clipboard.readText()")
    assert "Winners: Ana and Vera" in copied
    assert "Decided by deal 4" in copied


PAGE = re.compile(rb"/Type */Page\b")
BOX = re.compile(rb"/MediaBox *\[0 0 ([0-9.]+) ([0-9.]+)\]")
MILLIMETRE = 72 / 25.4
# page, its size on paper in millimetres, how many sheets
PAPER = [
    ("{sheet}/print", (210, 297), 1),
    ("{sheet}/print?size=a6", (105, 148), 1),
    ("/pads/belot", (210, 297), 1),
    ("/pads/belot?size=a6", (105, 148), 1),
    ("/pads/kinaskak?players=8", (210, 297), 1),
    ("/pads/kinaskak?players=8&size=a6", (105, 148), 1),
    ("/pads/escoba?players=3&size=a6", (105, 148), 1),
]


@pytest.mark.left_to_soak
def test_on_a_phone_no_figure_of_a_printed_sheet_is_broken(phone: Phone) -> None:
    sheet = bring(phone, "kinaskak_end")
    for size in ("a4", "a6"):
        phone.open(f"{sheet}/print?size={size}")
        cells = phone.page.locator(".sheet tbody td, .sheet tfoot td")
        assert cells.count() > 100
        broken = cells.evaluate_all(
            """all => all.filter(one => {
              const within = document.createRange();
              within.selectNodeContents(one);
              const inside = within.getBoundingClientRect(), cell = one.getBoundingClientRect();
              return within.getClientRects().length > 1 || inside.left < cell.left || inside.right > cell.right;
            }).map(one => one.textContent)"""
        )
        assert broken == [], size


@pytest.mark.left_to_soak
def test_paper_has_the_size_that_was_chosen(phone: Phone) -> None:
    sheet = bring(phone, "belot")
    for paper, size, sheets in PAPER:
        phone.open(paper.format(sheet=sheet))
        data = phone.page.pdf(prefer_css_page_size=True)
        boxes = {tuple(round(float(side) / MILLIMETRE) for side in box) for box in BOX.findall(data)}
        assert boxes == {size}, paper
        assert len(PAGE.findall(data)) == sheets, paper
