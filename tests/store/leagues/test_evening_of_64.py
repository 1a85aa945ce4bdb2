"""Five rounds of 64 in every way of drawing: people who stay away, a correction of round 1, two organisers at once."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.league.counting import PAIR_MARK, members_of
from scorekeeper.league.draw.drawing import draw
from scorekeeper.league.evening.drafts import draw_draft, draw_stage
from scorekeeper.league.evening.evening_plan import KNOCKOUT
from scorekeeper.league.evening.seating import list_resting, seat_round
from scorekeeper.league.evening.standings import list_units, rank_evening
from scorekeeper.league.evening.state import MATCHES, Evening
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.reading import read_rounds
from scorekeeper.store.leagues.evening.tables import type_result
from scorekeeper.store.leagues.log import apply
from scorekeeper.store.leagues.log.refusals import Overtaken
from scorekeeper.store.match import ledger
from tests import ledgers
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.test_evening import Running

pytestmark = pytest.mark.long

MANY, ROUNDS = 64, 5
RULES: dict[str, Any] = {"belot": {"target": 20}, "kinaskak": {}}
WAYS = [
    ("changing", "even"),
    ("changing", "swiss"),
    ("changing", "random"),
    ("pairs", "even"),
    ("pairs", "swiss"),
    ("single", "even"),
    ("single", "swiss"),
]


class Hall(Running):
    """Sixty-four people; in fixed pairs each sits with the next one."""

    def __init__(self, club: Club, seats: str, way: str, **plan: Any) -> None:
        self.names = [f"Player {number:02}" for number in range(MANY)]
        self.game = "kinaskak" if seats == "single" else "belot"
        self.seats = seats
        super().__init__(club, MANY, self.names, game=self.game, seats=seats, way=way, rounds=ROUNDS, **plan)
        said: dict[str, dict[str, Any]] = {player: {} for player in self.players}
        if seats == "pairs":
            for one, other in zip(self.players[0::2], self.players[1::2], strict=True):
                said[one], said[other] = {"with": other}, {"with": one}
        self.say(said)

    def publish_next(self) -> list[str]:
        """The round as two organisers publish it at once: one does, the other is shown that it is done."""
        evening, seen = self.evening, self.found.night.touched
        draft = self.draw_next(evening)
        kept = {name: draft[name] for name in ("draw", "round", "numbers")}
        names = dict(zip(self.players, self.names, strict=True))
        rules = dict.fromkeys(range(2, 9), RULES[self.game])
        given = {
            "session": self.session,
            "key": self.key,
            "seen": seen,
            "round_": organising.NewRound(evening.next_round, kept, rules, names, None),
        }
        written = organising.publish_round(access=self.club.organiser, uuid=new(), **given)
        with pytest.raises(Overtaken):
            organising.publish_round(access=self.club.owner, uuid=new(), **given)
        matches: list[str] = written.event.body["round"][MATCHES]
        return matches

    def draw_next(self, evening: Evening) -> dict[str, Any]:
        if evening.options.way == KNOCKOUT:
            rounds = read_rounds(self.session, self.club.league.id, evening)
            return draw_stage(evening, evening.next_round, "hall", rounds)
        rows = self.rank() if evening.rounds else []
        levels = sorted({row.points for row in rows})
        points = {row.unit: levels.index(row.points) for row in rows}
        return draw_draft(evening, evening.next_round, "hall", points)

    def rank(self) -> list[Any]:
        rounds = read_rounds(self.session, self.club.league.id, self.evening)
        return rank_evening(self.evening.options, rounds, self.players)

    def play(self, match: str, place: int, number: int) -> None:
        """How a table ended; the totals follow from the place of the table."""
        found = ledger.load(self.session, match)
        size = len(found.players)
        totals = [20 + place, number] if self.game == "belot" else [10 * seat + place for seat in range(size)]
        type_result(self.session, match, uuid=new(), device="organiser", totals=totals, reason="typed")


def count_points(hall: Hall, results: dict[str, list[int]]) -> dict[str, Fraction]:
    """What each player has, counted here by itself: a win, or the share of the others who have more points."""
    points: Counter[str] = Counter()
    rested: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for one in hall.evening.rounds:
        rested.update(list_resting(one))
        for table, match in zip(seat_round(hall.evening.options, one), one[MATCHES], strict=True):
            totals = results[match]
            for seat, player in enumerate(table.players):
                played[player] += 1
                if hall.game == "belot":
                    points[player] += Fraction(totals[seat % 2] > totals[1 - seat % 2])
                else:
                    beaten = sum(2 * (other > totals[seat]) + (other == totals[seat]) for other in totals) - 1
                    points[player] += Fraction(beaten, 2 * (len(totals) - 1))
    return {
        player: points[player]
        + rested[player] * (Fraction(points[player], played[player]) if played[player] else Fraction(1, 2))
        for player in hall.players
    }


@pytest.mark.left_to_soak(but_one_in=7)
@pytest.mark.parametrize(("seats", "way"), WAYS)
def test_five_rounds_of_sixty_four(club: Club, seats: str, way: str) -> None:
    hall = Hall(club, seats, way)
    results: dict[str, list[int]] = {}
    for number in range(1, ROUNDS + 1):
        if number == 3:  # two do not come back, and round 1 is corrected while round 3 is drawn
            hall.say({hall.players[0]: None, hall.players[1]: {"until": 2}})
            first = hall.evening.rounds[0][MATCHES][0]
            correct(hall, first, results)
        for place, match in enumerate(hall.publish_next()):
            hall.play(match, place, number)
            found = ledger.load(hall.session, match)
            results[match] = list(found.scored.sheet.totals)
    evening = hall.evening
    for one in evening.rounds:
        seated = [player for table in seat_round(evening.options, one) for player in table.players]
        assert len(set(seated)) == len(seated)
        assert len(seated) + len(list_resting(one)) in (MANY, MANY - 2)
        assert draw(one["draw"])[0] == {**one["round"]}, "anybody draws the same of the document"
    if (seats, way) == ("changing", "even"):
        counts = [one["round"]["counts"] for one in evening.rounds[:2]]
        assert [(each["partners"], each["opponents"]) for each in counts] == [(0, 0)] * 2
    rows = {row.unit: row for row in hall.rank()}
    assert {player: row.points for player, row in rows.items()} == count_points(hall, results)
    assert apply.rebuild_and_compare(hall.session, club.league.id) == 0


@pytest.mark.left_to_soak
def test_a_knock_out_of_sixty_four_in_five_rounds(club: Club) -> None:
    hall = Hall(club, "pairs", KNOCKOUT, wins_needed=1)
    results: dict[str, list[int]] = {}
    left = {PAIR_MARK.join(pair) for pair in zip(hall.players[0::2], hall.players[1::2], strict=True)}
    reached = dict.fromkeys(left, 0)
    for number in range(1, ROUNDS + 1):
        # a pair that is in goes home, and a match of round 1 turns out to have ended otherwise
        if number == 3:
            gone = max(left)
            one, other = members_of(gone)
            hall.say({one: None, other: {"until": 2}})
            left.remove(gone)
            correct(hall, hall.evening.rounds[0][MATCHES][0], results)
        matches = hall.publish_next()
        played = hall.evening.rounds[-1]
        reached |= dict.fromkeys(left, number)
        for place, (match, (first, second)) in enumerate(
            zip(matches, played["round"]["tables"], strict=True)
        ):
            assert {first, second} <= left, "who is out, or has gone home, is drawn no more"
            hall.play(match, place, number)
            found = ledger.load(hall.session, match)
            totals = results[match] = list(found.scored.sheet.totals)
            left.remove(first if totals[0] < totals[1] else second)
        drawn = draw(played["draw"])[0]
        assert {**drawn, "resting": played["round"]["resting"]} == played["round"]
    assert [len(one[MATCHES]) for one in hall.evening.rounds] == [16, 8, 3, 2, 1]
    (winner,) = left
    rounds = read_rounds(hall.session, club.league.id, hall.evening)
    rows = rank_evening(hall.evening.options, rounds, list_units(hall.evening, rounds, {}))
    told = [reached[row.unit] + (row.unit == winner) for row in rows]
    assert rows[0].unit == winner
    assert told == sorted(told, reverse=True), "who came further stands before who did not"
    assert [row.place for row in rows] == [1 + sum(one > other for one in told) for other in told]
    assert apply.rebuild_and_compare(hall.session, club.league.id) == 0


def correct(hall: Hall, match: str, results: dict[str, list[int]]) -> None:
    """The winners of the first table turn out to have lost; no published draw changes by that."""
    before = [one["round"] for one in hall.evening.rounds]
    found = ledger.load(hall.session, match)
    row = found.rows()[-1] if found.closed is None else found.rows()[-2]
    entry = {**row.entry, "decided": list(reversed(row.entry["decided"]))}
    after = ledgers.write(
        hall.session,
        match,
        "corrected",
        {"target": row.seq, "entry": entry},
        seen=found.seq,
        device="organiser",
    )
    results[match] = list(after.scored.sheet.totals)
    assert [one["round"] for one in hall.evening.rounds] == before
