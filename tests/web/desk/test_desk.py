"""The dispute desk without JavaScript. That it answers as the other doors do stands in `test_three_doors`."""

import json
import re
from typing import Any
from urllib.parse import unquote, urlencode

import pytest

from scorekeeper.core.disputes.adjudication import FRAME, questions_of
from scorekeeper.core.fields import Flag
from scorekeeper.core.rulebook import load_rulings
from scorekeeper.games import GAMES, rule
from scorekeeper.store.match import rulings
from scorekeeper.web.desk import ruling_links
from scorekeeper.web.entry.inputs import ABSENT
from tests.cases import case
from tests.documents import match_document, question_document
from tests.web.conftest import Phone
from tests.web.entry.test_forms import table_of


def ask(phone: Phone, game: str, question: str, **typed: str | list[str]) -> Any:
    phone.get(f"/desk/{game}/{question}")
    return phone.press("Get the verdict", **typed)


@pytest.mark.long
def test_a_quarrel_is_settled_in_three_steps(phone):
    page = phone.get("/desk/")
    assert "Belot" in page.words
    phone.click("Belot")
    phone.click("Which cards may I play?")
    page = phone.press("Get the verdict", contract="hearts", hand="7H jc", trick="AS 9H")
    assert phone.status == 200
    assert phone.address.startswith("/ruling/")
    wanted, _ = rule(
        question_document("belot", "legal_cards", contract="hearts", hand=["7H", "JC"], trick=["AS", "9H"])
    )
    assert wanted["verdict"] in page.words
    for reason in wanted["reasons"]:
        assert reason["text"] in page.words
        assert not [cite for cite in reason["cites"] if f"§ {cite.split()[1]}" not in page.words]


def test_a_blank_list_is_an_empty_one(phone):
    page = ask(phone, "belot", "legal_cards", contract="hearts", hand="7H JC")
    assert "leads" in page.words or "lead" in page.words


def test_what_cannot_be_stands_at_its_field_and_nothing_typed_is_lost(phone):
    page = ask(phone, "belot", "legal_cards", contract="hearts", hand="7H 7H 2C", trick="")
    assert phone.status == 422
    assert "2C" in page.words
    form = next(form for form in page.forms if "hand" in form.names)
    assert form.value("hand") == "7H 7H 2C"
    assert form.value("contract") == "hearts"


def test_calls_of_several_words_are_read_in_every_language(phone):
    for language, calls in (("en", "pass, No Trumps, contra"), ("en", "pass no_trumps contra")):
        phone.get(f"/desk/belot/auction?lang={language}")
        phone.press("Get the verdict", calls=calls)
        assert phone.address.startswith("/ruling/"), calls


def test_a_bid_is_asked_for_among_those_of_the_table(phone):
    for lowest in (7, 9):
        rules = json.dumps({"preset": "icelandic", "min_bid": lowest})
        phone.get(f"/desk/kani/score?{urlencode({'rules': rules})}")
        keys = re.findall(r'name="bid" id="\S+"\s+value="(\w+)"', phone.response.text)
        assert keys == [*map(str, range(lowest, 13)), "kani", "pass"]


def test_house_rules_go_along_to_the_ruling(phone):
    phone.get("/desk/belot/rules?preset=classic")
    phone.press("Ask by these rules")
    assert "classic" in phone.page.words.lower()
    phone.click("Whose declarations count?")
    assert '"preset":"classic"' in unquote(phone.address)


def test_under_the_other_rules_is_said_where_they_differ(phone):
    page = ask(phone, "kani", "legal_cards", trump="hearts", hand="7H JC", trick="", first_trick="y")
    assert "Under the other rules" in page.words
    page = ask(phone, "kani", "legal_cards", trump="hearts", hand="7H JC", trick="9S")
    assert "Under the other rules" not in page.words


FLAGS = [
    (game, question.slug, field)
    for game in GAMES
    for question in questions_of(GAMES[game]).values()
    for field in question.fields
    if isinstance(field, Flag) and field.matters(table_of(game))
]


@pytest.mark.parametrize(("game", "slug", "flag"), FLAGS, ids=lambda one: getattr(one, "name", one))
def test_yes_or_no_is_asked_and_nothing_is_preset(phone, game, slug, flag):
    page = phone.get(f"/desk/{game}/{slug}")
    form = next(form for form in page.forms if flag.name in form.names)
    assert not form.value(flag.name)
    page = phone.press("Get the verdict")
    asked = f"“{flag.label.msgid}”: yes or no?"
    assert phone.status == 422
    # once in the list above the form, once at the field; what may be left open is not asked for
    assert page.words.count(asked) == (0 if flag.optional else 2)


def test_no_is_an_answer_and_a_blank_is_none(phone):
    run = {"meld-kind": "run", "meld-cards": "5H 6H 7H 8H", "card": "9H"}
    page = ask(phone, "kinaskak", "lay_off", **run, is_down="n")
    assert "✗ No. This may not be laid off here" in page.words
    page = ask(phone, "kinaskak", "lay_off", **run)
    assert "“The player has gone down”: yes or no?" in page.words
    page = phone.press("Get the verdict", is_down="y")
    assert "✓ Yes. This may be laid off here" in page.words


