"""Verdicts on a phone: every game in all five languages, a house rule that decides, a match under other rules."""

import json
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.core.disputes.adjudication import FRAME, adjudicate, ruling_document
from scorekeeper.core.disputes.rulings import drop_sentences
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import WorkedRuling, load_rulings
from scorekeeper.core.text import LANGUAGES
from scorekeeper.games import GAMES
from scorekeeper.translations.catalogues import catalogue
from scorekeeper.web.desk.ruling_links import decode, encode
from tests.browser.conftest import Phone
from tests.cases import case
from tests.soak import in_turn


def settle(phone: Phone) -> None:
    phone.page.locator(".act button.main").click()


SETTLED = {
    "belot": "An opponent has ruffed: only a higher trump will do",
    "kani": "The declarer must lead a trump",
    "escoba": "A seven and five cards on the table: three ways to fifteen",
    "kinaskak": "A way to go down in the fifth round",
}


def filled_in(question: dict[str, Any], language: str) -> str:
    """The address of a question's form, filled in as by “Change the question”."""
    given = {name: value for name, value in question.items() if name not in FRAME}
    code = encode([1, question["game"], question["question"], question.get("rules", {}), given, None])
    rules = {"rules": json.dumps(question["rules"])} if question.get("rules") else {}
    query = urlencode({**rules, "again": code, "lang": language})
    return f"/desk/{question['game']}/{question['question']}?{query}"


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.soak
@pytest.mark.parametrize("game", SETTLED)
def test_the_verdict_is_said_in_every_language(phone: Phone, game: str) -> None:
    """The form comes filled in, one tap settles it, and the sentence is the reader's own: in each another one."""
    worked = next(one for one in load_rulings(game) if one.title == SETTLED[game])
    answered = adjudicate(worked.question, GAMES, Report())
    assert answered is not None
    said = set()
    languages = in_turn(LANGUAGES, list(SETTLED).index(game), 2)
    for language in languages:
        sentence = ruling_document(answered, catalogue(language))["verdict"]
        phone.open(filled_in(worked.question, language))
        settle(phone)
        expect(phone.page.locator("#verdict")).to_contain_text(sentence)
        expect(phone.page.locator("html")).to_have_attribute("lang", language)
        said.add(sentence)
    assert len(said) == len(languages), said


SAME_HERE = [
    case(f"{game}: {one.title}", one)
    for game in GAMES
    for one in load_rulings(game)
    if "errors" not in one.expect
    and (one.question["question"] in ("mismatch", "deal") or "rules" in one.question)
    and one.question["question"] not in ("irregularity", "what_if")
]


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.parametrize("worked", SAME_HERE[::3])
def test_a_browser_sends_what_was_meant(phone: Phone, worked: WorkedRuling) -> None:
    """Counts that differ, whole deals and house rules: the address that a real browser comes to carries the result."""
    phone.open(filled_in(worked.question, "en"))
    settle(phone)
    expect(phone.page.locator("#verdict")).to_be_visible()
    answered = adjudicate(worked.question, GAMES, Report())
    assert decode(urlsplit(phone.page.url).path.rpartition("/")[2])[-1] == drop_sentences(
        answered.ruling.result
    )


@pytest.mark.left_to_soak
def test_a_house_rule_decides_what_went_wrong(phone: Phone) -> None:
    rules = '{"preset":"kinaskak","last_round_buys":true}'
    phone.open(f"/desk/kinaskak/irregularity?rules={quote(rules)}&lang=en")
    for words in ("something was wrong with a buy", "it was in the last round"):
        phone.tap(words)
    expect(phone.page.locator("#verdict")).to_have_text("Nothing is wrong: the buy stands.")
    expect(phone.page.locator(".otherwise")).to_have_count(0)  # elsewhere the table would first be asked


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_article_unfolds_below_the_reason_that_cites_it(
    browser: Browser, browser_context_args: dict[str, Any], server: str, scripts: bool
) -> None:
    page = browser.new_context(**{**browser_context_args, "java_script_enabled": scripts}).new_page()
    page.goto(f"{server}/desk/belot/irregularity?a=play&a=revoke&a=later&lang=en")
    reason = page.locator(".reasons > li").first
    text = reason.locator("#a2-1")
    expect(text).to_be_hidden()
    reason.locator("summary", has_text="§ 2.1").click()
    expect(text).to_contain_text("Follow the suit led.")
    expect(text).to_be_in_viewport()
    page.context.close()


@pytest.mark.left_to_soak
def test_what_if_stands_side_by_side_on_a_phone(phone: Phone) -> None:
    worked = next(one for one in load_rulings("belot") if one.question["question"] == "what_if")
    phone.open("/desk/belot/what_if?preset=classic&lang=en")
    phone.page.locator("textarea").fill(json.dumps(worked.question["match"]))
    phone.page.get_by_text("Every house rule").click()
    phone.page.locator('input[name="target"]').fill(str(worked.question["other"]["target"]))
    settle(phone)
    totals = phone.page.locator("table.beside").first.locator("tbody tr")
    expect(totals.nth(0)).to_contain_text("53")
    expect(totals.nth(0)).to_contain_text("77")
    deals = phone.page.locator("table.deals tbody tr")
    expect(deals).to_have_count(len(worked.question["match"]["entries"]))
    expect(phone.page.locator("table.deals tr.differs")).to_have_count(len(worked.expect["differs"]))
    expect(phone.page.locator("main")).to_contain_text("The two part at: Deal 1.")
    phone.look("what-if")


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("game", ["belot", "escoba", "kani", "kinaskak"])
def test_where_two_slips_remain_the_page_asks_what_tells_them_apart(phone: Phone, game: str) -> None:
    """Counts that do not fit, typed as at the table: both slips, and one question at the end of the verdict."""
    counts: dict[str, Any] = {
        "belot": {"contract": "hearts", "trick_points": [101, 60]},
        "escoba": {"cards": [20, 14]},
        "kani": {"pairs": [9, 7]},
        "kinaskak": [{"hands": [85, 0]}, {"hands": [50, 0]}],
    }[game]
    phone.open(filled_in({"game": game, "question": "mismatch", "counts": counts}, "en"))
    settle(phone)
    verdict = phone.page.locator("#verdict")
    expect(verdict).to_contain_text("Either of two slips")
    expect(verdict).to_contain_text("To tell them apart: ")
    assert (verdict.text_content() or "").strip().endswith("?")
    phone.look(f"slips-{game}", themes=("light",))
