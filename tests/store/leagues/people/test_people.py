"""Players: names in any script, who is whom, whose account it is, and names that go for ever."""

from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.store.forgetting import forget
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log.apply import rebuild_state
from scorekeeper.store.leagues.log.events import events_after
from scorekeeper.store.leagues.log.models import LeagueEventRow, LeagueMatchRow, LeaguePlayerRow
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused, UuidTaken
from scorekeeper.store.leagues.matches import listing, match_players
from scorekeeper.store.leagues.people import invitations, player_changes, roster
from scorekeeper.store.leagues.people.former_names import read_former_names
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.leagues.conftest import Club, account, kani, new, state
from tests.store.leagues.writes import claim, codes

pytestmark = pytest.mark.long


def list_names(club: Club, *keys: str) -> list[str | int]:
    found = roster.shown_names(club.session, club.league.id, keys)
    return [found[key].name or found[key].number for key in keys]


def count_touched(club: Club, key: str) -> int:
    found = roster.find_player(club.session, club.league.id, key)
    return found.touched


def test_players_have_names_in_any_script_and_the_log_has_none(club: Club) -> None:
    names = ["Георги", "Þórdís", "Iñaki", "李雷", "مریم", "Ana Mari"]
    keys = club.players(*names)
    assert list_names(club, *keys) == names
    told = club.session.execute(select(LeagueEventRow.body).where(LeagueEventRow.league_id == club.league.id))
    assert not any(name in str(told.all()) for name in names)
    found = roster.list_players(club.session, club.league.id, search="ГЕОР")
    assert [one.name for one in found] == ["Георги"]
    assert [one.name for one in roster.list_players(club.session, club.league.id, search="100%")] == []


def test_all_bad_names_of_a_list_are_said_at_once(club: Club) -> None:
    with pytest.raises(Refused) as refused:
        club.players("Ana", " ", "x" * 61, "A\u202ena")
    assert codes(refused) == [("names[1]", "missing"), ("names[2]", "bad_name"), ("names[3]", "bad_name")]


def test_a_retried_request_adds_no_player_twice(club: Club) -> None:
    uuid = new()
    first = player_changes.add_players(club.session, club.scorer, uuid=uuid, names=["Ana", "Boris"])
    assert player_changes.add_players(club.session, club.scorer, uuid=uuid, names=["Ana", "Boris"]) == first
    assert len(roster.list_players(club.session, club.league.id)) == 2


def test_a_request_of_another_kind_is_another_request(club: Club) -> None:
    uuid, (ana, boris) = new(), club.players("Ana", "Boris")
    player_changes.merge(club.session, club.organiser, uuid=uuid, key=ana, into=boris)
    with pytest.raises(UuidTaken):
        player_changes.unmerge(club.session, club.organiser, uuid=uuid, key=ana)


ALIKE = [
    ("gisli", "Gísli", True),
    ("Georgi", "Георги", True),
    ("Thordis", "Þórdís", True),
    ("Anna", "Ana", True),
    ("Boris", "Boris Petrov", True),
    ("Una", "Ana", False),
    ("Goergi", "Георги", True),
    ("Vera 2", "Vera 3", False),
    ("Boris", "Moris", True),
    ("Vera", "Georgi", False),
]


def test_who_is_away_is_in_no_list_until_back_and_is_found_by_name(club: Club) -> None:
    ana, boris = club.players("Ana", "Boris")

    def listed(away: bool | None) -> list[str]:
        found = roster.list_players(club.session, club.league.id, away=away)
        return [one.key for one in found]

    def say(away: bool) -> None:
        club.organise(player_changes.set_away, key=ana, away=away)

    say(True)
    assert (listed(None), listed(False), listed(True)) == ([ana, boris], [boris], [ana])
    assert roster.find_alike(club.session, club.league.id, "ana")[0].player.key == ana
    before = state(club.session, club.league.id)
    rebuild_state(club.session, club.league.id)
    assert state(club.session, club.league.id) == before
    say(False)
    assert listed(False) == [ana, boris]


def test_names_that_may_be_one_are_hinted(club: Club) -> None:
    for typed, there, hinted in ALIKE:
        [key] = club.players(there)
        found = roster.find_alike(club.session, club.league.id, typed, limit=50)
        assert (key in [one.player.key for one in found]) is hinted, (typed, there)
    same = roster.find_alike(club.session, club.league.id, "ANA")
    assert [one.same for one in same][:2] == [True, True]  # the two Anas
    derive.step(club.session, club.league.id, 60.0)
    pairs = [{one.name, other.name} for one, other in roster.list_duplicates(club.session, club.league.id)]
    assert {"Ana"} in pairs
    assert {"Vera 2", "Vera 3"} not in pairs


def test_two_who_rename_one_player_do_not_overwrite_each_other(club: Club) -> None:
    [key] = club.players("Ana")
    seen = count_touched(club, key)
    club.organise(player_changes.rename, key=key, seen=seen, name="Anna")
    with pytest.raises(Overtaken) as overtaken:
        player_changes.rename(club.session, club.owner, uuid=new(), key=key, seen=seen, name="Anita")
    assert [event.kind for event in overtaken.value.since] == ["renamed"]
    assert list_names(club, key) == ["Anna"]


