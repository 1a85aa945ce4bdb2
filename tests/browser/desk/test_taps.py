"""The commonest quarrels, from the sheet of a match to the verdict: six taps at most beside the cards themselves."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from tests.browser.conftest import Phone
from tests.browser.shown import import_shown

PAGE = Path(__file__).parents[3] / "docs/screens.md"
MAX_TAPS = 6
LEGAL, SCORE = "Which cards may I play?", "Why is the deal written like this?"
WRONG = "Something went wrong at the table. What now?"
# The game, what is asked in players' words, the question of the desk, and the steps: `field=cards` are cards tapped in
# a field, `field:words` a choice in a group, `field#digit` a digit typed, `> words` a link on the way.
COMMONEST = [
    ("belot", "May I play this card?", LEGAL, ["contract:hearts", "hand=7H JC 10S", "trick=AS 9H"]),
    (
        "belot",
        "What may I announce?",
        "What may this hand announce?",
        ["contract:hearts", "hand=7H 8H 9H KC KD KS KH AS"],
    ),
    (
        "belot",
        "Whose declaration is better?",
        "Whose declarations count?",
        ["contract:hearts", "shown-0=7H 8H 9H", "shown-1=10C JC QC KC"],
    ),
    ("belot", "Did they make it, and why is it written so?", SCORE, ["row"]),
    ("kani", "May I play this card?", LEGAL, ["trump:hearts", "hand=7H JC 10S", "trick=AS 9H"]),
    (
        "kani",
        "One of us has too many cards",
        WRONG,
        [
            "> In the dealing",
            "> A player has too many cards, or too few.",
            "> Before the first card was played.",
        ],
    ),
    ("escoba", "May I capture these?", "What can this card take?", ["table=7O 3C 5B", "card=5O"]),
    ("kinaskak", "Is this a meld?", "Is this a run, is this a set?", ["cards=5H 6H JK 8H"]),
    (
        "kinaskak",
        "May I take the joker?",
        "May the joker be taken?",
        ["meld-kind:a run", "meld-cards=5H 6H JK 8H", "card=7H", "is_down:yes"],
    ),
    (
        "kinaskak",
        "One buy too many?",
        "May this card be bought, and what does it cost?",
        ["buys#3", "forehand_takes:no"],
    ),
]


def take(phone: Phone, step: str) -> None:
    """One step of a question; a field that waits for its cards already costs no tap."""
    if step.startswith("> "):
        phone.page.wait_for_load_state()
        return phone.tap_on(phone.page.locator(".quarrels a", has_text=step[2:]))
    name, sign, said = re.split(r"([=:#])", step, maxsplit=1)
    field = phone.page.locator(".field", has=phone.page.locator(f'[name="{name}"]')).last
    if sign == "=":
        field.locator(".picker").wait_for(state="attached")
        if not field.locator(".fan").is_visible():
            phone.tap_on(field.locator(".open"))
        for card in said.split():
            field.locator(f'.fan [data-card="{card}"]').click()
    elif sign == ":":
        phone.tap_on(field.locator(".pill, .key", has_text=said))
    else:
        phone.tap_on(field.locator(f'input[name="{name}"]'))
        phone.page.keyboard.type(said)
        phone.taps += len(said)
    return None


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize(
    ("game", "asked", "question", "steps"), COMMONEST, ids=[f"{one[0]}: {one[1]}" for one in COMMONEST]
)
def test_a_common_quarrel_takes_six_taps_beside_the_cards(
    phone: Phone, game: str, asked: str, question: str, steps: list[str]
) -> None:
    phone.open(import_shown(phone.page.context, phone.server, game))
    phone.taps = 0
    if steps == ["row"]:
        phone.tap_on(phone.page.locator("a[data-unfold]").last)
        phone.tap_on(phone.page.locator("tr.unfolded").get_by_role("link", name="History"))
        phone.page.wait_for_url("**/row/*")
        phone.tap_on(phone.page.locator("main").get_by_role("link", name="Settle a dispute"))
        steps = []
    else:
        phone.tap_on(phone.page.get_by_role("link", name="Settle a dispute").first)
    phone.tap(question)
    for step in steps:
        take(phone, step)
    if question != WRONG:
        phone.tap("Get the verdict")
    expect(phone.page.locator("#verdict")).to_be_in_viewport()
    assert phone.taps <= MAX_TAPS
    assert f"| {GAMES[game].name.msgid} | {asked} | {phone.taps} |" in PAGE.read_text("utf-8")
