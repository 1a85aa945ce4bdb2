"""Matches of a league on the pages: started, taken in, confirmed by whom and from where, contested, corrected later."""

import re
from typing import Any

import pytest

from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.matches import confirm_match
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.web.conftest import Page, Phone, link
from tests.web.leagues.club import NAMES, WON, Club, new, title

pytestmark = pytest.mark.long

KANI = {"bid": "12", "declarer": "0", "partner": "1", "tricks": "12"}
LESS = {**WON, "bid": 11, "tricks": 11}


def in_league(tuesday: Club, match: Match) -> str:
    return tuesday.at(f"matches/{match.public_id}")


def table(tuesday: Club) -> Page:
    tuesday.derive()
    return tuesday.phone("player").get(tuesday.at())


def standings_of(page: Page) -> str:
    """The standings alone, without the matches of the evening beside them."""
    return page.words.partition("The latest evening")[0].partition("This evening")[0]


def sit(tuesday: Club, match: Match, seat: str) -> Phone:
    """A phone that came by the link to score, and whose person says where they sit."""
    phone = tuesday.phone("visitor")
    phone.get(link(tuesday.app, match, "score"))
    phone.get(link(tuesday.app, match, "score", "phone"))
    button = next(words for form in phone.page.forms for words in form.buttons if seat in words)
    phone.press(button)
    return phone


def word(phone: Phone, tuesday: Club, match: Match, seat: int, button: str, **typed: str) -> Page:
    """What a person says of the result on the match's own page."""
    phone.get(link(tuesday.app, match, "score", "league"))
    forms = [one for one in phone.page.forms if one.value("seat") == str(seat) and button in one.buttons]
    return phone.press(button, phone.page.forms.index(forms[0]), **typed)


# --- starting and taking in -----------------------------------------------------------------------


def test_a_match_that_is_started_in_the_league_is_in_it(tuesday: Club, organiser: Phone) -> None:
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at("start"))
    page = phone.press("Start", game="kani", **{"seat-0": "Vera", "seat-1": "Ivan"})
    assert phone.status == 422
    assert [page.forms[0].value(f"seat-{n}") for n in range(2)] == ["Vera", "Ivan"]
    phone.press("Start", **{"seat-2": "Ana", "seat-3": "Ana"})
    assert "/m/" in phone.address
    tuesday.derive()
    page = phone.get(tuesday.at("matches"))
    assert "being played" in page.words
    organiser.get(next(where for where in page.links.values() if "/matches/" in where))
    assert "being played, deal 1" in organiser.page.words
    assert "Confirm" not in organiser.page.words, "there is nothing to confirm yet"
    names = [one.name for one in tuesday.list_players()]
    assert sorted(name or "" for name in names) == ["Ana", "Ana 2", "Ivan", "Vera"], "no player sits twice"


def test_a_house_rule_of_the_league_that_so_many_cannot_play_by_is_said_to_be_left_out(tuesday: Club) -> None:
    with tuesday.app.app_context():
        access = tuesday.access("owner")
        seen = founding.described_seq(session(), access.league.id)
        house = {"escoba": {"preset": "eskoba", "partnerships": True, "target": 15}}
        founding.describe_league(session(), access, uuid=new(), seen=seen, house=house)
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at("start"))
    page = phone.press("Start", game="escoba", **{"seat-0": "Vera", "seat-1": "Ivan"})
    assert "A house rule of the league does not hold here. Two or three players play each for" in page.words
    assert "15" in page.words
    phone.get(tuesday.at("start"))
    four = {f"seat-{seat}": name for seat, name in enumerate(("Vera", "Ivan", "Ana", "Boris"))}
    assert "does not hold here" not in phone.press("Start", game="escoba", **four).words


def start_match(phone: Phone, tuesday: Club, *names: str, **more: str) -> Page:
    phone.get(tuesday.at("start"))
    return phone.press(
        "Start", game="kani", **{f"seat-{seat}": name for seat, name in enumerate(names)}, **more
    )


@pytest.mark.parametrize("typed", ["Gerogi Petrov", "Georgi", "Георги Петров", "Géorgi Petrov"])
def test_a_name_that_is_nearly_a_players_is_asked_about_before_a_match_starts(
    tuesday: Club, typed: str
) -> None:
    georgi, *others = tuesday.players("Georgi Petrov", "Vera", "Ivan", "Ana")
    phone = tuesday.phone("scorer")
    page = start_match(phone, tuesday, "Vera", typed, "Ivan", "Ana", dealer="2")
    assert phone.status == 422
    assert "these names are nearly those of players of the league" in page.words
    assert [page.forms[0].value(f"seat-{n}") for n in range(4)] == ["Vera", typed, "Ivan", "Ana"]
    assert page.forms[0].value("dealer") == "2"
    page = phone.press("Start")
    assert "these names are nearly those" in page.words, "an answer is not taken for granted"
    page = phone.press("Start", who=georgi)
    assert "/m/" in phone.address
    assert "Georgi Petrov" in page.words, "and the sheet says the name that the league has"
    assert len(tuesday.list_players()) == 4, "no guest was made"
    [match] = tuesday.list_matches()
    assert match.players == (others[0], georgi, *others[1:])


