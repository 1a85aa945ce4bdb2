"""How a match comes into a league and out of it, moves in it, and which events of it the league hears of."""

from collections.abc import Callable

import pytest

from scorekeeper.store.leagues.log import apply, event_kinds, nights, seasons
from scorekeeper.store.leagues.log.access import ORGANISE, Who
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused, UuidTaken
from scorekeeper.store.leagues.log.write import LeagueWrite, in_league
from scorekeeper.store.leagues.matches import assign_match, follow_rematch, listing, record_result
from scorekeeper.store.leagues.people import player_changes, roster
from scorekeeper.store.match import ledger, series
from scorekeeper.store.match.match import Match
from tests import ledgers
from tests.store.conftest import NAMES
from tests.store.leagues.conftest import PHONE, Club, new
from tests.store.leagues.exchange.archives import another
from tests.store.leagues.writes import HER_PHONE, KANI, NIGHT, change_rules, codes

pytestmark = pytest.mark.long


def test_a_match_comes_in_with_its_night_and_its_guests(club: Club, finished: Match) -> None:
    [ana] = club.players("Ana")
    change_rules(club, zone="Atlantic/Reykjavik")
    row = club.adopt(finished, [ana, None, None, None])  # type: ignore[list-item]
    names = roster.shown_names(club.session, club.league.id, row.players)
    assert [names[key].name for key in row.players] == NAMES
    guests = [roster.find_player(club.session, club.league.id, key) for key in row.players]
    assert [one.guest for one in guests if one is not None] == [False, True, True, True]
    tonight = nights.tonight(club.owner.league, finished.opened_at)
    assert (row.night, row.season, row.confirmation, row.confirmed_seq) == (tonight, None, "waiting", None)
    night = nights.find_night(club.session, club.league.id, tonight)
    assert not night.planned
    placed = listing.find_assignment(club.session, finished.public_id)
    assert (placed.league.id, placed.match.key) == (club.league.id, finished.public_id)


def test_only_who_owns_a_match_brings_it_in_and_only_into_one_league(club: Club, finished: Match) -> None:
    keys = club.players(*NAMES)
    given = {"public_id": finished.public_id, "players": keys}
    with pytest.raises(NotThere):  # a scorer, but not on the phone that owns the match
        assign_match.adopt(club.session, club.as_("scorer", HER_PHONE), uuid=new(), **given)
    uuid = new()
    first = assign_match.adopt(club.session, club.scorer, uuid=uuid, **given)
    again = assign_match.adopt(club.session, club.scorer, uuid=uuid, **given)
    assert (again.event.seq, again.repeated) == (first.event.seq, True)
    with pytest.raises(Refused) as refused:
        assign_match.adopt(club.session, club.scorer, uuid=new(), **given)
    assert codes(refused) == [("match", "taken")]
    with pytest.raises(NotThere):
        assign_match.adopt(club.session, club.scorer, uuid=new(), public_id="nothing", players=keys)


