"""A name that went for ever comes back nowhere, in anything done with the league and its matches afterwards."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from scorekeeper.store.accounts import devices
from scorekeeper.store.forgetting import forget
from scorekeeper.store.leagues.exchange import export, imports, uploads
from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Phone, link
from tests.web.leagues.club import NAMES, SHORT, WON, Club, new

pytestmark = pytest.mark.long

GONE, STAYS = "Þórdís", "Iñaki"
"""Who asked to be anonymous, and who sat at the same table and did not."""
SEAT = NAMES.index(GONE)
PAGES = (
    "",
    "changes",
    "cross-table",
    "matches",
    "nights",
    "players",
    "pair",
    "ratings",
    "records",
    "statistics",
    "seasons",
    "more",
    "export",
    "sheets/wide.csv",
    "sheets/tidy.csv",
    "sheets/deals.csv",
    "nights.ics",
    "archive",
    "members",
    "imports",
    "start",
    "paper",
    "take-in",
)
API = ("", "/events", "/matches", "/nights", "/players", "/ratings", "/standings", "/statistics")
SHEET = ("", "league", "about", "tv", "print", "phone", "names", "seats", "export")


def list_replies(made: Club) -> dict[str, str]:
    """By address what the league's owner reads, and the holder of the owner's link of one of its matches."""
    with made.app.app_context():
        made.derive()
        rows = made.list_matches()
        sheets = [match for row in rows if (match := ledger.load(session(), row.public_id or ""))]
        keys = [one.key for one in made.list_players(merged=True)]
        handed_in = [one.key for one in uploads.list_uploads(session(), made.access("owner"))]
    where = {
        *map(made.at, PAGES),
        *(made.at(f"yearbook/{row.night[:4]}") for row in rows),
        *(made.at(f"matches/{row.key}{more}") for row in rows for more in ("", "/move")),
        *(made.at(f"nights/{row.night}{more}") for row in rows for more in ("", "/came")),
        *(made.at(f"players/{key}{more}") for key in keys for more in ("", "/edit")),
        *(made.at(f"imports/{key}") for key in handed_in),
        *(f"/api/v1/leagues/{made.league.public_id}{one}" for one in API),
        *(link(made.app, match, "owner", page) for match in sheets for page in SHEET),
    }
    client = made.phone("owner").client
    return {one: client.get(one, follow_redirects=True).get_data(as_text=True) for one in where}


def hide(made: Club, key: str) -> None:
    made.organise(forget.forget_player, key=key)


def play(made: Club, keys: list[str]) -> Match:
    return made.match(WON, players=keys)


def move_players(made: Club, match: Match, keys: list[str]) -> None:
    row = made.find_match(match.public_id)
    assign_match.move_match(
        session(),
        made.access(),
        uuid=new(),
        key=row.key,
        seen=row.touched,
        season=None,
        night=row.night,
        players=keys,
    )


def from_an_older_archive(made: Club, keys: list[str]) -> None:
    match = play(made, keys)
    body = "".join(export.export_archive(session(), made.access("owner").league)).encode()
    assert GONE.encode() in body
    hide(made, keys[SEAT])
    row = made.find_match(match.public_id)
    assign_match.take_match_out(session(), made.access(), uuid=new(), key=row.key, seen=row.touched)
    access = made.access("owner")
    upload = uploads.receive_upload(session(), access, uuid=new(), kind="archive", body=body)
    imports.begin_import(session(), access, upload)
    while imports.continue_import(session(), access, upload).state == uploads.RUNNING:
        pass


def taken_in_with_the_name_on_the_sheet(made: Club, keys: list[str]) -> None:
    hide(made, keys[SEAT])
    phone = f"{uuid4().hex}{uuid4().hex}"[:43]
    match = ledgers.open_match(session(), "kani", NAMES, rules=SHORT, device=phone)
    devices.remember(session(), phone, match.public_id, "owner")
    assign_match.adopt(
        session(), made.access("scorer", phone), uuid=new(), public_id=match.public_id, players=keys
    )


def started_with_the_name_typed(made: Club, keys: list[str]) -> None:
    hide(made, keys[SEAT])
    play(made, keys)


def said_later_to_have_played(made: Club, keys: list[str]) -> None:
    [guest] = made.players("A guest")
    match = play(made, [guest if seat == SEAT else key for seat, key in enumerate(keys)])
    hide(made, keys[SEAT])
    move_players(made, match, keys)


def said_before_not_to_have_played(made: Club, keys: list[str]) -> None:
    match = play(made, keys)
    [guest] = made.players("A guest")
    move_players(made, match, [guest if seat == SEAT else key for seat, key in enumerate(keys)])
    hide(made, keys[SEAT])


def put_together_with_somebody_anonymous(made: Club, keys: list[str]) -> None:
    [other] = made.players("Sindri")
    hide(made, other)
    play(made, keys)
    hide(made, keys[SEAT])
    made.organise(player_changes.merge, key=keys[SEAT], into=other)


def typed_again_on_the_sheet(made: Club, keys: list[str]) -> None:
    match = play(made, keys)
    hide(made, keys[SEAT])
    phone = made.phone("visitor")
    phone.get(link(made.app, match, "score", "names"))
    phone.press("Save", **{f"name-{SEAT}": GONE})
    assert phone.status == 409, "a spelling, or another person?"
    page = phone.press("Save", **{f"who-{SEAT}": "spelling"})
    assert phone.status == 422
    assert "This player asked to be anonymous; there is no way back." in page.words


WAYS = [
    from_an_older_archive,
    taken_in_with_the_name_on_the_sheet,
    started_with_the_name_typed,
    said_later_to_have_played,
    said_before_not_to_have_played,
    put_together_with_somebody_anonymous,
    typed_again_on_the_sheet,
]


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_name_of_who_is_anonymous_comes_back_nowhere(
    tuesday: Club, way: Callable[[Club, list[str]], None]
) -> None:
    with tuesday.app.app_context():
        way(tuesday, tuesday.players(*NAMES))
    told = list_replies(tuesday)
    assert sum(STAYS in text for text in told.values()) > 10
    assert [address for address, text in told.items() if GONE in text] == []


@pytest.mark.parametrize("into_the_anonymous", [True, False])
def test_who_has_a_name_is_not_put_together_with_who_is_anonymous(
    tuesday: Club, into_the_anonymous: bool
) -> None:
    with tuesday.app.app_context():
        named, anonymous = tuesday.players("Ane", GONE)
        hide(tuesday, anonymous)
        key, into = (named, anonymous) if into_the_anonymous else (anonymous, named)
        with pytest.raises(Refused) as refused:
            tuesday.organise(player_changes.merge, key=key, into=into)
    assert [finding.code for finding in refused.value.findings] == ["one_anonymous"]


def test_no_sheet_of_a_rematch_goes_on_with_a_name_that_it_had_in_memory(tuesday: Club, phone: Phone) -> None:
    keys, device = tuesday.players(*NAMES), "x" * 43
    with tuesday.app.app_context():
        first = ledgers.open_match(session(), "kani", NAMES, device=device)
        more = {"series": first.public_id, "players": first.players, "device": device}
        rematch = ledgers.open_match(session(), "kani", NAMES, **more)
        devices.remember(session(), device, first.public_id, "owner")
        sheets = [link(tuesday.app, match, "watch") for match in (first, rematch)]
    assert all(GONE in phone.get(sheet).words for sheet in sheets)
    with tuesday.app.app_context():
        tuesday.organise(forget.forget_player, key=keys[SEAT])
        brought = {"uuid": new(), "public_id": first.public_id, "players": keys}
        assign_match.adopt(session(), tuesday.access("scorer", device), **brought)
    assert [GONE in phone.get(sheet).words for sheet in sheets] == [False, False]
