"""A knock-out on the organisers' pages: a meeting goes on until a pair has won twice, and one pair is left."""

import re

from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log.nights import find_night
from scorekeeper.web.site.database import session
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import DATE, matches_of, run, win

PAIRS = (("Ana", "Boris"), ("Vera", "Georgi"), ("Desi", "Elena"))


def begin(club: Club, organiser: Phone, *pairs: tuple[str, str]) -> dict[str, str]:
    """An evening of these pairs; the names by key."""
    keys = dict(zip([name for pair in pairs for name in pair], club.players(*sum(pairs, ())), strict=True))
    organiser.get(club.at("nights/plan"))
    organiser.press("Save", date=DATE)
    organiser.get(run(club, "plan"))
    organiser.press("Who is here?", seats="pairs", way="knockout")
    organiser.press("Save", here=list(keys.values()))
    for one, other in pairs:
        organiser.get(run(club, f"here/{keys[one]}"))
        organiser.press("Save", **{"with": keys[other]})
    return {key: name for name, key in keys.items()}


def play(club: Club, organiser: Phone, number: int) -> Page:
    """The next round is published, and the first side wins at every table."""
    organiser.get(run(club, "draw"))
    for match in matches_of(organiser.press(f"Publish round {number}")):
        win(club, match)
    return organiser.get(run(club, "rounds"))


def test_a_knock_out_goes_from_the_draw_to_the_pair_that_is_left(tuesday: Club, organiser: Phone) -> None:
    names = begin(tuesday, organiser, *PAIRS)
    page = organiser.get(run(tuesday, "draw"))
    assert len(re.findall(r'<section class="tcard', page.html)) == 2, "a table, and the pair that rests"
    assert "Draw round 2" in play(tuesday, organiser, 1).words
    page = organiser.get(run(tuesday, "draw"))
    assert "These meetings go on until one of the two pairs is through." in page.words
    assert 'class="name" href' not in page.html, "no name changes places"
    assert "Draw again" not in page.words
    play(tuesday, organiser, 2)
    play(tuesday, organiser, 3)
    assert "To the end" in play(tuesday, organiser, 4).words
    with tuesday.app.app_context():
        night = find_night(session(), tuesday.league.id, DATE)
        assert night is not None
        evening = find_run(session(), tuesday.league.id, night).evening
        tables = [played["round"]["tables"] for played in evening.rounds]
    assert tables[0] == tables[1]
    assert tables[2] == tables[3]
    assert len(set(tables[0][0]) & set(tables[2][0])) == 1, "who has won meets who rested"
    page = organiser.get(run(tuesday, "end"))
    places = re.findall(r'<tr><td>(\d)</td><th scope="row">([^<]+)<', page.html)
    winner = [names[key] for key in tables[2][0][0].split("+")]
    assert [place for place, _name in places] == ["1", "2", "3"]
    assert places[0][1] == " &amp; ".join(winner)
    assert "came less far" in page.words
    page = organiser.get(run(tuesday, "draw"))
    assert organiser.address.endswith("/end"), "nothing is wrong: the knock-out is over"
    assert "A knock-out goes on while two pairs are left." in page.words
    assert "something has to be put right" not in page.words


def test_a_draw_that_was_kept_is_drawn_again_where_another_pair_is_through(
    tuesday: Club, organiser: Phone
) -> None:
    begin(tuesday, organiser, *PAIRS, ("Ivan", "Kalina"))
    organiser.get(run(tuesday, "plan"))
    organiser.press("Who is here?", wins_needed="1")
    play(tuesday, organiser, 1)
    tables = seated(tuesday)
    organiser.get(run(tuesday, "draw"))
    organiser.press("Draw again")
    with tuesday.app.app_context():
        night = find_night(session(), tuesday.league.id, DATE)
        match = find_run(session(), tuesday.league.id, night).evening.rounds[0]["matches"][0]
        tuesday.organise(organising.give_table, key=night.key, match=match, won=1)
    organiser.get(run(tuesday, "draw"))
    organiser.press("Publish round 2")
    assert {*seated(tuesday)[0]} == {tables[0][1], tables[1][0]}


def seated(club: Club) -> list[list[str]]:
    """The pairs at the tables of the latest round."""
    with club.app.app_context():
        night = find_night(session(), club.league.id, DATE)
        assert night is not None
        drawn = find_run(session(), club.league.id, night).evening.rounds[-1]["round"]
    return list(drawn["tables"])


def test_a_knock_out_without_fixed_pairs_is_refused_at_the_draw(tuesday: Club, organiser: Phone) -> None:
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date=DATE)
    organiser.get(run(tuesday, "plan"))
    page = organiser.press("Who is here?", way="knockout")
    assert organiser.status == 422
    assert "A knock-out is played by fixed pairs." in page.words


def test_one_pair_alone_has_no_other_to_meet(tuesday: Club, organiser: Phone) -> None:
    begin(tuesday, organiser, PAIRS[0])
    assert "A knock-out goes on while two pairs are left." in organiser.get(run(tuesday, "draw")).words
