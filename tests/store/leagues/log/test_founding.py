"""Leagues themselves, and who may see and do what in them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper import cli
from scorekeeper.store import clock
from scorekeeper.store.forgetting.forget import forget_account, forget_player
from scorekeeper.store.leagues.log import event_kinds, founding, nights, seasons
from scorekeeper.store.leagues.log.access import (
    CONFIRM,
    MAY,
    ORGANISER,
    OWNER,
    PLAYER,
    SCORER,
    Access,
    Who,
    find_access,
    leagues_of_device,
    link_of,
    open_link,
)
from scorekeeper.store.leagues.log.events import events_after
from scorekeeper.store.leagues.log.models import (
    LeagueEventRow,
    LeagueInvitationRow,
    LeaguePlayerRow,
    LeagueRow,
)
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused, UuidTaken
from scorekeeper.store.leagues.people import invitations, player_changes, privacy, roles, roster
from tests import ledgers
from tests.store.leagues.conftest import PHONE, Club, account, new

pytestmark = pytest.mark.long

KEY = b"a server's key"


def errors(refused: pytest.ExceptionInfo[Refused]) -> dict[str, str]:
    return {finding.path: finding.code for finding in refused.value.findings}


# --- founding and describing ----------------------------------------------------------------------


def test_a_request_that_comes_twice_founds_one_league(club: Club) -> None:
    uuid, who = new(), Who(club.accounts["owner"])
    first = founding.found_league(club.session, who, uuid=uuid, name="Две", rules={"preset": "places"})
    assert (
        founding.found_league(club.session, who, uuid=uuid, name="Две", rules={"preset": "places"}).id
        == first.id
    )
    assert first.options.counting == "placement"
    with pytest.raises(UuidTaken):
        founding.found_league(club.session, who, uuid=uuid, name="Две", rules={})
    with pytest.raises(NotThere):
        founding.found_league(club.session, Who(), uuid=new(), name="Ownerless")


def test_everything_that_is_wrong_with_a_league_is_said_at_once(club: Club) -> None:
    with pytest.raises(Refused) as refused:
        founding.found_league(
            club.session,
            club.owner.who,
            uuid=new(),
            name=" ",
            access="secret",
            about="x" * 2001,
            rules={"zone": "Mars", "win": -1},
        )
    assert set(errors(refused)) == {"name", "access", "about", "rules.zone", "rules.win"}


def test_what_another_changed_meanwhile_is_not_overwritten(club: Club) -> None:
    session, seen = club.session, founding.described_seq(club.session, club.league.id)
    founding.describe_league(session, club.owner, uuid=new(), seen=seen, name="Мега лига", open_to="public")
    with pytest.raises(Overtaken) as overtaken:
        founding.describe_league(session, club.owner, uuid=new(), seen=seen, rules={"preset": "club"})
    assert [event.kind for event in overtaken.value.since] == [event_kinds.DESCRIBED]
    founding.describe_league(
        session, club.owner, uuid=new(), seen=overtaken.value.since[-1].seq, rules={"preset": "club"}
    )
    now = club.owner.league
    assert (now.name, now.access, now.options.counting) == ("Мега лига", "public", "rating")
    assert session.execute(select(LeagueRow.rules_seq).where(LeagueRow.id == now.id)).scalar() == now.seq
    assert "Мега" not in str([event.body for event in events_after(session, club.league.id)])


# --- who sees it ----------------------------------------------------------------------------------


def test_a_league_that_one_may_not_read_is_not_there(club: Club) -> None:
    session, league = club.session, club.league

    def is_seen(name: str | None, device: str | None = None) -> bool:
        session.rollback()
        account = club.accounts[name] if name else None
        return find_access(session, league.public_id, Who(account, device)) is not None

    def is_opened(token: str) -> bool:
        return open_link(session, KEY, league.public_id, token, PHONE)

    def opens_to(what: str) -> None:
        seq = founding.described_seq(session, league.id)
        founding.describe_league(session, club.owner, uuid=new(), seen=seq, open_to=what)

    token = link_of(KEY, league)
    assert [is_seen(name) for name in ("owner", "organiser", "scorer", "player", "stranger", None)] == [
        True
    ] * 4 + [False] * 2
    assert not is_opened(token)  # it is private
    opens_to("link")
    assert not is_seen(None, PHONE)
    assert not is_opened(("x" if token[0] != "x" else "y") + token[1:])
    assert is_opened(token)
    assert is_seen(None, PHONE)
    assert not is_seen(None, "q" * 43)
    assert [one.id for one in leagues_of_device(session, PHONE)] == [league.id]
    founding.renew_link(session, club.owner, uuid=new())
    assert not is_seen(None, PHONE)
    assert leagues_of_device(session, PHONE) == []
    assert link_of(KEY, club.owner.league) != token
    opens_to("public")
    assert is_seen(None)
    founding.put_in_bin(session, club.owner, uuid=new())
    assert [is_seen(name) for name in ("owner", "organiser", "stranger", None)] == [True, False, False, False]
    founding.restore_league(session, club.owner, uuid=new())
    assert is_seen(None)


EVERYTHING = {
    "owner": lambda s, a, k: founding.renew_link(s, a, uuid=new()),
    "owner rules": lambda s, a, k: founding.describe_league(s, a, uuid=new(), seen=0, rules={}),
    "owner bin": lambda s, a, k: founding.put_in_bin(s, a, uuid=new()),
    "owner invites": lambda s, a, k: invitations.invite(s, a, role="organiser"),
    "owner season": lambda s, a, k: seasons.add_season(s, a, uuid=new(), name="S", rules={}),
    "organiser season": lambda s, a, k: seasons.add_season(s, a, uuid=new(), name="S"),
    "organiser night": lambda s, a, k: nights.plan_night(s, a, uuid=new(), date="2026-11-24"),
    "organiser merge": lambda s, a, k: player_changes.merge(s, a, uuid=new(), key=k[0], into=k[1]),
    "organiser rename": lambda s, a, k: player_changes.rename(s, a, uuid=new(), key=k[0], seen=1, name="N"),
    "organiser hide": lambda s, a, k: forget_player(s, a, uuid=new(), key=k[0]),
    "organiser away": lambda s, a, k: player_changes.set_away(s, a, uuid=new(), key=k[0], away=True),
    "organiser invites": lambda s, a, k: invitations.invite(s, a, role="player"),
    "organiser lists": lambda s, a, k: invitations.list_invitations(s, a),
    "scorer player": lambda s, a, k: player_changes.add_player(s, a, uuid=new(), name="N"),
    "scorer result": lambda s, a, k: ledgers.record_result(s, a, "belot", k, [[0], [1]], "2026-11-17"),
    "player leaves": lambda s, a, k: roles.leave_league(s, a, uuid=new()),
}


def test_each_role_may_do_what_it_is_for_and_nothing_above_it(club: Club) -> None:
    keys = club.players("Ana", "Boris")
    order = ["stranger", "player", "scorer", "organiser", "owner"]
    open_to = founding.described_seq(club.session, club.league.id)
    founding.describe_league(club.session, club.owner, uuid=new(), seen=open_to, open_to="public")
    for what, do in EVERYTHING.items():
        needed = order.index(what.split()[0])
        for role in order[:needed]:
            with pytest.raises(NotThere):
                do(club.session, club.as_(role), keys)
            club.session.rollback()


def test_a_role_that_was_taken_meanwhile_counts_no_more(club: Club) -> None:
    access, account = club.scorer, club.accounts["scorer"]
    there = roles.find_member(club.session, club.league.id, account)
    roles.set_role(club.session, club.organiser, uuid=new(), account=account, role=None, seen=there.touched)
    with pytest.raises(NotThere):
        player_changes.add_player(club.session, access, uuid=new(), name="Late")


# --- roles and invitations ------------------------------------------------------------------------


def test_an_invitation_is_good_for_so_long_and_so_often(club: Club) -> None:
    session, people_ = club.session, [account(club.session, f"guest {n}") for n in range(3)]
    token = invitations.invite(session, club.owner, role="scorer", uses=2)
    offer = invitations.find_offer(session, token)
    assert (offer.league.id, offer.role) == (club.league.id, "scorer")
    uuid = new()
    assert invitations.accept_invitation(session, token, Who(people_[0]), uuid=uuid).repeated is False
    assert invitations.accept_invitation(session, token, Who(people_[0]), uuid=uuid).repeated is True
    invitations.accept_invitation(session, token, Who(people_[1]), uuid=new())
    assert invitations.find_offer(session, token) is None
    with pytest.raises(NotThere):
        invitations.accept_invitation(session, token, Who(people_[2]), uuid=new())
    assert token not in str(session.execute(select(LeagueInvitationRow.digest)).all())


def test_of_two_who_take_the_last_place_at_once_one_gets_it(
    club: Club, sessions: sessionmaker[Session]
) -> None:
    token = invitations.invite(club.session, club.owner, role="scorer", uses=1)
    both = [account(club.session, name) for name in ("Ana", "Boris")]

    def accept(who: int) -> bool:
        with sessions() as session:
            try:
                invitations.accept_invitation(session, token, Who(who), uuid=new())
            except NotThere:
                return False
            return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(accept, both)) == [False, True]
    club.session.rollback()
    assert len(roles.list_members(club.session, club.league.id)) == 5


def test_an_invitation_that_is_old_withdrawn_or_unknown_opens_nothing(club: Club) -> None:
    session = club.session
    old, gone = (invitations.invite(session, club.owner, role="player") for _ in range(2))
    listed = invitations.list_invitations(session, club.owner)
    assert invitations.revoke_invitation(session, club.organiser, listed[0].id)
    past = {"expires_at": clock.now() - timedelta(seconds=1)}
    session.execute(update(LeagueInvitationRow).where(LeagueInvitationRow.id == listed[1].id).values(**past))
    session.commit()
    for token in (old, gone, "nothing", "Þ"):
        assert invitations.find_offer(session, token) is None
    assert invitations.list_invitations(session, club.owner) == []
    assert not invitations.revoke_invitation(session, club.owner, listed[0].id)


def test_an_invitation_never_takes_a_role_away_and_ends_with_its_makers(club: Club) -> None:
    session = club.session
    invitations.accept_invitation(
        session, invitations.invite(session, club.owner), Who(club.accounts["organiser"]), uuid=new()
    )
    assert club.organiser.role == "organiser"
    token = invitations.invite(session, club.organiser, role="scorer")
    there = roles.find_member(session, club.league.id, club.accounts["organiser"])
    roles.set_role(session, club.owner, uuid=new(), account=there.account, role="scorer", seen=there.touched)
    assert invitations.find_offer(session, token) is None


def test_a_league_keeps_an_owner(club: Club) -> None:
    session = club.session
    with pytest.raises(Refused) as refused:
        roles.leave_league(session, club.owner, uuid=new())
    assert errors(refused) == {"role": "last_owner"}
    there = roles.find_member(session, club.league.id, club.accounts["player"])
    with pytest.raises(NotThere):
        roles.set_role(
            session, club.organiser, uuid=new(), account=there.account, role="owner", seen=there.touched
        )
    roles.set_role(session, club.owner, uuid=new(), account=there.account, role="owner", seen=there.touched)
    with pytest.raises(Overtaken):
        roles.set_role(
            session, club.owner, uuid=new(), account=there.account, role="scorer", seen=there.touched
        )
    roles.leave_league(session, club.owner, uuid=new())
    assert [one.role for one in roles.list_members(session, club.league.id)] == [
        "owner",
        "organiser",
        "scorer",
    ]


def test_a_deleted_account_leaves_its_leagues_and_nothing_of_itself(club: Club) -> None:
    session, [ana] = club.session, club.players("Ana")
    token = invitations.invite(session, club.organiser, player=ana)
    invitations.accept_invitation(session, token, club.owner.who, uuid=new())
    [part] = privacy.parts_of(session, club.accounts["owner"])
    assert (part.role, part.player, part.name, part.last_owner) == ("owner", ana, "Ana", True)
    forget_account(session, club.accounts["owner"], players=False)
    heir = club.organiser
    assert heir.role == "owner"
    found = roster.find_player(session, club.league.id, ana)
    assert (found.name, found.account) == ("Ana", None)
    wrote = select(LeagueEventRow.id).where(LeagueEventRow.account_id == club.accounts["owner"])
    assert session.execute(wrote).all() == []
    for name in ("organiser", "scorer", "player"):
        forget_account(session, club.accounts[name], players=False)
    assert roles.list_members(session, club.league.id) == []
    assert privacy.name_owner(session, club.league.public_id, club.accounts["stranger"])
    assert club.as_("stranger").role == "owner"
    assert not privacy.name_owner(session, "nothing", club.accounts["stranger"])


def test_a_number_that_a_deleted_account_had_gives_no_account_its_roles(club: Club) -> None:
    """SQLite gives the highest number again: the log has to say that the one before left."""
    session, last = club.session, account(club.session, "last")
    invitations.accept_invitation(session, invitations.invite(session, club.owner), Who(last), uuid=new())
    forget_account(session, last, players=False)
    account(session, "the next")
    from scorekeeper.store.leagues.log.apply import rebuild_state

    rebuild_state(session, club.league.id)
    names = [one.name for one in roles.list_members(session, club.league.id)]
    assert names == ["owner", "organiser", "scorer", "player"]


def test_access_is_one_table(club: Club) -> None:
    wanted: list[Any] = [OWNER, ORGANISER, SCORER, PLAYER, None]
    may = [MAY[role] for role in wanted]
    assert not [(above, below) for above, below in pairwise(may) if above < below]
    assert not Access(club.league, None, Who()).may(CONFIRM)


def test_the_command_line_says_what_is_not_as_the_log_has_it(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    url = club.session.connection().engine.url.render_as_string(hide_password=False)
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)
    [key] = club.players("Ana")
    rebuild = ["league", "rebuild", club.league.public_id, "--state"]  # the other tests' leagues are theirs
    assert cli.main(rebuild) == 0
    assert "all that is in it is what its log says" in capsys.readouterr().out
    wrong = update(LeaguePlayerRow).where(LeaguePlayerRow.key == key).values(number=77)
    club.session.execute(wrong)
    club.session.commit()
    assert cli.main(rebuild) == 0
    assert "1 row was not what its log says" in capsys.readouterr().out
    found = roster.find_player(club.session, club.league.id, key)
    assert found.number == 1
