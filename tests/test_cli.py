"""The command line as a shell meets it: output, errors and exit status."""

import gzip
import io
import json
import os
import subprocess
import sys
import threading
import unicodedata
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from scorekeeper.cli import COMMANDS, main
from scorekeeper.cli.answering import answer_lines, answer_raw
from scorekeeper.core.rulebook import load_rulebook
from scorekeeper.games import GAMES, score
from scorekeeper.games.coverage import coverage
from scorekeeper.league.files.archive import archive_lines
from tests.cases import cases
from tests.documents import match_document

MATCH = match_document(
    "kani",
    ["Anna", "Björn", "Þórdís", "Guðrún"],
    [{"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10}],
)
WRONG = {**MATCH, "entries": [{"kind": "deal", "bid": 13, "declarer": 0, "partner": 0, "tricks": 9}]}


class Done(NamedTuple):
    """What is left of a command that has ended."""

    returncode: int
    stdout: bytes
    stderr: bytes


def scorekeeper(*arguments, given=b"", encoding="utf-8"):
    """Run a command in this process, with streams of its own, as a process would have them."""
    given = given if isinstance(given, bytes) else json.dumps(given).encode()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, errors) for errors in ("strict", "backslashreplace"))
    with pytest.MonkeyPatch.context() as changed, redirect_stdout(out), redirect_stderr(err):
        changed.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding))
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code
    for stream in (out, err):
        stream.flush()
    return Done(status or 0, out.buffer.getvalue(), err.buffer.getvalue())


def run_process(*arguments):
    """Run a command as a shell does."""
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONIOENCODING": "utf-8"}, capture_output=True, check=False
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.long
@cases("arguments", ("--help",), ("rules", "kani", "4.2"), ("scroe",), ("score", "/nowhere/match.json"))
def test_a_process_of_its_own_says_and_returns_the_same(arguments):
    assert run_process(*arguments) == scorekeeper(*arguments)


@pytest.fixture
def match_file(tmp_path):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(MATCH), encoding="utf-8")
    return str(file)


@pytest.mark.long
def test_score_prints_a_table_of_80_columns(match_file):
    done = run_process("score", match_file)
    table = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "9 by Anna with Þórdís" in table
    assert "Björn deals next." in table
    assert not [line for line in table.splitlines() if len(line) > 80]
    assert "\033" not in table, "colours belong on a terminal only"


def test_score_reads_standard_input():
    assert "Anna with Þórdís" in scorekeeper("score", "-", given=MATCH).stdout.decode()


def test_score_explains_every_number_with_its_articles(match_file):
    table = scorekeeper("score", "--explain", match_file).stdout.decode()
    assert "Anna +9: A bid of 9 is worth 9; 10 tricks taken: made [kani 4.1, kani 4.6]" in table
    assert not [line for line in table.splitlines() if len(line) > 80]


def test_score_json_prints_the_sheet_document(match_file):
    done = scorekeeper("score", "--json", match_file)
    sheet = json.loads(done.stdout)
    assert sheet["format"] == "scorekeeper-sheet/1"
    assert sheet["totals"] == [9, 0, 9, 0]


def test_a_wrong_document_names_every_problem_and_exits_with_2():
    done = scorekeeper("score", given=WRONG)
    assert done.returncode == 2
    assert done.stdout == b""
    message = done.stderr.decode()
    assert "entries[0].bid: A bid of all thirteen tricks is called Kani" in message
    assert "entries[0].partner:" in message
    assert "[kani 2.5]" in message


def test_a_wrong_document_with_json_is_an_errors_document():
    done = scorekeeper("score", "--json", given=WRONG)
    assert done.returncode == 2
    assert [error["code"] for error in json.loads(done.stdout)["errors"]] == ["say_kani", "own_partner"]


