"""The figures say what the arithmetic says of the same matches, after any series of changes."""

import random
import string
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.league.counting import shares_of, why_not
from scorekeeper.league.evening.season_points import EVENING_MARK
from scorekeeper.league.measures import Sum
from scorekeeper.league.ratings import NEW, Ratings
from scorekeeper.league.results import CONFIRMED, About, Result, read_result
from scorekeeper.league.rules import read_league_rules
from scorekeeper.store.leagues.figures import derive, editions, ratings
from scorekeeper.store.leagues.figures.derive import count_differences
from scorekeeper.store.leagues.figures.models import SUM
from scorekeeper.store.leagues.figures.reading import match_rows, player_figures, ranked_rows, year_book
from scorekeeper.store.leagues.figures.rows import SERIES_MARK
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.write import GOOD_KEY
from scorekeeper.store.leagues.matches.scored import moment_text
from scorekeeper.store.leagues.people.roster import merged_keys
from tests.league.fold import Forms, Records, Standings, counting_results, in_order, statistics_of
from tests.noting import noting
from tests.soak import in_soak, on_both
from tests.store.figures.conftest import Club

pytestmark = pytest.mark.long

RULES: list[dict[str, Any]] = [
    {},
    {"unit": "side", "series": "series", "stopped": True},
    {"counting": "placement", "best_nights": 2, "tie_breaks": ["difference", "fewer_matches"]},
    {"counting": "average", "least_matches": 3},
    {"preset": "club"},
]


def rules_of(given: dict[str, Any]) -> Any:
    report = Report()
    rules = read_league_rules(given, report)
    assert not report.errors
    return rules.options


def results_of(session: Session, club: Club) -> list[Result]:
    """The matches as they stand in the league."""
    merged = merged_keys(session, club.id)
    found = []
    rows = session.execute(
        select(LeagueMatchRow).where(LeagueMatchRow.league_id == club.id, LeagueMatchRow.out.is_(False))
    ).scalars()
    for row in rows:
        players = tuple(merged.get(player, player) for player in row.players)
        about = About(
            row.key,
            players,
            row.night,
            moment_text(row.moment),
            row.confirmation,
            0,
            row.season,
            row.series,
            row.best_of,
        )
        found.append(read_result(row.result)._replace(about=about))
    session.commit()
    return in_order(found)


def assert_true(
    session: Session, club: Club, seasons: dict[str, dict[str, Any]], rules: dict[str, Any]
) -> None:
    """Tables, statistics, ratings, form and records are what the pure functions make of the matches."""
    model = editions.current_model(session, club.id)
    assert model.settled
    own = {season: rules_of(given or rules) for season, given in seasons.items()}
    counting = [
        result
        for result in results_of(session, club)
        if why_not(result, own.get(result.about.season or "", rules_of(rules))) is None
    ]
    running, forms, records = Ratings(rules_of(rules)), Forms(), Records()
    for result in counting:
        running.add(result)
        forms.add(result)
        records.add(result)
    for pool, known in running.pools.items():
        assert ratings.latest(session, model.id, None, pool) == known
    for player in club.players:
        assert player_figures.form_of(player_figures.past_of(session, model.id, player)) == forms.of(player)
    games = {game for game, _ in records.kept}
    assert match_rows.records(session, club.id) == {game: records.of(game) for game in games}
    for scope in ("", *seasons):
        inside = [result for result in counting if not scope or result.about.season == scope]
        _assert_table(session, club, scope, inside, own.get(scope, rules_of(rules)), running)
        _assert_sums(session, model.id, scope, inside)
        _assert_past(session, club, scope, inside, own.get(scope, rules_of(rules)), counting)
    for year in {result.night[:4] for result in counting}:
        _assert_year(session, club, year, counting, rules_of(rules))


def _assert_table(
    session: Session, club: Club, scope: str, inside: Any, rules: Any, running: Ratings
) -> None:
    rows = [one.row for one in ranked_rows.list_standings(session, club.id, scope, limit=100).items]
    expected = _standings(inside, rules).rows(running.shown())
    assert [tell_row(row) for row in rows] == [tell_row(row) for row in expected]


