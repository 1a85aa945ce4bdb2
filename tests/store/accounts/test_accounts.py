"""Accounts in the database: names, passwords, codes, sign-ins, links, matches, and how often things are tried."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.orm import Session, sessionmaker

from scorekeeper.store import clock
from scorekeeper.store.accounts import accounts, attempts, owned_matches, passwords, sign_ins
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.accounts.models import AccountRow, SignInRow, TicketRow
from scorekeeper.store.forgetting.forget import forget_account
from scorekeeper.store.match import ledger
from scorekeeper.store.match.feed import raise_generation
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import Base
from tests import ledgers
from tests.cases import cases
from tests.conftest import ADVISED_MEMORY_KIB

PASSWORD = "þrjú spil í hendi"


@pytest.fixture
def ana(session: Session) -> accounts.Account:
    return accounts.make(session, "Ana", password=PASSWORD)


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_name_may_be_in_any_script(session: Session) -> None:
    for name in ("Георги", "Þórdís", "Iñaki 2", "李雷", "مریم", "می‌خواهم", "♠", "x" * 60):
        assert accounts.name_problem(accounts.tidy(name)) is None
        assert accounts.make(session, accounts.tidy(name)).name == accounts.tidy(name)
        assert accounts.by_name(session, name) is not None


@cases("name", "", " ", "…", "x" * 61, "A\0na", "A\u202ena", "A\u200bna", "\ud800na", "A\x07na")
def test_a_name_has_something_to_read_and_nothing_hidden(name: str) -> None:
    assert accounts.name_problem(accounts.tidy(name)) is not None


SPELLINGS = [
    ("Georgi", "GEORGI"),
    ("Iñaki", "In\u0303aki"),
    ("Straße", "STRASSE"),
    ("Ana Mari", " ana   mari "),
]


def test_two_spellings_of_a_name_are_one_account(session: Session) -> None:
    for first, second in SPELLINGS:
        made = accounts.make(session, accounts.tidy(first))
        with pytest.raises(accounts.NameTaken):
            accounts.make(session, accounts.tidy(second))
        assert accounts.by_name(session, second) == made


def test_of_two_who_take_a_name_at_once_one_gets_it(sessions: sessionmaker[Session]) -> None:
    def take(_: int) -> bool:
        with sessions() as session:
            try:
                return bool(accounts.make(session, "Vera"))
            except accounts.NameTaken:
                return False

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(take, range(4))) == [False, False, False, True]


# --- passwords ------------------------------------------------------------------------------------


@pytest.fixture
def advised(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Passwords are hashed as the program hashes them, and not as other tests do."""
    monkeypatch.setattr(passwords, "MEMORY_KIB", ADVISED_MEMORY_KIB)
    _forget_hashers()
    yield
    _forget_hashers()


def _forget_hashers() -> None:
    passwords._hasher.cache_clear()
    passwords._decoy_hash.cache_clear()


def test_a_password_is_kept_as_argon2_with_the_advised_parameters(
    advised: None, session: Session, ana: accounts.Account
) -> None:
    stored = session.execute(select(AccountRow.password)).scalar_one()
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert PASSWORD not in stored


def test_name_and_password_belong_together(session: Session, ana: accounts.Account) -> None:
    for name, password, good in (
        ("Ana", PASSWORD, True),
        (" ana ", PASSWORD, True),
        ("Ana", PASSWORD.upper(), False),
        ("Ana", "", False),
        ("Vera", PASSWORD, False),
        ("A\0na", PASSWORD, False),
    ):
        assert accounts.by_password(session, name, password) == (ana if good else None), (name, password)


def test_a_password_is_one_however_the_keyboard_composes_it(session: Session) -> None:
    made = accounts.make(session, "Jón", password="e\u0301g spila spil")
    assert accounts.by_password(session, "Jón", "\u00e9g spila spil") == made


def test_who_has_no_password_is_refused_like_everybody_else(session: Session) -> None:
    accounts.make(session, "Passkey only")
    assert accounts.by_password(session, "Passkey only", "another password") is None


