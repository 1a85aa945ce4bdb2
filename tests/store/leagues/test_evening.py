"""An evening in the store: two organisers at once, rounds drawn again, silence, and a league that is rebuilt."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.league.evening.drafts import draw_draft
from scorekeeper.league.evening.seating import list_here, list_people, make_draw, seat_round
from scorekeeper.league.evening.standings import list_units, rank_evening
from scorekeeper.league.evening.state import MATCHES, Evening
from scorekeeper.store.accounts import devices
from scorekeeper.store.forgetting import forget
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import (
    RunNight,
    find_last_run,
    find_run,
    list_evening_matches,
    list_publications,
    read_rounds,
)
from scorekeeper.store.leagues.evening.tables import (
    Substitute,
    call_last_deal,
    end_as_it_stands,
    seat_substitute,
    type_result,
)
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.figures.reading import ranked_rows
from scorekeeper.store.leagues.log import apply, founding, nights
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.log.nights import find_night_by_key
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused
from scorekeeper.store.leagues.matches import assign_match, confirm_match, listing
from scorekeeper.store.leagues.matches.confirmation import SILENCE
from scorekeeper.store.leagues.matches.rename_players import rename_players
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.store.match import ledger
from tests import ledgers
from tests.cases import cases
from tests.store.leagues.conftest import Club, new, state
from tests.store.leagues.writes import change_rules

pytestmark = pytest.mark.long

DATE = "2026-11-26"
NAMES = ("Ana", "Boris", "Vera", "Georgi", "Desi", "Elena", "Ivan", "Kalina")
BELOT = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [120, None]}
RULES: dict[int, dict[str, Any]] = {4: {"target": 20}}


class Running:
    """An evening of a club on its way."""

    def __init__(self, club: Club, people: int = 8, names: Sequence[str] = NAMES, **plan: Any) -> None:
        self.club, self.session = club, club.session
        self.players = club.players(*names[:people])
        night = club.organise(nights.plan_night, date=DATE)
        self.key = str(night.event.subject)
        given = {"preset": "evening", "game": "belot", **plan}
        organising.plan_evening(
            self.session, club.organiser, uuid=new(), key=self.key, plan=given, name="Thursday"
        )
        self.say({player: {} for player in self.players})

    def say(self, changes: dict[str, Any]) -> None:
        organising.say_here(self.session, self.club.organiser, uuid=new(), key=self.key, changes=changes)

    @property
    def found(self) -> RunNight:
        self.session.rollback()
        night = find_night_by_key(self.session, self.club.league.id, self.key)
        assert night is not None
        return find_run(self.session, self.club.league.id, night)

    @property
    def evening(self) -> Evening:
        evening = self.found.evening
        assert evening is not None
        return evening

    def publish(
        self, number: int | None = None, *, seen: int | None = None, why: str = "", **more: Any
    ) -> list[str]:
        """The keys of the matches of a round that is published."""
        evening, touched = self.evening, self.found.night.touched
        number = number or evening.next_round
        draft = draw_draft(evening, number, "seed", {}, **more)
        kept = {name: draft[name] for name in ("draw", "round", "numbers")}
        names = dict(zip(self.players, NAMES, strict=False))
        rules = RULES if evening.options.game == "belot" else {4: {}}
        round_ = organising.NewRound(number, kept, rules, names, None, why)
        written = organising.publish_round(
            self.session,
            self.club.organiser,
            uuid=new(),
            key=self.key,
            seen=touched if seen is None else seen,
            round_=round_,
        )
        matches: list[str] = written.event.body["round"][MATCHES]
        return matches

    def record(self, match: str, entry: dict[str, Any] = BELOT) -> Any:
        found = ledger.load(self.session, match)
        return ledgers.write(
            self.session, match, "recorded", {"entry": entry}, seen=found.seq, device="phone", seat=0
        )

    def substitute(
        self, match: str, seat: int, player: str, *, began: bool = False, stays: bool = False
    ) -> None:
        """Another player sits there now."""
        sits = Substitute(match, seat, player, began, stays)
        seat_substitute(self.session, self.club.organiser, uuid=new(), key=self.key, new=sits)

    def finish(self, match: str) -> None:
        """The first side wins it, 24 to 8."""
        for _ in range(2):
            self.record(match)

    def points(self) -> dict[str, Any]:
        rounds = read_rounds(self.session, self.club.league.id, self.evening)
        rows = rank_evening(self.evening.options, rounds, self.players)
        return {NAMES[self.players.index(row.unit)]: row.points for row in rows}


@pytest.fixture
def run(club: Club) -> Callable[..., Running]:
    return lambda *given, **plan: Running(club, *given, **plan)


def test_a_published_round_opens_a_match_for_each_table_with_everything_filled_in(run: Any) -> None:
    running = run()
    matches = running.publish()
    evening = running.evening
    for match, table in zip(matches, evening.rounds[0]["round"]["tables"], strict=True):
        row = listing.find_match(running.session, running.club.league.id, match)
        found = ledger.load(running.session, match)
        assert (list(row.players), row.night, row.game) == (table, DATE, "belot")
        assert found.seat_names == [NAMES[running.players.index(player)] for player in table]
        assert found.rules == {"target": 20}
    dealers = [ledger.load(running.session, match).first_dealer for match in matches]
    assert dealers == evening.rounds[0]["round"]["dealers"]


def test_two_organisers_tick_at_once_and_both_stand(run: Any) -> None:
    running = run(4)
    more = running.club.players("Nína", "Óli")
    running.say({more[0]: {}})
    running.say({more[1]: {"from": 2}, running.players[0]: None})
    assert set(running.evening.here) == {*running.players[1:], *more}
    assert running.evening.here[more[1]] == {"from": 2}


def test_who_publishes_second_is_shown_the_first_and_nothing_is_published_twice(run: Any) -> None:
    running = run()
    seen = running.found.night.touched
    first = running.publish()
    with pytest.raises(Overtaken):
        running.publish(1, seen=seen)
    with pytest.raises(Overtaken):
        running.publish(2, seen=seen)
    assert [one[MATCHES] for one in running.evening.rounds] == [first]


def test_a_request_that_is_sent_again_publishes_once(run: Any) -> None:
    running = run()
    evening, seen, uuid = running.evening, running.found.night.touched, new()
    draft = draw_draft(evening, 1, "seed", {})
    kept = {name: draft[name] for name in ("draw", "round", "numbers")}
    names = dict(zip(running.players, NAMES, strict=True))
    told = [
        organising.publish_round(
            running.session,
            running.club.organiser,
            uuid=uuid,
            key=running.key,
            seen=seen,
            round_=organising.NewRound(1, kept, RULES, names, None),
        )
        for _ in range(2)
    ]
    assert [one.repeated for one in told] == [False, True]
    assert told[0].event == told[1].event
    assert len(running.evening.rounds) == 1


def test_a_round_is_drawn_again_only_for_a_reason_and_stays_listed(run: Any) -> None:
    running = run()
    first = running.publish()
    with pytest.raises(Refused) as refused:
        running.publish(1, attempt=1)
    assert [one.path for one in refused.value.findings] == ["why"]
    second = running.publish(1, attempt=1, why="Ivan had gone home")
    played = running.evening.rounds[0]
    assert (played[MATCHES], [one[MATCHES] for one in played["again"]]) == (second, [first])
    gone = [match for match in first if match not in second]
    assert all(listing.find_match(running.session, running.club.league.id, match) is None for match in gone)


def test_a_table_that_has_begun_stays_and_keeps_its_match(run: Any) -> None:
    running = run()
    first = running.publish()
    running.record(first[0])
    tables = running.evening.rounds[0]["round"]["tables"]
    other = [tables[1][1], tables[1][0], *tables[1][2:]]
    with pytest.raises(Refused) as refused:
        running.publish(1, tables=[[tables[0][1], tables[0][0], *tables[0][2:]], tables[1]], why="a mistake")
    assert "Table 1 has begun" in str(refused.value.findings[0].text)
    assert running.evening.rounds[0][MATCHES] == first, "nothing of it was written"
    second = running.publish(1, tables=[tables[0], other], why="a mistake")
    assert second[0] == first[0]
    assert second[1] != first[1]


def test_what_an_organiser_gave_a_table_stands_when_the_round_is_drawn_again(run: Any) -> None:
    running = run()
    first = running.publish()
    given = {"session": running.session, "access": running.club.organiser, "key": running.key}
    organising.give_table(**given, uuid=new(), match=first[0], won=1)
    tables = running.evening.rounds[0]["round"]["tables"]
    with pytest.raises(Refused):
        running.publish(1, tables=[[tables[0][1], tables[0][0], *tables[0][2:]], tables[1]], why="a mistake")
    other = [tables[1][1], tables[1][0], *tables[1][2:]]
    running.publish(1, tables=[tables[0], other], why="a mistake")
    assert running.evening.rounds[0]["given"] == {first[0]: {"won": 1}}


def test_a_published_round_tells_who_published_it_and_why_it_was_drawn_again(run: Any) -> None:
    running = run()
    running.publish()
    running.publish(1, attempt=1, why="Ivan had gone home")
    told = list_publications(running.session, running.club.league.id, running.evening.rounds[0])
    account = running.club.organiser.who.account
    assert [(one.account, one.why) for one in told] == [(account, "Ivan had gone home"), (account, "")]
    assert told[0].at >= told[1].at


def test_a_player_who_is_forgotten_is_named_on_no_sheet_that_was_called_off(run: Any) -> None:
    running = run()
    first = running.publish()
    again = running.publish(1, why="Elena has gone home", attempt=1)
    off = set(first) - set(again)
    assert off
    elena = running.players[NAMES.index("Elena")]
    running.club.organise(forget.forget_player, key=elena)
    for match in (ledger.load(running.session, key) for key in off):
        assert "Elena" not in [*match.seat_names, *filter(None, match.texts.values())]
    why = list_publications(running.session, running.club.league.id, running.evening.rounds[0])[0].why
    assert "Elena" not in why


def test_who_plays_together_cannot_change_once_a_round_is_published(run: Any) -> None:
    running = run()
    running.publish()
    given = {"session": running.session, "access": running.club.organiser, "key": running.key}
    with pytest.raises(Refused) as refused:
        organising.plan_evening(**given, uuid=new(), plan={"preset": "evening", "seats": "pairs"})
    assert [one.path for one in refused.value.findings] == ["rules.seats"]
    organising.plan_evening(**given, uuid=new(), plan={"preset": "evening", "rounds": 6})
    assert running.evening.options.rounds == 6


@cases("game, seats", ("kani", "changing"), ("belot", "single"), ("kinaskak", "pairs"))
def test_a_game_without_partners_is_not_drawn_with_them(run: Any, game: str, seats: str) -> None:
    with pytest.raises(Refused) as refused:
        run(game=game, seats=seats)
    assert [one.path for one in refused.value.findings] == ["rules.seats"]


def test_the_points_follow_the_sheets_and_corrections(run: Any) -> None:
    running = run()
    first = running.publish()[0]
    running.finish(first)
    one, two = running.evening.rounds[0]["round"]["tables"]
    names = {player: NAMES[running.players.index(player)] for player in running.players}
    assert {names[player] for player in (one[0], one[2])} == {
        name for name, points in running.points().items() if points == 1
    }
    found = ledger.load(running.session, first)
    for row in found.rows():
        found = ledgers.write(
            running.session,
            first,
            "corrected",
            {"target": row.seq, "entry": {**BELOT, "trick_points": [40, None]}},
            seen=found.seq,
            device="phone",
        )
    assert {names[player] for player in (one[1], one[3])} == {
        name for name, points in running.points().items() if points == 1
    }
    assert all(running.points()[names[player]] == 0 for player in two), "still played"


def test_silence_confirms_what_is_over_and_no_contested_or_open_match(run: Any) -> None:
    running = run(8)
    first, second = running.publish()
    running.finish(first)
    rows = list_evening_matches(running.session, running.club.league.id, running.evening)
    given = {
        "session": running.session,
        "access": running.club.organiser,
        "rows": rows.values(),
        "how": SILENCE,
    }
    assert confirm_match.confirm_each(**given, uuid=new()) == 1
    rows = list_evening_matches(running.session, running.club.league.id, running.evening)
    assert {key: row.confirmation for key, row in rows.items()} == {first: "confirmed", second: "waiting"}
    running.finish(second)
    match = listing.find_match(running.session, running.club.league.id, second)
    confirm_match.contest_as_organiser(
        running.session, running.club.organiser, uuid=new(), key=second, version=match.match_seq or 0
    )
    rows = list_evening_matches(running.session, running.club.league.id, running.evening)
    assert confirm_match.confirm_each(**{**given, "rows": rows.values()}, uuid=new()) == 0
    assert all(running.points()[name] == 0 for name in _names_at(running, 1)), (
        "a contest blocks its own match"
    )
    assert sum(running.points()[name] for name in _names_at(running, 0)) == 2


def _names_at(running: Running, place: int) -> list[str]:
    table = running.evening.rounds[0]["round"]["tables"][place]
    return [NAMES[running.players.index(player)] for player in table]


@pytest.mark.parametrize("deals", [0, 1])
def test_the_last_deal_ends_a_match_as_finished_after_the_deal_in_play(run: Any, deals: int) -> None:
    running = run()
    match = running.publish()[0]
    for _ in range(deals):
        running.record(match)
    given = {"uuid": new(), "device": "organiser", "why": "last deal"}
    assert call_last_deal(running.session, match, **given)
    now = ledger.load(running.session, match)
    assert now.scored.sheet.status == "open"
    after = running.record(match)
    assert (after.scored.sheet.status, after.scored.sheet.winners) == (FINISHED, (0,))
    assert not call_last_deal(running.session, match, **{**given, "uuid": new()})


@cases("before, totals, status", (0, [151, 98], FINISHED), (0, [11, 9], FINISHED), (1, [14, 16], FINISHED))
def test_a_typed_result_is_what_the_table_wrote_and_the_match_is_finished(
    run: Any, before: int, totals: list[int], status: str
) -> None:
    running = run()
    match = running.publish()[0]
    for _ in range(before):
        running.record(match)
    uuid, given = new(), {"device": "organiser", "reason": "from their notebook"}
    after = type_result(running.session, match, uuid=uuid, totals=totals, **given)
    again = type_result(running.session, match, uuid=uuid, totals=totals, **given)
    assert again.seq == after.seq, "the page was sent once more, since no answer had come"
    with pytest.raises(Refused):
        type_result(running.session, match, uuid=uuid, totals=[totals[0] + 1, totals[1]], **given)
    assert (list(after.scored.sheet.totals), after.scored.sheet.status) == (totals, status)
    assert after.rows()[-1].entry["reason"] == "from their notebook"
    with pytest.raises(Refused):
        type_result(running.session, match, uuid=new(), device="organiser", totals=totals, reason="again")


def test_a_result_that_the_game_finds_wrong_leaves_the_table_as_it_was(run: Any) -> None:
    running = run()
    match = running.publish()[0]
    running.record(match)
    before = ledger.load(running.session, match)
    given = {"device": None, "reason": "typed"}
    with pytest.raises(Refused):
        type_result(running.session, match, uuid=new(), totals=[999_999, 0], **given)
    after = ledger.load(running.session, match)
    assert (after.seq, after.rules) == (before.seq, before.rules), "the next deal would have been the last"
    uuid = new()
    done = type_result(running.session, match, uuid=uuid, totals=[14, 16], **given)
    assert type_result(running.session, match, uuid=uuid, totals=[14, 16], **given).seq == done.seq


def test_a_table_is_taken_as_it_stands_and_counts_as_finished(run: Any) -> None:
    running = run()
    match = running.publish()[0]
    given = {"device": "organiser", "why": "as it stands"}
    with pytest.raises(Refused) as refused:
        end_as_it_stands(running.session, match, uuid=new(), **given)
    assert [one.code for one in refused.value.findings] == ["no_deals"]
    running.record(match)
    uuid = new()
    after = end_as_it_stands(running.session, match, uuid=uuid, **given)
    assert end_as_it_stands(running.session, match, uuid=uuid, **given).seq == after.seq
    assert (after.scored.sheet.status, after.scored.sheet.winners) == (FINISHED, (0,))
    assert sorted(running.points()[name] for name in _names_at(running, 0)) == [0, 0, 1, 1]


def test_a_table_that_is_taken_as_it_stands_keeps_what_came_after_its_last_deal(run: Any) -> None:
    running = run()
    match = running.publish()[0]
    running.record(match)
    running.record(match, {"kind": "penalty", "side": 0, "points": 11})
    totals = ledger.load(running.session, match).scored.sheet.totals
    after = end_as_it_stands(running.session, match, uuid=new(), device="organiser", why="as it stands")
    sheet = after.scored.sheet
    assert (sheet.status, sheet.totals, sheet.winners) == (FINISHED, totals, (1,))


def test_a_table_that_one_has_left_ends_with_the_totals_of_the_others(run: Any) -> None:
    running = run(4, game="escoba", seats="single", size=4)
    match = running.publish()[0]
    running.record(match, {"kind": "deal", "decided": [3, 2, 1, 0], "reason": "counted"})
    running.record(match, {"kind": "players", "leave": 0})
    after = type_result(running.session, match, uuid=new(), device=None, totals=[3, 9, 12, 4], reason="typed")
    sheet = after.scored.sheet
    assert (sheet.status, sheet.totals, sheet.winners) == (FINISHED, (3, 9, 12, 4), (2,))


def test_a_game_without_a_number_of_deals_is_closed(run: Any) -> None:
    running = run(4, game="kinaskak", seats="single", size=4)
    match = running.publish()[0]
    assert not call_last_deal(running.session, match, uuid=new(), device=None, why="last deal")
    after = type_result(
        running.session, match, uuid=new(), device=None, totals=[10, 40, 40, 90], reason="typed"
    )
    assert after.scored.sheet.winners == (0,)
    assert after.closed is not None


@cases(
    "said, points", ({"won": 1}, [0, 1, 0, 1]), ({"won": None, "void": True}, None), ({"won": None}, [0] * 4)
)
def test_a_table_that_never_finishes_counts_as_the_organiser_says(
    run: Any, said: dict[str, Any], points: list[int] | None
) -> None:
    running = run()
    match = running.publish()[0]
    organising.give_table(
        running.session, running.club.organiser, uuid=new(), key=running.key, match=match, **said
    )
    found = [running.points()[name] for name in _names_at(running, 0)]
    assert [float(one) for one in found] == (points or [0.5] * 4)
    with pytest.raises(NotThere):
        organising.give_table(
            running.session, running.club.organiser, uuid=new(), key=running.key, match="nosuchmatch0", **said
        )


@pytest.mark.parametrize(
    ("credited", "began", "gets"),
    [("began", False, "left"), ("ended", False, "came"), ("began", True, "came"), ("ended", True, "came")],
)
def test_the_league_s_rule_says_who_gets_the_points_where_another_player_sat_down(
    run: Any, credited: str, began: bool, gets: str
) -> None:
    running = run(4)
    (came,) = running.club.players("Óli")
    match = running.publish()[0]
    running.record(match)
    credit(running, credited)
    left = running.evening.rounds[0]["round"]["tables"][0][0]
    running.substitute(match, 0, came, began=began)
    running.record(match)
    rounds = read_rounds(running.session, running.club.league.id, running.evening)
    points = {row.unit: row.points for row in rank_evening(running.evening.options, rounds, [left, came])}
    assert points == {left: int(gets == "left"), came: int(gets == "came")}
    assert list_people(running.evening) == [*running.evening.rounds[0]["round"]["tables"][0], came]
    sheet = ledger.load(running.session, match)
    assert ("Óli" in sheet.seat_names) == began, "from here on it is an entry, from the start a name"


@pytest.mark.parametrize("credited", ["began", "ended"])
def test_who_sat_down_by_an_entry_of_the_table_alone_has_a_row_where_the_result_is_theirs(
    run: Any, credited: str
) -> None:
    running = run(4)
    (came,) = running.club.players("Óli")
    match = running.publish()[0]
    credit(running, credited)
    running.record(match)
    running.record(match, {"kind": "players", "seat": 0, "name": "Óli"})
    running.record(match)
    rounds = read_rounds(running.session, running.club.league.id, running.evening)
    rows = rank_evening(running.evening.options, rounds, list_units(running.evening, rounds, {}))
    points = {row.unit: row.points for row in rows}
    left = running.evening.rounds[0]["round"]["tables"][0][0]
    assert (came in points) == (credited == "ended")
    assert points[came if credited == "ended" else left] == 1


def test_a_match_of_an_evening_stays_on_its_night(run: Any) -> None:
    running = run(4)
    match = running.publish()[0]
    row, given = running.club.row(match), {"key": match, "season": None}
    with pytest.raises(Refused) as refused:
        assign_match.move_match(
            running.session, running.club.organiser, uuid=new(), seen=row.touched, night="2026-11-25", **given
        )
    assert [(one.path, one.code) for one in refused.value.findings] == [("night", "of_an_evening")]
    assign_match.move_match(
        running.session, running.club.organiser, uuid=new(), seen=row.touched, night=DATE, **given
    )


def test_an_evening_that_was_planned_for_another_date_takes_its_matches_along(run: Any) -> None:
    running = run(8)
    first, second = running.publish()
    running.finish(first)
    out = running.club.row(second)
    running.club.organise(assign_match.take_match_out, key=second, seen=out.touched)
    points, change = running.points(), {"key": running.key, "date": "2026-11-27"}
    other = running.club.adopt(running.club.match(), night=DATE)
    with pytest.raises(Refused) as refused:
        running.club.organise(nights.update_night, seen=running.found.night.touched, **change)
    assert [(found.path, found.code) for found in refused.value.findings] == [("date", "played")]
    running.club.organise(assign_match.take_match_out, key=other.key, seen=other.touched)
    running.club.organise(nights.update_night, seen=running.found.night.touched, **change)
    devices.remember(running.session, "phone", second, "owner")
    access, players = running.club.as_("organiser", "phone"), list(out.players)
    assign_match.adopt(running.session, access, uuid=new(), public_id=second, players=players)
    assert {running.club.row(match).night for match in (first, second)} == {"2026-11-27"}
    assert running.points() == points
    seen = running.found.night.touched
    with pytest.raises(Refused):
        running.club.organise(nights.update_night, seen=seen, cancelled=True, **change)


def test_a_match_of_an_evening_that_is_taken_in_again_is_on_its_night(run: Any) -> None:
    running = run(4)
    match = running.publish()[0]
    row = running.club.row(match)
    running.club.organise(assign_match.take_match_out, key=match, seen=row.touched)
    devices.remember(running.session, "phone", match, "owner")
    access = running.club.as_("organiser", "phone")
    assign_match.adopt(running.session, access, uuid=new(), public_id=match, players=list(row.players))
    assert running.club.row(match).night == DATE


@pytest.mark.parametrize("by_the_table", [True, False])
def test_who_is_said_to_have_played_a_match_sits_at_its_table(run: Any, by_the_table: bool) -> None:
    running = run(8)
    match = running.publish()[0]
    (nina,) = running.club.players("Nína")
    row, found = running.club.row(match), ledger.load(running.session, match)
    if by_the_table:
        devices.remember(running.session, "phone", match, "score")
        given = {"names": {found.players[0]: "Nína"}, "others": {found.players[0]: nina}}
        rename_players(running.session, match, Who(None, "phone"), uuid=new(), seen=found.seq, **given)
    else:
        moved = {"seen": row.touched, "night": DATE, "season": None, "players": [nina, *row.players[1:]]}
        running.club.organise(assign_match.move_match, key=match, **moved)
    table = seat_round(running.evening.options, running.evening.rounds[0])[0]
    assert table.players == (nina, *row.players[1:])
    running.finish(match)
    rounds = read_rounds(running.session, running.club.league.id, running.evening)
    assert nina in rounds[0].tables[0].sides[0]
    running.publish(2)


@cases("closed, two_tables", (False, False), (True, False), (False, True), (True, True))
def test_who_is_said_to_have_played_is_asked_by_the_person(run: Any, closed: bool, two_tables: bool) -> None:
    """One who sat down from the start was put together with another; so was one of another table."""
    running = run(8)
    first, second = running.publish()
    nina, anna = running.club.players("Nína", "Anna")
    running.substitute(first, 0, nina, began=True)
    if closed:
        running.club.organise(organising.close_evening, key=running.key)
    other = running.club.row(second).players[0]
    running.club.organise(player_changes.merge, key=other if two_tables else nina, into=anna)
    (came,) = [anna] if two_tables else running.club.players("Óli")
    if two_tables:
        with pytest.raises(Refused) as refused:
            running.substitute(first, 2, anna, began=True)
        assert [found.code for found in refused.value.findings] == ["at_a_table"]
    row = running.club.row(first)
    players = [came, *row.players[1:]]
    moved = {"seen": row.touched, "night": DATE, "season": None, "players": players}
    running.club.organise(assign_match.move_match, key=first, **moved)
    table = seat_round(running.evening.options, running.evening.rounds[0])[0]
    assert table.players[0] == (nina if two_tables else came)


def credit(running: Running, credited: str) -> None:
    """The league's rule says whose result it is."""
    session, owner = running.session, running.club.owner
    rules = {**owner.league.rules, "credited": credited}
    seen = founding.described_seq(session, owner.league.id)
    founding.describe_league(session, owner, uuid=new(), seen=seen, rules=rules)


