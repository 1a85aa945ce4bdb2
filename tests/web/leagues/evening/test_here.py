"""What is said of those who are here: pairs by two taps, rounds and tables, and the next evening begins with it."""

import re
from typing import Any

from scorekeeper.store.leagues.evening.organising import close_evening
from scorekeeper.store.leagues.log.nights import find_night
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.conftest import Phone
from tests.web.leagues.club import Club, new
from tests.web.leagues.evening.test_evening import DATE, EIGHT, codes, run

NEXT = "2026-12-03"


def come(club: Club, organiser: Phone, date: str = DATE) -> None:
    organiser.get(club.at("nights/plan"))
    organiser.press("Save", date=date)
    organiser.get(club.at(f"nights/{date}/run/plan"))
    organiser.press("Who is here?", seats="pairs")


def test_two_taps_make_a_pair_and_lose_no_tick(tuesday: Club, organiser: Phone) -> None:
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    first = [keys[name] for name in EIGHT[:4]]
    page = organiser.press("Draw round 1", here=first)
    assert "Without a partner: tap two who play together." in page.words
    page = organiser.press("Ana", here=[*first, keys["Desi"]])
    assert "Who plays with Ana?" in page.words
    assert "5 here" in page.words, "what was ticked meanwhile is kept"
    page = organiser.press("Georgi")
    assert "Without a partner: tap two who play together." in page.words
    assert len(re.findall(r"always with (Georgi|Ana)<", page.html)) == 2
    organiser.press("Boris")
    page = organiser.press("Vera")
    assert "Draw round 1" in page.words
    page = organiser.press("Draw round 1")
    assert "Publish round 1" in page.words, "one without a partner, who was seen, keeps no one from playing"
    assert {"Ana", "Georgi", "Boris", "Vera"} == set(re.findall(r'class="name"[^>]*>([^<]+)<', page.html))


