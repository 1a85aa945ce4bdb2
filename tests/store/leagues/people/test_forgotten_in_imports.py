"""Files of other programs and tables on their way in: none keeps the name of a person that the league has forgotten."""

import gzip
import json

import pytest
from sqlalchemy import select

from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.forgetting import forget
from scorekeeper.store.forgetting.erasing import DISCARDED
from scorekeeper.store.leagues.exchange import imports, sources, uploads
from scorekeeper.store.leagues.exchange.without_forgotten import SOMEONE
from scorekeeper.store.leagues.log.models import LeaguePlayerRow
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.matches import listing
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.exchange.archives import bring_in
from tests.store.leagues.exchange.test_sources import make_export
from tests.store.leagues.people.test_forgetting import columns_with, state_of

NAME = "Þórdís"


def export(day: str = "2026-11-03", game: str = "Eskoba", note: str = "") -> bytes:
    """A play of this person against Boris. Ana, who is in the export too, has played nothing that comes in."""
    whole = make_export()
    whole["players"] = [{"id": 1, "name": NAME}, {"id": 2, "name": "Boris"}, {"id": 3, "name": "Ana"}]
    whole["games"][0]["name"] = game
    whole["plays"][0].update(id=f"play of {day}", playDate=f"{day} 19:30:00", comments=note)
    other = {"playerScores": [{"playerRefId": 2, "winner": True}, {"playerRefId": 3}], "gameRefId": 9}
    whole["plays"].append({**whole["plays"][0], "id": f"other of {day}", **other})
    return json.dumps(whole).encode()


def table(*days: str, name: str = NAME, note: str = "") -> str:
    """Results of this person against Boris."""
    lines = (f"{day},Eskoba,{name},21,Boris,9,{note}\n" for day in days)
    return "date,game,side1,total1,side2,total2,note\n" + "".join(lines)


def hand_in(club: Club, kind: str, body: bytes) -> str:
    return club.organise(uploads.receive_upload, kind=kind, body=body)


def forget_them(club: Club) -> None:
    ours = LeaguePlayerRow.league_id == club.league.id, LeaguePlayerRow.name == NAME
    [key] = club.session.execute(select(LeaguePlayerRow.key).where(*ours)).scalars()
    club.organise(forget.forget_player, key=key)


HIDDEN = {
    "played another game": (sources.BG_STATS, export(game="Wingspan")),
    "in an export that was packed": (sources.BG_STATS, gzip.compress(export(game="Wingspan"))),
    "in a column that is not read": (sources.PAPER, table("2026-11-03", name="Olga", note=NAME).encode()),
    "in another encoding": (sources.PAPER, table("2026-11-03", name="Olga", note=NAME).encode("cp1252")),
    "in UTF-16": (sources.PAPER, table("2026-11-03", name="Olga", note=NAME).encode("utf-16")),
}


@pytest.mark.parametrize(("kind", "body"), HIDDEN.values(), ids=list(HIDDEN))
def test_what_waits_is_discarded_wherever_in_its_file_the_name_stands(
    club: Club, kind: str, body: bytes
) -> None:
    club.players(NAME)
    key, other = (
        hand_in(club, kind, body),
        hand_in(club, sources.PAPER, table("2026-11-03", name="Ana").encode()),
    )
    assert columns_with(club, NAME, club.organiser) >= {"items"}, "the command that looks for a name finds it"
    forget_them(club)
    assert columns_with(club, NAME, club.organiser) == set()
    assert [state_of(club, club.organiser, one) for one in (key, other)] == [DISCARDED, uploads.NAMES]


@pytest.mark.parametrize("known", [False, True], ids=["made by the import", "was there before"])
def test_an_export_that_is_handed_in_later_waits_without_the_person(club: Club, known: bool) -> None:
    if known:
        club.players(NAME)
    bring_in(club.session, club.organiser, export(), sources.BG_STATS)
    forget_them(club)
    key = hand_in(club, sources.BG_STATS, gzip.compress(export("2026-11-10", note=f"{NAME} was late")))
    assert columns_with(club, NAME, club.organiser) == set()
    found = uploads.find_upload(club.session, club.organiser, key)
    assert [one["text"] for one in found.problems] == [SOMEONE.msgid]
    how = {**found.plan["found"], "games": [{**one, "in": "="} for one in found.plan["found"]["games"]]}
    again = uploads.read_upload_again(club.session, club.organiser, key, how)
    assert SOMEONE.msgid in [one["text"] for one in again.problems]
    assert columns_with(club, NAME, club.organiser) == set(), "also when it is read in another way"
    take_in(club, key)
    last = listing.list_matches(club.session, club.league.id)
    assert sorted(one.night for one in last) == ["2026-11-03", "2026-11-10", "2026-11-10"]
    assert [is_stranger(one) for one in next(one for one in last if one.game == "escoba").players]


def test_a_table_that_is_handed_in_later_waits_without_the_person(club: Club) -> None:
    """It is the same results as before, so what is there stays, and only the new line comes in."""
    bring_in(club.session, club.organiser, table("2026-11-03").encode(), sources.PAPER)
    forget_them(club)
    key = hand_in(club, sources.PAPER, table("2026-11-03", "2026-11-10", "2999-11-17").encode("cp1252"))
    assert columns_with(club, NAME, club.organiser) == set()
    found = uploads.find_upload(club.session, club.organiser, key)
    assert SOMEONE.msgid in [one["text"] for one in found.problems]
    with pytest.raises(NotThere):
        uploads.read_upload_again(club.session, club.organiser, key, found.plan["found"])
    imports.choose_players(club.session, club.organiser, key, {}, [4])
    take_in(club, key)
    assert [one.night for one in listing.list_matches(club.session, club.league.id)] == [
        "2026-11-10",
        "2026-11-03",
    ]
    ours = LeaguePlayerRow.league_id == club.league.id
    names = set(club.session.execute(select(LeaguePlayerRow.name).where(ours)).scalars())
    assert names == {None, "Boris"}


def test_a_table_that_is_read_otherwise_and_then_names_the_person_keeps_its_file_no_more(club: Club) -> None:
    bring_in(club.session, club.organiser, table("2026-11-03").encode(), sources.PAPER)
    forget_them(club)
    body, access = table("2026-11-10").encode("cp1252"), club.organiser
    key = uploads.receive_upload(
        club.session, access, uuid=new(), kind=sources.PAPER, body=body, choices={"encoding": "cp1251"}
    )
    found = uploads.find_upload(club.session, access, key)
    uploads.read_upload_again(club.session, access, key, {**found.plan["found"], "encoding": "cp1252"})
    assert columns_with(club, NAME, access) == set()
    take_in(club, key)
    assert [one.night for one in listing.list_matches(club.session, club.league.id)] == [
        "2026-11-10",
        "2026-11-03",
    ]


def take_in(club: Club, key: str) -> None:
    imports.begin_import(club.session, club.organiser, key)
    assert imports.continue_import(club.session, club.organiser, key).state == uploads.DONE