def test_a_pair_that_is_ticked_anew_between_two_rounds_is_the_same_pair(run: Any) -> None:
    running = run(4, seats="pairs")
    ana, boris, vera, georgi = running.players
    running.say({ana: {"with": boris}, boris: {"with": ana}, vera: {"with": georgi}, georgi: {"with": vera}})
    running.finish(running.publish()[0])
    running.say({ana: None})
    running.say({ana: {"with": boris}})
    running.finish(running.publish()[0])
    rounds = read_rounds(running.session, running.club.league.id, running.evening)
    units = list_units(running.evening, rounds, {})
    rows = rank_evening(running.evening.options, rounds, units)
    assert {frozenset(row.players) for row in rows} == {frozenset({ana, boris}), frozenset({vera, georgi})}
    assert [row.played for row in rows] == [2, 2]


def test_a_season_of_evenings_knows_who_left_a_final_after_the_close(run: Any) -> None:
    running = run(4, seats="pairs", way="knockout")
    session, league = running.session, running.club.league.id
    change_rules(running.club, counting="evening_places", least_matches=0)
    ana, boris, vera, georgi = running.players
    pairs = {ana: boris, boris: ana, vera: georgi, georgi: vera}
    running.say({player: {"with": partner} for player, partner in pairs.items()})
    (match,) = running.publish()
    running.finish(match)
    version = ledger.seq_of(session, match)
    running.club.organise(confirm_match.confirm_as_organiser, key=match, version=version)
    running.club.organise(organising.close_evening, key=running.key)
    derive_all(session, league)
    running.say({vera: None, georgi: None})
    derive_all(session, league)
    values = {one.row.unit: one.row.value for one in ranked_rows.list_standings(session, league, "").items}
    assert values == {ana: 10, boris: 10, vera: 7, georgi: 7}
    assert derive.rebuild(session, league) == 0