@pytest.mark.long
def test_argon2_works_as_hard_for_names_that_are_not_there(
    advised: None, session: Session, ana: accounts.Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    import argon2

    accounts.make(session, "Passkey only")
    looked_at: list[str] = []
    verify = argon2.PasswordHasher.verify

    def count_and_verify(self: Any, stored: str, password: str) -> bool:
        looked_at.append(stored.partition("$m=")[2].partition("$")[0])
        return bool(verify(self, stored, password))

    monkeypatch.setattr(argon2.PasswordHasher, "verify", count_and_verify)
    for who in ("Ana", "Unknown", "Passkey only"):
        assert accounts.by_password(session, who, "wrong password") is None
    assert looked_at == ["19456,t=2,p=1"] * 3


@cases(
    "password, good",
    ("short", False),
    ("aaaaaaaaaaaa", False),
    ("Ana Maria Ivanova", False),
    ("x" * 201, False),
    (PASSWORD, True),
)
def test_a_password_is_not_the_first_one_to_be_guessed(password: str, good: bool) -> None:
    assert (passwords.problem(password, "Ana Maria Ivanova") is None) is good


# --- recovery codes -------------------------------------------------------------------------------


def test_a_recovery_code_is_good_once_and_for_its_own_name(session: Session, ana: accounts.Account) -> None:
    accounts.make(session, "Vera")
    codes = accounts.new_codes(session, ana.id, 0) or []
    assert len(set(codes)) == accounts.CODES
    assert accounts.spend_code(session, "Vera", codes[0]) is None
    assert accounts.spend_code(session, "no-account", codes[0]) is None
    assert accounts.spend_code(session, "Ana", "") is None
    assert accounts.spend_code(session, "ana", codes[0].upper().replace("-", " ")) is not None
    assert accounts.spend_code(session, "Ana", codes[0]) is None
    assert accounts.codes_left(session, ana.id) == accounts.CODES - 1


def test_new_codes_replace_the_old_and_a_page_sent_twice_makes_none(
    session: Session, ana: accounts.Account
) -> None:
    old = accounts.new_codes(session, ana.id, 0) or []
    assert accounts.new_codes(session, ana.id, 0) is None
    assert accounts.new_codes(session, ana.id, 1) is not None
    assert accounts.spend_code(session, "Ana", old[0]) is None


def test_of_two_who_spend_a_code_at_once_one_gets_in(
    sessions: sessionmaker[Session], ana: accounts.Account
) -> None:
    with sessions() as session:
        code = (accounts.new_codes(session, ana.id, 0) or [])[0]

    def spend(_: int) -> bool:
        with sessions() as session:
            return accounts.spend_code(session, "Ana", code) is not None

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(spend, range(4))) == 1


# --- sign-ins -------------------------------------------------------------------------------------


def test_a_sign_in_is_found_by_its_cookie_until_it_is_ended(session: Session, ana: accounts.Account) -> None:
    token = sign_ins.begin(session, ana.id, how=sign_ins.PASSWORD, words="Android · Chrome")
    found = sign_ins.find(session, token)
    assert (found.account, found.words, found.confirmed) == (ana, "Android · Chrome", True)
    vera = accounts.make(session, "Vera")
    assert not sign_ins.end(session, vera.id, found.id), "no account ends another's"
    assert sign_ins.end(session, ana.id, found.id)
    assert sign_ins.find(session, token) is None


def test_signing_in_makes_the_cookie_from_before_useless(session: Session, ana: accounts.Account) -> None:
    before = sign_ins.begin(session, ana.id, how=sign_ins.PASSWORD, words="")
    after = sign_ins.begin(session, ana.id, how=sign_ins.PASSWORD, words="", instead_of=before)
    assert sign_ins.find(session, before) is None
    found = sign_ins.find(session, after)
    assert found is not None
    confirmed = sign_ins.confirm(session, found)
    assert sign_ins.find(session, after) is None
    assert sign_ins.find(session, confirmed) is not None


def test_a_sign_in_that_was_not_used_for_long_has_ended(session: Session, ana: accounts.Account) -> None:
    token = sign_ins.begin(session, ana.id, how=sign_ins.PASSWORD, words="")
    long_ago = clock.now() - sign_ins.UNUSED_FOR - timedelta(days=1)
    session.execute(update(SignInRow).values(seen_at=long_ago))
    session.commit()
    assert sign_ins.find(session, token) is None
    assert sign_ins.of_account(session, ana.id) == []


def test_signing_out_everywhere_leaves_this_phone_and_no_link(
    session: Session, ana: accounts.Account
) -> None:
    tokens = [sign_ins.begin(session, ana.id, how=sign_ins.PASSWORD, words="") for _ in range(3)]
    link = sign_ins.new_link(session, ana.id, sign_ins.PHONE)
    here = sign_ins.find(session, tokens[0])
    assert sign_ins.end_all(session, ana.id, but=[here.id]) == 2
    assert [sign_ins.find(session, token) is not None for token in tokens] == [True, False, False]
    assert sign_ins.spend_link(session, link) is None


def test_a_link_signs_in_once_and_not_for_long(session: Session, ana: accounts.Account) -> None:
    link = sign_ins.new_link(session, ana.id, sign_ins.PHONE)
    assert sign_ins.link(session, link) == ("Ana", sign_ins.PHONE)
    assert sign_ins.spend_link(session, link) == (ana.id, sign_ins.PHONE)
    assert sign_ins.link(session, link) is None
    assert sign_ins.spend_link(session, link) is None
    late = sign_ins.new_link(session, ana.id, sign_ins.PHONE)
    session.execute(update(TicketRow).values(expires_at=clock.now() - timedelta(seconds=1)))
    session.commit()
    assert sign_ins.link(session, late) is None
    assert sign_ins.spend_link(session, late) is None


