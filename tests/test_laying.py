"""Deals laid card by card: what lies on the table after each card, and the same ruling as the deal written at once."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scorekeeper.core.disputes.adjudication import adjudicate, questions_of
from scorekeeper.core.findings import Report
from scorekeeper.core.play.laying import Laying, read_cards
from scorekeeper.core.reading import Table
from scorekeeper.core.rulebook import WorkedRuling, load_rulings
from scorekeeper.games import GAMES
from tests.cases import case
from tests.documents import question_document


def find_laying(game: str) -> Laying | None:
    return questions_of(GAMES[game])["deal"].laying


def deals() -> Iterator[Any]:
    """Every worked ruling on a deal that can be laid so, the whole ones and those broken off."""
    for game in GAMES:
        for number, one in enumerate(load_rulings(game)):
            laying = find_laying(game)
            of_cards = laying is not None and {"tricks", "plays"} & set(laying.lists)
            if one.question["question"] == "deal" and of_cards and "errors" not in one.expect:
                yield case(f"{game}-{number}", game, one)


def table_of(game: str, document: Mapping[str, Any]) -> Table:
    known, players = GAMES[game], document.get("players", 4)
    rules = known.read_rules(document.get("rules", {}), players, Report())
    names = tuple(f"Player {seat}" for seat in range(players))
    return Table(known.seat(players, rules.options), names, rules.options)


def cards_in_order(laying: Laying, document: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Each card as it was laid, with what it took."""
    if "tricks" in laying.lists:
        return [(card, ()) for trick in document["tricks"] for card in trick]
    if "plays" not in laying.lists:
        return []
    plays = [(play["card"], tuple(play.get("takes", ()))) for play in document["plays"]]
    return [*((card, ()) for card in document["table"]), *plays]


@pytest.mark.parametrize(("game", "worked"), list(deals()))
def test_a_deal_laid_card_by_card_is_ruled_as_if_it_were_written(game: str, worked: WorkedRuling) -> None:
    laying = find_laying(game)
    written, table = dict(worked.question), table_of(game, worked.question)
    document: Mapping[str, Any] = {k: v for k, v in written.items() if k not in laying.lists}
    steps = [document]
    for notation, takes in cards_in_order(laying, written):
        (card,) = read_cards(laying.pack, [notation])
        assert card not in laying.see(document, table).gone
        document = laying.lay(document, table, card, read_cards(laying.pack, list(takes)))
        assert card in laying.see(document, table).gone
        steps.append(document)
    for name in laying.lists:
        assert document[name] == written[name]
    seen = laying.see(document, table)
    ruled = adjudicate(dict(document), GAMES, Report(), list(table.names))
    assert (seen.turn is None) == (ruled.ruling.result["deal"] is not None)
    for before in reversed(steps[:-1]):
        document = laying.take_back(document)
        for name in laying.lists:
            assert list(document.get(name, [])) == list(before.get(name, []))


# The game, what is said first, the cards; then whose turn it is, who took the trick, what each seat took.
SEEN = [
    ("belot", {"contract": "hearts", "leader": 2}, "7C 10C 8H", 1, None, (0, 0, 0, 0)),
    ("belot", {"contract": "hearts", "leader": 2}, "7C 10C 8H 9C", 0, 0, (1, 0, 0, 0)),
    ("belot", {"contract": "hearts", "leader": 2}, "7C 10C 8H 9C AD", 1, None, (1, 0, 0, 0)),
    ("belot", {"leader": 0}, "7C", 1, None, (0, 0, 0, 0)),
    ("kani", {"trump": "spades", "declarer": 3}, "2S AD 3S KD", 1, 1, (0, 1, 0, 0)),
    ("escoba", {"players": 3, "dealer": 0}, "7O 3C 1E", 0, None, (0, 0, 0)),
    ("escoba", {"players": 3, "dealer": 0}, "7O 3C 1E 10B", 1, None, (0, 0, 0)),
    ("escoba", {"players": 3, "dealer": 0}, "7O 3C 1E 10B 5O>7O,3C", 2, None, (0, 3, 0)),
    ("escoba", {"players": 2, "dealer": 0}, "7O 3C 1E 4B", 1, None, (4, 0)),
]


