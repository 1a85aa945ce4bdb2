"""The database of a running server is deleted, unmounted or replaced: what was acknowledged is there afterwards."""

from contextlib import suppress
from pathlib import Path

import pytest

from tests.databases import connect
from tests.soak import in_soak
from tests.trust.servers import Say, Server, ask, becomes, live_port, open_matches
from tests.trust.test_crash import Recorder, is_whole, list_kept

pytestmark = pytest.mark.usefixtures("processes")

TIMES = in_soak(20, 1)
ENDINGS = ("", "-wal", "-shm")


def status(port: int) -> int:
    with suppress(OSError):
        return ask(port, "/readyz")[0]
    return 0


def move(folder: Path, other: Path, endings: tuple[str, ...]) -> None:
    for ending in endings:
        with suppress(FileNotFoundError):
            (folder / f"scorekeeper.db{ending}").rename(other / f"scorekeeper.db{ending}")


@pytest.mark.left_to_soak
@pytest.mark.parametrize("endings", in_soak([ENDINGS, ("",), ("-wal",), ("-shm",)], [ENDINGS]), ids=str)
def test_a_database_that_is_taken_away_again_and_again_keeps_what_was_acknowledged(
    tmp_path: Path, endings: tuple[str, ...], record_property: Say
) -> None:
    for name in ("here", "away"):
        (tmp_path / name).mkdir()
    url = f"sqlite:///{tmp_path / 'here' / 'scorekeeper.db'}"
    server = Server(tmp_path, url, workers=2).start()
    [match] = open_matches(url, server.key)
    recorder = Recorder(server.port, match)
    recorder.start()
    try:
        for _ in range(TIMES):
            recorder.wait_for_one_more()
            move(tmp_path / "here", tmp_path / "away", endings)
            assert becomes(lambda: status(server.port) == 503 and status(live_port(server)) == 503)
            if endings[0] == "":  # a lost log is written anew
                move(tmp_path / "away", tmp_path / "here", endings)
            assert becomes(lambda: status(server.port) == 200 and status(live_port(server)) == 200)
        recorder.wait_for_one_more()
    finally:
        recorder.enough.set()
        recorder.join(60)
        said = server.stop()
    assert recorder.failed is None, said[-2000:]
    assert set(recorder.strange) <= {503}
    found = list_kept(url, match.public_id)
    assert [(deal.seq, deal.uuid, deal.note) for deal in found] == recorder.acknowledged
    assert is_whole(url)
    record_property(
        "database taken away, deals acknowledged", f"{TIMES} times, {len(found)} deals, each once"
    )


@pytest.mark.left_to_soak
def test_a_postgresql_database_that_is_made_anew_is_not_ready(
    tmp_path: Path, fresh_postgres_database: str, postgres_url: str
) -> None:
    server = Server(tmp_path, fresh_postgres_database, workers=1).start()
    try:
        assert becomes(lambda: status(server.port) == 200)
        [match] = open_matches(fresh_postgres_database, server.key)
        name = fresh_postgres_database.rpartition("/")[2].partition("?")[0]
        with connect(postgres_url) as admin:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
        assert status(server.port) == 503
        assert ask(server.port, match.path())[0] == 503
        with connect(postgres_url) as admin:
            admin.execute(f"CREATE DATABASE {name}")
        assert status(server.port) == 503
        assert ask(server.port, match.path())[0] == 503
        open_matches(fresh_postgres_database, server.key)
        assert status(server.port) == 200
    finally:
        server.stop()
