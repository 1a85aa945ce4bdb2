"""An organiser, or the account that is a player, has the player forgotten: names, sheets, words, waiting drafts."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import delete, insert, select

from scorekeeper.store import clock
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.forgetting import forget, record, traces
from scorekeeper.store.forgetting.emptying import KEPT_FOR, LEAGUE, Departure, empty_bin, find_departures
from scorekeeper.store.forgetting.erasing import DISCARDED, EMPTIED
from scorekeeper.store.forgetting.record import ACCOUNT, PLAYER, Forgotten
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.exchange import imports, sources, uploads
from scorekeeper.store.leagues.exchange.models import LeagueUploadRow
from scorekeeper.store.leagues.log import apply, event_kinds, founding, nights, seasons
from scorekeeper.store.leagues.log.access import Access, Who
from scorekeeper.store.leagues.log.models import (
    LeagueEventRow,
    LeagueMatchRow,
    LeagueNightRow,
    LeaguePlayerRow,
    LeagueRow,
    LeagueTextRow,
)
from scorekeeper.store.leagues.log.refusals import NotThere
from scorekeeper.store.leagues.log.texts import add_text
from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.leagues.people import invitations, player_changes, roster
from scorekeeper.store.leagues.people.former_names import read_former_names
from scorekeeper.store.leagues.people.roles import list_members
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.transactions import in_one_write
from tests import ledgers
from tests.store.conftest import NAMES, kani
from tests.store.leagues.conftest import PHONE, Club, account, new
from tests.store.leagues.exchange.archives import another, bring_in, file_of, lines, write_lines
from tests.store.leagues.exchange.test_sources import make_export
from tests.store.leagues.test_evening import Running

pytestmark = pytest.mark.long


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
    club.organise(player_changes.merge, key=keys[4], into=keys[0])
    match = club.match(kani(7))
    club.adopt(match, keys[:4])
    for body in (paper("ana", "Boris"), paper("Olga", "Boris")):
        club.organise(uploads.receive_upload, kind=sources.PAPER, body=body)
    club.organise(forget.forget_player, key=keys[4])
    left = names_of(club)
    assert left == {"Þórdís", "Iñaki", "Георги", None}
    found = ledger.load(club.session, match.public_id)
    assert found.document()["players"][0] == "№ 1"
    ours = LeagueUploadRow.league_id == club.league.id
    query = select(LeagueUploadRow.state, LeagueUploadRow.plan).where(ours).order_by(LeagueUploadRow.id)
    (first, plan), (second, _) = club.session.execute(query).all()
    assert (first, second) == (DISCARDED, uploads.NAMES)
    assert "ana" not in json.dumps(plan["people"])
    assert recorded(club) == {Forgotten(PLAYER, club.league.public_id, key) for key in (keys[0], keys[4])}


def test_a_player_s_former_names_go_and_mean_no_one_any_more(club: Club) -> None:
    key, other = club.players("Vera", "Ana")
    for name in ("Verka", "Vera Ilieva"):
        club.rename(key, name)
    club.organise(player_changes.merge, key=key, into=other)
    assert [one.name for one in read_former_names(club.session, club.league.id)] == ["Vera", "Verka"]
    club.organise(forget.forget_player, key=other)
    assert read_former_names(club.session, club.league.id) == []
    for name in ("Vera", "Verka", "Vera Ilieva", "Ana"):
        assert roster.find_alike(club.session, club.league.id, name) == [], name
    words = club.session.execute(select(LeagueTextRow.text).where(LeagueTextRow.league_id == club.league.id))
    assert [text for text in words.scalars() if text and "Ver" in text] == []


def test_a_note_at_the_table_that_says_what_the_league_calls_a_player_goes(club: Club) -> None:
    keys = club.players("Tóta", "Ana", "Iñaki", "Георги")
    match = club.match(kani(7))
    for place in ("by Tóta’s window", "by the window"):
        club.session.rollback()
        now = ledger.load(club.session, match.public_id)
        ledgers.write(club.session, now, "described", {}, texts={"place": place}, device="phone", seat=1)
    club.adopt(match, keys)
    club.organise(forget.forget_player, key=keys[0])
    found = ledger.load(club.session, match.public_id)
    assert set(found.texts.values()) == {None, "by the window"}


def test_places_plans_and_the_league_s_own_words_that_name_a_player_go(club: Club) -> None:
    key, _other = club.players("Þórdís", "Ana")
    for date, place in (("2026-11-20", "at Þórdís’s"), ("2026-11-27", "Café Central")):
        night = club.organise(nights.plan_night, date=date, place=place)
        called = f"The plan of {place}"
        club.organise(
            organising.plan_evening, key=night.event.subject, plan={"preset": "evening"}, name=called
        )
    seen = founding.described_seq(club.session, club.league.id)
    about = "Ask þórdís for the key"
    called = {"name": "Friends of ÞÓRDÍS", "about": about}
    founding.describe_league(club.session, club.owner, uuid=new(), seen=seen, **called)
    for name in ("Þórdís’s cup", "Winter"):
        club.organise(seasons.add_season, name=name)
    club.organise(forget.forget_player, key=key)
    ours = LeagueNightRow.league_id == club.league.id
    query = select(LeagueNightRow.place, LeagueNightRow.plan_name).where(ours).order_by(LeagueNightRow.date)
    assert club.session.execute(query).all() == [(None, None), ("Café Central", "The plan of Café Central")]
    assert (
        club.session.execute(select(LeagueRow.about).where(LeagueRow.id == club.league.id)).scalar() is None
    )
    assert club.owner.league.name == "Friends of …"
    assert [one.name for one in seasons.list_seasons(club.session, club.league.id)] == ["Winter", "…’s cup"]


def test_what_an_organiser_said_to_all_tables_and_why_a_round_was_drawn_again_are_theirs(club: Club) -> None:
    running = Running(club)
    running.publish()
    running.publish(1, attempt=1, why="the first one was mine")
    club.organise(organising.say_to_tables, key=running.key, text="coffee is ready")
    forget.forget_account(club.session, club.accounts["organiser"])
    ours = LeagueTextRow.league_id == club.league.id, LeagueTextRow.text.is_not(None)
    assert club.session.execute(select(LeagueTextRow.text).where(*ours)).all() == []


def handed_in(club: Club, kind: str) -> bytes:
    """A file of each kind that names Þórdís, and another player of the same league."""
    if kind == sources.PAPER:
        return paper("Þórdís", "Boris")
    if kind == sources.BG_STATS:
        export = make_export()
        export["players"][0]["name"] = "Þórdís"
        return json.dumps(export).encode()
    keys = club.players("Iñaki", "Георги", "Anna Karenina")
    [own] = club.players("Þórdís")
    club.adopt(club.match(kani(7)), [keys[2], own, *keys[:2]])
    return file_of(club)


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("kind", [sources.PAPER, sources.BG_STATS, sources.ARCHIVE])
def test_no_upload_of_any_kind_keeps_the_name(club: Club, kind: str, done: bool) -> None:
    body = handed_in(club, kind)
    access = another(club)
    if done:
        bring_in(club.session, access, body, kind)
    else:
        uploads.receive_upload(club.session, access, uuid=new(), kind=kind, body=body)
        player_changes.add_players(club.session, access, uuid=new(), names=["Þórdís"])
    assert "items" in columns_with(club, "Þórdís", access)
    ours = LeaguePlayerRow.league_id == access.league.id, LeaguePlayerRow.name == "Þórdís"
    [key] = club.session.execute(select(LeaguePlayerRow.key).where(*ours)).scalars()
    forget.forget_player(club.session, access, uuid=new(), key=key)
    assert columns_with(club, "Þórdís", access) == set()


def waiting(club: Club, body: bytes) -> tuple[Access, str]:
    """An archive that waits in another league, where its people are not known by name; its key there."""
    access = another(club)
    key = uploads.receive_upload(club.session, access, uuid=new(), kind=sources.ARCHIVE, body=body)
    return access, key


def state_of(club: Club, access: Access, key: str) -> str:
    found = uploads.find_upload(club.session, access, key)
    return found.state


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("how", ["player", "seat"])
def test_an_archive_that_waits_elsewhere_with_the_person_is_discarded(club: Club, how: str) -> None:
    keys = club.players(*NAMES)
    match = club.match(kani(7))
    club.adopt(match, keys)
    access, key = waiting(club, file_of(club))
    if how == "player":
        club.organise(forget.forget_player, key=keys[1])
    else:
        forget.forget_seat(club.session, match.public_id, 1)
    assert state_of(club, access, key) == DISCARDED
    assert columns_with(club, NAMES[1], access) == set()


def columns_with(club: Club, name: str, access: Access) -> set[str]:
    """The columns of this league's uploads in which a name stands, packed or not."""
    ours = LeagueUploadRow.league_id == access.league.id
    rows = {str(key) for key in club.session.execute(select(LeagueUploadRow.id).where(ours)).scalars()}
    found = traces.in_rows(club.session, name)
    return {one.column for one in found if one.table == "league_upload" and one.row in rows}


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