def test_a_new_player_of_nearly_a_players_name_starts_as_a_guest(tuesday: Club) -> None:
    tuesday.players("Anna", "Vera")
    phone = tuesday.phone("scorer")
    start_match(phone, tuesday, "Ana", "Anna", "Vera", "Bo")
    assert "/m/" in phone.address, "the one whom it could mean sits at the table"
    page = start_match(phone, tuesday, "Anma", "Vera", "Bo", "Anma")
    assert page.html.count('name="whose"') == 2
    phone.press("Start", who=["new", "new"])
    assert "/m/" in phone.address
    names = [one.name or "" for one in tuesday.list_players()]
    assert sorted(names) == ["Ana", "Anma", "Anma 2", "Anna", "Bo", "Vera"]


def test_a_match_started_elsewhere_comes_in_from_its_sheet(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    tuesday.players("Vera", "Ivan")
    phone.get("/import")
    document = (
        '{"format": "scorekeeper-match/1", "game": "kani", "players": ["Vera", "Ivan", "Ana", "Iñaki"],'
        ' "rules": {"target": 10, "tie_at_target": "shared"}, "entries": [{"kind": "deal", "bid": 12,'
        ' "declarer": 0, "partner": 1, "tricks": 12}]}'
    )
    button = next(iter(phone.page.forms[0].buttons))
    phone.press(button, 0, document=document)
    sheet = phone.address.partition("?")[0].removesuffix("/phone")
    phone.get(sheet)
    phone.click("Into a league")
    phone.click("Þriðjudagur")
    assert phone.page.html.count("selected") >= 2, "those of the same name are proposed"
    page = phone.press("Take it in")
    assert title(page).startswith("Kani")
    assert "The match is in the league." in page.words
    assert "Into a league" not in phone.get(sheet).words
    assert len(tuesday.list_players()) == 4, "two of them were there already"


def test_who_has_no_league_is_not_asked(tuesday: Club) -> None:
    with tuesday.app.app_context():
        match = ledgers.open_match(
            session(), "kani", list(NAMES), rules={"target": 10, "tie_at_target": "shared"}
        )
    tuesday.add_event(match, "recorded", {"entry": WON})
    for who in ("stranger", "visitor", "player"):
        page = tuesday.phone(who).get(link(tuesday.app, match, "owner"))
        assert "Winners" in page.words
        assert "Into a league" not in page.words, who
    assert "Into a league" in tuesday.phone("scorer").get(link(tuesday.app, match, "owner")).words


# --- confirming -----------------------------------------------------------------------------------


def test_the_sheet_of_a_finished_match_asks_to_confirm_and_then_no_more(tuesday: Club, over: Match) -> None:
    phone = tuesday.phone("visitor")
    phone.get(link(tuesday.app, over, "score"))
    assert "Confirm the result" in phone.page.links
    tag = phone.response.headers["ETag"]
    assert "Confirm the result" not in tuesday.phone("visitor").get(link(tuesday.app, over, "watch")).words
    page = phone.click("Confirm the result")
    assert "Vera 12Георги 12Þórdís 0Iñaki 0" in " ".join(page.words.split()), "the score that is confirmed"
    word(phone, tuesday, over, 2, "The result is right")
    page = phone.get(link(tuesday.app, over, "score"))
    assert phone.response.headers["ETag"] != tag
    assert "Confirm the result" not in page.words
    assert "In the league" in page.links


@cases(
    "how, said",
    ("seated on the other side", "confirmed by Þórdís (from their own phone)"),
    ("passed", "confirmed by Þórdís (after the phone was passed to them)"),
    ("organiser", "confirmed by an organiser"),
)
def test_a_match_counts_when_it_is_confirmed_and_the_league_says_from_where(
    tuesday: Club, over: Match, how: str, said: str
) -> None:
    assert "No match counts here yet." in table(tuesday).words
    if how == "organiser":
        phone = tuesday.phone("organiser")
        phone.get(in_league(tuesday, over))
        phone.press("Confirm")
    else:
        phone = sit(tuesday, over, "Þórdís") if how != "passed" else tuesday.phone("visitor")
        if how == "passed":
            phone.get(link(tuesday.app, over, "score"))
        assert ("This phone is yours." in phone.get(link(tuesday.app, over, "score", "league")).words) == (
            how != "passed"
        )
        word(phone, tuesday, over, 2, "The result is right")
    page = tuesday.phone("player").get(in_league(tuesday, over))
    assert said in page.words
    assert "Vera" in table(tuesday).links


def test_a_phone_that_opened_only_the_page_that_asks_may_answer_there(tuesday: Club, over: Match) -> None:
    phone = tuesday.phone("visitor")
    page = word(phone, tuesday, over, 2, "The result is right")
    assert phone.status == 200
    assert "Thank you: noted for Þórdís." in page.words
    assert "confirmed by Þórdís (after the phone was passed to them)" in page.words


def test_the_side_that_wrote_the_score_cannot_confirm_it_and_a_watcher_cannot_at_all(
    tuesday: Club, over: Match
) -> None:
    phone = sit(tuesday, over, "Vera")
    page = phone.get(link(tuesday.app, over, "score", "league"))
    assert {form.value("seat") for form in page.forms if "seat" in form.names} == {"1", "2", "3"}
    form = next(form for form in page.forms if form.value("seat") == "2")
    values = [pair for pair in form.values if pair[0] not in ("seat", "how")]
    phone.post(form.attributes["action"], [*values, ("seat", "2"), ("how", "device"), ("word", "yes")])
    assert "This phone is not seated there" in phone.page.words
    watcher = tuesday.phone("visitor")
    watcher.get(link(tuesday.app, over, "watch", "league"))
    assert "Pass the phone" not in watcher.page.words
    assert "Þriðjudagur" not in watcher.page.words, "the league is private"
    assert "No match counts here yet." in table(tuesday).words


def test_a_contested_match_waits_and_everybody_sees_why(tuesday: Club, over: Match, organiser: Phone) -> None:
    phone = sit(tuesday, over, "Iñaki")
    word(phone, tuesday, over, 3, "It is not right", reason="It was eleven tricks")
    page = tuesday.phone("player").get(in_league(tuesday, over))
    assert "contested by Iñaki (from their own phone)" in page.words
    assert "It was eleven tricks" in page.words
    assert "No match counts here yet." in table(tuesday).words
    assert "contested" in tuesday.phone("player").get(tuesday.at("matches?state=contested")).words
    organiser.get(in_league(tuesday, over))
    organiser.press("Confirm")
    assert "Vera" in table(tuesday).links


def test_an_organiser_lets_a_match_wait_and_says_why(tuesday: Club, over: Match, organiser: Phone) -> None:
    organiser.get(in_league(tuesday, over))
    page = organiser.press("Let it wait", reason="Was it really twelve?")
    assert "contested by an organiser" in page.words
    assert "Was it really twelve?" in page.words


# --- after the confirmation -----------------------------------------------------------------------


def confirm(tuesday: Club, match: Match) -> None:
    with tuesday.app.app_context():
        now = ledger.load(session(), match.public_id)
        confirm_match.confirm_as_organiser(
            session(), tuesday.access(), uuid=new(), key=match.public_id, version=now.seq
        )


def correct_first(tuesday: Club, match: Match, entry: dict[str, Any] = LESS) -> None:
    """The first deal of the match, put right by the seat that wrote it."""
    with tuesday.app.app_context():
        now = ledger.load(session(), match.public_id)
        assert now is not None
    target = next(event.seq for event in now.events if event.kind == "recorded")
    tuesday.add_event(match, "corrected", {"target": target, "entry": entry}, seat=0)


def test_a_correction_after_the_confirmation_is_a_proposal_until_it_is_accepted(
    tuesday: Club, over: Match
) -> None:
    confirm(tuesday, over)
    before = table(tuesday)
    correct_first(tuesday, over)
    for address in (in_league(tuesday, over), link(tuesday.app, over, "score", "league")):
        page = tuesday.phone("organiser").get(address)
        assert "A correction waits." in page.words
        assert "Would count" in page.words
        assert re.search(
            r'"Counts now">12</td>\s*<td class="number" data-name="Would count">11</td>', page.html
        )
    assert standings_of(table(tuesday)) == standings_of(before)
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    page = organiser.press("Accept the correction")
    assert "A correction waits." not in page.words
    assert "11" in page.words
    assert standings_of(table(tuesday)) != standings_of(before)
    changes = organiser.get(tuesday.at("changes?since=2026-01-01"))
    assert "Vera" in changes.links


def test_a_correction_is_declined_with_a_reason_that_its_writer_sees_and_can_be_taken_back(
    tuesday: Club, over: Match, organiser: Phone
) -> None:
    confirm(tuesday, over)
    before = table(tuesday)
    correct_first(tuesday, over)
    writer = sit(tuesday, over, "Vera")
    assert "a correction waits" in writer.get(link(tuesday.app, over, "score")).words
    organiser.get(in_league(tuesday, over))
    page = organiser.press("Decline the correction", reason="I counted them: twelve")
    assert "an organiser declined the correction “I counted them: twelve”" in page.words
    assert "Decline the correction" not in page.words
    assert standings_of(table(tuesday)) == standings_of(before)
    assert "a correction was declined" in writer.get(link(tuesday.app, over, "score")).words
    page = writer.get(link(tuesday.app, over, "score", "league"))
    assert "An organiser declined this correction: what was confirmed goes on counting." in page.words
    assert "I counted them: twelve" in page.words
    assert "The result is right" not in page.words, "no side is asked any more"
    writer.click("Take the correction back")
    writer.press("Undo it")
    page = writer.get(link(tuesday.app, over, "score", "league"))
    assert "declined" not in page.words
    assert "declined the correction" in organiser.get(in_league(tuesday, over)).words, "it stays on record"
    assert "Accept the correction" not in organiser.page.words


def test_both_sides_may_accept_a_correction(tuesday: Club, over: Match) -> None:
    confirm(tuesday, over)
    before = table(tuesday)
    correct_first(tuesday, over)
    phone = tuesday.phone("visitor")
    phone.get(link(tuesday.app, over, "score"))
    for seat in (1, 2, 3):
        assert "A correction waits." in phone.get(link(tuesday.app, over, "score", "league")).words
        assert "It is not right" not in phone.page.words, "it is taken back instead"
        word(phone, tuesday, over, seat, "The result is right")
    assert "A correction waits." not in phone.get(link(tuesday.app, over, "score", "league")).words
    assert standings_of(table(tuesday)) != standings_of(before)


def test_penalties_in_a_league_are_the_organisers(tuesday: Club) -> None:
    match = tuesday.match(WON, players=tuesday.players(*NAMES), rules={})
    sheet, only = link(tuesday.app, match, "score"), "penalties and adjustments are the organiser’s"
    phones = {who: tuesday.phone(who) for who in ("scorer", "organiser")}
    for phone in phones.values():
        phone.get(sheet)
    page = phones["organiser"].get(f"{sheet}/record/adjustment")
    form = next(form for form in page.forms if "reason" in form.names)
    typed = {"reason": "late", **{f"scores-{n}": str(-n) for n in range(4)}}
    token = next(one.value("csrf_token") for one in phones["scorer"].get(f"{sheet}/record/void").forms)
    values = dict(form.values) | typed | {"csrf_token": token}
    phones["scorer"].post(f"{sheet}/record/adjustment", list(values.items()))
    assert only in phones["scorer"].page.words
    phones["organiser"].press(next(iter(form.buttons)), page.forms.index(form), **typed)
    with tuesday.app.app_context():
        written = ledger.seq_of(session(), match.public_id)
    assert written == match.seq + 1, "the organiser's alone"
    for address in ("record/adjustment", f"row/{written}/correct", f"row/{written}/strike"):
        page = phones["scorer"].get(f"{sheet}/{address}")
        assert (phones["scorer"].status, only in page.words) == (403, True), address
        assert not any("reason" in form.names for form in page.forms), address
        assert only not in phones["organiser"].get(f"{sheet}/{address}").words, address
    assert only not in phones["scorer"].get(f"{sheet}/row/2/correct").words, "a deal is everybody's"


def test_a_match_moves_to_another_night_and_out_of_the_league(tuesday: Club, over: Match) -> None:
    confirm(tuesday, over)
    organiser = tuesday.phone("organiser")
    organiser.get(in_league(tuesday, over))
    organiser.click("Season, night, players")
    organiser.press("Save", night="2026-01-06")
    assert "Jan 6, 2026" in organiser.get(in_league(tuesday, over)).words
    page = organiser.press("Take it out of the league")
    assert "The match is out of the league." in page.words
    assert "No match counts here yet." in table(tuesday).words
    organiser.get(in_league(tuesday, over))
    assert organiser.status == 404


def test_of_two_who_confirm_a_score_that_moved_the_later_one_hears_of_it(tuesday: Club, over: Match) -> None:
    phone = sit(tuesday, over, "Þórdís")
    phone.get(link(tuesday.app, over, "score", "league"))
    index = next(n for n, form in enumerate(phone.page.forms) if form.value("seat") == "2")
    correct_first(tuesday, over)
    page = phone.press("The result is right", index)
    assert "The score has changed since this page was opened." in page.words
    assert "No match counts here yet." in table(tuesday).words