def derive_all(session: Any, league: int) -> None:
    while derive.step(session, league).left:
        pass


@pytest.mark.parametrize("seat", [0, 1])
def test_who_left_a_table_comes_back_to_the_own_place_or_to_another_one(run: Any, seat: int) -> None:
    running = run(5)
    match = running.publish()[0]
    drawn = seat_round(running.evening.options, running.evening.rounds[0])[0].players
    (came,) = set(running.players) - set(drawn)
    running.record(match)
    running.substitute(match, 0, came)
    running.substitute(match, seat, drawn[0])
    table = ledger.load(running.session, match).scored.sheet.table.names
    assert table[seat] == NAMES[running.players.index(drawn[0])]
    sits = seat_round(running.evening.options, running.evening.rounds[0])[0].players
    assert sits[:2] == ((drawn[0], drawn[1]) if seat == 0 else (came, drawn[0]))


def test_who_sat_down_by_an_entry_of_the_table_sits_down_in_no_other_place_of_it(run: Any) -> None:
    running = run(4)
    match = running.publish()[0]
    (came,) = running.club.players("Óli")
    running.record(match, {"kind": "players", "seat": 1, "name": "Óli"})
    with pytest.raises(Refused) as refused:
        running.substitute(match, 2, came)
    assert [one.code for one in refused.value.findings] == ["on_the_sheet"]