def claimed(club: Club, name: str) -> str:
    """The key of a player that the account of the player's role has claimed."""
    [key] = club.players(name)
    token = invitations.invite(club.session, club.organiser, player=key)
    invitations.accept_invitation(club.session, token, Who(club.accounts["player"]), uuid=new())
    return key


@pytest.mark.parametrize("by", ["organiser", "player", "keeper"])
def test_what_the_account_of_a_player_wrote_in_the_league_goes_with_the_name(club: Club, by: str) -> None:
    key = claimed(club, "Ana")
    number = add_text(club.session, club.league.id, "I was promised a recount")
    body = {"version": 1, "side": 0, "seat": 0, "how": "device", "text": number}
    words = {"league_id": club.league.id, "seq": 0, "uuid": new(), "kind": "contested", "body": body}
    contest = insert(LeagueEventRow).values(**words, account_id=club.accounts["player"], at=clock.now())
    club.session.execute(contest)
    club.session.commit()
    if by == "keeper":
        assert forget.forget_by_keeper(club.session, Forgotten(PLAYER, club.league.public_id, key))
    else:
        forget.forget_player(club.session, club.as_(by), uuid=new(), key=key)
    ours = LeagueTextRow.league_id == club.league.id
    assert club.session.execute(select(LeagueTextRow.text).where(ours)).scalars().all() == [None]
    club.session.execute(delete(LeagueEventRow).where(LeagueEventRow.uuid == words["uuid"]))
    club.session.commit()