def test_what_was_left_open_is_said_with_the_verdict(phone):
    run = {"meld-kind": "run", "meld-cards": "5H JK 7H 8H", "card": "6H", "is_down": "y"}
    page = ask(phone, "kinaskak", "take_joker", **run)
    assert "Left open: “It is the player’s own run”. The verdict assumes that this is not so" in page.words
    page = ask(phone, "kinaskak", "take_joker", **run, own="n")
    assert "Left open" not in page.words
    assert "The joker may be taken" in page.words


def test_a_side_that_is_left_blank_is_no_word_of_the_program(phone):
    page = ask(phone, "belot", "score", contract="hearts", declarer="0", **{"trick_points-0": "120"})
    assert phone.address.startswith("/ruling/")
    assert "–" in page.words.partition("What was asked")[2]
    page = ask(phone, "belot", "declarations", contract="hearts", **{"shown-0": "QC KC JC"})
    assert re.search(r"Declarations\s+–", page.words.partition("What was asked")[2])
    page = ask(phone, "escoba", "leftover", last_capture="-", last_escoba="-")
    assert "nobody" in page.words.partition("What was asked")[2]


def test_the_question_can_be_changed_from_its_ruling(phone):
    ask(phone, "belot", "legal_cards", contract="hearts", hand="7H JC", trick="AS")
    page = phone.click("Change the question")
    form = next(form for form in page.forms if "hand" in form.names)
    assert (form.value("hand"), form.value("trick"), form.value("contract")) == ("7H JC", "AS", "hearts")


def test_the_way_through_an_irregularity_is_kept_but_for_its_last_step(phone):
    phone.get("/desk/kani/irregularity?a=dealing&a=wrong_number&a=before_play")
    assert phone.address.startswith("/ruling/")
    page = phone.click("Change the question")
    assert phone.address.count("a=") == 2
    assert any("a=before_play" in address for address in page.links.values()), list(page.links.values())