def test_a_league_is_rebuilt_whose_match_went_to_another_league(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    club.organise(assign_match.take_match_out, key=row.key, seen=row.touched)
    access = another(club)._replace(who=Who(club.accounts["owner"], PHONE))
    assign_match.adopt(club.session, access, uuid=new(), public_id=row.key, players=[None] * 4)
    for league in (club.league, access.league):
        assert apply.rebuild_and_compare(club.session, league.id) == 0
    placed = listing.find_assignment(club.session, row.key)
    assert placed is not None
    assert placed.league.id == access.league.id


def test_everything_that_is_wrong_with_the_seats_is_said_at_once(club: Club, finished: Match) -> None:
    ana, gone, other = club.players("Ana", "Ana 2", "Ana 3")
    club.organise(player_changes.merge, key=gone, into=other)
    with pytest.raises(Refused) as refused:
        club.adopt(finished, [ana, ana, "no-player", gone])
    assert codes(refused) == [
        ("players[0]", "twice"),
        ("players[1]", "twice"),
        ("players[2]", "unknown_player"),
        ("players[3]", "unknown_player"),
    ]
    with pytest.raises(Refused) as refused:
        club.adopt(finished, [ana], season="nowhere", night="yesterday")
    assert codes(refused) == [("players", "player_count")]
    with pytest.raises(Refused) as refused:
        club.adopt(finished, season="nowhere", night="yesterday")
    assert codes(refused) == [("night", "not_a_date"), ("season", "unknown_season")]


def test_a_match_started_in_a_league_is_one_whose_request_comes_twice(club: Club) -> None:
    [ana] = club.players("Ana")
    uuid, given = new(), {**KANI, "players": [ana, None, None, None], "names": NAMES}
    first = assign_match.start_match(club.session, club.scorer, uuid=uuid, **given)
    assert (
        assign_match.start_match(club.session, club.scorer, uuid=uuid, **given).public_id == first.public_id
    )
    assert len(listing.list_matches(club.session, club.league.id)) == 1
    row = club.row(first.public_id)
    assert row.people == tuple(first.players)
    elsewhere = club.match()
    with pytest.raises(UuidTaken):
        assign_match.start_match(club.session, club.scorer, uuid=elsewhere.events[0].uuid, **given)
    with pytest.raises(Refused):
        assign_match.start_match(
            club.session, club.scorer, uuid=new(), **{**given, "rules": {"target": "high"}}
        )
    with pytest.raises(NotThere):
        assign_match.start_match(club.session, club.as_("player"), uuid=new(), **given)
    assert len(roster.list_players(club.session, club.league.id)) == 4  # what was refused left no guests


def test_a_league_hears_of_what_may_change_the_score_and_of_nothing_else(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    cases = [
        (lambda: club.write(finished, "described", played="2026-11-17"), False),
        (lambda: club.write(finished, "accepted", seat=1, all=True), False),
        (lambda: club.write(finished, "binned"), True),
        (lambda: club.write(finished, "restored"), True),
        (lambda: series.set_best_of(club.session, finished, 3), True),
    ]
    for do, heard in cases:
        club.session.execute(LeagueMatchRow.__table__.update().values(dirty=False))
        club.session.commit()
        do()
        assert club.row(row.key).dirty is heard
    club.session.execute(LeagueMatchRow.__table__.update().values(dirty=True))
    club.session.commit()


def test_who_changes_seats_stays_who_they_are(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    moved = club.write(finished, "seated", players=[*reversed(finished.players)])
    assert listing.keys_by_seat(club.row(row.key), moved) == tuple(reversed(row.players))
    confirm_row = club.row(row.key)
    assert listing.about_of(confirm_row, finished).players == row.players


def test_a_rematch_that_a_scorer_starts_belongs_where_the_match_before_it_does(
    club: Club, finished: Match
) -> None:
    autumn = club.organise(seasons.add_season, name="Есен").event.subject
    row = club.adopt(finished, season=autumn)
    again = {"game": "kani", "rules": {}, "names": NAMES, "first_dealer": 1, "device": PHONE}

    def rematch(players: list[int]) -> Match:
        return ledger.open_match(
            club.session, uuid=new(), series=finished.public_id, players=players, **again
        )

    second = rematch([*reversed(finished.players)])
    given = club.session, finished, second
    for who in (club.accounts["player"], None):
        offered = follow_rematch.follow_rematch(*given, Who(who, PHONE))
        assert (offered.event.kind, offered.repeated) == ("offered", who is None)
    assert listing.find_assignment(club.session, second.public_id) is None
    assert follow_rematch.follow_rematch(*given, club.scorer.who) is not None
    assert follow_rematch.follow_rematch(*given, Who(None, PHONE)) is not None, (
        "which changes nothing any more"
    )
    assert follow_rematch.list_offered(club.session, club.league.id) == []
    repeated = follow_rematch.follow_rematch(*given, club.scorer.who)
    assert repeated.repeated
    there = club.row(second.public_id)
    assert (there.season, there.players) == (autumn, tuple(reversed(row.players)))
    stranger = club.match()
    assert follow_rematch.follow_rematch(club.session, stranger, finished, club.scorer.who) is None
    others = ledger.open_match(club.session, uuid=new(), series=finished.public_id, **again)
    assert follow_rematch.follow_rematch(club.session, finished, others, club.scorer.who) is None


def test_a_rematch_that_no_scorer_starts_is_offered_until_an_organiser_decides(
    club: Club, finished: Match
) -> None:
    row = club.adopt(finished)

    def play_again(before: Match, names: list[str] = NAMES) -> Match:
        given = {"game": "kani", "rules": {}, "first_dealer": 0, "device": PHONE}
        match = ledger.open_match(
            club.session, uuid=new(), series=before.public_id, players=before.players, names=names, **given
        )
        follow_rematch.follow_rematch(club.session, before, match, Who(None, PHONE))
        return match

    def offered() -> list[str]:
        found = follow_rematch.list_offered(club.session, club.league.id)
        assert len(found) == follow_rematch.count_offered(club.session, club.league.id)
        assert all(one.players == row.players and not one.unclear for one in found)
        return [one.match.public_id for one in found]

    second = play_again(finished)
    third = play_again(second)
    assert offered() == [third.public_id, second.public_id], "also the rematch of one that waits"
    decline = {"uuid": new(), "key": second.public_id}
    follow_rematch.decline_rematch(club.session, club.organiser, **decline)
    assert follow_rematch.decline_rematch(club.session, club.organiser, **decline).repeated
    assert offered() == [third.public_id]
    play_again(second)
    assert offered() == [third.public_id], "nor does what follows one that stays outside"
    for access in (club.scorer, club.as_("player")):
        with pytest.raises(NotThere):
            follow_rematch.decline_rematch(club.session, access, uuid=new(), key=third.public_id)
        with pytest.raises(NotThere):
            assign_match.adopt(
                club.session, access, uuid=new(), public_id=third.public_id, players=row.players
            )
    club.organise(assign_match.adopt, public_id=third.public_id, players=row.players)
    assert offered() == []
    fourth = play_again(third)
    renamed = {third.players[0]: "Ana Lucía", third.players[1]: "Boris"}
    ledger.rename(club.session, fourth.public_id, seen=1, uuid=new(), names=renamed)
    [one] = follow_rematch.list_offered(club.session, club.league.id)
    assert {who.name for who in one.unclear} == {"Ana Lucía", "Boris"}
    club.write(fourth, "binned")
    assert follow_rematch.list_offered(club.session, club.league.id) == []
    assert follow_rematch.count_offered(club.session, club.league.id) == 0


def test_by_a_rule_of_the_league_rematches_come_in_by_themselves(club: Club, finished: Match) -> None:
    autumn = seasons.add_season(
        club.session, club.owner, uuid=new(), name="Есен", rules={"rematches": "taken"}
    ).event.subject
    row = club.adopt(finished, season=autumn)
    rematch = ledgers.open_match(
        club.session, "kani", NAMES, device=PHONE, series=finished.public_id, players=finished.players
    )
    follow_rematch.follow_rematch(club.session, finished, rematch, Who(None, PHONE))
    there = club.row(rematch.public_id)
    assert (there.season, there.players, there.confirmation) == (autumn, row.players, "waiting")


def test_an_import_is_undone_whole_but_for_what_others_came_to_need(club: Club, finished: Match) -> None:
    """An import writes ``imported``, and the events that it brings with its key."""

    def bring(writing: LeagueWrite) -> LeagueEvent:
        first = writing.write(event_kinds.IMPORTED, None, {"import": "paper", "kind": "paper"})
        ana, boris, vera = (
            str(player_changes.new_player(writing, name, key=f"p-{name}", imported="paper").subject)
            for name in ("Ana", "Boris", "Vera")
        )
        season = str(seasons.new_season(writing, "1998", {"import": "paper"}, "s-1998").subject)
        body = {
            "game": "belot",
            "players": [ana, boris],
            "sides": [[0], [1]],
            "winners": [0],
            "night": "1998-03-03",
        }
        record_result.write_result(writing, "r-1", body, season, "paper")
        record_result.write_result(
            writing, "r-2", {**body, "players": [boris, vera], "night": NIGHT}, None, "paper"
        )
        return first

    def undo(writing: LeagueWrite) -> LeagueEvent:
        return writing.write(event_kinds.IMPORT_UNDONE, None, {"import": "paper"})

    def write(kind: str, work: Callable[[LeagueWrite], LeagueEvent]) -> None:
        in_league(club.session, club.organiser, ORGANISE, new(), kind, work)

    write(event_kinds.IMPORTED, bring)
    assert len(listing.list_matches(club.session, club.league.id)) == 2
    club.adopt(finished, ["p-Ana", *club.players("X", "Y", "Z")], night=NIGHT)
    write(event_kinds.IMPORT_UNDONE, undo)
    assert [one.key for one in listing.list_matches(club.session, club.league.id)] == [finished.public_id]
    left = [one.name for one in roster.list_players(club.session, club.league.id)]
    assert left == ["Ana", "X", "Y", "Z"]
    assert [one.date for one in nights.list_nights(club.session, club.league.id)] == [NIGHT]
    assert seasons.list_seasons(club.session, club.league.id) == []
    write(event_kinds.IMPORTED, bring)  # once more, under the same keys
    assert len(listing.list_matches(club.session, club.league.id)) == 3
    names = roster.shown_names(club.session, club.league.id, ["p-Ana", "p-Boris", "p-Vera"])
    assert [one.name for one in names.values()] == ["Ana", "Boris", "Vera"]


def test_a_match_moves_between_seasons_and_nights_and_out_and_in(club: Club, finished: Match) -> None:
    row = club.adopt(finished)
    autumn = club.organise(seasons.add_season, name="Есен").event.subject
    given = {"key": row.key, "season": autumn, "night": NIGHT}
    assign_match.move_match(club.session, club.organiser, uuid=new(), seen=row.touched, **given)
    now = club.row(row.key)
    assert (now.season, now.night, now.dirty) == (autumn, NIGHT, True)
    assert nights.find_night(club.session, club.league.id, NIGHT) is not None
    with pytest.raises(Overtaken):
        club.organise(assign_match.take_match_out, key=row.key, seen=row.touched)
    swapped = [now.players[1], now.players[0], *now.players[2:]]
    assign_match.move_match(
        club.session, club.organiser, uuid=new(), seen=now.touched, players=swapped, **given
    )
    assert list(club.row(row.key).players) == swapped
    seen = club.row(row.key).touched
    club.organise(assign_match.take_match_out, key=row.key, seen=seen)
    assert listing.find_match(club.session, club.league.id, row.key) is None
    assert listing.find_assignment(club.session, row.key) is None
    back = club.adopt(finished, swapped)
    assert (back.key, back.season, back.confirmation) == (row.key, None, "waiting")
