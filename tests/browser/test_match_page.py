"""A short match of each game, played by taps on a phone of 360 × 640."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.conftest import HEIGHT, WIDTH, Phone


def start(phone: Phone, game: str, names: tuple[str, ...], **options: str) -> str:
    """Start in full with names and a near target; the address of the match."""
    phone.open(f"/start/{game}/full?players={len(names)}")
    for seat, name in enumerate(names, 1):
        phone.write(f"Name at seat {seat}", name)
    for label, value in options.items():
        phone.write(label.replace("_", " "), value)
    phone.tap("Start")
    phone.page.wait_for_url("**/m/**")
    return phone.page.url.partition("#")[0].partition("?")[0]


def saved(phone: Phone, button: str = "Save") -> None:
    """Save, and wait until the sheet is shown."""
    phone.tap(button)
    phone.page.wait_for_url(lambda url: "/record/" not in url and "/correct" not in url)


def row(phone: Phone, words: str) -> None:
    """The page of an entry: its row unfolds in place, and leads there."""
    phone.page.locator("a[data-unfold]", has_text=words).first.click()
    phone.tap("Correct, strike out, history")
    expect(phone.page.get_by_role("heading", name="History")).to_be_visible()


def belot(phone: Phone, contract: str, declarer: str, points: str, side: str) -> None:
    phone.tap("Record a deal")
    phone.choose("Contract", contract)
    phone.choose("Declarer", declarer)
    phone.write(side, points, "Points from tricks")


def test_belot(phone: Phone) -> None:
    us, them = "Ana & Vera", "Boris & Георги"
    start(phone, "belot", ("Ana", "Boris", "Vera", "Георги"), Points_to_win="70")
    phone.look("empty")
    belot(phone, "hearts", "Ana", "56", us)
    saved(phone)
    belot(phone, "no trumps", "Boris", "65", us)
    saved(phone)
    phone.look("hanging")
    belot(phone, "all trumps", "Vera", "300", us)
    phone.tap("Save")
    expect(phone.page.locator(".problem")).to_be_visible()
    phone.look("refused")
    phone.write(us, "158", "Points from tricks")
    saved(phone)
    row(phone, "hearts by Ana")
    phone.page.locator(".article summary").first.click()
    phone.look("row")
    phone.tap("Correct")
    phone.write(us, "106", "Points from tricks")
    phone.look("correct")
    phone.write("Why it is corrected", "counted again")
    phone.tap("Correct")
    heading = phone.page.get_by_role("heading", name="Look before you save")
    expect(heading.or_(phone.page.get_by_role("link", name="Record a deal"))).to_be_visible()
    if heading.count():
        phone.look("preview")
        phone.tap("Save it so")
    expect(phone.page.get_by_text("corrected").first).to_be_visible()
    phone.tap("Undo")
    phone.look("undo")
    phone.tap("Undo it")
    phone.tap("Penalty")
    phone.choose("Who committed the offence", them)
    phone.write("Reason", "looked at a trick")
    phone.look("penalty")
    saved(phone)
    while not phone.page.locator("#winner").count():
        belot(phone, "spades", "Ana", "120", us)
        saved(phone)
    phone.look("winner")


def test_what_is_done_to_a_match_besides_deals(phone: Phone) -> None:
    start(phone, "belot", ("Ana", "Boris", "Vera", "Георги"), Points_to_win="15")
    belot(phone, "hearts", "Ana", "162", "Ana & Vera")
    saved(phone)
    row(phone, "hearts by Ana")
    phone.tap("Strike out")
    phone.look("strike")
    phone.tap("See what changes")
    phone.look("strike-preview")
    phone.tap("Save it so")
    expect(phone.page.get_by_text("1 entry struck out")).to_be_visible()
    phone.look("struck")
    for place in ("Names", "First dealer", "House rules", "Adjustment by an arbiter", "Throw into the bin"):
        phone.tap(place)
        expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
        phone.look(place.replace(" ", "-").lower())
        phone.tap("Sheet")
    belot(phone, "hearts", "Ana", "162", "Ana & Vera")
    saved(phone)
    phone.tap("Rematch, same seats")
    phone.look("rematch")


def test_kani(phone: Phone) -> None:
    start(phone, "kani", ("Ana", "Þórdís", "Guðmundur", "Iñaki"), Points_to_win="20")
    for number in range(3):
        phone.taps = 0
        phone.tap("Record a deal")
        phone.choose("Bid", "9")
        phone.choose("Declarer", "Þórdís")
        phone.choose("Partner", "Iñaki" if number else "Ana")
        phone.tap("made with 10")
        saved(phone)
        assert phone.taps <= 9
    expect(phone.page.locator("#winner")).to_be_visible()
    row(phone, "9 by Þórdís with Ana")
    phone.look("row")
    phone.tap("Correct")
    phone.tap("failed by 1")
    phone.tap("Correct")
    phone.look("preview")
    phone.tap("Save it so")
    expect(phone.page.get_by_text("corrected").first).to_be_visible()


def test_escoba(phone: Phone) -> None:
    start(phone, "escoba", ("Iñaki", "Miren"), Points_to_win="8")
    for number in range(2):
        phone.taps = 0
        phone.tap("Record a deal")
        for what in ("Cards", "Golds", "Sevens"):
            phone.choose(what, "Iñaki")
        phone.choose("Seven of golds", "Iñaki")
        for name in ("Iñaki", "Miren"):
            phone.tap(f"{name}: one escoba more")
        if not number:
            phone.look("most")
        saved(phone)
        assert phone.taps <= 9
    expect(phone.page.locator("#winner")).to_be_visible()
    phone.look("winner")


def test_kinaskak(phone: Phone) -> None:
    names = ("Anna", "Björn", "Guðrún", "Jón", "Þórdís", "Sigurður")
    start(phone, "kinaskak", names)
    for number in range(8):
        phone.taps = 0
        phone.tap("Record a deal")
        phone.tap_on(phone.page.locator(f"[data-out='{number % 6}']"))
        for seat in range(6):
            if seat != number % 6:
                hand = phone.page.locator(f".player[data-seat='{seat}']")
                if hand.get_attribute("open") is None:
                    phone.tap_on(hand.locator("summary"))
                phone.tap_on(hand.locator("[data-class='tens']"))
        saved(phone)
        assert phone.taps <= 3 + 2 * 5, (
            "record, who went out, save; and each hand is opened and a card tapped"
        )
    phone.look("winner")
    row(phone, "went out")
    phone.look("row")
    phone.tap("Strike out")
    phone.tap("See what changes")
    phone.look("preview")


def test_two_phones_without_javascript(browser: Browser, server: str) -> None:
    """Somebody else was faster: with the same deal, then with something else."""
    size: Any = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=size, locale="en-GB", java_script_enabled=False)
    phone, other = (Phone(context.new_page(), server, "two_phones") for _ in range(2))
    sheet = start(phone, "belot", ("Ana", "Boris", "Vera", "Georgi"))
    belot(phone, "hearts", "Ana", "100", "Ana & Vera")
    other.open(sheet + "/record/deal")
    other.choose("Contract", "spades")
    other.choose("Declarer", "Boris")
    other.write("Boris & Georgi", "90", "Points from tricks")
    saved(other)
    phone.tap("Save")
    phone.tap("Save it as another entry")
    expect(phone.page.get_by_text("hearts by Ana").first).to_be_visible()
    belot(phone, "clubs", "Vera", "90", "Ana & Vera")
    other.open(sheet + "/undo")
    other.tap("Undo it")
    other.page.wait_for_url(lambda url: "/undo" not in url)
    phone.tap("Save")
    phone.tap("Save mine too")
    expect(phone.page.get_by_text("clubs by Vera").first).to_be_visible()
    context.close()


def test_a_match_that_is_stopped(phone: Phone) -> None:
    sheet = start(phone, "belot", ("Ana", "Boris", "Vera", "Georgi"))
    belot(phone, "hearts", "Ana", "100", "Ana & Vera")
    saved(phone)
    phone.tap("Stop here")
    phone.look("stop")
    phone.tap("Stop here")
    expect(phone.page.get_by_role("button", name="Rematch, same seats")).to_be_visible()
    phone.look("stopped")
    phone.open(sheet + "/record/deal")
    phone.look("over")
    phone.open(sheet + "/keep")
    phone.look("keep")
    phone.page.locator("a.address[href*='/w']").click()
    phone.look("watching")
    assert not phone.reads("Rematch")


def test_eight_players(phone: Phone) -> None:
    """The widest sheet, with long names and four-figure totals, in every language."""
    names = tuple(
        f"Maximiliane {name}" for name in ("Anna", "Björn", "Guðrún", "Jón", "Þórdís", "Ari", "Una", "Ýr")
    )
    sheet = start(phone, "kinaskak", names)
    phone.open(sheet + "/record/deal?form=points")
    for seat, name in enumerate(names):
        phone.write(name, str(0 if not seat else 480 + 5 * seat), "Left in each hand")
    saved(phone)
    for language in ("en", "bg", "is", "eu", "es"):
        phone.open(f"{sheet}?lang={language}")
        phone.look(f"sheet-{language}", themes=("light",) if language == "en" else ())
