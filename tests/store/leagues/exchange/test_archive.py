"""A league as an archive: it says everything, comes in the same, and is refused where it cannot be or is too large."""

import gzip
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from scorekeeper.store.forgetting import forget
from scorekeeper.store.leagues.exchange import export, imports, sources, uploads
from scorekeeper.store.leagues.exchange.unpacking import MAX_LINES
from scorekeeper.store.leagues.log import founding, nights, seasons
from scorekeeper.store.leagues.log.access import Who, find_access_by_id, find_league
from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.matches import assign_match, confirm_match, confirmation, listing
from scorekeeper.store.leagues.people import invitations, player_changes, roster
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.record.archive import verify_document
from tests import ledgers
from tests.cases import case, cases
from tests.store.leagues.conftest import Club, kani, new
from tests.store.leagues.exchange.archives import (
    _many,
    another,
    bring_in,
    file_of,
    lines,
    of_kind,
    past,
    read,
    without,
    write_lines,
)

pytestmark = pytest.mark.long


@pytest.fixture
def full(club: Club, finished: Match) -> Club:
    """A season, a night, a match that was corrected, a merged player, an anonymous one, one who is away, and a result
    from paper.
    """
    seasons.add_season(club.session, club.owner, uuid=new(), name="Haust 2026", starts="2026-09-01")
    [season] = seasons.list_seasons(club.session, club.league.id)
    club.organise(nights.plan_night, date="2026-11-17", place="Götubarinn", starts="19:30")
    keys = club.players("Ana", "Þóra", "Iñaki", "Георги", "Gosi", "Ines")
    for key, *names in ((keys[1], "Dísa", "Þórdís"), (keys[5], "Secret")):
        for name in names:
            club.rename(key, name)
    club.adopt(finished, keys[:4], season=season.key, night="2026-11-17")
    target = next(event.seq for event in finished.events if event.kind == "recorded")
    club.write(finished, "corrected", target=target, entry=kani(bid=12, declarer=1, tricks=12))
    club.organise(player_changes.merge, key=keys[4], into=keys[3])
    club.organise(forget.forget_player, key=keys[5])
    club.organise(player_changes.set_away, key=keys[1], away=True)
    club.organise(
        confirm_match.confirm_as_organiser,
        key=finished.public_id,
        version=ledger.seq_of(club.session, finished.public_id) or 0,
    )
    ledgers.record_result(
        club.session,
        club.organiser,
        "belot",
        keys[:4],
        [[0, 2], [1, 3]],
        "2026-11-03",
        totals=[151, 98],
        season=season.key,
    )
    return club


def test_the_archive_says_everything_and_verifies(full: Club) -> None:
    records = lines(full)
    assert [one["kind"] for one in records][:1] == ["league"]
    assert {kind: len(of_kind(records, kind)) for kind in ("season", "player", "match", "result")} == {
        "season": 1,
        "player": 6,
        "match": 1,
        "result": 1,
    }
    [match] = of_kind(records, "match")
    assert [finding for finding in verify_document(match["document"]) if finding.severity == "error"] == []
    assert [event["event"] for event in of_kind(records, "event")] == ["opened", "recorded", "corrected"]
    hidden = [one for one in of_kind(records, "player") if "name" not in one]
    assert len(hidden) == 1
    former = [(one.get("name"), one["former"]) for one in of_kind(records, "player") if "former" in one]
    assert former == [("Þórdís", ["Þóra", "Dísa"])]
    assert records[-1]["kind"] == "end"


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("packed", [False, True])
def test_what_came_in_from_an_archive_goes_out_the_same(full: Club, packed: bool) -> None:
    before, body = lines(full), file_of(full)
    access = another(full)
    found = bring_in(full.session, access, gzip.compress(body) if packed else body)
    assert (found.state, found.problems, found.done) == (uploads.DONE, [], found.total)
    full.session.rollback()
    after = [json.loads(line) for line in export.export_archive(full.session, access.league)]
    # On the same server the match is a second copy, under an address and people of its own.
    [old], [copy] = of_kind(before, "match"), of_kind(after, "match")
    assert copy["document"] == old["document"]
    assert (copy["confirmation"], copy["confirmed_seq"], copy["date"]) == ("confirmed", 3, "2026-11-17")
    for kind in ("season", "player", "night"):
        assert without(of_kind(after, kind), "number") == without(of_kind(before, kind), "number"), kind
    assert without(of_kind(after, "result"), "moment") == without(of_kind(before, "result"), "moment")
    assert past(after) == past(before)
    [thordis] = [one for one in of_kind(after, "player") if one.get("name") == "Þórdís"]
    for name in ("Þóra", "dísa"):
        [meant] = [one for one in roster.find_alike(full.session, access.league.id, name) if one.same]
        assert meant.player.key == thordis["id"], name


