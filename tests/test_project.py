"""The project's own machinery: what it checks really fails, and what its documents say is there."""

import ast
import fcntl
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tokenize
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from tests.cases import cases
from tests.programs import turn
from tests.trust.servers import Answer

ROOT = Path(__file__).resolve().parent.parent


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tools_{name}", ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- lock files -----------------------------------------------------------------------------------


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


@pytest.mark.long
def test_the_lock_files_belong_to_pyproject(locked: Path) -> None:
    assert tool("lock").problems(locked) == []


@cases(
    "file, old, new, complaint",
    ("pyproject.toml", '"segno>=1.6.6,<2"', '"segno>=1.6.6,<2", "rich"', "rich is not met"),
    ("pyproject.toml", "Flask>=3.1,<4", "Flask>=3.1,<5", "not made from this pyproject.toml"),
    ("requirements.lock", "segno==1", "segno==0", "segno"),
    ("requirements-dev.lock", "jinja2==3", "jinja2==2", "jinja2 is not the version"),
)
def test_a_stale_lock_file_is_noticed(locked: Path, file: str, old: str, new: str, complaint: str) -> None:
    text = (locked / file).read_text(encoding="utf-8")
    assert old in text
    (locked / file).write_text(text.replace(old, new), encoding="utf-8")
    assert any(complaint in problem for problem in tool("lock").problems(locked)), list(
        tool("lock").problems(locked)
    )


def test_the_locks_name_no_registry() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        assert "://" not in (ROOT / name).read_text(encoding="utf-8")


# --- catalogues -----------------------------------------------------------------------------------

SOURCE = """
T("Hello {name}")
N("{n} card", "{n} cards", n=2)
C("menu", "Open")
"""
TRANSLATED = {"Hello {name}": "Kaixo {name}", "Open": "Ireki", "Who began?": "Nork hasi du?"}
TRANSLATED_PLURAL = ("karta {n}", "{n} karta")
OTHERS = 'msgctxt "menu"'
"""Where a sentence stands that has a context."""


def in_game(sentence: str, said: str) -> str:
    """A sentence as players of one game say it, before the others."""
    return f'msgctxt "kani"\nmsgid "{sentence}"\nmsgstr "{said}"\n\n{OTHERS}'


@pytest.fixture
def translated(tmp_path: Path) -> Path:
    """A small program with complete catalogues."""
    polib = pytest.importorskip("polib", reason="polib writes the catalogues of this test")
    for folder in ("scorekeeper", "templates"):
        (tmp_path / folder).mkdir()
    (tmp_path / "scorekeeper" / "sentences.py").write_text(SOURCE)
    (tmp_path / "scorekeeper" / "irregularities.toml").write_text('asks = "Who began?"')
    (tmp_path / "templates" / "page.html").write_text("<p>{{ _('Open') }}</p>")
    catalogues = tool("catalogues")
    catalogues.update(tmp_path)
    for language in catalogues.LANGUAGES:
        file = polib.pofile(str(catalogues.po_file(tmp_path, language)))
        for entry in file:
            if entry.msgid_plural:
                entry.msgstr_plural = dict(enumerate(TRANSLATED_PLURAL))
            else:
                entry.msgstr = TRANSLATED[entry.msgid]
        file.save()
        glossary = catalogues.po_file(tmp_path, language).parent.parent / "glossary.toml"
        glossary.write_text('[menu]\nopen = "ireki"\ncard = "karta"\n')
    assert list(catalogues.problems(tmp_path)) == []
    return tmp_path


