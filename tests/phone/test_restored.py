"""What a phone saved into one file stands on a server afterwards, checked from end to end."""

import json
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.store import engine, instance
from tests.phone.pocket import BASE, closed, head, opened, page, post, start_match

DEALS = (
    {"contract": "hearts", "declarer": "0", "trick_points-0": "120"},
    {"contract": "spades", "declarer": "1", "trick_points-0": "40"},
)


def test_a_server_restores_the_file_of_a_phone_and_finds_every_match_right(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = opened(database, languages="is")
    match, other = start_match(program), start_match(program)
    for path in (match, match, other):
        assert post(program, f"{path}/record/deal", **DEALS[path == other]).status == 303
    played = [json.loads(page(program, f"{path}/export.json")) for path in (match, other)]
    answer = post(program, "/everything/file", at="/everything")
    assert head(answer, "Content-Type") == "application/octet-stream"
    (tmp_path / "everything.backup").write_bytes(answer.body)
    closed(program)

    monkeypatch.delenv(engine.ALONE_VARIABLE)
    monkeypatch.delenv(instance.DATABASE_VARIABLE, raising=False)
    monkeypatch.setenv(instance.DIRECTORY_VARIABLE, str(tmp_path / "server"))
    assert main(["restore", str(tmp_path / "everything.backup")]) == 0
    assert "Restored 2 matches" in capsys.readouterr().out
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.strip() == "2 matches checked, 0 disagreements."

    server = create_app().test_client()
    found = [server.get(f"{path}/export.json", headers={"Accept-Language": "is"}) for path in (match, other)]
    assert [answer.status_code for answer in found] == [200, 200], "the phone's links work there"
    assert [answer.json for answer in found] == played
    assert BASE not in server.get(match).text