@pytest.mark.left_to_soak(but_one_in=2)
def test_who_confirmed_contested_and_declined_comes_along(full: Club) -> None:
    [match] = of_kind(lines(full), "match")
    result = of_kind(lines(full), "result")[0]["id"]
    version = ledger.seq_of(full.session, match["id"]) or 0
    confirm_match.contest_as_organiser(
        full.session, full.organiser, uuid=new(), key=result, version=0, reason="Ana was not there"
    )
    full.write(read(full, match["id"]), "corrected", target=2, entry=kani(bid=11, declarer=1, tricks=12))
    confirm_match.decline_correction(
        full.session, full.organiser, uuid=new(), key=match["id"], version=version + 1, reason="too late"
    )
    before = lines(full)
    [said] = [one["history"] for one in of_kind(before, "match")]
    assert [(one["said"], one["how"], one.get("reason")) for one in said] == [
        ("confirmed", "organiser", None),
        ("declined", "organiser", "too late"),
    ]
    access = another(full)
    found = bring_in(full.session, access, file_of(full))
    assert (found.state, found.problems) == (uploads.DONE, [])
    full.session.rollback()
    after = [json.loads(line) for line in export.export_archive(full.session, access.league)]
    for kind in ("match", "result"):
        histories = [[one.get("history") for one in of_kind(some, kind)] for some in (before, after)]
        assert histories[0] == histories[1] != [None], kind
    assert [one["confirmation"] for one in of_kind(after, "result")] == ["contested"]
    [copy] = of_kind(after, "match")
    row = listing.find_match(full.session, access.league.id, copy["id"])
    assert row is not None
    assert confirmation.find_decline(full.session, row, read(full, copy["id"])) is not None


