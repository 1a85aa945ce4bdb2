"""A match that moves to another server keeps its hashes if they are right, and says so if they are not."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.transfer import lost_hashes, prepare_arrival, write_arrival
from tests.store.conftest import Do, erase_player, erase_text
from tests.store.match.test_chain import hashes_of, past_of, recompute
from tests.store.match.test_privacy import full_match

pytestmark = pytest.mark.long


def item_of(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """A match with its events, as a reader of archives hands it on."""
    item: dict[str, Any] = json.loads(json.dumps({**lines[0], "events": lines[1:]}))
    return item


def forget_everything(session: Session) -> None:
    """What is left is a server that never saw the match."""
    for table in ("event", "free_text", "player_name", "player", "match"):
        session.execute(text(f'DELETE FROM "{table}"'))
    session.commit()


def bring_in(session: Session, item: dict[str, Any]) -> Match:
    """A match that comes in with its whole past."""
    arrival = prepare_arrival(session, item, "league")
    assert arrival.whole
    match, _people = write_arrival(session, arrival)
    session.commit()
    return match


def moved(session: Session, item: dict[str, Any]) -> tuple[list[dict[str, Any]], Match]:
    forget_everything(session)
    match = bring_in(session, item)
    return past_of(session, match.public_id), match


def test_hashes_that_are_right_move_along(session: Session, match: Match, do: Do) -> None:
    full_match(do, match)
    do("seated", players=match.players[1:] + match.players[:1])
    before = past_of(session, match.public_id)
    after, copy = moved(session, item_of(before))
    assert hashes_of(after) == hashes_of(before)
    assert after[0]["code"] == before[0]["code"]
    assert recompute(after)[0] == hashes_of(before)
    assert not lost_hashes(copy, item_of(before))


def test_what_was_erased_stays_erased_and_the_hashes_move_along(
    session: Session, match: Match, do: Do
) -> None:
    full_match(do, match)
    for player in match.players[:2]:
        erase_player(session, player)
    for line in past_of(session, match.public_id)[1:]:
        for row in line["body"].get("texts", {}).values():
            erase_text(session, row)
    before = past_of(session, match.public_id)
    after, copy = moved(session, item_of(before))
    assert hashes_of(after) == hashes_of(before)
    assert copy.document()["players"][:2] == ["№ 1", "№ 2"]
    told = "".join(
        row[0] for row in session.execute(text("SELECT name FROM player_name WHERE name IS NOT NULL"))
    )
    assert "№" not in told, "no stand-in is kept as a name"


def test_how_a_chain_began_moves_along(session: Session, match: Match, do: Do) -> None:
    full_match(do, match)
    given = item_of(past_of(session, match.public_id))
    for event in given["events"]:
        del event["content"], event["chain"]
    before, _ = moved(session, given)
    assert (before[0]["begun"]["by"], before[0]["begun"]["events"]) == ("import", 10)
    after, _ = moved(session, item_of(before))
    assert after[0]["begun"] == before[0]["begun"]
    assert hashes_of(after) == hashes_of(before)


def spoil_deal(item: dict[str, Any]) -> None:
    item["events"][2]["body"]["entry"]["tricks"] = 8


def spoil_hash(item: dict[str, Any]) -> None:
    item["events"][4]["chain"] = "0" * 64


def spoil_name(item: dict[str, Any]) -> None:
    row = next(iter(item["events"][1]["names"]))
    item["events"][1]["names"][row] = "Eve"


def spoil_salt(item: dict[str, Any]) -> None:
    row = next(iter(item["events"][1]["salts"]))
    item["events"][1]["salts"][row] = "not hexadecimal"


def spoil_beginning(item: dict[str, Any]) -> None:
    item["begun"] = {"by": "import", "on": "2026-11-20", "events": 10}


def spoil_time(item: dict[str, Any]) -> None:
    item["events"][3]["at"] = "2999-01-01T00:00:00Z"


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(
    "spoil",
    [spoil_deal, spoil_hash, spoil_name, spoil_salt, spoil_beginning, spoil_time],
    ids=lambda one: one.__name__,
)
def test_hashes_that_are_not_right_are_not_believed(
    session: Session, match: Match, do: Do, spoil: Callable[[dict[str, Any]], None]
) -> None:
    full_match(do, match)
    before = past_of(session, match.public_id)
    item = item_of(before)
    spoil(item)
    after, copy = moved(session, item)
    assert (after[0]["begun"]["by"], after[0]["begun"]["events"]) == ("import", 10)
    assert recompute(after)[0] == hashes_of(after)
    assert after[0]["code"] != before[0]["code"]
    assert lost_hashes(copy, item)


def test_a_second_copy_on_one_server_has_a_chain_of_its_own(session: Session, match: Match, do: Do) -> None:
    full_match(do, match)
    before = past_of(session, match.public_id)
    copy = bring_in(session, item_of(before))
    after = past_of(session, copy.public_id)
    assert after[0]["begun"]["by"] == "import"
    assert recompute(after)[0] == hashes_of(after)
    assert past_of(session, match.public_id) == before
    assert not lost_hashes(copy, item_of(before)), "nothing was wrong with its hashes"