# --- who is whom ----------------------------------------------------------------------------------


def meant_by(club: Club, name: str) -> list[str]:
    """The players that a name means without a question."""
    found = roster.find_alike(club.session, club.league.id, name)
    return [one.player.key for one in found if one.same]


def test_former_and_merged_names_still_mean_the_player(club: Club) -> None:
    georgi, gogo, vera, boris = club.players("Георги", "Гого", "Vera", "Boris")
    club.organise(player_changes.merge, key=gogo, into=georgi)
    club.rename(vera, "Vera Ilieva")
    club.rename(vera, "Verka")
    for typed, player in (("гого", georgi), ("VERA", vera), ("Vera Ilieva", vera), ("Verka", vera)):
        assert meant_by(club, typed) == [player], typed
    near = [(one.player.key, one.alias) for one in roster.find_alike(club.session, club.league.id, "Gogo")]
    assert near == [(georgi, True)]
    club.rename(boris, "Vera")
    assert meant_by(club, "Vera") == [boris], "who has the name today comes first"
    club.rename(boris, "Boris")
    assert meant_by(club, "Vera") == [], "a name that two once had means neither"
    club.rename(georgi, "Goran")
    club.organise(player_changes.unmerge, key=gogo)
    assert meant_by(club, "Гого") == [gogo]
    assert meant_by(club, "Георги") == [georgi]


def test_with_a_name_the_former_ones_go(club: Club) -> None:
    vera, other = club.players("Vera", "Vera I.")
    club.rename(vera, "Verka")
    club.organise(player_changes.merge, key=other, into=vera)
    assert [one.name for one in read_former_names(club.session, club.league.id)] == ["Vera"]
    club.organise(forget.forget_player, key=vera)
    assert roster.find_alike(club.session, club.league.id, "Vera") == []
    assert read_former_names(club.session, club.league.id) == []


def test_merging_and_unmerging_leaves_everything_as_it_was(club: Club, finished: Match) -> None:
    club.adopt(finished)
    ana, double, triple = club.players("Ana", "Ana 2", "Ana 3")
    before = state(club.session, club.league.id)

    def merge(key: str, into: str) -> None:
        club.organise(player_changes.merge, key=key, into=into)

    merge(triple, double)
    merge(double, ana)
    assert list_names(club, ana, double, triple) == ["Ana", "Ana", "Ana"]
    assert roster.merged_keys(club.session, club.league.id) == {triple: ana, double: ana}
    shown = [one.key for one in roster.list_players(club.session, club.league.id, search="Ana")]
    assert double not in shown
    assert triple not in shown
    club.organise(player_changes.unmerge, key=double)
    assert roster.merged_keys(club.session, club.league.id) == {triple: double}
    club.organise(player_changes.unmerge, key=triple)
    after = state(club.session, club.league.id)
    for found in (before, after):
        for row in (*found["league"], *found["league_player"]):
            del row["seq" if "seq" in row else "touched"]
    assert after == before