@cases(
    "old, new, complaint",
    ('msgstr "Ireki"', 'msgstr ""', "not translated: 'Open'"),
    ('msgstr "Nork hasi du?"', 'msgstr ""', "not translated: 'Who began?'"),
    ('msgstr "Kaixo {name}"', 'msgstr "Kaixo {izena}"', "the placeholders differ: 'Hello {name}'"),
    ('msgstr[1] "{n} karta"', 'msgstr[1] "karta"', "the placeholders of plural form 1 differ"),
    ('msgstr[0] "karta {n}"', 'msgstr[0] ""', "not translated: '{n} card'"),
    ('msgctxt "menu"', '#, fuzzy\nmsgctxt "menu"', "fuzzy: 'Open'"),
    ('msgid "Hello {name}"', 'msgid "Goodbye {name}"', "not in the catalogue"),
    ('msgstr "Ireki"', 'msgstr "Open"', "the same as in English"),
    (
        'msgstr "Ireki"',
        'msgstr "Zabaldu"',
        "the glossary says 'ireki' for 'open' (menu), and no sentence does",
    ),
    ('msgstr[1] "{n} karta"', 'msgstr[1] "{n} cards"', "of 5 it says the same as English"),
    (OTHERS, in_game("Gone", "Joan"), "no longer said by the program, run `make messages`: 'Gone'"),
    (OTHERS, in_game("Hello {name}", "Kaixo {izena}"), "the placeholders differ: 'Hello {name}'"),
    (OTHERS, in_game("Hello {name}", ""), "not translated: 'Hello {name}'"),
    ("plural=(n != 1)", "plural=(n > 1)", "Plural-Forms should be"),
)
def test_a_faulty_catalogue_is_noticed(translated: Path, old: str, new: str, complaint: str) -> None:
    catalogues = tool("catalogues")
    file = catalogues.po_file(translated, "eu")
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert any(
        problem.startswith("eu: ") and complaint in problem for problem in catalogues.problems(translated)
    ), list(catalogues.problems(translated))


def test_a_sentence_without_its_catalogue_entry_is_noticed(translated: Path) -> None:
    (translated / "scorekeeper" / "sentences.py").write_text(SOURCE + 'T("New")')
    assert "is: not in the catalogue, run `make messages`: 'New'" in list(
        tool("catalogues").problems(translated)
    )


def test_a_sentence_that_comes_back_brings_its_translation(translated: Path) -> None:
    catalogues, source = tool("catalogues"), translated / "scorekeeper" / "sentences.py"
    source.write_text("")
    catalogues.update(translated)
    source.write_text(SOURCE)
    catalogues.update(translated)
    assert list(catalogues.problems(translated)) == []


def test_a_sentence_that_a_language_says_otherwise_in_a_game_stands_after_that_of_all_games(
    translated: Path,
) -> None:
    catalogues = tool("catalogues")
    file = catalogues.po_file(translated, "eu")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(OTHERS, in_game("Hello {name}", "Aupa {name}")), encoding="utf-8")
    catalogues.update(translated)
    kept = [message.string for message in catalogues.read(file, "eu") if message.id == "Hello {name}"]
    assert kept == ["Kaixo {name}", "Aupa {name}"]
    assert list(catalogues.problems(translated)) == []


# --- make and its scripts -------------------------------------------------------------------------


@pytest.mark.long
def test_no_sentence_hides_inside_another_string_where_it_is_not_collected() -> None:
    asked = {"_", "gettext", "ngettext", "pgettext", "T", "N", "C"}
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / "scorekeeper").rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in asked
    ]
    assert hidden == []


@cases("target", "run", "quick", "test", "check", "bench", "soak", "lock", "messages", "help")
def test_make_has(target: str) -> None:
    done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_make_command_of_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "docs/architecture.md"):
        said = re.findall(r"`make ([a-z]+)", (ROOT / name).read_text(encoding="utf-8"))
        assert set(said) <= targets, name


def test_contributing_says_why_for_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["postgres"]]
    wanted += [line for group in project["dependency-groups"].values() for line in group]
    names = {match[0] for line in wanted if (match := re.match(r"[A-Za-z0-9-]+", line))}
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert not {name for name in names if f"**{name}**" not in said}


def script(
    name: str, *arguments: str, path: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/bash", str(ROOT / "tools" / name), *arguments],
        env={**os.environ, **environment, **({"PATH": path} if path else {})},
        capture_output=True,
        text=True,
    )


def stand_in(folder: Path, name: str, body: str) -> str:
    program = folder / name
    program.write_text(f"#!/bin/bash\n{body}\n")
    program.chmod(0o755)
    return str(program)