def test_the_log_says_that_the_keeper_took_a_name_and_its_claim_away(club: Club) -> None:
    key = claimed(club, "Ana")
    for _twice in range(2):
        assert forget.forget_by_keeper(club.session, Forgotten(PLAYER, club.league.public_id, key))
    apply.rebuild_state(club.session, club.league.id)
    assert player_changes.account_of(club.session, club.league.id, key) is None
    ours = LeagueEventRow.league_id == club.league.id, LeagueEventRow.kind == event_kinds.HIDDEN
    assert club.session.execute(select(LeagueEventRow.subject).where(*ours)).scalars().all() == [key]


def forget_once_more(club: Club, role: str) -> None:
    """Delete the account of a role as a restore does, which knows it by its handle."""
    handle = select(AccountRow.handle).where(AccountRow.id == club.accounts[role])
    forgotten = Forgotten(ACCOUNT, "", str(club.session.execute(handle).scalar()))
    in_one_write(club.session, lambda: forget.apply_record(club.session, [forgotten]))


def test_no_later_account_gets_the_role_of_one_that_a_restore_deletes(club: Club) -> None:
    club.accounts["last"] = account(club.session, "Last")
    token = invitations.invite(club.session, club.owner, role="organiser")
    invitations.accept_invitation(club.session, token, Who(club.accounts["last"]), uuid=new())
    forget_once_more(club, "last")
    later = account(club.session, "Later")
    apply.rebuild_state(club.session, club.league.id)
    assert later not in {member.account for member in list_members(club.session, club.league.id)}