def problems_with(full: Club, records: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What is said of an archive that comes into an empty league: the end of each path, and the code."""
    found = bring_in(full.session, another(full), write_lines(records))
    return [(one["path"].split()[-1], one["code"]) for one in found.problems]


# what is changed in who confirmed a match, where the problem is, what it is called
HISTORIES: list[tuple[dict[str, Any], str, str]] = [
    ({"said": "praised"}, "history[0].said", "unknown_choice"),
    ({"version": 99}, "history[0].version", "out_of_range"),
    ({"side": True}, "history[0].side", "out_of_range"),
    ({"how": "by post"}, "history[0].how", "unknown_choice"),
    ({"at": "yesterday"}, "history[0].at", "not_a_moment"),
    ({"reason": "x" * 501}, "history[0].reason", "too_long"),
]


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_history_that_cannot_be_is_named_and_not_guessed(full: Club) -> None:
    for spoilt, path, code in HISTORIES:
        records = lines(full)
        [match] = of_kind(records, "match")
        match["history"] = [{**match["history"][0], **spoilt}]
        assert problems_with(full, records) == [(path, code)], spoilt


@pytest.mark.left_to_soak(but_one_in=2)
def test_a_result_of_no_moment_is_named(full: Club) -> None:
    for moment in ("yesterday", "2026-11-20T20:14:00", "x" * 5000):
        records = lines(full)
        [result] = of_kind(records, "result")
        result["moment"] = moment
        assert problems_with(full, records) == [("moment", "not_a_moment")], moment[:40]


@pytest.mark.left_to_soak(but_one_in=2)
def test_an_archive_that_comes_in_twice_changes_nothing(full: Club) -> None:
    access = another(full)
    body = file_of(full)
    bring_in(full.session, access, body)
    first = [json.loads(line) for line in export.export_archive(full.session, access.league)]
    again = "".join(export.export_archive(full.session, access.league)).encode()
    bring_in(full.session, access, again)
    bring_in(full.session, access, again)
    full.session.rollback()
    assert [json.loads(line) for line in export.export_archive(full.session, access.league)] == first


@pytest.mark.left_to_soak(but_one_in=2)
def test_an_import_that_was_cut_off_goes_on_where_it_stopped(club: Club) -> None:
    key = club.organise(uploads.receive_upload, kind=sources.PAPER, body=_many(50).encode())
    imports.begin_import(club.session, club.organiser, key)
    one = imports.continue_import(club.session, club.organiser, key, budget=0)
    assert (one.state, one.done) == (uploads.RUNNING, uploads.AT_ONCE)
    club.session.close()  # the server went down
    while one.state == uploads.RUNNING:
        one = imports.continue_import(club.session, club.organiser, key, budget=0)
    assert len(listing.list_matches(club.session, club.league.id, limit=100)) == 50
    assert len(roster.list_players(club.session, club.league.id)) == 4


@pytest.mark.left_to_soak(but_one_in=2)
def test_all_of_it_can_be_taken_out_again(full: Club) -> None:
    access = another(full)
    body = file_of(full)
    before = [json.loads(line) for line in export.export_archive(full.session, access.league)]
    found = bring_in(full.session, access, body)
    [copy] = found.plan["matches"]
    imports.undo_import(full.session, access, uuid=new(), key=found.key)
    full.session.rollback()
    assert [json.loads(line) for line in export.export_archive(full.session, access.league)] == before
    binned = ledger.load(full.session, copy)
    assert binned.binned
    state = uploads.find_upload(full.session, access, found.key)
    assert state.state == uploads.UNDONE


@pytest.mark.left_to_soak(but_one_in=3)
@cases(
    "spoil, code",
    (lambda body: body[: len(body) // 2], "cut_off"),
    (lambda body: gzip.compress(body)[:-20], "cut_off"),
    (lambda body: b"\x1f\x8b" + body[2:], "cut_off"),
    (lambda body: body.replace(b"scorekeeper-league/1", b"scorekeeper-league/9"), "unknown_format"),
    (lambda body: b"[" * 100_000, "too_deep"),
)
def test_a_damaged_archive_is_refused_in_words_and_writes_nothing(full: Club, spoil: Any, code: str) -> None:
    access = another(full)
    with pytest.raises(Refused) as refused:
        uploads.receive_upload(
            full.session, access, uuid=new(), kind=sources.ARCHIVE, body=spoil(file_of(full))
        )
    assert code in {one.code for one in refused.value.findings}
    assert uploads.list_uploads(full.session, access) == []


# what a file of each kind is told that would grow beyond its limit
TOO_LARGE = {
    sources.ARCHIVE: "it may have 500000 lines and 268 MB unpacked, some ten thousand matches",
    sources.BG_STATS: "Unpacked, this file has more than 32 MB.",
    sources.PAPER: "Unpacked, this file has more than 16 MB.",
}


@pytest.mark.parametrize("kind", TOO_LARGE)
def test_a_file_that_would_grow_beyond_the_limit_of_its_kind_is_refused(kind: str) -> None:
    body = gzip.compress(b"0" * (sources.MAX_BYTES[kind] + 1), 1)
    (found,) = sources.read_file(kind, body).findings
    assert found.code == "too_large"
    assert TOO_LARGE[kind] in str(found.text)


@pytest.mark.left_to_soak
def test_an_archive_of_more_lines_than_may_be_says_how_many_may() -> None:
    (found,) = sources.read_file(sources.ARCHIVE, b"0\n" * (MAX_LINES + 1)).findings[:1]
    assert found.code == "too_large"
    assert TOO_LARGE[sources.ARCHIVE] in str(found.text)


def test_events_that_the_ledger_would_refuse_let_the_match_in_by_its_document_alone(full: Club) -> None:
    records = lines(full)
    for one in records:
        if one["kind"] == "event" and one["event"] == "corrected":
            one["body"]["target"] = 99
    body = "".join(json.dumps(one) + "\n" for one in records).encode()
    access = another(full)
    found = bring_in(full.session, access, body)
    [copy] = found.plan["matches"]
    table_match = ledger.load(full.session, copy)
    assert [event.kind for event in table_match.events] == ["opened", "recorded"]
    assert [one["code"] for one in found.problems] == ["digest_differs", "without_past"]
    [match] = of_kind(records, "match")
    assert table_match.document()["entries"] == match["document"]["entries"]


@pytest.mark.left_to_soak(but_one_in=2)
def test_an_event_of_a_moment_that_no_league_knows_comes_in_as_of_now(full: Club) -> None:
    for moment in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "noon", None):
        records = lines(full)
        for one in of_kind(records, "event"):
            one["at"] = moment
        begun = datetime.now(UTC)
        found = bring_in(full.session, another(full), write_lines(records))
        [copy] = found.plan["matches"]
        table_match = ledger.load(full.session, copy)
        assert all(begun <= event.at <= datetime.now(UTC) for event in table_match.events), moment


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize(("empty", "role"), [(True, "owner"), (True, "organiser"), (False, "owner")])
def test_an_empty_league_of_its_owner_goes_by_the_rules_of_the_archive(
    full: Club, empty: bool, role: str
) -> None:
    league, seen = full.owner.league, founding.described_seq(full.session, full.league.id)
    founding.describe_league(
        full.session,
        full.owner,
        uuid=new(),
        seen=seen,
        rules={"win": 3, "stopped": True, "zone": "Europe/Sofia"},
    )
    body, access = file_of(full), another(full)
    token = invitations.invite(full.session, access, role="organiser")
    invitations.accept_invitation(full.session, token, Who(full.accounts["organiser"]), uuid=new())
    if not empty:
        ledgers.record_result(
            full.session, access, "belot", [None, None], [[0], [1]], "2026-11-03", names=["A", "B"]
        )
    taker = find_access_by_id(full.session, access.league.id, Who(full.accounts[role]))
    assert taker is not None
    found = bring_in(full.session, taker, body)
    full.session.rollback()
    rules = {
        one.id: one.rules
        for one in (find_league(full.session, access.league.id), find_league(full.session, league.id))
        if one
    }
    taken = empty and role == "owner"
    assert (rules[access.league.id] == rules[league.id]) == taken
    assert [one["code"] for one in found.problems] == ([] if taken else ["own_rules"])


@cases(
    "said, state",
    case("confirmed, and others stand there since", ("confirm",), "waiting"),
    case("contested", ("contest",), "contested"),
    case("confirmed once it was contested", ("contest", "confirm"), "waiting"),
)
def test_what_was_said_of_other_players_is_not_said_of_those_who_came_in(
    club: Club, finished: Match, said: tuple[str, ...], state: str
) -> None:
    row = club.adopt(finished)
    for word in said:
        club.organise(getattr(confirm_match, f"{word}_as_organiser"), key=row.key, version=finished.seq)
    (eve,) = club.players("Eve")
    moved = club.row(row.key)
    stays = {"season": moved.season, "night": moved.night, "seen": moved.touched}
    club.organise(assign_match.move_match, key=row.key, players=[eve, *row.players[1:]], **stays)
    assert club.row(row.key).confirmation == state
    access = another(club)
    assert not bring_in(club.session, access, file_of(club)).problems
    [came] = listing.list_matches(club.session, access.league.id)
    assert came.confirmation == state


@pytest.mark.left_to_soak(but_one_in=2)
def test_nothing_of_a_league_is_lost_on_the_way_out_and_in_again(club: Club) -> None:
    """Results of three years in several games; tests/web does the same with three hundred on the pages."""
    rows = [
        f"{2022 + n // 20}-{1 + n % 12:02}-{1 + n % 28:02};{('Belot', 'Tarot', 'Escoba')[n % 3]};"
        f"P{n % 7} & P{7 + n % 5};{(151, 9, 21)[n % 3] + n};P{12 + n % 6} & P{18 + n % 4};{n % 140}"
        for n in range(60)
    ]
    body = ("date;game;side1;total1;side2;total2\n" + "\n".join(rows)).encode()
    found = bring_in(club.session, club.organiser, body, sources.PAPER)
    assert (found.counts["result"], found.problems) == (60, [])
    access = another(club)
    bring_in(club.session, access, file_of(club))
    club.session.rollback()
    out = [json.loads(line) for line in export.export_archive(club.session, access.league)]
    assert without(out[1:-1], "number") == without(lines(club)[1:-1], "number")
