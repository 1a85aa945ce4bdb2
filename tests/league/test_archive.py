"""What leaves a league: one file that knows whether it is whole, rows, a calendar, a play."""

import csv
import io
import json
from datetime import UTC, date, datetime
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.findings import Report
from scorekeeper.league.files.archive import SHAPES, Reader, archive_lines
from scorekeeper.league.files.icalendar import CalendarNight, calendar, escape, fold_line, night_uid
from scorekeeper.league.files.play_link import ADDRESS, play_document, play_link
from scorekeeper.league.files.spreadsheets import (
    DEALS,
    MANY_DEALS,
    TIDY,
    WIDE,
    csv_text,
    deal_rows,
    escape_formula,
    tidy_rows,
    unescape_formula,
    wide_rows,
)
from tests.cases import case, cases
from tests.documents import match_document
from tests.league.matches import FOUR, PAIRS, belot, make_played, make_won, results

LEAGUE = {"id": "l1", "name": "Þriðjudagur", "rules": {"preset": "places"}}
RECORDS = [
    ("season", {"id": "s1", "name": "2026"}),
    ("player", {"id": "a", "name": "Ана"}),
    ("player", {"id": "b"}),
    ("night", {"id": "n1", "date": "2026-01-06"}),
    (
        "match",
        {"id": "m1", "players": ["a", "b"], "season": "s1", "night": "n1", "document": {"game": "belot"}},
    ),
    ("event", {"match": "m1", "seq": 1, "uuid": "u", "event": "opened", "body": {}}),
    ("result", {"id": "m0", "players": ["a", "b"], "game": "kani", "sides": [[0], [1]], "winners": [0]}),
]


def lines():
    return [line.encode() for line in archive_lines(LEAGUE, RECORDS)]


def read(given_lines):
    report = Report()
    reader = Reader(report)
    return list(reader.records(given_lines)), reader, report


def test_an_archive_that_was_written_is_read():
    records, reader, report = read(lines())
    assert report.errors == report.suspects == []
    assert reader.whole
    assert reader.league["name"] == "Þriðjudagur"
    assert [(one.kind, {**one.body, "kind": None}) for one in records] == [
        (kind, {**body, "kind": None}) for kind, body in RECORDS
    ]
    assert lines() == lines()


@pytest.mark.parametrize("cut", range(len(RECORDS) + 1))
def test_an_archive_that_stops_early_is_noticed(cut):
    _, reader, report = read(lines()[: cut + 1])
    assert not reader.whole
    assert [finding.code for finding in report.errors] == ["cut_off"]


def change_line(number, **fields):
    given_lines = lines()
    body = {**json.loads(given_lines[number]), **fields}
    given_lines[number] = json.dumps(
        {name: value for name, value in body.items() if value is not None}
    ).encode()
    return given_lines


@cases(
    "given_lines, path, code",
    (change_line(0, format="other/1"), "line 1.format", "unknown_format"),
    (change_line(0, rules={"counting": "luck"}), "line 1.rules.counting", "unknown_choice"),
    (change_line(1, kind="cup"), "line 2.kind", "unknown_kind"),
    (change_line(2, id=None), "line 3.id", "missing"),
    (change_line(3, id="a"), "line 4.id", "twice"),
    (change_line(5, players=["a", "x"]), "line 6.players", "unknown_id"),
    (change_line(5, players="ab"), "line 6.players", "not_a_list"),
    (change_line(5, season="s9"), "line 6.season", "unknown_id"),
    (change_line(6, match="m9"), "line 7.match", "unknown_id"),
    (change_line(8, records=9), "line 9.records", "count_differs"),
    ([*lines()[:3], b"{", *lines()[4:]], "line 4", "not_json"),
    ([*lines()[:3], b"\xff\xfe", *lines()[4:]], "line 4", "not_utf8"),
    ([*lines()[:3], b"[]", *lines()[4:]], "line 4", "not_an_object"),
    (change_line(2, name="\ud800"), "line 3", "unwritable"),
    (change_line(5, document={"\udc00": 1}), "line 6", "unwritable"),
    ([*lines(), b"{}"], "line 10", "after_end"),
)
def test_what_is_wrong_with_an_archive_is_named_with_its_line(given_lines, path, code):
    _, _, report = read(given_lines)
    assert (path, code) in [(finding.path, finding.code) for finding in report.errors]


JUNK = (5, "x", True, {"a": 1}, [5], ["x"], [[]])


@pytest.mark.parametrize("field", SHAPES)
def test_a_field_of_the_wrong_shape_is_named_and_none_of_the_right_one(field):
    shape, named = SHAPES[field], 0
    for junk in JUNK:
        report = Report()
        made = [(kind, {**body, field: junk} if kind == "night" else body) for kind, body in RECORDS]
        list(Reader(report).records([line.encode() for line in archive_lines(LEAGUE, made)]))
        found = [error.code for error in report.errors if error.path.endswith(f".{field}")]
        assert (shape.code in found) == (not shape.fits(junk)), (junk, found)
        named += shape.code in found
    assert named


