"""Where the system chooses all colours, what is chosen, what is main and what is off still look like nothing else."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.looking import COLOURS, hindrances
from tests.browser.shown import import_shown
from tests.cases import cases

LOOKS = """(chosen) => {
  const look = (one) => {
    const { backgroundColor, color, borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(one);
    return [backgroundColor, color, borderTopWidth, borderTopStyle, borderTopColor].join(" ");
  };
  const found = {};
  const compare = (what, element, put) => {
    if (!element || !element.checkVisibility()) return;
    put(false);
    const before = look(element);
    put(true);
    found[what] = [before, look(element)];
  };
  for (const type of ["radio", "checkbox"]) {
    const input = document.querySelector(`:is(.pill, .key) input[type=${type}]:not(:disabled)`);
    compare(type, input?.nextElementSibling, (on) => { input.checked = on; });
  }
  const shown = (selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  for (const kind of ["", ".card"]) {
    const button = shown(`button${kind}[aria-pressed]:not(:disabled)`);
    compare(`pressed${kind}`, button, (on) => button.setAttribute("aria-pressed", on));
  }
  const card = shown(".suit button[data-card][data-told]");
  compare("given card", card, (on) => { if (on) card.dataset.taker = "0"; else delete card.dataset.taker; });
  const off = shown("main button:not(.hidden, .main, :disabled, [aria-disabled=true])");
  compare("off", off, (on) => { if (off) off.disabled = on; });
  if (off) off.disabled = false;
  const main = shown("main .main");
  compare("main", main, (on) => main.classList.toggle("main", on));
  const held = shown("main .button[aria-current]");
  compare("held", held, (on) => (on ? (held.ariaCurrent = "true") : held.removeAttribute("aria-current")));
  const focus = shown(".pill input, .key input, main button:not(.hidden, :disabled)");
  const ring = focus && (focus.matches("input") ? focus.nextElementSibling : focus);
  if (focus) {
    const before = getComputedStyle(ring).outlineStyle;
    focus.focus({ focusVisible: true });
    found.focus = [before, getComputedStyle(ring).outlineStyle];
  }
  return found;
}"""
ENTRIES = {
    "belot": {"radio", "main", "focus"},
    "kani": {"radio", "pressed", "main", "off", "focus"},
    "escoba": {"radio", "main", "off", "focus"},
    "kinaskak": {"pressed", "main", "off", "focus"},
}


def told_apart(phone: Phone) -> set[str]:
    """What the page shows of each kind; each looks otherwise than its opposite."""
    phone.page.emulate_media(forced_colors="active")
    assert phone.page.evaluate("matchMedia('(forced-colors: active)').matches")
    found: dict[str, Any] = phone.page.evaluate(LOOKS)
    alike = {what: looks for what, looks in found.items() if looks[0] == looks[1]}
    assert alike == {}
    return set(found)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", ENTRIES)
def test_what_is_chosen_of_a_deal_is_seen_in_forced_colours(phone: Phone, game: str) -> None:
    phone.open(f"{import_shown(phone.page.context, phone.server, game)}/record/deal")
    assert told_apart(phone) >= ENTRIES[game]
    phone.look("entry", themes=("light",))


@pytest.mark.left_to_soak(but_one_in=4)
@cases(
    "address, there",
    ("/desk/belot/legal_cards", {"radio", "pressed.card", "main"}),
    ("/desk/kinaskak/lay_off", {"radio", "pressed.card", "main"}),
    ("/desk/belot/rules", {"radio", "checkbox", "main", "held"}),
    ("/start/belot", {"radio", "checkbox", "main", "held"}),
)
def test_what_is_chosen_elsewhere_is_seen_in_forced_colours(
    phone: Phone, address: str, there: set[str]
) -> None:
    phone.open(address)
    for fold in phone.page.locator("main details:not([open]) > summary").all():
        fold.click()
    assert told_apart(phone) >= there


@pytest.mark.left_to_soak
def test_a_card_that_is_given_and_a_card_that_is_greyed_are_seen(phone: Phone) -> None:
    sheet = import_shown(phone.page.context, phone.server, "escoba")
    phone.open(f"{sheet}/record/deal?form=piles")
    assert "given card" in told_apart(phone)
    phone.open("/desk/belot/legal_cards")
    phone.page.locator('.fan [data-card="KH"]').click()
    phone.page.locator(".tray .open").nth(1).click()
    colours = [
        phone.page.locator(f'.fan [data-card="{card}"]:visible').evaluate(
            "one => getComputedStyle(one).color"
        )
        for card in ("KH", "QH")
    ]
    assert colours[0] != colours[1]


PLAYED = """(cards) => cards.map((one) => {
  const { borderTopStyle, color } = getComputedStyle(one), face = getComputedStyle(one.querySelector(".face"));
  return { frame: borderTopStyle, strength: face.opacity, own: color === face.color };
})"""


@pytest.mark.parametrize("where", ["desk", "entry"])
def test_a_card_that_was_played_looks_it(phone: Phone, where: str) -> None:
    phone.page.emulate_media(forced_colors="active", color_scheme="dark")
    sheet = import_shown(phone.page.context, phone.server, "escoba")
    phone.open("/desk/escoba/deal" if where == "desk" else f"{sheet}/record/deal?form=plays")
    if where == "desk":
        phone.page.locator('[name="dealer"][value="0"]').check(force=True)
        expect(phone.page.locator("[data-unsaid]"), "the form that answers has come").to_have_count(0)
    card = phone.page.locator(".fan .card:visible")
    card.nth(3).click()
    expect(card.nth(3)).to_be_disabled()
    left, played = card.evaluate_all(PLAYED)[2:4]
    assert left == {"frame": "solid", "strength": "1", "own": True}
    assert (played["frame"], played["strength"] < "0.5") == ("dashed", True)


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["belot_end", "kinaskak_end", "/", "/start/kinaskak"])
def test_what_stands_on_felt_is_read_in_the_colours_of_the_system(
    phone: Phone, path: str, theme: Any
) -> None:
    phone.page.emulate_media(forced_colors="active", color_scheme=theme, reduced_motion="reduce")
    phone.open(path if path[0] == "/" else import_shown(phone.page.context, phone.server, path))
    phone.page.wait_for_load_state()
    assert hindrances(phone.page, COLOURS) == []


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cards_are_drawn_in_the_colours_of_the_system(phone: Phone, theme: Any) -> None:
    phone.page.emulate_media(forced_colors="active", color_scheme=theme)
    phone.open("/desk/belot/legal_cards")
    phone.page.locator('.fan [data-card="KH"]').click()
    for card in ("KH", "QH", "7S"):
        button = phone.page.locator(f'.fan [data-card="{card}"]')
        own, drawn = (
            one.evaluate("one => getComputedStyle(one).color") for one in (button, button.locator(".face"))
        )
        assert own == drawn


@pytest.mark.left_to_soak
def test_a_box_that_cannot_be_chosen_shows_no_second_box(phone: Phone) -> None:
    phone.page.emulate_media(forced_colors="active")
    phone.open(f"{import_shown(phone.page.context, phone.server, 'kani')}/record/deal")
    off = phone.page.locator(".key input").first
    off.evaluate("one => (one.disabled = true)")
    expect(off).to_have_css("opacity", "0")


def test_signs_of_the_style_sheets_are_not_spoken(phone: Phone) -> None:
    phone.open("/start/belot")
    box = phone.page.locator('.pill input[type="checkbox"]').first
    expect(box).to_have_count(1)
    assert phone.page.evaluate(SPOKEN) == []


SPOKEN = r"""() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  .flatMap((rule) => [rule, ...(rule.cssRules ?? [])])
  .map((rule) => rule.style?.content ?? "")
  .filter((content) => /^"[^"]*[^\s"][^"]*"/.test(content) && !content.includes("/"))"""