def tell_row(row: Any) -> Any:
    names = [(one.code, one.value, len(one.others) + one.more) for one in row.decisions]
    return row._replace(decisions=names, reason=str(row.reason))


def _standings(inside: Any, rules: Any, until: str = "9999") -> Standings:
    """What counts up to a night. Whether a match counts is its season's affair, in the table of all time too."""
    sure = [result._replace(about=result.about._replace(confirmation=CONFIRMED)) for result in inside]
    standings = Standings(rules)
    for result in counting_results((one for one in sure if one.night <= until), rules):
        standings.add(shares_of(result, rules))
    return standings


def _assert_past(
    session: Session, club: Club, scope: str, inside: Any, rules: Any, counting: list[Result]
) -> None:
    """The table after every fifth night, whole and from its third row on, is that of the matches until then."""
    for night in sorted({result.night for result in inside})[::5]:
        ratings = Ratings(rules)
        for result in counting:
            if result.night <= night:
                ratings.add(result)
        expected = [tell_row(row) for row in _standings(inside, rules, night).rows(ratings.shown())]
        found = ranked_rows.list_standings(session, club.id, scope, night=night)
        assert [tell_row(one.row) for one in found.items] == expected
        rest = ranked_rows.list_standings(session, club.id, scope, night=night, after=2, limit=2)
        assert [(one.position, tell_row(one.row)) for one in rest.items] == [*enumerate(expected, 1)][2:4]


def _assert_year(session: Session, club: Club, year: str, counting: Any, rules: Any) -> None:
    """The book of a year tells what its matches come to, and who rose in it by all that were rated until its end."""
    inside = [result for result in counting if result.night[:4] == year]
    ratings, before = Ratings(rules), dict[str, int]()
    for result in counting:
        if result.night[:4] == year:
            before |= {
                one: ratings.shown().get(one, NEW.shown) for one in result.players if one not in before
            }
        if result.night[:4] <= year:
            ratings.add(result)
    now = ratings.shown()
    rose = {player: (shown, now[player]) for player, shown in before.items() if now[player] > shown}
    book = year_book.yearbook(session, club.id, int(year))
    assert (book.matches, book.players) == (len(inside), len(before))
    assert book.nights == len({result.night for result in inside})
    assert book.games == Counter(result.game for result in inside)
    assert [tell_row(row) for row in book.rows] == [
        tell_row(row) for row in _standings(inside, rules).rows(ratings.shown())
    ]
    assert {player: (start, end) for player, start, end in book.risers} == rose
    assert [end - start for _, start, end in book.risers] == sorted(
        (e - s for s, e in rose.values()), reverse=True
    )
    assert dict(book.most_matches) == Counter(player for one in inside for player in set(one.players))
    records = Records()
    for result in inside:
        records.add(result)
    assert book.records == {game: records.of(game) for game in book.games}


def _assert_sums(session: Session, model: int, scope: str, inside: Any) -> None:
    query = select(SUM).where(
        SUM.c.model_id == model, SUM.c.about.in_(("player", "pair", "league", "against"))
    )
    found: dict[tuple[str, ...], Sum] = {}
    for row in session.execute(query if scope == "" else query.where(SUM.c.season == scope)):
        key = row.about, row.who, row.game, row.measure
        found[key] = found.get(key, Sum()).plus(row.got, row.out_of)
    expected = {
        (key.about, key.who, key.game, key.measure): total
        for key, total in statistics_of(inside).sums.items()
    }
    assert found == expected


