"""Old results and plays of BG Stats that come in as a table, and who may bring them."""

import gzip
import json
from typing import Any

import pytest

from scorekeeper.store.leagues.exchange import sources, uploads
from scorekeeper.store.leagues.log import nights
from scorekeeper.store.leagues.log.refusals import NotThere, Refused
from scorekeeper.store.leagues.matches import listing
from scorekeeper.store.leagues.people import roster
from tests.cases import cases
from tests.store.leagues.conftest import Club, new
from tests.store.leagues.exchange.archives import bring_in

pytestmark = pytest.mark.long

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


@cases(
    "body, expected",
    ("", [("line 1", "missing")]),
    ("who;what\n1;2", [("line 1", "missing")]),
    (
        "date;game;side1;side2\n17.11.;Belot;A;A",
        [("line 2", "twice"), ("line 2.date", "not_a_date"), ("line 2.winner", "missing")],
    ),
    (
        "date;game;side1;total1;side2;total2\n2026-11-17;;A;x;B;1",
        [("line 2.game", "missing"), ("line 2.total1", "not_a_number")],
    ),
    (
        "date;game;side1;total1;side2;total2;winner\n2026-11-17;Eskoba;A;1;B;2;7",
        [("line 2.winner", "not_sides")],
    ),
    (
        "Дата;Игра;Отбор 1;Точки 1;Отбор 2;Точки 2\n17.11.2026;Белот;Вера;151;Иван;x",
        [("line 2.Точки 2", "not_a_number")],
    ),
    (
        "date;game;side1;total1;side2;total2;side3;total3\n2026-11-17;Eskoba;A;1;B;;C;x",
        [("line 2.total2", "side_count"), ("line 2.total3", "not_a_number")],
    ),
    (
        "date;game;side1;total1;side2;total2;side3;total3\n2026-11-17;Eskoba;A;1;;;C;2\n2026-11-17;Eskoba;A;1;;2;;",
        [("line 3.side2", "missing")],
    ),
    ("date;game;side1;side2;winner\n2026-11-17;Belot;A;;1", [("line 2.side2", "missing")]),
    ("date;game;side1;side2;winner\n2026-11-17;Belot;A & B & C;D;1", [("line 2", "unknown_sides")]),
    ("date;game;side1;side2;Team 1\n2026-11-17;Belot;A;B;1", [("line 1", "twice")]),
)
def test_a_table_that_cannot_be_read_names_every_line(club: Club, body: str, expected: list[Any]) -> None:
    with pytest.raises(Refused) as refused:
        club.organise(uploads.receive_upload, kind=sources.PAPER, body=body.encode())
    assert sorted((one.path, one.code) for one in refused.value.findings) == expected


HEADINGS = (
    "date;game;side1;total1;side2;total2;winner",
    "Date;Game;Team 1;Points 1;Team 2;Points 2;Winner",
    "Дата;Игра;Отбор 1;Точки 1;Отбор 2;Точки 2;Победител",
    "Dagsetning;Spil;Lið 1;Stig 1;Lið 2;Stig 2;Sigurvegari",
    "Data;Jokoa;Taldea 1;Puntuak 1;Taldea 2;Puntuak 2;Irabazlea",
    "FECHA;Juego;Equipo_1;Puntos_1;Equipo_2;Puntos_2;Ganador",
)


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_columns_are_known_in_every_language(heading: str, separator: str) -> None:
    table = f"{heading}\n17.11.2026;Kínaskák;Ana;−12;Boris;7;".replace(";", separator)
    found = sources.read_file(sources.PAPER, table.encode())
    [*_people, result] = found.items
    assert (result["date"], result["game"], result["totals"], result["winners"]) == (
        "2026-11-17",
        "kinaskak",
        [-12, 7],
        [0],
    )


def test_results_that_are_odd_beside_others_are_remarked_before_they_come_in(club: Club) -> None:
    lines = (
        ("2026-01-03 19:30;Eskoba;Ana;21;Boris;9", None),
        ("2026-01-03 19:30;Eskoba;Ana;22;Cvetan;9", "two_tables"),
        ("2026-01-03 19:30;Eskoba;Boris;9;Ana;21", "same_again"),
        ("2026-01-03 21:00;Eskoba;Ana;21;Boris;9", None),
        ("2026-01-03;Eskoba;Ana;21;Boris;9", "same_again"),
        ("2026-01-04;Eskoba;Ana;21;Boris;9", None),
        ("2999-01-04;Eskoba;Ana;21;Boris;9", "ahead"),
    )
    table = "\n".join(["date;game;side1;total1;side2;total2", *(line for line, _code in lines)])
    expected = [(f"line {number}", code) for number, (_line, code) in enumerate(lines, 2) if code]
    for _time in range(2):
        found = bring_in(club.session, club.organiser, table.encode(), sources.PAPER)
        assert [(one["path"], one["code"]) for one in found.problems] == expected
        expected = []  # what is in the league by the same file is not asked about again
    again = (
        table.replace("Ana", " Ana").replace("Boris", "Boris ").encode()
        + b";\n2026-01-04;Eskoba;Ana;21;Boris;9"
    )
    found = bring_in(club.session, club.organiser, again, sources.PAPER)
    assert [(one["path"], one["code"]) for one in found.problems] == [("line 9", "same_again")]


FILES = {
    "an archive": (b'{"about":"x","format":"scorekeeper-league/1","id":"a"}\n{}\n', sources.ARCHIVE),
    "one that is damaged": (b"\x1f\x8b\x08damaged", sources.ARCHIVE),
    "an export": (b'\xef\xbb\xbf {\n"plays": []}', sources.BG_STATS),
    "a table": (b"date;game;side1;side2\n", sources.PAPER),
    "a picture": (b"\x89PNG\r\n", sources.PAPER),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("packed", [False, True])
def test_the_kind_of_a_file_is_found_out(name: str, packed: bool) -> None:
    body, kind = FILES[name]
    if packed and name != "one that is damaged":
        body = gzip.compress(body)
    assert sources.kind_of(body) == kind


@pytest.mark.parametrize("begins", [b"PK\x05\x06", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_the_file_of_a_spreadsheet_program_is_told_from_text(begins: bytes) -> None:
    [finding] = sources.read_file(sources.PAPER, begins + b"[Content_Types].xml\0\xff").findings
    assert finding.code == "not_text"
    assert "Save the table as CSV" in str(finding.text)


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
    assert night.place == "Café"


def test_only_organisers_bring_anything_in(club: Club) -> None:
    for role in ("scorer", "player"):
        with pytest.raises(NotThere):
            uploads.receive_upload(
                club.session, club.as_(role), uuid=new(), kind=sources.PAPER, body=PAPER.encode()
            )