def test_jsonl_answers_line_by_line_and_goes_on_after_a_bad_one():
    lines = [json.dumps(MATCH), "not json", "", json.dumps(WRONG), json.dumps(MATCH)]
    done = scorekeeper("score", "--jsonl", given="\n".join(lines).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert ["errors" in answer for answer in answers] == [False, True, True, False]


def test_jsonl_of_good_lines_exits_with_0():
    done = scorekeeper("score", "--jsonl", given=(json.dumps(MATCH) + "\n").encode() * 3)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.long
def test_jsonl_passes_over_lines_of_white_space_and_a_byte_order_mark():
    one = json.dumps(MATCH).encode()
    done = scorekeeper("score", "--jsonl", given=b"\xef\xbb\xbf" + one + b"\n \t\n\n" + one)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 2


def test_jsonl_answers_a_line_before_the_next_is_written():
    """Streaming: the first sheet arrives while standard input is still open."""
    command = [sys.executable, "-m", "scorekeeper", "score", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        guard = threading.Timer(120, process.kill)
        guard.start()
        for _ in range(2):
            process.stdin.write(json.dumps(MATCH).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["totals"] == [9, 0, 9, 0]
        process.stdin.close()
        guard.cancel()


ODD_NAMES = ("Ð\u0085\u2028\x7f", '\x01\t\\"/', "𝔄🂡", "a" * 30)


@pytest.mark.parametrize(
    "document", [MATCH, WRONG, {**MATCH, "first_dealer": 10**30}, {**MATCH, "place": "\ud800"}]
)
@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_line_of_jsonl_is_to_the_byte_what_the_document_alone_is_answered(document, name):
    raw = json.dumps({**document, "players": [name, *document["players"][1:]]}).encode()
    lines, alone = io.BytesIO(), answer_raw(raw, score, None)[0]
    answer_lines(io.BytesIO(raw), lines, score)
    assert lines.getvalue() == alone
    assert lines.getvalue().count(b"\n") == 1


LONG_LINE = b'"' + b"x" * 4_500_000 + b'"'
"""One line of JSON that is longer than a document may be."""


def test_jsonl_answers_a_line_that_is_too_long_once():
    done = scorekeeper("score", "--jsonl", given=LONG_LINE + b"\n" + json.dumps(MATCH).encode())
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert [error["code"] for error in first["errors"]] == ["too_large"]
    assert second["totals"] == [9, 0, 9, 0]


OTHER_TROUBLE = {
    "no such file": ("score", "/nowhere/match.json"),
    "no such command": ("scroe",),
    "no command": (),
    "an unknown flag": ("score", "--jsno"),
    "a game that is not there": ("rules", "bridge"),
    "an article that is not there": ("rules", "kani", "99"),
    "a language that is not there": ("rules", "kani", "--lang", "fi"),
    "nothing to verify": ("verify", "/nowhere"),
    "a port that cannot be": ("serve", "--port", "99999"),
    "a port below all others": ("serve", "--port", "-1"),
    "no process to serve": ("serve", "--workers", "0"),
    "fewer processes than none": ("serve", "--workers", "-3"),
    "processes in words": ("serve", "--workers", "two"),
}


@pytest.mark.parametrize("what", OTHER_TROUBLE)
def test_anything_else_exits_with_1_and_a_sentence(what):
    done = scorekeeper(*OTHER_TROUBLE[what])
    assert done.returncode == 1
    assert done.stderr.strip() or done.stdout.strip()
    assert b"Traceback" not in done.stderr


@pytest.mark.long
def test_a_reader_that_goes_away_is_no_error_of_ours():
    lines = (json.dumps(MATCH) + "\n") * 2000
    command = f"{sys.executable} -m scorekeeper score --jsonl | head -1"
    done = subprocess.run(command, shell=True, input=lines.encode(), capture_output=True, check=False)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b""


@pytest.mark.long
@cases(
    "command, status, said",
    ("score <&-", 1, "“-” cannot be read"),
    ("adjudicate --jsonl <&-", 1, "“-” cannot be read"),
    ("score {file} >&-", 1, "It cannot be written"),
    ("score --json {file} >&-", 1, "It cannot be written"),
    ("score --jsonl {file} >&-", 1, "It cannot be written"),
    ("rules kani >&-", 1, "It cannot be written"),
    ("verify {file} >&-", 2, ""),
    ("score {wrong} 2>&-", 2, ""),
    ("score /nowhere/match.json 2>&-", 1, ""),
)
def test_a_stream_that_the_shell_has_closed_is_told_and_not_stumbled_over(
    match_file, tmp_path, command, status, said
):
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(WRONG))
    command = f"{sys.executable} -m scorekeeper {command.format(file=match_file, wrong=wrong)}"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (status, b"")
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_letters_that_a_terminal_does_not_have_are_replaced(match_file):
    done = scorekeeper("score", match_file, encoding="cp1252")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "9 by Anna with Þórdís" in done.stdout.decode("cp1252")
    done = scorekeeper("rules", "belot", "3.1", "--lang", "bg", encoding="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"belot 3.1" in done.stdout


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("how", [(), ("--json",), ("--jsonl",)])
def test_a_full_disk_is_said_in_a_sentence(how):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "score", *how],
            input=json.dumps(MATCH).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"scorekeeper: ")
    assert len(done.stderr.splitlines()) == 1


def test_rules_prints_the_whole_book_in_80_columns():
    book = scorekeeper("rules", "kani").stdout.decode()
    assert "kani 4.1" in book
    assert not [line for line in book.splitlines() if len(line) > 80]


@pytest.mark.parametrize("language", ["en", "bg", "is", "eu", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_rules_begins_with_the_game_and_ends_with_what_the_program_does_with_each_article(game, language):
    book = scorekeeper("rules", game, "--lang", language).stdout.decode()
    rulebook = load_rulebook(game, language)
    beginning, _, rest = book.partition(f"\n{game} 1  ")
    assert rulebook.summary in " ".join(beginning.split())
    last = [*rulebook.articles.values()][-1]
    table = rest.partition(f"\n{last.citation}  {last.title}\n")[2]
    for status, articles in coverage(load_rulebook(game)):
        numbers = ", ".join(article.number for article in articles)
        assert numbers in " ".join(table.split()), status
    assert max(map(columns, book.splitlines())) <= 80


def test_rules_prints_one_article():
    article = scorekeeper("rules", "kani", "4.2").stdout.decode()
    assert "kani 4.2" in article
    assert "kani 4.1 " not in article
    assert "What the program does" not in article, "the table is about the whole book"


def test_rules_speaks_the_game_s_own_language():
    assert "sagnhafi" in scorekeeper("rules", "kani", "--lang", "is").stdout.decode().lower()


@pytest.mark.long
def test_rules_in_another_language_say_why_they_are_in_english():
    note = "Този правилник още не е преведен"
    assert scorekeeper("rules", "kani", "--lang", "bg").stdout.decode().startswith(note)
    assert note not in scorekeeper("rules", "belot", "--lang", "bg").stdout.decode()


def archive(tmp_path, **changed):
    sheet = json.loads(scorekeeper("score", "--json", given=MATCH).stdout)
    file = tmp_path / "archive.json"
    file.write_text(json.dumps({**MATCH, "sheet": {**sheet, **changed}}), encoding="utf-8")
    return str(file)


def test_verify_agrees_with_what_it_scores_itself(tmp_path):
    done = scorekeeper("verify", archive(tmp_path))
    assert done.returncode == 0, done.stdout
    assert "1 match re-scored, 0 disagreements." in done.stdout.decode()


def test_verify_prints_every_disagreement(tmp_path):
    done = scorekeeper("verify", archive(tmp_path, totals=[9, 0, 9, 1], winners=[2]))
    assert done.returncode == 1
    assert "totals" in done.stdout.decode()
    assert "winners" in done.stdout.decode()


def test_verify_does_not_compare_sentences(tmp_path):
    assert scorekeeper("verify", archive(tmp_path, next_dealer=3)).returncode == 0


def test_verify_reads_a_league_s_archive_packed_or_not_and_says_where_it_breaks_off(tmp_path):
    match = json.loads(Path(archive(tmp_path)).read_text())
    players = [("player", {"id": f"p{seat}"}) for seat in range(len(match["players"]))]
    records = [
        *players,
        ("match", {"id": "m", "players": [f"p{seat}" for seat in range(4)], "document": match}),
    ]
    lines = "".join(archive_lines({"id": "l", "name": "L", "rules": {}}, records)).encode()
    for name, body in (("l.jsonl", lines), ("l.jsonl.gz", gzip.compress(lines))):
        (tmp_path / name).write_bytes(body)
        done = scorekeeper("verify", str(tmp_path / name))
        assert (done.returncode, "1 match re-scored, 0 disagreements" in done.stdout.decode()) == (0, True), (
            name
        )
    for name, body, said in (
        ("cut.jsonl", lines[:-60], "ends too early"),
        ("edited.jsonl", lines.replace(b'"name":"L"', b'"name":"M"'), "changed after it was made"),
        ("cut.jsonl.gz", gzip.compress(lines)[:-9], "damaged"),
    ):
        (tmp_path / name).write_bytes(body)
        done = scorekeeper("verify", str(tmp_path / name))
        assert done.returncode != 0
        assert said in done.stdout.decode()
        assert "1 match re-scored" in done.stdout.decode(), name


def test_verify_reads_folders_and_lines(tmp_path):
    archive(tmp_path)
    lines = (tmp_path / "archive.json").read_text(encoding="utf-8")
    (tmp_path / "more.jsonl").write_text(f"{lines}\n{lines}\n", encoding="utf-8")
    assert "3 matches re-scored" in scorekeeper("verify", str(tmp_path)).stdout.decode()


def test_verify_counts_a_line_that_is_too_long_once_and_names_the_lines_after_it_right(tmp_path):
    good = Path(archive(tmp_path)).read_bytes()
    differing = Path(archive(tmp_path, totals=[1, 2, 3, 4])).read_bytes()
    (tmp_path / "long.jsonl").write_bytes(b"\n".join([LONG_LINE, good, differing]))
    done = scorekeeper("verify", str(tmp_path / "long.jsonl"))
    told = [line.partition("long.jsonl:")[2][:2] for line in done.stdout.decode().splitlines()]
    assert told == ["1:", "3:", ""]
    assert "2 matches re-scored, 2 disagreements" in done.stdout.decode()


BELOT = match_document(
    "belot",
    ["Ана", "日本語の名前です長い", "Вера", "Георги"],
    [
        {"kind": "adjustment", "scores": [150, 0], "reason": "carried over from the morning"},
        {"kind": "void", "reason": "a card lay face up"},
        {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [162, 0]},
    ],
)
CAPOT = {"kind": "deal", "contract": "hearts", "declarer": 0, "trick_points": [162, 0], "capot": 0}


def test_score_prints_the_reasons_that_people_gave():
    table = scorekeeper("score", given=BELOT).stdout.decode()
    words = " ".join(table.split())
    assert "carried over" in words
    assert "Ана & Вера +150: carried" in words
    assert "a card lay face up" in words


def test_score_shows_what_is_odd_without_being_asked():
    assert "! One side has all the points but no capot" in scorekeeper("score", given=BELOT).stdout.decode()


def test_score_says_why_a_match_past_its_end_goes_on():
    capots = {**BELOT, "entries": [BELOT["entries"][0], CAPOT]}
    assert (
        "on a capot: the next deal decides. [belot 3.10]"
        in scorekeeper("score", given=capots).stdout.decode()
    )


@pytest.mark.parametrize("language", ["en", "bg", "is", "eu", "es"])
def test_no_line_of_the_explanations_is_wider_than_80_columns(language):
    done = scorekeeper("score", "--explain", "--lang", language, given=BELOT)
    assert done.returncode == 0, done.stderr
    assert max(columns(line) for line in done.stdout.decode().splitlines()) <= 80


def columns(line):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


@pytest.mark.long
@pytest.mark.parametrize("command", ["score", "restore", "account"])
def test_a_command_imports_no_other_command(command):
    script = (
        "import sys; from scorekeeper.cli import COMMANDS, read_arguments\n"
        "try: read_arguments([sys.argv[1], '--help'])\n"
        "except SystemExit: print([name for name in COMMANDS if f'scorekeeper.cli.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script, command], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == str([command])


def test_every_command_says_what_it_does(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    said = " ".join(scorekeeper("--help").stdout.decode().split())
    assert [name for name, purpose in COMMANDS.items() if f"{name} {purpose}" not in said] == []