@cases("leaves, places", ((), [1, 1]), ((0, 1), [2, 1]), ((3,), [1, 2]), ((0, 1, 2, 3), [1, 1]))
def test_a_pair_that_leaves_an_open_final_is_the_second(
    run: Any, leaves: tuple[int, ...], places: list[int]
) -> None:
    running = run(4, seats="pairs", way="knockout")
    ana, boris, vera, georgi = running.players
    pairs = {ana: boris, boris: ana, vera: georgi, georgi: vera}
    running.say({player: {"with": partner} for player, partner in pairs.items()})
    running.finish(running.publish()[0])
    running.say({running.players[player]: None for player in leaves})
    rounds = read_rounds(running.session, running.club.league.id, running.evening)
    rows = {
        row.unit: row
        for row in rank_evening(running.evening.options, rounds, list_units(running.evening, rounds, {}))
    }
    assert [rows[unit].place for unit in (f"{ana}+{boris}", f"{vera}+{georgi}")] == places


def test_a_substitute_stays_for_the_next_draws_only_if_that_is_said(run: Any) -> None:
    running = run(8)
    came, other = running.club.players("Óli", "Nína")
    first, second = running.publish()
    one = running.evening.rounds[0]["round"]["tables"][0][1]
    running.substitute(first, 1, came, stays=True)
    running.substitute(second, 1, other)
    assert set(list_here(running.evening, 2)) == {*running.players, came} - {one}
    before = make_draw(running.evening, 2, "s", {})["rounds"][0]["tables"]
    assert (before[0][1], before[1][1]) == (came, other), "later draws count who sat there"


