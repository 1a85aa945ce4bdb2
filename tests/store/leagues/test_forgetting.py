"""An organiser, or the account that is a player, has the player forgotten: names, sheets, words, waiting drafts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.store.forgetting import forget, record
from scorekeeper.store.forgetting.in_leagues import DISCARDED
from scorekeeper.store.forgetting.record import ACCOUNT, PLAYER, Forgotten
from scorekeeper.store.leagues.exchange import sources, uploads
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeaguePlayerRow
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.people import invitations, player_changes
from scorekeeper.store.match import ledger
from tests.store.conftest import kani

from .conftest import Club, new
from .test_in_and_out import another, bring_in, file_of


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def paper(one: str, other: str) -> bytes:
    """An old result of these two, on its way in."""
    return f"date,game,side1,total1,side2,total2\n2026-11-10,Kínaskák,{one},250,{other},310\n".encode()


def names_of(club: Club) -> set[str | None]:
    """What the players of the league are called."""
    ours = LeaguePlayerRow.league_id == club.league.id
    return set(club.session.execute(select(LeaguePlayerRow.name).where(ours)).scalars())


def recorded(club: Club) -> set[Forgotten]:
    """Players of this league who are forgotten."""
    return {one for one in record.read_rows(club.session) if one.place == club.league.public_id}


def test_a_player_s_names_words_and_waiting_drafts_go(club: Club) -> None:
    keys = club.players("Ana", "Þórdís", "Iñaki", "Георги", "Anna Karenina")
    player_changes.merge(club.session, club.organiser, uuid=new(), key=keys[4], into=keys[0])
    match = club.match(kani(7))
    club.adopt(match, keys[:4])
    for body in (paper("ana", "Boris"), paper("Olga", "Boris")):
        uploads.receive_upload(club.session, club.organiser, uuid=new(), kind=sources.PAPER, body=body)
    forget.forget_player(club.session, club.organiser, uuid=new(), key=keys[4])
    left = names_of(club)
    assert left == {"Þórdís", "Iñaki", "Георги", None}
    found = ledger.load(club.session, match.public_id)
    assert found is not None
    assert found.document()["players"][0] == "№ 1"
    ours = LeagueUploadRow.league_id == club.league.id
    query = select(LeagueUploadRow.state, LeagueUploadRow.plan).where(ours).order_by(LeagueUploadRow.id)
    (first, plan), (second, _) = club.session.execute(query).all()
    assert (first, second) == (DISCARDED, uploads.NAMES)
    assert "ana" not in json.dumps(plan["people"])
    assert recorded(club) == {Forgotten(PLAYER, club.league.public_id, key) for key in (keys[0], keys[4])}


@pytest.mark.parametrize("role", ["scorer", "player"])
def test_only_organisers_forget_others(club: Club, role: str) -> None:
    [key] = club.players("Ana")
    access = club.as_(role)
    with pytest.raises(NotThere):
        forget.forget_player(club.session, access, uuid=new(), key=key)
    assert names_of(club) == {"Ana"}
    assert recorded(club) == set()


def test_an_account_takes_the_players_that_it_claimed_along(club: Club) -> None:
    keys = club.players("Ana", "Vera")
    token = invitations.invite(club.session, club.organiser, player=keys[0])
    invitations.accept_invitation(club.session, token, Who(club.accounts["player"]), uuid=new())
    assert forget.forget_account(club.session, club.accounts["player"])
    assert names_of(club) == {None, "Vera"}
    assert recorded(club) == {Forgotten(PLAYER, club.league.public_id, keys[0])}
    assert ACCOUNT in {one.kind for one in record.read_rows(club.session)}


def test_an_archive_that_carries_the_ids_does_not_bring_a_player_back(club: Club) -> None:
    keys = club.players("Ana", "Þórdís", "Iñaki", "Георги")
    match = club.match(kani(7))
    club.adopt(match, keys)
    body = file_of(club)
    forget.forget_player(club.session, club.organiser, uuid=new(), key=keys[0])
    copy = another(club)
    bring_in(club.session, copy, body)
    ours = LeaguePlayerRow.league_id == copy.league.id
    names = set(club.session.execute(select(LeaguePlayerRow.name).where(ours)).scalars())
    assert names == {None, "Þórdís", "Iñaki", "Георги"}
    query = select(LeagueMatchRow.key).where(LeagueMatchRow.league_id == copy.league.id)
    [key] = club.session.execute(query).scalars()
    found = ledger.load(club.session, key)
    assert found is not None
    assert found.document()["players"] == ["№ 1", "Þórdís", "Iñaki", "Георги"]