def test_a_league_whose_last_owner_a_restore_deletes_has_an_owner(club: Club) -> None:
    forget_once_more(club, "owner")
    [owner, *_others] = list_members(club.session, club.league.id)
    assert (owner.account, owner.role) == (club.accounts["organiser"], "owner")


def test_an_archive_that_carries_the_ids_does_not_bring_a_player_back(club: Club) -> None:
    keys = club.players("Anna", "Þórdís", "Iñaki", "Георги", "Ana Petrova")
    club.rename(keys[0], "Ana")
    match = club.match(kani(7))
    club.adopt(match, keys[:4])
    body = file_of(club)
    club.organise(forget.forget_player, key=keys[0])
    copy = another(club)
    bring_in(club.session, copy, body)
    assert read_former_names(club.session, copy.league.id) == []
    ours = LeaguePlayerRow.league_id == copy.league.id
    names = set(club.session.execute(select(LeaguePlayerRow.name).where(ours)).scalars())
    assert names == {None, "Þórdís", "Iñaki", "Георги", "Ana Petrova"}
    query = select(LeagueMatchRow.key).where(LeagueMatchRow.league_id == copy.league.id)
    [key] = club.session.execute(query).scalars()
    found = ledger.load(club.session, key)
    assert found.document()["players"] == ["№ 1", "Þórdís", "Iñaki", "Георги"]


@pytest.mark.parametrize("how", ["player", "seat"])
def test_an_archive_that_is_handed_in_later_waits_without_the_person(club: Club, how: str) -> None:
    keys = club.players(*NAMES)
    match = club.match(kani(7, note=f"{NAMES[1]} was late"))
    club.adopt(match, keys)
    body = file_of(club)
    if how == "player":
        club.organise(forget.forget_player, key=keys[1])
    else:
        forget.forget_seat(club.session, match.public_id, 1)
    access, key = waiting(club, body)
    # as a player of the league there is no one forgotten
    kept = {"plan", "items"} if how == "seat" else set()
    assert columns_with(club, NAMES[1], access) == kept
    assert state_of(club, access, key) == uploads.NAMES


def binned(club: Club) -> Match:
    """A match that no league knows, in the bin for more than thirty days."""
    match = club.match(kani(7))
    club.write(match, "binned")
    return match


def empty(club: Club) -> list[str]:
    return empty_bin(club.session, clock.now() + KEPT_FOR + timedelta(seconds=1))


def test_a_match_of_a_league_is_not_emptied_before_it_is_taken_out(club: Club) -> None:
    match = club.match(kani(7))
    row = club.adopt(match)
    club.write(match, "binned")
    assert empty(club) == []
    assert find_departures(club.session, [match.public_id]) == {match.public_id: Departure(None, LEAGUE)}
    seen = club.row(row.key).touched
    club.organise(assign_match.take_match_out, key=row.key, seen=seen)
    assert empty(club) == [match.public_id]


def test_an_archive_does_not_bring_an_emptied_match_back(club: Club) -> None:
    match = club.match(kani(7))
    club.adopt(match, club.players(*NAMES))
    records = lines(club)
    gone = binned(club)
    assert empty(club) == [gone.public_id]
    whole = json.dumps(records)
    by_id = whole.replace(match.public_id, gone.public_id)
    by_uuid = whole.replace(match.public_id, "another2matc").replace(
        match.events[0].uuid, gone.events[0].uuid
    )
    for told in (by_id, by_uuid):
        found = bring_in(club.session, another(club), write_lines(json.loads(told)))
        assert [one["code"] for one in found.problems] == ["emptied"]


def test_an_upload_that_waits_with_the_match_is_discarded(club: Club) -> None:
    match = club.match(kani(7))
    club.adopt(match, club.players(*NAMES))
    gone = binned(club)
    body = write_lines(json.loads(json.dumps(lines(club)).replace(match.public_id, gone.public_id)))
    access, key = waiting(club, body)
    assert empty(club) == [gone.public_id]
    assert state_of(club, access, key) == EMPTIED
    assert columns_with(club, NAMES[0], access) == set()