@cases(
    "who, code", ("at the table", "at_a_table"), ("at another", "at_a_table"), ("unknown", "unknown_player")
)
def test_a_substitute_sits_at_no_other_table_of_the_round(run: Any, who: str, code: str) -> None:
    running = run(8)
    first = running.publish()[0]
    tables = running.evening.rounds[0]["round"]["tables"]
    player = {"at the table": tables[0][2], "at another": tables[1][2], "unknown": "nosuchplayer"}[who]
    with pytest.raises(Refused) as refused:
        running.substitute(first, 1, player)
    assert [(one.path, one.code) for one in refused.value.findings] == [("player", code)]
    assert "sat" not in running.evening.rounds[0], "nothing of it was written"


def test_a_night_is_not_deleted_as_long_as_its_evening_has_people(run: Any) -> None:
    running = run(4)
    delete = {"key": running.key, "uuid": new(), "session": running.session, "access": running.club.organiser}
    with pytest.raises(Refused) as refused:
        nights.delete_night(**delete, seen=running.found.night.touched)
    assert [one.code for one in refused.value.findings] == ["played"]
    running.say(dict.fromkeys(running.players))
    nights.delete_night(**delete, seen=running.found.night.touched)
    assert find_night_by_key(running.session, running.club.league.id, running.key) is None


