"""A result without deals: it waits, or is confirmed by the one who wrote it."""

import pytest

from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.matches import confirm_match, record_result
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.writes import NIGHT, claim, codes

pytestmark = pytest.mark.long


def test_a_result_without_deals_waits_or_is_confirmed_by_who_wrote_it(club: Club) -> None:
    ana, boris = club.players("Ana", "Boris")
    claim(club, ana, club.accounts["player"])
    claim(club, boris, club.accounts["scorer"])
    given = {
        "game": "kinaskak",
        "players": [ana, boris],
        "sides": [[0], [1]],
        "winners": [1],
        "totals": [512, 80],
        "night": NIGHT,
    }
    by_scorer = record_result.record_result(club.session, club.scorer, uuid=new(), **given).event.subject
    assert by_scorer is not None
    row = club.row(by_scorer)
    assert (row.confirmation, row.status, row.result["placements"]) == ("waiting", "finished", [2, 1])
    with pytest.raises(Refused) as refused:  # the scorer is Boris, and wrote it
        confirm_match.confirm_result(club.session, club.scorer, uuid=new(), key=by_scorer)
    assert codes(refused) == [("", "own_side")]
    why = "Two rounds are missing"
    club.organise(confirm_match.contest_as_organiser, key=by_scorer, version=0, reason=why)
    assert club.row(by_scorer).confirmation == "contested"
    with pytest.raises(Refused) as refused:
        confirm_match.confirm_result(club.session, club.as_("player"), uuid=new(), key=by_scorer)
    assert codes(refused) == [("", "organisers")]
    again = record_result.record_result(club.session, club.scorer, uuid=new(), **given).event.subject
    assert again is not None
    confirm_match.confirm_result(club.session, club.as_("player"), uuid=new(), key=again)
    assert club.row(again).confirmation == "confirmed"
    club.organise(confirm_match.confirm_as_organiser, key=by_scorer, version=0)
    assert club.row(by_scorer).confirmation == "confirmed"
    by_organiser = record_result.record_result(
        club.session, club.organiser, uuid=new(), **given
    ).event.subject
    assert by_organiser is not None
    assert club.row(by_organiser).confirmation == "confirmed"
    with pytest.raises(Refused) as refused:
        record_result.record_result(
            club.session,
            club.scorer,
            uuid=new(),
            **{**given, "sides": [[0], [0]], "winners": [2], "totals": [1], "game": ""},
        )
    assert {path for path, _ in codes(refused)} == {"game", "sides", "winners", "totals"}