@pytest.mark.parametrize(
    ("into", "circle"),
    [({"a": "b"}, []), ({"a": "b", "b": "a"}, ["line 3.merged_into"]), ({"b": "b"}, ["line 4.merged_into"])],
)
def test_players_who_would_turn_out_to_be_each_other_are_refused(into, circle):
    records = [
        (kind, {**body, "merged_into": into.get(body.get("id"))} if kind == "player" else body)
        for kind, body in RECORDS
    ]
    _, _, report = read([line.encode() for line in archive_lines(LEAGUE, records)])
    assert [(one.path, one.code) for one in report.errors] == [(path, "circle") for path in circle]


def test_a_changed_archive_is_read_and_said_to_be_changed():
    records, _, report = read(change_line(2, name="Anna"))
    assert [finding.code for finding in report.suspects] == ["digest_differs"]
    assert len(records) == len(RECORDS)
    assert report.errors == []


def test_lines_out_of_order_are_refused_when_writing():
    with pytest.raises(ValueError, match="too late"):
        list(archive_lines(LEAGUE, [RECORDS[4], RECORDS[0]]))


@settings(deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=6))
def test_no_bytes_stop_the_reader(noise):
    records, reader, report = read([*lines()[:2], *noise])
    assert records[0].kind == RECORDS[0][0], "what stood before the noise is read"
    assert not reader.whole
    assert "cut_off" in [error.code for error in report.errors]


# --- rows -------------------------------------------------------------------------------------------

HOSTILE = st.text(st.sampled_from("=+-@＝＋－＠'\";,|\t\r\n \u00a0aЖ1()"), max_size=12) | st.text(max_size=12)


@settings(deadline=None)
@given(HOSTILE)
def test_no_text_is_a_formula_wherever_the_file_is_cut(text):
    for separator in ";,\t|":
        for part in escape_formula(text).replace("\r", "\n").replace("\n", separator).split(separator):
            assert part.strip()[:1] not in set("=+-@＝＋－＠")


@settings(deadline=None)
@given(HOSTILE)
def test_a_text_is_the_same_after_being_made_safe(text):
    assert unescape_formula(escape_formula(text)) == text


@settings(deadline=None)
@given(st.lists(st.lists(st.one_of(HOSTILE, st.integers(), st.none()), min_size=2, max_size=2), max_size=5))
def test_a_csv_file_holds_what_was_written(rows):
    found = list(csv.reader(io.StringIO(csv_text(["=a", "b"], rows), newline="")))
    assert len(found) == len(rows) + 1
    for written, row in zip(rows, found[1:], strict=True):
        assert [unescape_formula(cell) for cell in row] == [
            "" if cell is None else str(cell) for cell in written
        ]


@cases("name", "=HYPERLINK(1)", "+1", "-2+3", "@SUM(A1)", "\t=1", " =1", "＝1", "a;=1", "'=1")
def test_a_name_that_could_be_run_is_marked(name):
    assert "'" in escape_formula(name)
    assert escape_formula("Ana-Maria") == "Ana-Maria"


@pytest.mark.long
@settings(deadline=None)
@given(results())
def test_every_row_fits_its_head(matches):
    assert {len(row) for row in wide_rows(matches, {})} <= {len(WIDE)}
    tidy = list(tidy_rows(matches, {}))
    assert {len(row) for row in tidy} <= {len(TIDY)}
    assert len(tidy) == sum(len(result.players) for result in matches)


def test_a_column_that_came_later_stands_last_so_that_readers_by_position_still_fit():
    assert (WIDE[-1], TIDY[-1]) == ("endless", "endless")


def test_rows_say_who_had_what():
    result = belot({"contract": "hearts", "declarer": 0, "trick_points": [102, 60]})
    names = {"a": "Ana", "v": "=Vera"}
    [wide] = wide_rows([result], names)
    assert wide[:7] == ["m1", "2026-01-06", None, "belot", "tournament", "stopped", "confirmed"]
    assert wide[7:14] == [1, "Ana", 10, 1, "b", 6, 2]
    assert wide[-2:] == ["Ana & =Vera", 0]
    first = dict(zip(TIDY, next(tidy_rows([result], names)), strict=True))
    assert (first["player"], first["partners"], first["total"], first["won"]) == ("Ana", "=Vera", 10, 1)
    deals = [dict(zip(DEALS, row, strict=True)) for row in deal_rows([result], names)]
    assert [(row["dealer"], row["outcome"], row["score"]) for row in deals] == [
        ("Ana", "made", score) for score in (10, 6, 10, 6)
    ]


@pytest.mark.parametrize(("deals", "dealer"), [(MANY_DEALS, "Ana"), (MANY_DEALS + 1, "a")])
def test_a_match_of_more_deals_than_any_evening_has_names_its_players_by_ids(deals: int, dealer: str):
    result = belot({"contract": "hearts", "declarer": 0, "trick_points": [102, 60]})
    rows = list(deal_rows([result._replace(deals=result.deals * deals)], {"a": "Ana"}))
    assert len(rows) == 4 * deals
    assert {(row[4], row[6], row[7]) for row in rows if row[6] == "a"} == {(dealer, "a", dealer)}


