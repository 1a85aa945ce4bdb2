"""A short match of each game, played by taps on a phone of 360 × 640."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone


def start(phone: Phone, game: str, names: tuple[str, ...], **options: str) -> str:
    """Start in full with names and a near target; the address of the match."""
    phone.open(f"/start/{game}/full?players={len(names)}")
    for seat, name in enumerate(names, 1):
        phone.write(f"Name at seat {seat}", name)
    for label, value in options.items():
        phone.write(label.replace("_", " "), value)
    phone.tap("Start")
    return phone.page.url


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
    phone.look("form")
    phone.tap("Save")
    belot(phone, "no trumps", "Boris", "65", us)
    phone.tap("Save")
    phone.look("hanging")
    belot(phone, "all trumps", "Vera", "300", us)
    phone.tap("Save")
    phone.look("refused")
    phone.write(us, "158", "Points from tricks")
    phone.tap("Save")
    phone.look("sheet")
    phone.page.get_by_role("link", name="hearts by Ana").click()
    phone.page.locator("summary").first.click()
    phone.look("row")
    phone.tap("Correct")
    phone.write(us, "106", "Points from tricks")
    phone.look("correct")
    phone.write("Why it is corrected", "counted again")
    phone.tap("Correct")
    if phone.reads("Look before you save"):
        phone.look("preview")
        phone.tap("Save it so")
    phone.look("corrected")
    phone.tap("Undo")
    phone.look("undo")
    phone.tap("Undo it")
    phone.tap("Penalty")
    phone.choose("Who committed the offence", them)
    phone.look("penalty")
    phone.tap("Save")
    while not phone.reads("Winner"):
        belot(phone, "spades", "Ana", "120", us)
        phone.tap("Save")
    phone.look("winner")
    phone.page.get_by_role("link", name="hearts by Ana").click()
    phone.tap("Strike out")
    phone.look("strike")
    phone.tap("See what changes")
    phone.look("strike-preview")
    phone.tap("Save it so")
    phone.look("struck")
    for place in (
        "Names",
        "Seats",
        "First dealer",
        "House rules",
        "Adjustment by an arbiter",
        "Throw into the bin",
    ):
        phone.tap(place)
        phone.look(place.replace(" ", "-").lower())
        phone.tap("Sheet")
    if phone.reads("Rematch"):
        phone.tap("Rematch, same seats")
        phone.look("rematch")


def test_kani(phone: Phone) -> None:
    start(phone, "kani", ("Ana", "Þórdís", "Guðmundur", "Iñaki"), Points_to_win="20")
    phone.look("empty")
    for number in range(3):
        phone.tap("Record a deal")
        phone.choose("Bid", "9")
        phone.choose("Declarer", "Þórdís")
        phone.choose("Partner", "Iñaki" if number else "Ana")
        phone.write("Tricks taken", "10")
        if not number:
            phone.look("form")
        phone.tap("Save")
    phone.look("winner")
    phone.page.get_by_role("link", name="9 by Þórdís with Ana").click()
    phone.look("row")
    phone.tap("Correct")
    phone.write("Tricks taken", "8")
    phone.tap("Correct")
    phone.look("preview")
    phone.tap("Save it so")
    expect(phone.page.get_by_text("corrected")).to_be_visible()
    phone.look("corrected")


def test_escoba(phone: Phone) -> None:
    start(phone, "escoba", ("Iñaki", "Miren"), Points_to_win="8")
    for number in range(2):
        phone.tap("Record a deal")
        if not number:
            phone.look("most")
            phone.tap("Counts")
            phone.look("counts")
            phone.tap("Piles of cards")
            phone.look("piles")
            phone.tap("Card by card")
            phone.look("plays")
            phone.tap("Who had the most")
        for what in ("Cards", "Golds", "Sevens"):
            phone.choose(what, "Iñaki")
        phone.choose("Seven of golds", "Iñaki")
        phone.write("Iñaki", "2", "Escobas")
        phone.write("Miren", "1", "Escobas")
        phone.tap("Save")
    phone.look("winner")
    phone.page.get_by_role("link", name="1", exact=False).first.click()
    phone.look("row")


def test_kinaskak(phone: Phone) -> None:
    names = ("Anna", "Björn", "Guðrún", "Jón", "Þórdís", "Sigurður")
    start(phone, "kinaskak", names)
    phone.look("empty")
    for number in range(8):
        phone.tap("Record a deal")
        if not number:
            phone.look("form")
            phone.tap("The points of each hand")
        for seat, name in enumerate(names):
            phone.write(name, str(0 if seat == number % 6 else 5 * (seat + number + 1)), "Left in each hand")
        if not number:
            phone.look("points")
        phone.tap("Save")
        if number == 1:
            phone.look("sheet")
    phone.look("winner")
    phone.page.get_by_role("link", name="went out").first.click()
    phone.look("row")
    phone.tap("Strike out")
    phone.tap("See what changes")
    phone.look("preview")


def test_two_phones(phone: Phone) -> None:
    """Somebody else was faster; and an old form that is sent again with another deal in it."""
    sheet = start(phone, "belot", ("Ana", "Boris", "Vera", "Georgi"))
    belot(phone, "hearts", "Ana", "100", "Ana & Vera")
    other = phone.page.context.new_page()
    other.goto(sheet + "/record/deal")
    other.get_by_role("radio", name="spades").first.check()
    other.get_by_role("radio", name="Boris").first.check()
    other.get_by_label("Boris & Georgi").first.fill("90")
    other.get_by_role("button", name="Save").click()
    phone.tap("Save")
    phone.look("stale")
    phone.tap("Save mine too")
    assert phone.reads("hearts by Ana")
    phone.tap("Record a deal")
    phone.choose("Contract", "all passed")
    used = phone.page.locator("input[name=uuid]").input_value()
    phone.tap("Save")
    phone.page.go_back()  # some browsers show the old form again, some ask for a new one: here it is the old
    phone.page.evaluate("used => document.querySelector('input[name=uuid]').value = used", used)
    phone.choose("Contract", "clubs")
    phone.choose("Declarer", "Vera")
    phone.write("Ana & Vera", "90", "Points from tricks")
    phone.tap("Save")
    phone.look("reused")
    phone.tap("Save it as another entry")
    phone.tap("Stop here")
    phone.look("stop")
    phone.tap("Stop here")
    phone.look("stopped")
    phone.tap("Record a deal") if phone.reads("Record a deal") else phone.open(sheet + "/record/deal")
    phone.look("over")
    phone.open(sheet + "/keep")
    phone.look("keep")
    phone.page.locator("a.address").nth(2).click()
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
    phone.tap("Save")
    for language in ("en", "bg", "is", "eu", "es"):
        phone.open(f"{sheet}?lang={language}")
        phone.look(f"sheet-{language}", themes=("light",))
