"""From who is here to a draw document, and from the round that comes out to names on chairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.league.counting import PAIR_MARK, members_of
from scorekeeper.league.draw.document import CHANGING, EVEN, FORMAT, PAIRS, RANDOM, SINGLE, SWISS
from scorekeeper.league.evening.evening_plan import KNOCKOUT, EveningPlan
from scorekeeper.league.evening.state import AT, MATCHES, NUMBERS, OUT, SAT, WITH, Evening


class SeatedTable(NamedTuple):
    """A table of a round: its number in the hall, the players by seat, and the seat that deals first."""

    number: int
    players: tuple[str, ...]
    dealer: int


def list_pairs(evening: Evening, players: Sequence[str]) -> list[tuple[str, str]]:
    """Those of these players who always play together, each pair once, in their order; one that was drawn before as it
    was, so that it is the same entrant.
    """
    partners = {player: str(evening.here[player].get(WITH, "")) for player in players}
    mutual = [(player, partner) for player, partner in partners.items() if partners.get(partner) == player]
    pairs = [pair for pair in mutual if players.index(pair[0]) < players.index(pair[1])]
    drawn = {frozenset(members_of(entrant)): entrant for entrant in reversed(list_entrants(evening))}
    as_drawn = (members_of(drawn.get(frozenset(pair), PAIR_MARK.join(pair))) for pair in pairs)
    return [(first, second) for first, second in as_drawn]


def list_unpaired(evening: Evening, number: int) -> list[str]:
    """Where pairs are fixed: those who are here for a round and have no partner."""
    players = list_here(evening, number)
    paired = {player for pair in list_pairs(evening, players) for player in pair}
    return [player for player in players if player not in paired] if evening.options.seats == PAIRS else []


def list_entrants_here(evening: Evening, number: int) -> list[str]:
    """The entrants who are here for a round: players, or the pairs that are fixed."""
    players = list_here(evening, number)
    if evening.options.seats != PAIRS:
        return players
    return [PAIR_MARK.join(pair) for pair in list_pairs(evening, players)]


def list_here(evening: Evening, number: int) -> list[str]:
    """The players who are here for a round."""
    return [player for player in evening.here if evening.is_here(player, number)]


def make_draw(
    evening: Evening, number: int, seed: str, points: Mapping[str, int], locked: Sequence[Sequence[str]] = ()
) -> dict[str, Any]:
    """The draw document of a round (``docs/formats.md``): who is here, what came out before, and what stands.

    ``points`` are those of the evening so far, by player; they count where the plan draws by them. An entrant of fixed
    pairs is called by both keys. Who sits at a ``locked`` table is in it, also after having left.
    """
    plan, entrants = evening.options, list_entrants_here(evening, number)
    pairs = list_pairs(evening, list_here(evening, number))
    entrants += [entrant for table in locked for entrant in table if entrant not in entrants]
    before = [_as_it_sat(plan, played) for played in evening.rounds[: number - 1]]
    document: dict[str, Any] = {
        "format": FORMAT,
        "seats": plan.seats,
        "sizes": list(plan.entrants),
        "way": _way_of(plan, number),
        "seed": seed,
        "players": entrants,
        "rounds": [{name: out[name] for name in ("tables", "resting", "dealers")} for out in before],
    }
    if plan.seats == CHANGING and pairs:
        document["together"] = [list(pair) for pair in pairs]
    if document["way"] == SWISS:
        document["points"] = {
            entrant: points.get(members_of(entrant)[0], 0) for entrant in document["players"]
        }
    if locked:
        document["locked"] = [list(table) for table in locked]
    if plan.planned and plan.seats == CHANGING and plan.way == EVEN:
        document["plan"] = plan.rounds
    return document


def _way_of(plan: EveningPlan, number: int) -> str:
    """What the draw document says: points decide from the second round on, and of a knock-out the tables stand."""
    if plan.way == KNOCKOUT:
        return RANDOM
    return EVEN if plan.way == SWISS and number == 1 else plan.way


def number_tables(
    evening: Evening, tables: Sequence[Sequence[str]], stand: Mapping[tuple[str, ...], int] | None = None
) -> list[int]:
    """The number of each table in the hall: its own where it stands already, that of who always sits at one, else the
    first that is free.
    """
    standing = [(stand or {}).get(tuple(table)) for table in tables]
    wanted = [_wanted_number(evening, table) for table in tables]
    numbers: list[int | None] = []
    for own, number in zip(standing, wanted, strict=True):
        numbers.append(own or (number if number not in (*numbers, *standing) else None))
    free = (number for number in range(1, len(tables) + 1 + len(wanted)) if number not in numbers)
    return [next(free) if number is None else number for number in numbers]


def _wanted_number(evening: Evening, table: Sequence[str]) -> int | None:
    players = (player for entrant in table for player in members_of(entrant))
    asked = (evening.here.get(player, {}).get(AT) for player in players)
    return next((number for number in asked if number), None)


def seat_players(plan: EveningPlan, entrants: Sequence[str]) -> tuple[str, ...]:
    """The players of a table by seat: fixed pairs sit across."""
    if plan.seats != PAIRS:
        return tuple(entrants)
    pairs = [members_of(entrant) for entrant in entrants]
    return tuple(pair[seat] for seat in range(2) for pair in pairs)


def seat_round(plan: EveningPlan, played: Mapping[str, Any]) -> list[SeatedTable]:
    """The tables of a round as they sit now, in the order of the draw: a substitute in the place of who left."""
    tables = seat_drawn(plan, played)
    if SAT not in played:
        return tables
    return [
        table._replace(players=_with_substitutes(table.players, played[SAT].get(match, {})))
        for table, match in zip(tables, played[MATCHES], strict=True)
    ]


def _with_substitutes(players: Sequence[str], sat: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sat.get(str(seat), player) for seat, player in enumerate(players))


def _as_it_sat(plan: EveningPlan, played: Mapping[str, Any]) -> Mapping[str, Any]:
    """What came out of a round, for later draws: who sat there at the end. Fixed pairs stay as they were drawn."""
    out: Mapping[str, Any] = played[OUT]
    if SAT not in played or plan.seats == PAIRS:
        return out
    tables = [list(table.players) for table in seat_round(plan, played)]
    return {**out, "tables": tables, "resting": list_resting(played)}


def seat_drawn(plan: EveningPlan, drawn: Mapping[str, Any]) -> list[SeatedTable]:
    """The tables of a round as it was drawn, in the order of the draw."""
    out = drawn[OUT]
    return [
        SeatedTable(number, seat_players(plan, table), dealer)
        for number, table, dealer in zip(drawn[NUMBERS], out["tables"], out["dealers"], strict=True)
    ]


def list_resting(played: Mapping[str, Any]) -> list[str]:
    """The players who rest in a round; not those who sat down at a table of it."""
    sat = list_substitutes(played)
    return [player for player in list_drawn_to_rest(played) if player not in sat]


def list_drawn_to_rest(drawn: Mapping[str, Any]) -> list[str]:
    """The players who were drawn to rest in a round."""
    return [player for entrant in drawn[OUT]["resting"] for player in members_of(entrant)]


def list_substitutes(played: Mapping[str, Any]) -> list[str]:
    """The players who sat down at a table of a round in another one's place."""
    return [player for seats in played.get(SAT, {}).values() for player in seats.values()]