def test_the_next_evening_finds_the_last_plan_and_people(run: Any) -> None:
    running = run(points="bands")
    last = find_last_run(running.session, running.club.league.id, "2026-12-03")
    assert (last.plan_name, last.evening.options.points) == ("Thursday", "bands")
    assert set(last.evening.here) == set(running.players)
    assert find_last_run(running.session, running.club.league.id, DATE) is None


def test_a_league_that_is_rebuilt_has_the_same_evening_and_draws_nothing(run: Any, monkeypatch: Any) -> None:
    running = run(5)
    running.publish()
    running.say({running.players[0]: {"until": 1}})
    first = running.publish(2)[0]
    organising.give_table(
        running.session, running.club.organiser, uuid=new(), key=running.key, match=first, won=0
    )
    organising.close_evening(running.session, running.club.organiser, uuid=new(), key=running.key)
    before = state(running.session, running.club.league.id)
    monkeypatch.setattr("scorekeeper.league.evening.drafts.draw_round", None)
    assert apply.rebuild_and_compare(running.session, running.club.league.id) == 0
    assert state(running.session, running.club.league.id)["league_night"] == before["league_night"]


@pytest.mark.parametrize("role", ["scorer", "player"])
def test_only_organisers_run_an_evening(run: Any, role: str) -> None:
    running = run(4)
    before, access = running.found, running.club.as_(role)
    given = {"session": running.session, "access": access, "uuid": new(), "key": running.key}
    for write, more in (
        (organising.say_here, {"changes": {}}),
        (organising.plan_evening, {"plan": {}}),
        (organising.keep_draft, {"seen": before.night.touched, "draft": {}, "tap": {}}),
        (organising.close_evening, {}),
        (organising.give_table, {"match": "m", "won": 0}),
    ):
        with pytest.raises(NotThere):
            write(**given, **more)
    assert running.found == before