def test_a_missing_python_is_a_sentence(tmp_path: Path) -> None:
    done = script("make_environment.sh", "python-that-is-missing", str(tmp_path / "env"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "Install Python 3.11 or newer" in done.stderr


def test_an_old_python_is_a_sentence(tmp_path: Path) -> None:
    old = stand_in(tmp_path, "python-old", 'if [[ $1 == -V ]]; then echo "Python 3.9.2"; else exit 1; fi')
    done = script("make_environment.sh", old, str(tmp_path / "env"))
    assert done.returncode == 1
    assert "Python 3.9.2; Scorekeeper needs 3.11 or newer" in done.stderr


def test_a_python_that_lacks_ensurepip_is_a_sentence(tmp_path: Path) -> None:
    body = f'if [[ $2 == *ensurepip* ]]; then exit 1; fi; exec "{sys.executable}" "$@"'
    done = script("make_environment.sh", stand_in(tmp_path, "python-bare", body), str(tmp_path / "env"))
    assert done.returncode == 1
    assert f"apt-get install python3.{sys.version_info.minor}-venv" in done.stderr
    assert not (tmp_path / "env").exists()


@pytest.mark.parametrize(("ci", "status"), [("true", 1), ("false", 0)])
def test_where_nothing_can_be_installed_the_command_is_named(tmp_path: Path, ci: str, status: int) -> None:
    """On a machine of another user's, without sudo: in CI that is a failure, elsewhere tests are skipped."""
    for name, body in {"id": "echo 1000", "sudo": "exit 1", "apt-get": "exit 9", "dpkg": "exit 0"}.items():
        stand_in(tmp_path, name, body)
    has = {"SCOREKEEPER_CHROMIUM": "", "SCOREKEEPER_TEST_POSTGRES": "postgresql://elsewhere"}
    done = script("install_system.sh", path=str(tmp_path), CI=ci, **has)
    assert done.returncode == status
    assert "sudo apt-get install --no-install-recommends chromium" in done.stderr


MAX_LINE = 160


def test_no_line_of_a_template_or_a_style_sheet_is_longer_than_a_screen_is_wide() -> None:
    sources = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "templates").rglob("*.svg"),
        *(ROOT / "static").rglob("*.css"),
    ]
    assert len(sources) > 100
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted(sources)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > MAX_LINE and "vendor" not in path.parts
    ]
    assert long == []


LEFT_ALONE = re.compile(r"# fmt: (?:skip|off)")


def test_the_formatter_sets_every_line() -> None:
    skips = [
        path.relative_to(ROOT).as_posix()
        for top in ("scorekeeper", "tools", "tests", "benchmarks")
        for path in sorted((ROOT / top).rglob("*.py"))
        if LEFT_ALONE.search(path.read_text(encoding="utf-8"))
    ]
    assert skips == []


# --- linting --------------------------------------------------------------------------------------


@cases(
    "file, banned",
    ("scorekeeper/core/game.py", True),
    ("scorekeeper/games/belot/scoring.py", True),
    ("scorekeeper/league/standings.py", True),
    ("scorekeeper/web/site/pages.py", False),
    ("scorekeeper/server/supervisor.py", False),
)
def test_ruff_keeps_the_inner_rings_to_the_standard_library(file: str, banned: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--stdin-filename", file, "-"],
        cwd=ROOT,
        input="import flask\n\nprint(flask)\n",
        capture_output=True,
        text=True,
    )
    assert ("TID251" in done.stdout) is banned, done.stdout + done.stderr


@cases(
    "script, found",
    ('import { say } from "./touch.js";\nsay("1");\n', ""),
    ("newest.focus();\n", "'newest' is not defined"),
    ('import { sayAll } from "./touch.js";\nsayAll();\n', 'named import "sayAll" not found'),
    ids=["what is there", "a name that nothing defines", "an import of what is not exported"],
)
def test_oxlint_finds_a_name_that_is_not_there(tmp_path: Path, script: str, found: str) -> None:
    (tmp_path / "touch.js").write_text("export function say(words) { console.log(words); }\n")
    (tmp_path / "sheet.js").write_text(script)
    oxlint = Path(sys.executable).with_name("oxlint")
    command = [oxlint, "--config", ROOT / ".oxlintrc.json", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode == 0) is (found == ""), done.stdout + done.stderr
    assert found in done.stdout


# --- English --------------------------------------------------------------------------------------

TANGLED = ["whoever", "whomever", "whatever", "somebody", "nobody"]
TANGLED_WORD = re.compile(rf"\b(?:{'|'.join(TANGLED)})\b", re.IGNORECASE)
CODE = re.compile(rf"([\"'`])(?:{'|'.join(TANGLED)})\1")
"""Such a word alone in quotes is a code of a document."""

WRITTEN = {".py", ".html", ".js", ".css", ".md", ".toml", ".sh", ".service", ".timer", ".conf"}