def assert_rebuilt_alike(session: Session, club: Club) -> None:
    """A model built from nothing has the very rows of the one that was kept up to date."""
    kept = editions.current_model(session, club.id)
    deriver = derive.Deriver(session, club.id)
    assert deriver.lease.take()
    deriver.begin(anew=True)
    while True:
        built = next(
            one for one in editions.list_models(session, club.id) if not one.current and not one.retired
        )
        if built.settled:
            break
        assert deriver.advance()
    assert count_differences(session, kept.id, built.id) == 0
    while deriver.advance():
        pass
    deriver.lease.leave()
    assert [one.id for one in editions.list_models(session, club.id)] == [built.id]


def do_something(club: Club, chance: random.Random, seasons: list[str]) -> str:
    """Let something happen in a league; its name."""
    keys = [f"m{number}" for number in range(1, club.number + 1)]
    season = chance.choice([None, *seasons])
    what = chance.choice(["played"] * 6 + ["correct", "move", "state", "merge", "unmerge", "out", "night"])
    what = "played" if len(keys) < 4 else what
    if what == "played":
        count = chance.choice([2, 3, 4, 4])
        pairs = count == 4 and chance.random() < 0.7
        sides = 2 if pairs else count
        winners = tuple(
            sorted(chance.sample(range(sides), chance.choice([1, 1, 1, 2, 0]) if sides > 2 else 1))
        )
        club.play(
            "".join(chance.sample(club.players, count)),
            winners,
            tuple(chance.randrange(160) for _ in range(sides)),
            day=chance.randrange(400),
            season=season,
            game=chance.choice(["belot", "escoba"]),
            pairs=pairs,
            confirmation=chance.choice(["confirmed"] * 4 + ["waiting"]),
            series=chance.choice([None, None, "s"]),
            best_of=3,
        )
    elif what == "correct":
        club.correct(chance.choice(keys), chance.randrange(3), (chance.randrange(200), chance.randrange(200)))
    elif what == "move":
        club.change(chance.choice(keys), season=season)
    elif what == "state":
        club.change(chance.choice(keys), confirmation=chance.choice(["confirmed", "waiting", "contested"]))
    elif what == "merge":
        club.merge("h", "a")
    elif what == "unmerge":
        club.merge("h", None)
    elif what == "out":
        club.change(chance.choice(keys), out=chance.random() < 0.5)
    else:
        club.change(chance.choice(keys), night=f"2026-0{chance.randrange(1, 10)}-11")
    return what


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.soak
@pytest.mark.parametrize(
    ("migrated_url", "given"), on_both(range(len(RULES)), [2]), indirect=["migrated_url"]
)
def test_after_any_events_the_figures_are_what_the_matches_make_it(
    session: Session, given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(derive, "FIRST_BATCH", 3)
    chance, rules = random.Random(given), RULES[given]
    club, seasons = Club(session, **rules), {"spring": {}, "autumn": {"win": 3, "confirmation": "nobody"}}
    for season, own in seasons.items():
        club.season(season, **own)
    happened: list[str] = []
    with noting(lambda: f"Rules {rules}, seed {given}; what happened: {', '.join(happened)}"):
        for number in range(in_soak(45, 30)):
            happened.append(do_something(club, chance, list(seasons)))
            if chance.random() < 0.4:
                club.derive()
                happened.append("derived")
            if number % 15 == 14:
                club.derive()
                assert_true(session, club, seasons, rules)
        assert_rebuilt_alike(session, club)
        assert_true(session, club, seasons, rules)


@pytest.mark.parametrize("sign", sorted(set(string.punctuation) - set("+|/?#")))
def test_a_match_counts_under_any_name_that_an_archive_may_bring(club: Club, sign: str) -> None:
    club.play("abcd", (0,), (151, 60), key=f"{sign}m")
    assert GOOD_KEY.fullmatch(f"{sign}m")
    club.derive()
    assert [one.row.unit for one in ranked_rows.list_standings(club.session, club.id, "").items] == list(
        "acbd"
    )


@pytest.mark.parametrize("mark", [SERIES_MARK, EVENING_MARK])
def test_no_match_has_the_name_of_a_series_or_an_evening(mark: str) -> None:
    assert not GOOD_KEY.fullmatch(f"{mark}m1")