def test_a_new_link_withdraws_the_one_before(session: Session, ana: accounts.Account) -> None:
    first, second = (sign_ins.new_link(session, ana.id, sign_ins.PHONE) for _ in range(2))
    keepers = sign_ins.new_link(session, ana.id, sign_ins.KEEPER)
    assert [sign_ins.link(session, one) is not None for one in (first, second, keepers)] == [
        False,
        True,
        True,
    ]


def test_who_came_by_another_phone_has_not_proved_who_they_are(
    session: Session, ana: accounts.Account
) -> None:
    for how, proved in ((sign_ins.PHONE, False), (sign_ins.KEEPER, True), (sign_ins.PASSKEY, True)):
        found = sign_ins.find(session, sign_ins.begin(session, ana.id, how=how, words=""))
        assert found.confirmed is proved


def test_a_challenge_is_answered_once(session: Session) -> None:
    assert sign_ins.spend_challenge(session, "challenge", timedelta(minutes=5))
    assert not sign_ins.spend_challenge(session, "challenge", timedelta(minutes=5))
    assert not sign_ins.spend_link(session, "challenge"), "it is no link"


def test_nothing_that_opens_an_account_is_in_the_database(session: Session, ana: accounts.Account) -> None:
    secrets = [sign_ins.begin(session, ana.id, how=sign_ins.PASSWORD, words="")]
    secrets += [sign_ins.new_link(session, ana.id, kind) for kind in sign_ins.LINK_LASTS]
    secrets += accounts.new_codes(session, ana.id, 0) or []
    secrets += [PASSWORD, *(code.replace("-", "") for code in secrets)]
    said = ""
    for table in Base.metadata.sorted_tables:
        said += repr(session.execute(select(table)).all())
    assert "argon2" in said
    assert [secret for secret in secrets if secret in said] == []


# --- matches --------------------------------------------------------------------------------------


def open_match(session: Session, device: str | None = None) -> Match:
    made = ledgers.open_match(session, "kani", ["Ana", "Bo", "Cy", "Di"], device=device)
    if device:
        remember(session, device, made.public_id, "owner")
    return made


def test_an_account_lists_what_it_adopted_the_last_played_first(
    session: Session, ana: accounts.Account
) -> None:
    first, second = open_match(session), open_match(session)
    open_match(session)
    assert [owned_matches.adopt(session, ana.id, one.public_id) for one in (first, second, first)] == [
        True,
        True,
        False,
    ]
    assert not owned_matches.adopt(session, ana.id, "nowhere")
    ledgers.write(
        session,
        first,
        "recorded",
        {"entry": {"kind": "deal", "bid": 7, "declarer": 0, "partner": 1, "tricks": 9}},
        seen=1,
        device="phone",
        seat=0,
    )
    listed = owned_matches.of_account(session, ana.id)
    assert [one.public_id for one in listed] == [first.public_id, second.public_id]
    assert owned_matches.count(session, ana.id) == 2
    assert [one.public_id for one in owned_matches.of_account(session, ana.id, skip=1)] == [second.public_id]
    assert owned_matches.let_go(session, ana.id, first.public_id)
    assert owned_matches.count(session, ana.id) == 1


def test_a_withdrawn_owners_link_shuts_accounts_out_until_they_open_the_new_one(
    session: Session, ana: accounts.Account
) -> None:
    match = open_match(session)
    owned_matches.adopt(session, ana.id, match.public_id)
    raise_generation(session, match.public_id, "owner")
    assert owned_matches.of_account(session, ana.id) == []
    assert owned_matches.adopt(session, ana.id, match.public_id)
    assert owned_matches.count(session, ana.id) == 1


@pytest.mark.long
def test_what_a_phone_owns_is_taken_over_at_once(session: Session, ana: accounts.Account) -> None:
    for _ in range(3):
        open_match(session, "phone")
    open_match(session, "another")
    watched = open_match(session)
    remember(session, "phone", watched.public_id, "watch")
    assert owned_matches.count_waiting(session, ana.id, "phone") == 3
    assert owned_matches.adopt_of_device(session, ana.id, "phone") == 3
    assert owned_matches.count_waiting(session, ana.id, "phone") == 0
    assert owned_matches.count(session, ana.id) == 3