def test_the_match_and_the_other_rules_are_kept(phone):
    match = match_document(
        "belot",
        ["Ana", "Boris", "Vera", "Georgi"],
        [{"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [100, 62]}],
    )
    phone.get("/desk/belot/what_if?preset=classic")
    phone.press("Compare", match=json.dumps(match), target="77")
    assert phone.address.startswith("/ruling/")
    page = phone.click("Change the question")
    form = next(form for form in page.forms if "match" in form.names)
    assert form.value("target") == "77"
    assert json.loads(form.value("match"))["entries"] == match["entries"]
    said = phone.page.words.partition("The other rules")[2]
    phone.press("Compare")
    assert phone.address.startswith("/ruling/"), said[:200]


WORKED = [
    case(f"{game}: {one.title}", one)
    for game in GAMES
    for one in load_rulings(game)
    if "errors" not in one.expect and one.question["question"] not in ("irregularity", "what_if")
]


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.parametrize("worked", WORKED)
def test_every_question_comes_back_as_it_was_asked(phone, worked):
    """By *Change the question* and *Get the verdict* one is where one was."""
    rules = worked.question.get("rules")
    query = f"?{urlencode({'rules': json.dumps(rules)})}" if rules else ""
    given = {name: value for name, value in worked.question.items() if name not in FRAME}
    code = ruling_links.encode(
        [1, worked.question["game"], worked.question["question"], rules or {}, given, None]
    )
    phone.get(
        f"/desk/{worked.question['game']}/{worked.question['question']}{query}{'&' if query else '?'}again={code}"
    )
    phone.press("Get the verdict")
    first = phone.address
    assert first.startswith("/ruling/")
    phone.click("Change the question")
    phone.press("Get the verdict")
    assert phone.address == first


@pytest.mark.long
def test_an_irregularity_is_a_tap_a_step(phone):
    for game in GAMES:
        phone.get(f"/desk/{game}/irregularity")
        steps = 0
        while not phone.address.startswith("/ruling/"):
            inside = [
                address
                for address in phone.page.links.values()
                if "irregularity?" in address or "?a=" in address
            ]
            forward = [address for address in inside if address.count("a=") == steps + 1]
            assert forward, phone.address
            phone.get(forward[0])
            steps += 1
            assert phone.status == 200
        assert "What was asked" in phone.page.words


def test_an_unknown_address_is_a_missing_page(phone):
    for address in (
        "/desk/whist",
        "/desk/belot/nothing",
        "/desk/belot?rules={",
        "/desk/belot?rules=[]",
        "/desk/belot/irregularity?a=nothing",
        "/ruling/AAAA",
        "/ruling/.AAAA",
        "/ruling/é",
        "/desk/belot?rules=" + "[" * 1990,
    ):
        phone.get(address)
        assert phone.status == 404, address


# --- permanent links ------------------------------------------------------------------------------


def code_in(phone: Phone) -> str:
    return phone.address.rpartition("/")[2].partition("?")[0]


def test_a_link_carries_the_question_the_rules_their_edition_and_the_result(phone, app):
    ask(phone, "belot", "legal_cards", contract="hearts", hand="7H JC", trick="AS 9H")
    packed = ruling_links.decode(code_in(phone))
    rules, given = (
        {"preset": "tournament", "edition": 1},
        {"contract": "hearts", "hand": ["7H", "JC"], "trick": ["AS", "9H"]},
    )
    assert packed == [1, "belot", "legal_cards", rules, given, {"legal": ["7H", "JC"]}]
    svg = phone.client.get(f"/ruling/{code_in(phone)}/qr.svg")
    assert (svg.status_code, svg.mimetype) == (200, "image/svg+xml")


def test_a_link_whose_answer_is_another_today_shows_both(phone):
    packed = [
        1,
        "belot",
        "legal_cards",
        {"preset": "tournament", "edition": 1},
        {"contract": "hearts", "hand": ["7H", "JC"], "trick": ["AS", "9H"]},
        {"legal": ["JC"]},
    ]
    page = phone.get(f"/ruling/{ruling_links.encode(packed)}")
    assert "The answer is another today" in page.words
    assert re.search(r"legal\s*JC\s*7H JC", page.words)


def test_a_link_from_before_the_answer_had_a_further_field_still_says_the_same(phone):
    tierce = {"player": 0, "kind": "sequence", "length": 3, "top": "A"}
    given = {"contract": "hearts", "declarations": [tierce]}
    rules = {"preset": "tournament", "edition": 1}
    for points, changed in (([20, 0], False), ([0, 0], True)):
        packed = [1, "belot", "declarations", rules, given, {"counted": [0], "points": points}]
        page = phone.get(f"/ruling/{ruling_links.encode(packed)}")
        assert phone.status == 200
        assert ("The answer is another today" in page.words) is changed
        assert "refused" not in page.words


def test_a_link_to_what_the_engine_refuses_today_says_so(phone):
    packed = [
        1,
        "belot",
        "legal_cards",
        {"edition": 1},
        {"contract": "hearts", "hand": [], "trick": []},
        {"legal": []},
    ]
    page = phone.get(f"/ruling/{ruling_links.encode(packed)}")
    assert phone.status == 422
    assert "cannot answer" in page.words


@pytest.mark.long
def test_a_link_never_unfolds_to_more_than_a_little(application):
    bomb = ruling_links.encode([1, "belot", "x" * 30_000_000])
    assert len(bomb) > ruling_links.MAX_CODE
    assert ruling_links.decode(bomb) is None
    assert ruling_links.decode(ruling_links.encode(["x" * (rulings.MAX_BYTES + 1)])) is None
    assert ruling_links.decode("not/base64") is None


@pytest.mark.long
def test_what_is_too_long_for_a_square_is_kept_without_names(phone, app):
    seats = ["Ana", "Boris", "Vera", "Georgi"]
    entry = {
        "kind": "deal",
        "contract": "hearts",
        "declarer": 0,
        "trick_points": [100, 62],
        "note": "Ana laughed",
    }
    deals = [
        {
            **entry,
            "declarer": number % 4,
            "trick_points": [number * number * 37 % 163, None],
            "declarations": [
                {
                    "player": number % 3,
                    "kind": "sequence",
                    "length": 3 + number * 11 % 3,
                    "top": "JQKA"[number * 5 % 4],
                }
            ],
        }
        for number in range(250)
    ]
    adjusted = {"kind": "adjustment", "scores": [1, 0], "reason": "Vera asked"}
    match = match_document(
        "belot", seats, [*deals, adjusted], rules={"target": 5000}, note="at Georgi’s", place="Vera’s"
    )
    phone.get("/desk/belot/what_if?preset=classic")
    phone.press("Compare", match=json.dumps(match))
    assert phone.address.startswith("/ruling/."), phone.page.words[:500]
    assert len(phone.address) < 40
    assert "by the other rules" in phone.page.words
    from scorekeeper.web.site.database import session

    with app.app_context():
        packed = rulings.find(session(), code_in(phone)[1:])
    told = json.dumps(packed, ensure_ascii=False)
    assert not any(name in told for name in (*seats, "laughed", "asked"))
    again = phone.address
    phone.get("/desk/belot/what_if?preset=classic")
    phone.press("Compare", match=json.dumps(match))
    assert phone.address == again, "the same ruling has the same link"


def test_asking_needs_a_token_like_every_form(phone):
    answer = phone.client.post("/desk/belot/legal_cards", data={"contract": "hearts", "hand": "7H"})
    assert answer.status_code == 400


@pytest.mark.long
def test_every_input_left_blank_is_absent_and_says_what_is_missing(phone):
    for game in GAMES:
        for slug in questions_of(GAMES[game]):
            if slug in ("irregularity", "what_if"):
                continue
            phone.get(f"/desk/{game}/{slug}")
            assert phone.status == 200
            phone.press("Get the verdict")
            assert phone.status in (200, 422), (game, slug)
    assert not ABSENT