# --- calendar ---------------------------------------------------------------------------------------

CHANGED = datetime(2026, 1, 1, 12, tzinfo=UTC)


def parse_calendar(text):
    """A calendar's events as a reader of calendars sees them: unfolded, names apart, texts unescaped."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert not [line for line in text.split("\r\n") if len(line.encode()) > 75]
    events = []
    for line in text.replace("\r\n ", "").split("\r\n")[:-1]:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events:
            events[-1][name] = unescape(value)
    return events


def unescape(value):
    return "".join(
        {"n": "\n"}.get(part[0], part[0]) + part[1:] if at else part
        for at, part in enumerate(value.replace("\\\\", "\\\0").split("\\"))
    ).replace("\0", "\\")


WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from("\n,;\\"),
    max_size=120,
)


@settings(deadline=None)
@given(WORDS, WORDS)
def test_a_calendar_is_read_as_it_was_meant(summary, place):
    night = CalendarNight(night_uid("l1", "7"), date(2026, 1, 6), summary, CHANGED, place=place)
    [event] = parse_calendar(calendar("Лига", [night]))
    assert event["SUMMARY"] == "".join(one for one in summary if one == "\n" or one.isprintable())
    assert event.get("LOCATION", "") == "".join(one for one in place if one == "\n" or one.isprintable())
    assert event["UID"] == "night-7@l1.scorekeeper"
    assert (event["DTSTART;VALUE=DATE"], event["DTEND;VALUE=DATE"]) == ("20260106", "20260107")


def test_a_night_with_an_hour_stands_in_utc_and_a_cancelled_one_says_so():
    starts, ends = datetime(2026, 1, 6, 19, 30, tzinfo=UTC), datetime(2026, 1, 6, 23, tzinfo=UTC)
    night = CalendarNight(
        "u", date(2026, 1, 6), "Belot", CHANGED, 4, starts=starts, ends=ends, cancelled=True
    )
    [event] = parse_calendar(calendar("", [night]))
    assert (event["DTSTART"], event["DTEND"]) == ("20260106T193000Z", "20260106T230000Z")
    assert (event["STATUS"], event["SEQUENCE"], event["DTSTAMP"]) == ("CANCELLED", "4", "20260101T120000Z")


def test_a_new_line_in_a_name_adds_nothing_to_the_calendar():
    assert escape("a\r\nEND:VCALENDAR") == "a\\nEND:VCALENDAR"
    assert fold_line("x" * 80) == "x" * 75 + "\r\n " + "x" * 5


# --- BG Stats ---------------------------------------------------------------------------------------


def test_a_play_for_bg_stats_says_everything_that_it_asks_for():
    result = belot({"contract": "hearts", "declarer": 0, "trick_points": [102, 60]})
    play = play_document(result, {"a": "Ana & co"}, "Belot", CHANGED)
    assert play["sourceName"] == "Scorekeeper"
    assert (play["sourcePlayId"], play["playDate"]) == ("m1", "2026-01-01 12:00:00")
    assert play["game"] == {"name": "Belot", "sourceGameId": "belot", "highestWins": True, "noPoints": False}
    assert play["players"][0] == {
        "name": "Ana & co",
        "sourcePlayerId": "a",
        "winner": True,
        "startPlayer": False,
        "rank": 1,
        "score": 10,
        "team": "A",
    }
    assert [player["startPlayer"] for player in play["players"]] == [False, True, False, False]
    link = play_link(play)
    assert link.startswith(ADDRESS)
    assert json.loads(unquote(link.removeprefix(ADDRESS))) == play
    assert not set(' "&=#{}') & set(link.removeprefix(ADDRESS))


FOUR_HANDS = {"kind": "deal", "hands": [0, 10, 20, 30]}
JOIN = {"kind": "players", "join": "Nína", "total": 0}
LEAVE = {"kind": "players", "leave": 0}


@cases(
    "entries, first",
    case("who joined later", [FOUR_HANDS, JOIN, {**FOUR_HANDS, "hands": [0, 10, 20, 30, 40]}], 0),
    case("who had left", [LEAVE, {**FOUR_HANDS, "hands": [None, 0, 20, 30]}], 1),
)
def test_the_first_player_for_bg_stats_is_one_of_those_who_played_the_first_deal(entries, first):
    document = match_document("kinaskak", list(FOUR), [*entries, {"kind": "end"}], first_dealer=3)
    play = play_document(make_played(document), {}, "Kínaskák", CHANGED)
    assert [seat for seat, player in enumerate(play["players"]) if player["startPlayer"]] == [first]


def test_a_play_without_points_says_so_and_one_too_long_has_no_link():
    play = play_document(make_won("m1", FOUR, 0, sides=PAIRS), {}, "Kani", CHANGED)
    assert play["game"]["noPoints"]
    assert not [player for player in play["players"] if "score" in player]
    assert play_link({**play, "location": "Ж" * 5000}) is None
