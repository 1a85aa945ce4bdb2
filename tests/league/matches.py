"""Matches for the tests of the league: from real documents, or from nothing but who won."""

from hypothesis import strategies as st

from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.games import GAMES
from scorekeeper.league.results import About, result_of, result_without_deals
from scorekeeper.league.rules import read_league_rules
from tests.documents import match_document

PAIRS = ((0, 2), (1, 3))
ANA, BORIS, VERA, GEORGI = "a", "b", "v", "g"
FOUR = (ANA, BORIS, VERA, GEORGI)


def rules(**given):
    report = Report()
    read = read_league_rules(given, report)
    assert report.errors == []
    return read.options


def make_won(match, players, *winners, totals=(), sides=None, game="belot", lowest_wins=False, **about):
    """A match of which only the outcome is known: `won("m1", "ab", 0)`."""
    about = {"night": "2026-01-06", **about}
    seats = sides or tuple((seat,) for seat in range(len(players)))
    return result_without_deals(
        About(match, tuple(players), **about), game, seats, winners, totals, lowest_wins=lowest_wins
    )


def make_played(document, match="m1", players=None, night="2026-01-06", **about):
    """The result of a match document."""
    report = Report()
    sheet = score_match(document, GAMES, report)
    assert sheet is not None, report.errors
    ids = tuple(players or (f"p{seat}" for seat in range(len(document["players"]))))
    return result_of(document, sheet, About(match, ids, night, **about))


def belot(*deals, match="m1", night="2026-01-06", **rules_given):
    document = match_document(
        "belot",
        ["Ana", "Boris", "Vera", "Georgi"],
        [{"kind": "deal", **deal} for deal in deals],
        rules=rules_given,
    )
    return make_played(end_match(document), match, FOUR, night)


def end_match(document):
    """The document with an end, if it has none."""
    sheet = score_match(document, GAMES, Report())
    if sheet.status == "finished":
        return document
    return {**document, "entries": [*document["entries"], {"kind": "end"}]}


def all_examples():
    """A result of every worked match of every game."""
    for game in GAMES:
        for number, example in enumerate(load_examples(game)):
            if "errors" not in example.expect:
                yield make_played(
                    end_match(example.match), f"{game}-{number}", night=f"2026-01-{number % 28 + 1:02}"
                )


@st.composite
def results(draw, most=14):
    """Some matches by a few people who know one another, in three games, out of order."""
    found = []
    for number in range(draw(st.integers(0, most))):
        count = draw(st.integers(2, 4))
        players = draw(st.permutations(["a", "b", "c", "d", "e", "f"]))[:count]
        sides = PAIRS if count == 4 and draw(st.booleans()) else tuple((seat,) for seat in range(count))
        winners = draw(st.sets(st.integers(0, len(sides) - 1), min_size=1, max_size=len(sides)))
        totals = draw(st.lists(st.integers(0, 160), min_size=len(sides), max_size=len(sides)))
        found.append(
            make_won(
                f"m{number:02}",
                players,
                *winners,
                totals=totals,
                sides=sides,
                game=draw(st.sampled_from(["belot", "escoba", "kinaskak"])),
                lowest_wins=draw(st.booleans()),
                night=f"2026-{draw(st.integers(1, 12)):02}-{draw(st.integers(1, 28)):02}",
                series=draw(st.sampled_from([None, None, "s1", "s2"])),
                best_of=3,
                confirmation=draw(st.sampled_from(["confirmed", "confirmed", "waiting", "contested"])),
            )
        )
    return found


LEAGUES = st.builds(
    rules,
    counting=st.sampled_from(["wins", "placement", "win_share", "total", "average"]),
    unit=st.sampled_from(["player", "side"]),
    places=st.sampled_from(["beaten", "listed"]),
    shared=st.sampled_from(["split", "full"]),
    series=st.sampled_from(["matches", "series"]),
    confirmation=st.sampled_from(["other_side", "nobody"]),
    best_nights=st.one_of(st.none(), st.integers(1, 3)),
    least_matches=st.integers(0, 3),
    tie_breaks=st.permutations(
        ["head_to_head", "difference", "most_wins", "share_of_wins", "written", "fewer_matches"]
    ).map(lambda order: order[:3]),
)