@pytest.mark.left_to_soak(but_one_in=2)
def test_an_import_that_was_taken_out_again_keeps_no_copy_of_its_matches(club: Club) -> None:
    match = club.match(kani(7))
    club.adopt(match, club.players(*NAMES))
    access = another(club)
    found = bring_in(club.session, access, file_of(club))
    imports.undo_import(club.session, access, uuid=new(), key=found.key)
    assert columns_with(club, NAMES[0], access) == {"items", "plan"}
    assert empty(club) == found.plan["matches"]
    assert columns_with(club, NAMES[0], access) == set()
    assert state_of(club, access, found.key) == uploads.UNDONE


def test_a_player_who_sat_down_during_a_match_is_named_there_no_more(club: Club) -> None:
    nina, *others = club.players("Nína", *NAMES)
    match = club.match(kani(7))
    club.adopt(match, others)
    for name in ("nína", "Jón"):
        ledgers.write(
            club.session,
            match,
            "recorded",
            {"entry": {"kind": "players", "seat": 2}},
            seen=ledger.seq_of(club.session, match.public_id) or 0,
            texts={"name": name},
            device="phone",
            seat=0,
        )
    club.organise(forget.forget_player, key=nina)
    found = ledger.load(club.session, match.public_id)
    sat_down = [row.entry["name"] for row in found.rows() if row.entry["kind"] == "players"]
    assert sat_down == [f"№ +{found.seq - 1}", "Jón"]


def test_a_player_is_named_no_more_on_the_sheets_of_matches_that_were_taken_out(club: Club) -> None:
    nina, *others = club.players("Nína", *NAMES)
    match = club.match(kani(7))
    row = club.adopt(match, others)
    club.organise(assign_match.take_match_out, key=row.key, seen=row.touched)
    joined = {"entry": {"kind": "players", "seat": 2}}
    seen = ledger.seq_of(club.session, match.public_id) or 0
    ledgers.write(
        club.session, match, "recorded", joined, seen=seen, texts={"name": "Nína"}, device="phone", seat=0
    )
    for key in (nina, others[0]):
        club.organise(forget.forget_player, key=key)
    found = ledger.load(club.session, match.public_id)
    assert found.seat_names == ["№ 1", *NAMES[1:]]
    assert "Nína" not in found.texts.values()


def test_a_match_that_is_another_league_s_now_is_left_to_that_league(club: Club) -> None:
    keys = club.players(*NAMES)
    row = club.adopt(club.match(kani(7)), keys)
    club.organise(assign_match.take_match_out, key=row.key, seen=row.touched)
    access = another(club)._replace(who=Who(club.accounts["owner"], PHONE))
    assign_match.adopt(club.session, access, uuid=new(), public_id=row.key, players=[None] * 4)
    club.organise(forget.forget_player, key=keys[0])
    assert ledger.load(club.session, row.key).seat_names == list(NAMES)


def test_nights_plans_and_seasons_name_a_player_no_more_also_those_of_an_archive(club: Club) -> None:
    copy = another(club)
    [ana] = club.players("Ana Ilieva")
    for date, place in (("2026-11-26", "at Ana Ilieva’s"), ("2026-12-03", "the pub")):
        club.organise(nights.plan_night, date=date, place=place)
    night = nights.find_night(club.session, club.league.id, "2026-12-03")
    plan = {"preset": "evening", "game": "belot"}
    club.organise(organising.plan_evening, key=night.key, plan=plan, name="Ana Ilieva at forty")
    club.organise(seasons.add_season, name="The Ana Ilieva Cup")
    body = file_of(club)
    club.organise(forget.forget_player, key=ana)
    for league in (club.league, copy.league):
        if league is copy.league:
            bring_in(club.session, copy, body)
        assert list(traces.in_rows(club.session, "Ana Ilieva")) == []
        assert [one.place for one in nights.list_nights(club.session, league.id)] == ["the pub", None]
        assert [one.name for one in seasons.list_seasons(club.session, league.id)] == ["The … Cup"]