def test_what_a_merged_player_played_is_derived_again(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    [other] = club.players("Ana")

    def dirty() -> bool:
        found = club.row(row.key).dirty
        club.session.execute(LeagueMatchRow.__table__.update().values(dirty=False))
        club.session.commit()
        return found

    assert dirty()
    club.organise(player_changes.merge, key=row.players[0], into=other)
    assert dirty()
    club.organise(player_changes.unmerge, key=row.players[0])
    assert dirty()
    club.players("Sindri")
    assert not dirty()
    club.session.execute(LeagueMatchRow.__table__.update().values(dirty=True))
    club.session.commit()


def test_players_who_met_are_two(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    cases = [
        ({"key": row.players[0], "into": row.players[1]}, ("into", "met")),
        ({"key": row.players[0], "into": row.players[0]}, ("into", "same_player")),
    ]
    for given, code in cases:
        with pytest.raises(Refused) as refused:
            player_changes.merge(club.session, club.organiser, uuid=new(), **given)
        assert codes(refused) == [code]
    with pytest.raises(NotThere):
        club.organise(player_changes.merge, key=row.players[0], into="no-player")


# --- accounts -------------------------------------------------------------------------------------


def test_a_player_is_claimed_by_one_account_and_an_account_claims_one_player(club: Club) -> None:
    ana, other, boris = club.players("Ana", "Ana 2", "Boris")
    one, two = account(club.session, "Ana"), account(club.session, "Boris")
    claim(club, ana, one)
    mine = roster.player_of_account(club.session, club.league.id, one)
    assert mine.key == ana
    with pytest.raises(Refused) as refused:
        claim(club, ana, two)
    assert codes(refused) == [("player", "claimed")]
    with pytest.raises(Refused) as refused:
        claim(club, boris, one)
    assert codes(refused) == [("player", "another_player")]
    claim(club, boris, two)
    with pytest.raises(Refused) as refused:
        club.organise(player_changes.merge, key=ana, into=boris)
    assert codes(refused) == [("into", "two_accounts")]
    club.organise(player_changes.merge, key=ana, into=other)
    mine = roster.player_of_account(club.session, club.league.id, one)
    assert mine.key == other  # the player she was merged into
    own = club.session.execute(
        select(LeaguePlayerRow.account_id).where(LeaguePlayerRow.key == boris)
    ).scalar()
    assert own == two


def test_an_account_speaks_for_the_player_that_it_claimed(club: Club) -> None:
    ana, boris = club.players("Ana", "Boris")
    me = club.accounts["player"]
    claim(club, ana, me)
    access = club.as_("player")
    player_changes.rename(
        club.session, access, uuid=new(), key=ana, seen=count_touched(club, ana), name="Anna"
    )
    with pytest.raises(NotThere):
        player_changes.rename(
            club.session, access, uuid=new(), key=boris, seen=count_touched(club, boris), name="Bo"
        )
    player_changes.let_go(club.session, access, uuid=new(), key=ana)
    with pytest.raises(NotThere):
        forget.forget_player(club.session, access, uuid=new(), key=ana)


def test_who_claimed_a_player_speaks_for_whom_they_turned_out_to_be(club: Club) -> None:
    ana, other = club.players("Ana", "Ana 2")
    claim(club, ana, club.accounts["player"])
    club.organise(player_changes.merge, key=ana, into=other)
    access = club.as_("player")
    with pytest.raises(Refused) as refused:
        invitations.invite(club.session, club.organiser, player=other)
    assert codes(refused) == [("player", "claimed")]
    player_changes.rename(
        club.session, access, uuid=new(), key=other, seen=count_touched(club, other), name="Anna"
    )
    assert list_names(club, ana) == ["Anna"]
    uuid = new()
    for repeated in (False, True):
        done = player_changes.let_go(club.session, club.organiser, uuid=uuid, key=other)
        assert done.repeated is repeated
    assert roster.player_of_account(club.session, club.league.id, club.accounts["player"]) is None
    with pytest.raises(NotThere):
        forget.forget_player(club.session, access, uuid=new(), key=other)


# --- anonymity ------------------------------------------------------------------------------------


def test_a_name_goes_for_ever_and_the_results_stay(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    thordis, [double] = row.players[1], club.players("Þórdís J.")
    club.organise(player_changes.merge, key=double, into=thordis)
    claim(club, thordis, club.accounts["player"])
    before = ledger.load(club.session, finished.public_id)
    forget.forget_player(club.session, club.as_("player"), uuid=new(), key=double)  # who is the same person
    after = ledger.load(club.session, finished.public_id)
    assert after.seat_names == ["Ana", "№ 2", "Iñaki", "Георги"]
    assert after.pulse > before.pulse
    assert list_scores(after) == list_scores(before)
    found = roster.find_player(club.session, club.league.id, thordis)
    assert (found.name, found.account) == (None, None)
    assert list_names(club, thordis, double) == [found.number, found.number]
    everywhere = [column for table in ("league_player", "player_name") for column in names_in(club, table)]
    assert not any("Þórdís" in name for name in everywhere)
    for again in (
        lambda: club.organise(
            player_changes.rename, key=thordis, seen=count_touched(club, thordis), name="Þórdís"
        ),
        lambda: invitations.invite(club.session, club.organiser, player=thordis),
    ):
        with pytest.raises(Refused) as refused:
            again()
        assert codes(refused)[0][1] == "anonymous"


def list_scores(match: Match) -> list[Any]:
    """The rows without the names of those who played."""
    return [row and row._replace(playing=None) for row in match.scored.rows]


def names_in(club: Club, table: str) -> list[str]:
    from scorekeeper.store.all_models import METADATA

    rows = METADATA.tables[table]
    query = select(rows.c.name).where(rows.c.name.is_not(None))
    if table == "league_player":
        query = query.where(rows.c.league_id == club.league.id)
    else:  # other tests have matches in this database too
        people = [row.people for row in listing.list_matches(club.session, club.league.id)]
        query = query.where(rows.c.player_id.in_([one for some in people for one in some or ()]))
    return list(club.session.execute(query).scalars())


def test_names_are_suggested_for_a_match(club: Club) -> None:
    keys = club.players("Ana", "Thordis", "Inaki", "Georgi", "Ana Mari")
    match = club.match(kani(bid=12, tricks=12))
    found = match_players.suggest_players(club.session, club.league.id, match)
    assert [seat[0].player.key for seat in found] == keys[:4]
    assert found[0][0].same
    club.adopt(match, keys[:4])
    rematch = ledgers.open_match(
        club.session, "kani", ["A", "Þ", "I", "Г"], series=match.public_id, players=[*reversed(match.players)]
    )
    found = match_players.suggest_players(club.session, club.league.id, rematch)
    assert [seat[0].player.key for seat in found] == keys[3::-1]
    assert len(events_after(club.session, club.league.id, after=0, limit=500)) > 8
