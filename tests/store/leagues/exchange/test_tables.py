"""Old results and plays of BG Stats that come in as a table, and who may bring them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.store.leagues.exchange import sources, uploads
from scorekeeper.store.leagues.log import nights
from scorekeeper.store.leagues.log.refusals import NotThere, Refused
from scorekeeper.store.leagues.matches import listing
from scorekeeper.store.leagues.people import roster
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.exchange.archives import bring_in

PAPER = """date;game;side1;total1;side2;total2;winner
2026-11-03;Belot;Вера & Иван;151;Georgi & Ana;98;
2026-11-03;Белот;Georgi & Ana;160;Вера & Иван;120;
2026-11-10;Kínaskák;Ana;250;Georgi;310;
2026-11-10;Tarot;Ana;;Georgi;;2
"""


def test_old_results_come_in_from_a_table(club: Club) -> None:
    [ana] = club.players("Ana")
    found = bring_in(club.session, club.organiser, PAPER.encode(), sources.PAPER)
    assert found.problems == []
    listed = listing.list_matches(club.session, club.league.id)
    names = {one.key: one.name for one in roster.list_players(club.session, club.league.id)}
    told = sorted(
        (one.night, one.game, [names[key] for key in one.players], (one.result or {}).get("winners"))
        for one in listed
    )
    assert told == [
        ("2026-11-03", "belot", ["Georgi", "Ana", "Вера", "Иван"], [0]),
        ("2026-11-03", "belot", ["Вера", "Иван", "Georgi", "Ana"], [0]),
        ("2026-11-10", "Tarot", ["Ana", "Georgi"], [1]),
        ("2026-11-10", "kinaskak", ["Ana", "Georgi"], [0]),
    ]
    assert sum(ana in one.players for one in listed) == 4, "the Ana of the table is the Ana of the league"
    assert {one.confirmation for one in listed} == {"confirmed"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", [("line 1", "missing")]),
        ("who;what\n1;2", [("line 1", "missing")]),
        (
            "date;game;side1;side2\n17.11.;Belot;A;A",
            [("line 2", "twice"), ("line 2.date", "not_a_date"), ("line 2.winner", "missing")],
        ),
        (
            "date;game;side1;total1;side2;total2\n2026-11-17;;A;x;B;1",
            [("line 2.game", "missing"), ("line 2.total1", "not_a_number"), ("line 2.winner", "missing")],
        ),
        (
            "date;game;side1;total1;side2;total2;winner\n2026-11-17;Kani;A;1;B;2;7",
            [("line 2.winner", "not_sides")],
        ),
    ],
)
def test_a_table_that_cannot_be_read_names_every_line(club: Club, body: str, expected: list[Any]) -> None:
    with pytest.raises(Refused) as refused:
        uploads.receive_upload(
            club.session, club.organiser, uuid=new(), kind=sources.PAPER, body=body.encode()
        )
    assert sorted((one.path, one.code) for one in refused.value.findings) == expected


def test_bg_stats_plays_become_results(club: Club) -> None:
    document = {
        "players": [
            {"id": 1, "uuid": "u1", "name": "Vera"},
            {"id": 2, "uuid": "u2", "name": "Ivan"},
            {"id": 3, "uuid": "u3", "name": "Ana"},
            {"id": 4, "uuid": "u4", "name": "Georgi"},
        ],
        "games": [{"id": 7, "name": "Belot"}],
        "locations": [{"id": 5, "name": "Café"}],
        "plays": [
            {
                "uuid": "p1",
                "playDate": "2026-11-03 20:11:00",
                "gameRefId": 7,
                "locationRefId": 5,
                "usesTeams": True,
                "playerScores": [
                    {"playerRefId": 1, "score": "151", "winner": True, "team": "1"},
                    {"playerRefId": 3, "score": "98", "winner": False, "team": "2"},
                    {"playerRefId": 2, "score": "151", "winner": True, "team": "1"},
                    {"playerRefId": 4, "score": "98", "winner": False, "team": "2"},
                ],
            },
            {
                "uuid": "p2",
                "playDate": "2026-11-03 22:00:00",
                "gameRefId": 7,
                "playerScores": [
                    {"playerRefId": 1, "score": "100+52", "winner": True},
                    {"playerRefId": 2, "score": "60", "winner": False},
                ],
            },
            {"uuid": "p3", "playDate": "never", "gameRefId": 7, "playerScores": []},
        ],
    }
    found = bring_in(club.session, club.organiser, json.dumps(document).encode(), sources.BG_STATS)
    assert [one["code"] for one in found.problems] == ["left_out"]
    listed = [one.result or {} for one in listing.list_matches(club.session, club.league.id)]
    assert [(one["sides"], one["totals"], one["winners"]) for one in listed] == [
        ([[0], [1]], [152, 60], [0]),
        ([[0, 2], [1, 3]], [151, 98], [0]),
    ]
    night = nights.find_night(club.session, club.league.id, "2026-11-03")
    assert night is not None
    assert night.place == "Café"


def test_only_organisers_bring_anything_in(club: Club) -> None:
    for role in ("scorer", "player"):
        with pytest.raises(NotThere):
            uploads.receive_upload(
                club.session, club.as_(role), uuid=new(), kind=sources.PAPER, body=PAPER.encode()
            )