def tangled_words(line: str) -> list[str]:
    """Those in a line; the name of a test is read as the sentence that it is."""
    sentence = line.replace("_", " ") if line.startswith("def test_") else line
    return TANGLED_WORD.findall(CODE.sub("", sentence))


def written_files() -> list[Path]:
    tops = ["scorekeeper", "templates", "static", "tests", "docs", "tools", "benchmarks", "deploy", "phone"]
    found = [path for top in tops for path in sorted((ROOT / top).rglob("*")) if path.suffix in WRITTEN]
    return [*sorted(ROOT.glob("*.md")), *(path for path in found if "vendor" not in path.parts)]


@cases(
    "line, tangled",
    ("Whoever deals asks nobody.", ["Whoever", "nobody"]),
    ('T("Nobody has 151 points yet.")', ["Nobody"]),
    ("The code is `nobody` or 'nobody_captured'.", []),
    ('confirmation: "nobody"', []),
    ("def test_whoever_deals_asks_nobody() -> None:", ["whoever", "nobody"]),
    ("    nobody_captured = True", []),
    ("The dealer asks no player.", []),
)
def test_a_tangled_word_is_found_in_a_sentence_and_not_in_a_code(line: str, tangled: list[str]) -> None:
    assert tangled_words(line) == tangled


@pytest.mark.long
def test_no_sentence_is_tangled() -> None:
    """`nobody`, `whoever` and their like send a reader back to the start of the sentence."""
    tangled = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in written_files()
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if tangled_words(line)
    ]
    assert tangled == []


STIFF_WORD = re.compile(r"\b(?:whom|whichever)\b|, of which\b", re.IGNORECASE)
"""Words that pages may say, and that docstrings, comments and documents do without."""


def read_comments(path: Path) -> list[tuple[int, str]]:
    """The comments and docstrings of a module, those below a value included, with their lines."""
    source = path.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    strings = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    return comments + [
        (text.lineno, text.value)
        for text in strings
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    ]


def test_a_stiff_word_is_found_in_a_comment_and_not_in_a_sentence_of_a_page(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        '"""Whom it names."""\nA = T("who pays whom")\n"""Whichever."""\nB = 1  # whom\n'
    )
    found = [
        (line, word) for line, text in read_comments(tmp_path / "a.py") for word in STIFF_WORD.findall(text)
    ]
    assert sorted(found) == [(1, "Whom"), (3, "Whichever"), (4, "whom")]


def test_no_comment_and_no_document_is_stiff() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    lines = [
        (path, line)
        for path in documents
        for line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    ]
    modules = [path for path in (ROOT / "scorekeeper").rglob("*.py") if "versions" not in path.parts]
    lines += [(path, comment) for path in modules for comment in read_comments(path)]
    assert [
        f"{path.relative_to(ROOT)}:{number}: {text}"
        for path, (number, text) in lines
        if STIFF_WORD.search(text)
    ] == []


# --- tests that say what they saw ---------------------------------------------------------------------


def test_an_assertion_of_a_module_that_tests_share_says_what_it_saw() -> None:
    with pytest.raises(AssertionError, match="assert None"):
        Answer(409, None, "a page without a form").seen  # noqa: B018 - reading it looks for the form


# --- tests side by side ---------------------------------------------------------------------------


def test_what_measures_seconds_runs_alone_and_is_not_overtaken(tmp_path: Path) -> None:
    ran: list[str] = []
    begun, free = threading.Event(), threading.Event()

    def test(name: str, alone: bool) -> threading.Thread:
        def run() -> None:
            with turn(tmp_path, alone):
                ran.append(f"{name} begins")
                if name == "first":
                    begun.set()  # inside, so the gate is open again
                    free.wait(60)
                ran.append(f"{name} ends")

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def waits_at(name: str) -> None:
        """Wait until another thread stands at this lock."""
        until = time.monotonic() + 60
        with (tmp_path / name).open("a") as file:
            while time.monotonic() < until:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return
                fcntl.flock(file, fcntl.LOCK_UN)

    threads = [test("first", False)]
    assert begun.wait(60)
    threads.append(test("alone", True))
    waits_at("gate")
    threads.append(test("last", False))
    free.set()
    for thread in threads:
        thread.join(60)
    assert ran == [f"{name} {what}" for name in ("first", "alone", "last") for what in ("begins", "ends")]