@pytest.mark.parametrize(("game", "first", "cards", "turn", "winner", "took"), SEEN)
def test_after_each_card_the_table_shows_whose_turn_it_is_and_what_was_taken(
    game: str, first: dict[str, Any], cards: str, turn: int, winner: int | None, took: tuple[int, ...]
) -> None:
    laying = find_laying(game)
    document: Mapping[str, Any] = first
    table = table_of(game, {"rules": {}, **first})
    for one in cards.split():
        notation, _, takes = one.partition(">")
        (card,) = read_cards(laying.pack, [notation])
        document = laying.lay(document, table, card, read_cards(laying.pack, takes.split(",")))
    seen = laying.see(document, table)
    assert (seen.turn, seen.winner, seen.counts[0][1]) == (turn, winner, took)


WAYS = [
    ({}, "7O 3C 1E 10B", "5O", ["7O 3C", ""]),
    ({"must_capture": True}, "7O 3C 1E 10B", "5O", ["7O 3C"]),
    ({}, "7O 3C 1E 10B", "1C", [""]),
    ({}, "7O 3C 1E", "5O", [""]),
]


@pytest.mark.parametrize(("rules", "lying", "card", "ways"), WAYS)
def test_what_a_card_may_take_is_offered(
    rules: dict[str, Any], lying: str, card: str, ways: list[str]
) -> None:
    laying = find_laying("escoba")
    document = {"players": 2, "dealer": 0, "rules": rules, "table": lying.split()}
    (read,) = read_cards(laying.pack, [card])
    found = laying.ways(document, table_of("escoba", document), read)
    assert [" ".join(map(str, way)) for way in found] == ways


HOSTILE: list[Any] = [None, 1, "x", [None], [[None]], [{}], [{"card": 1, "seat": "x"}], [["XX", 5]], {"a": 1}]


@pytest.mark.parametrize("given", HOSTILE)
@pytest.mark.parametrize("game", [game for game in GAMES if find_laying(game)])
def test_a_table_of_nonsense_is_seen_as_far_as_it_can_be(game: str, given: Any) -> None:
    laying = find_laying(game)
    table = table_of(game, {"rules": {}})
    document = dict.fromkeys((*laying.lists, *laying.needed(table), "leader", "trump"), given)
    seen = laying.see(document, table)
    assert seen.turn is not None
    (card,) = laying.pack.cards[:1]
    laying.take_back(laying.lay(document, table, card, ()))
    laying.ways(document, table, card)
    laying.says(document, table, card)


SHORT = ("AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H", "7S 7D 7C 4C 5C 6C 7C KD KD KS QS QD QC")


def test_a_deal_of_kinaskak_is_laid_from_the_hands_to_the_throw() -> None:
    laying = find_laying("kinaskak")
    assert laying is not None
    document: Mapping[str, Any] = {"round": 1, "players": 2, "first": 1}
    table = table_of("kinaskak", {"rules": {}, "players": 2})
    for hand in SHORT:
        for card in read_cards(laying.pack, hand.split()):
            seen = laying.see(document, table)
            assert "The hand of" in seen.says.msgid
            document = laying.lay(document, table, card, ())
    assert document["hands"] == [hand.split() for hand in SHORT]
    turns = []
    for tapped in ("8C", "4C", "KD", "9C"):
        (card,) = read_cards(laying.pack, [tapped])
        document = laying.lay(document, table, card, laying.ways(document, table, card)[0])
        seen = laying.see(document, table)
        turns.append((document["acts"][-1]["act"], seen.turn, len(seen.open_cards)))
    assert turns == [("draw", 1, 0), ("go_down", 1, 2), ("throw", 0, 2), ("draw", 0, 2)]
    ruled = adjudicate(
        question_document(
            "kinaskak", "deal", rules={}, **{name: document[name] for name in ("round", "hands", "acts")}
        ),
        GAMES,
        Report(),
        list(table.names),
    )
    assert ruled.ruling.result["irregularities"] == []


def test_a_card_of_kinaskak_joins_a_meld_or_is_thrown() -> None:
    laying = find_laying("kinaskak")
    table = table_of("kinaskak", {"rules": {"lay_off_same_turn": True}, "players": 2})
    run = {"kind": "run", "cards": ["4C", "5C", "6C", "7C"]}
    document: Mapping[str, Any] = {
        "round": 1,
        "players": 2,
        "first": 1,
        "hands": [hand.split() for hand in SHORT],
        "acts": [
            {"seat": 1, "act": "draw", "card": "8C"},
            {"seat": 1, "act": "go_down", "melds": [run, {"kind": "set", "cards": ["7S", "7D", "7C"]}]},
        ],
    }
    (card,) = read_cards(laying.pack, ["8C"])
    ways = [" ".join(map(str, way)) for way in laying.ways(document, table, card)]
    assert ways[-1] == ""
    assert {str(one) for one in laying.see(document, table).open_cards[0]} == set(run["cards"])