def list_entrants(evening: Evening) -> list[str]:
    """The entrants that were drawn, in the order of the rounds: players, also those who sat down, or fixed pairs."""
    pairs = evening.options.seats == PAIRS
    drawn = [
        entrant
        for played in evening.rounds
        for entrant in [
            *played[OUT]["resting"],
            *(seated for table in played[OUT]["tables"] for seated in table),
            *([] if pairs else list_substitutes(played)),
        ]
    ]
    return list(dict.fromkeys(drawn))


def list_people(evening: Evening) -> list[str]:
    """Everybody who sat at a table or rested, in the order of the rounds; before the first round, who is here."""
    drawn = [player for entrant in list_entrants(evening) for player in members_of(entrant)]
    drawn += [player for played in evening.rounds for player in list_substitutes(played)]
    return list(dict.fromkeys(drawn or evening.here))


def sides_of(plan: EveningPlan, table: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The players of each side of a table, by seat order."""
    if plan.seats == SINGLE:
        return tuple((player,) for player in table)
    return tuple(table[0::2]), tuple(table[1::2])


def swap_players(tables: Sequence[Sequence[str]], first: str, second: str) -> list[list[str]]:
    """The tables with two entrants in each other's place."""
    places = {first: second, second: first}
    return [[places.get(entrant, entrant) for entrant in table] for table in tables]