def test_deleting_an_account_takes_everything_of_it_and_no_match(
    session: Session, ana: accounts.Account
) -> None:
    match = open_match(session)
    vera = accounts.make(session, "Vera", password=PASSWORD)
    for one in (ana, vera):
        owned_matches.adopt(session, one.id, match.public_id)
        sign_ins.begin(session, one.id, how=sign_ins.PASSWORD, words="")
        sign_ins.new_link(session, one.id, sign_ins.PHONE)
        accounts.new_codes(session, one.id, 0)
        accounts.add_passkey(
            session, one.id, credential=one.name, public_key=b"key", sign_count=0, host="localhost", words=""
        )
    forget_account(session, ana.id, players=False)
    for table in ("account", "account_match", "sign_in", "ticket", "recovery_code", "passkey"):
        column = "id" if table == "account" else "account_id"
        owners = set(session.execute(text(f"SELECT {column} FROM {table}")).scalars())
        assert owners == {vera.id}, table
    assert ledger.load(session, match.public_id) is not None


# --- passkeys -------------------------------------------------------------------------------------


def test_a_passkey_belongs_to_one_account(session: Session, ana: accounts.Account) -> None:
    vera = accounts.make(session, "Vera")
    key: dict[str, Any] = {
        "credential": "abc",
        "public_key": b"\0\xff",
        "sign_count": 3,
        "host": "localhost",
        "words": "x",
    }
    assert accounts.add_passkey(session, ana.id, **key)
    assert not accounts.add_passkey(session, vera.id, **key)
    found = accounts.passkey(session, "abc")
    assert (found.account_id, found.public_key, found.used_at) == (ana.id, b"\0\xff", None)
    accounts.mark_passkey_used(session, found.id, 4)
    assert accounts.passkeys(session, ana.id)[0].sign_count == 4
    assert not accounts.remove_passkey(session, vera.id, found.id)
    assert accounts.remove_passkey(session, ana.id, found.id)
    assert accounts.passkey(session, "abc") is None


# --- attempts -------------------------------------------------------------------------------------

THREE = attempts.Limit("three", 3, 1000.0)


def test_a_bucket_holds_so_many_attempts_and_tells_how_long_to_wait(session: Session) -> None:
    assert [attempts.take(session, (THREE, "a")) for _ in range(3)] == [0, 0, 0]
    assert 900 < attempts.take(session, (THREE, "a")) <= 1000
    assert attempts.wait(session, (THREE, "a")) > 900
    assert attempts.wait(session, (THREE, "b")) == 0
    assert attempts.take(session, (THREE, "b")) == 0


def test_hammering_does_not_lock_for_longer(session: Session) -> None:
    for _ in range(30):
        attempts.take(session, (THREE, "a"))
    assert attempts.wait(session, (THREE, "a")) <= 2000


def test_what_succeeded_does_not_count(session: Session) -> None:
    for _ in range(10):
        assert attempts.take(session, (THREE, "a"), (THREE, "b")) == 0
        attempts.give_back(session, (THREE, "a"), (THREE, "b"))
    assert attempts.wait(session, (THREE, "a")) == 0


def test_the_bucket_leaks(session: Session) -> None:
    quick = attempts.Limit("quick", 1, 0.01)
    waited = [attempts.take(session, (quick, "a"))]
    session.execute(text("UPDATE attempt SET at = at - 1"))
    session.commit()
    assert [*waited, attempts.take(session, (quick, "a"))] == [0, 0]


HOUR, YEAR = 3600.0, 365 * 86400.0


@pytest.mark.soak
@pytest.mark.parametrize("jump", [-YEAR, -3 * HOUR, -HOUR, 3 * HOUR, YEAR])
def test_a_clock_that_jumps_makes_no_wait_longer(session: Session, jump: float) -> None:
    noon = 1_800_000_000.0
    for _ in range(5):
        attempts.take(session, (THREE, "a"), clock=lambda: noon)
    waits = [attempts.wait(session, (THREE, "a"), clock=lambda: noon)]
    assert 0 < waits[0] <= 2000
    after = noon + jump
    for passed in (0, 1000, 2000):
        waits.append(attempts.wait(session, (THREE, "a"), clock=lambda: after + passed))  # noqa: B023
    assert waits[1:] == ([2000, 1000, 0] if jump < 0 else [0, 0, 0])
    assert attempts.take(session, (THREE, "a"), clock=lambda: after + 2000) == 0


@pytest.mark.long
def test_attempts_at_the_same_moment_from_several_workers_are_all_counted(
    sessions: sessionmaker[Session],
) -> None:
    limit = attempts.Limit("many", 10, 10_000.0)

    def try_once(_: int) -> bool:
        with sessions() as session:
            return attempts.take(session, (limit, "a")) == 0

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(try_once, range(40))) == 10
    with sessions() as session:
        assert session.execute(text("SELECT count(*) FROM attempt")).scalar() == 1