def test_the_next_evening_begins_with_the_pairs_and_tables_of_last_time(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    organiser.press("Save", here=list(keys.values())[:4])
    for one, other, table in (("Ana", "Boris", "3"), ("Vera", "Georgi", "")):
        organiser.get(run(tuesday, f"here/{keys[one]}"))
        organiser.press("Save", **{"with": keys[other], "table": table})
    come(tuesday, organiser, NEXT)
    assert "always with Boris" in organiser.page.words
    page = organiser.press("Save")
    assert "4 here" in page.words
    assert "Without a partner" not in page.words
    assert "always at table 3" in page.words


def test_who_turned_out_to_be_another_since_is_ticked_as_last_time(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    keys = dict(zip((*EIGHT, "Anna"), tuesday.players(*EIGHT, "Anna"), strict=True))
    come(tuesday, organiser)
    organiser.press("Save", here=list(keys.values())[:4])
    for one, other in (("Ana", "Boris"), ("Vera", "Georgi")):
        organiser.get(run(tuesday, f"here/{keys[one]}"))
        organiser.press("Save", **{"with": keys[other], "table": "3" if one == "Ana" else ""})
    with tuesday.app.app_context():
        close_evening(session(), tuesday.access(), uuid=new(), key=night_key(tuesday))
        tuesday.organise(player_changes.merge, key=keys["Ana"], into=keys["Anna"])
        tuesday.organise(player_changes.merge, key=keys["Vera"], into=keys["Georgi"])
    come(tuesday, organiser, NEXT)
    assert "3 here" in organiser.page.words
    page = organiser.press("Save")
    assert "3 here" in page.words
    assert ("always with Boris" in page.words, "always with Anna" in page.words) == (True, True)
    assert "always at table 3" in page.words
    assert "always with Georgi" not in page.words, "the two of a pair are one now"


def night_key(club: Club) -> str:
    """The key of the night of the evening."""
    night = find_night(session(), club.league.id, DATE)
    assert night is not None
    return night.key


def test_who_is_unticked_by_another_organiser_has_nothing_more_to_be_known_and_that_is_said(
    tuesday: Club, organiser: Phone
) -> None:
    ana, boris = tuesday.players("Ana", "Boris")
    come(tuesday, organiser)
    organiser.press("Save", here=[ana, boris])
    organiser.get(run(tuesday, f"here/{ana}"))
    second = tuesday.phone("owner")
    second.get(run(tuesday, "here"))
    second.press("Save", here=[boris])
    page = organiser.press("Save", **{"from": "2"})
    assert "not ticked any more" in page.words
    assert organiser.address == run(tuesday, "here")


def test_who_is_not_there_this_time_leaves_the_partner_of_last_time_alone(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    organiser.press("Save", here=list(keys.values())[:4])
    organiser.get(run(tuesday, f"here/{keys['Ana']}"))
    organiser.press("Save", **{"with": keys["Boris"]})
    come(tuesday, organiser, NEXT)
    page = organiser.press("Save", here=[keys[name] for name in ("Ana", "Vera", "Georgi")])
    assert organiser.status == 200
    assert "3 here" in page.words


def test_two_organisers_begin_with_those_of_last_time_and_neither_ticks_for_the_other(tuesday: Club) -> None:
    organiser, second = tuesday.phone("organiser"), tuesday.phone("owner")
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    organiser.press("Save", here=list(keys.values())[:6])
    come(tuesday, organiser, NEXT)
    second.get(tuesday.at(f"nights/{NEXT}/run/here"))
    usual = [keys[name] for name in EIGHT[:6]]
    organiser.press("Save", here=[key for key in usual if key != keys["Boris"]])
    page = second.press("Save", here=[*usual, keys["Kalina"]])
    assert "6 here" in page.words
    ticked = re.findall(r'value="([^"]+)" checked', page.html)
    assert set(ticked) == {*usual, keys["Kalina"]} - {keys["Boris"]}


def list_ticked(page: Any) -> list[str]:
    return re.findall(r'value="([^"]+)" checked', page.html)


def test_who_looks_for_a_player_unticks_none_of_last_time(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    organiser.press("Save", here=list(keys.values())[:6])
    come(tuesday, organiser, NEXT)
    page = organiser.get(tuesday.at(f"nights/{NEXT}/run/here?q=kal"))
    page = organiser.press("Save", here=[*list_ticked(page), keys["Kalina"]])
    assert "7 here" in page.words
    assert set(list_ticked(page)) == set(list(keys.values())[:6]) | {keys["Kalina"]}


def test_a_tick_that_is_not_saved_yet_stays_while_a_player_is_looked_for(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    organiser.get(run(tuesday, "here?q=ana"))
    page = organiser.press("Find", here=[keys["Ana"]], q="kal")
    assert [name for name in EIGHT if f">{name}" in page.html] == ["Ana", "Kalina"]
    page = organiser.press("Save", here=[*list_ticked(page), keys["Kalina"]])
    assert set(list_ticked(page)) == {keys["Ana"], keys["Kalina"]}


def test_a_phone_that_is_quicker_leaves_those_of_last_time_ticked(tuesday: Club, monkeypatch: Any) -> None:
    organiser = tuesday.phone("organiser")
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    come(tuesday, organiser)
    organiser.press("Save", here=list(keys.values())[:6])
    come(tuesday, organiser, NEXT)
    for reader in ("web.leagues.evening.tonight", "store.leagues.evening.guests"):
        monkeypatch.setattr(f"scorekeeper.{reader}.tonight", lambda _league: NEXT)
    guest = tuesday.phone("guest")
    guest.get(f"{codes(organiser, tuesday)['My seat']}?q=ka")
    guest.press("Kalina")
    page = organiser.get(tuesday.at(f"nights/{NEXT}/run/here"))
    assert "7 here" in page.words
    assert "said so by phone" in page.words
    assert "7 here" in organiser.press("Save").words
    assert "said so by phone" not in organiser.page.words


@cases(
    "typed, said",
    ({"from": "abc"}, "Write a whole number here."),
    ({"until": "0"}, "from 1 to 20"),
    ({"table": "65"}, "from 1 to 64"),
    ({"from": "3", "until": "2"}, "A player can leave only after the round from which they are here."),
    ({"with": "nobody"}, "Choose"),
)
def test_what_cannot_be_said_of_a_player_is_told_at_its_field(
    tuesday: Club, typed: dict[str, str], said: str, organiser: Phone
) -> None:
    keys = tuesday.players("Ana", "Boris")
    come(tuesday, organiser)
    organiser.press("Save", here=keys)
    organiser.get(run(tuesday, f"here/{keys[0]}"))
    page = organiser.press("Save", **typed)
    assert organiser.status == 422
    assert said in page.words
    assert {name: page.forms[0].value(name) for name in typed if name != "with"} == {
        name: value for name, value in typed.items() if name != "with"
    }
    assert "2 here" in organiser.get(run(tuesday, "here")).words, "the evening goes on"
