"""The command line: ``scorekeeper score``, ``adjudicate``, ``rules``, ``verify``, ``serve``,
``backup``, ``restore``, ``league`` and ``account``.

Exit status: 0 good, 2 a document is not valid, 1 anything else; 1 wins over 2. Only ``serve`` imports Flask.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from scorekeeper.cli.answering import (
    FAILED,
    GOOD,
    INTERNAL,
    NOT_VALID,
    Answer,
    answer_lines,
    answer_raw,
    tell_traceback,
)
from scorekeeper.cli.files import (
    StoppedError,
    lines_of,
    open_input,
    open_output,
)
from scorekeeper.core.documents import MAX_BYTES, parse
from scorekeeper.core.findings import ERROR, Finding, Report
from scorekeeper.core.text import Catalogue, N, T, Text, render
from scorekeeper.translations.catalogues import LANGUAGES, catalogue

Run = Callable[[Any, Catalogue | None], int]
Command = Callable[[str, Run, str], argparse.ArgumentParser]


class _Parser(argparse.ArgumentParser):
    """Status 2 belongs to documents, so wrong words on the command line end with 1."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(FAILED, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it is there until we end
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has letters for ♠ and Þ
    try:
        words = catalogue(options.lang)
    except FileNotFoundError:
        print(
            f"scorekeeper: the catalogue for {options.lang!r} is not compiled; run `make` once",
            file=sys.stderr,
        )
        return FAILED
    try:
        status: int = options.run(options, words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except StoppedError as stopped:
        print(f"scorekeeper: {render(stopped.text, words)}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED
    except OSError as error:
        told = T("It cannot be written: {reason}.", reason=error.strerror)
        print(f"scorekeeper: {render(told, words)}", file=sys.stderr)
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not tried again
        return FAILED
    except KeyboardInterrupt:
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="scorekeeper", description="Keeps the score of card games and explains it.")
    # Naming the program here keeps argparse from formatting a usage line, and so from importing shutil.
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", parser_class=_Parser, prog="scorekeeper"
    )

    def command(name: str, run: Run, help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help)
        made.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of all sentences")
        made.set_defaults(run=run)
        return made

    _documents(command)
    _server(command)
    _keeping(command)
    return parser


def _documents(command: Command) -> None:
    """The commands that read documents and files: they need neither a database nor a server."""
    score = command("score", run_score, "score a match document")
    how = score.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print the sheet document")
    how.add_argument("--jsonl", action="store_true", help="one match a line in, one sheet a line out")
    score.add_argument("--explain", action="store_true", help="print the reasons of every score")
    score.add_argument("file", nargs="?", default="-", metavar="MATCH.json", help="- reads standard input")

    ruling = command("adjudicate", run_adjudicate, "answer a question document")
    how = ruling.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print the ruling document")
    how.add_argument("--jsonl", action="store_true", help="one question a line in, one ruling a line out")
    ruling.add_argument(
        "file", nargs="?", default="-", metavar="QUESTION.json", help="- reads standard input"
    )

    rules = command("rules", run_rules, "print the rulebook of a game, or one article of it")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("article", nargs="?", metavar="ARTICLE")

    verify = command("verify", run_verify, "re-score archived matches that carry their sheet")
    verify.add_argument("paths", nargs="+", metavar="PATH")


def _server(command: Command) -> None:
    """The server, and all that it keeps in one file."""
    serve = command("serve", run_serve, "serve the pages to the phones at the table")
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on")
    serve.add_argument(
        "--port", type=_number(0, 65535), help="the port to listen on (8000 or the next free one)"
    )
    serve.add_argument("--workers", type=_number(1, 100), default=2, help="how many server processes")

    backup = command("backup", run_backup, "write everything into one file, while the server runs")
    backup.add_argument("file", metavar="FILE")
    backup.add_argument(
        "--without-key", action="store_true", help="leave out the key that the links to matches hang on"
    )

    restore = command("restore", run_restore, "put a backup into an empty database")
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="give up what the database holds")


def _number(least: int, most: int) -> Callable[[str], int]:
    """Reads an argument that is a whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        if text.isdecimal() and len(text) < 10 and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"give a number from {least} to {most}, not {text!r}")

    return read


def _keeping(command: Command) -> None:
    """What the server's keeper does about leagues and accounts."""
    league = command("league", run_league, "bring the figures of leagues up to date, or build them again")
    league.add_argument(
        "what", choices=["derive", "rebuild"], help="what waits, or everything from the matches"
    )
    league.add_argument("names", nargs="*", metavar="LEAGUE", help="as in its address; without one: all")
    league.add_argument(
        "--anew", action="store_true", help="begin again instead of going on with what was interrupted"
    )
    league.add_argument(
        "--state",
        action="store_true",
        help="what is in a league too, from its log; nobody else writes meanwhile",
    )
    league.add_argument("--hurry", action="store_true", help="faster, while nobody is keeping score")

    account = command("account", run_account, "for the server's keeper: accounts that lost their way in")
    account.add_argument(
        "what", choices=["reset", "own"], help="print a link that signs in once; or make an owner of a league"
    )
    account.add_argument("name", metavar="NAME", help="the account's name")
    account.add_argument(
        "league", metavar="LEAGUE", nargs="?", help="with own: the league, as in its address"
    )
    account.add_argument("--address", metavar="URL", help="the server's address as the person reaches it")


def run_score(options: Any, words: Catalogue | None) -> int:
    """``score``: a table for people, a sheet document, or one a line."""
    from scorekeeper.games import score

    def table(document: Any, report: Report) -> bool:
        from scorekeeper.cli.console import print_sheet
        from scorekeeper.core.fold import score_match
        from scorekeeper.games import GAMES

        sheet = score_match(document, GAMES, report)
        if sheet is not None:
            print_sheet(sheet, document, words, open_output(), explain=options.explain)
        return sheet is not None

    return _answer(options, words, score, table)


def run_adjudicate(options: Any, words: Catalogue | None) -> int:
    """``adjudicate``: a verdict with its reasons for people, a ruling document, or one a line."""
    from scorekeeper.games import rule

    def verdict(document: Any, report: Report) -> bool:
        from scorekeeper.cli.console import print_ruling
        from scorekeeper.core.adjudication import adjudicate
        from scorekeeper.games import GAMES

        answered = adjudicate(document, GAMES, report)
        if answered is not None:
            print_ruling(answered, words, open_output())
        return answered is not None

    return _answer(options, words, rule, verdict)


def _answer(
    options: Any, words: Catalogue | None, answer: Answer, show: Callable[[Any, Report], bool]
) -> int:
    """Answer one document or many: ``answer`` for machines, ``show`` (which says whether it could) for people."""
    if options.jsonl:
        with open_input(options.file) as lines:
            return answer_lines(lines, open_output().buffer, answer, words)
    with open_input(options.file) as file:
        raw = file.read(MAX_BYTES + 1)
    if options.json:
        written, status = answer_raw(raw, answer, words, indent=2)
        open_output().buffer.write(written)
        return status
    document, wrong = parse(raw)
    report = Report()
    if wrong is None and show(document, report):
        return GOOD
    from scorekeeper.cli.console import print_errors

    print_errors([wrong] if wrong else report.errors, words, sys.stderr)
    return NOT_VALID


def run_rules(options: Any, words: Catalogue | None) -> int:
    """``rules``: the whole rulebook of a game, or one article."""
    from scorekeeper.cli.console import print_rules, print_text
    from scorekeeper.core.rulebook import load_rulebook
    from scorekeeper.games import GAMES

    if options.game not in GAMES:
        raise StoppedError(
            T("There is no game “{game}”; there is: {games}.", game=options.game, games=list(GAMES))
        )
    book = load_rulebook(options.game, options.lang)
    number = (options.article or "").removeprefix(f"{options.game} ")
    if number and number not in book.articles:
        raise StoppedError(T("{game} has no article {number}.", game=book.title, number=number))
    out = open_output()
    if book.language != options.lang:
        note = T("This rulebook is not written in your language yet, so it stands here in English.")
        print_text(note, words, out)
        print(file=out)
    print_rules(book, number, words, out)
    return GOOD


def run_verify(options: Any, words: Catalogue | None) -> int:
    """``verify``: re-scores archived matches; prints every disagreement with the sheet they carry."""
    seen, differences, invalid, failed = 0, 0, False, False
    for place, document, wrong in _archives(options.paths):
        seen += wrong is None
        for finding in [wrong] if wrong else _verified(document):
            differences += 1
            invalid = invalid or finding.severity == ERROR
            failed = failed or finding is INTERNAL
            print(f"{place}: {finding.path}: {render(finding.text, words)}")
    matches = N("{n} match re-scored", "{n} matches re-scored", n=seen)
    found = N("{n} disagreement", "{n} disagreements", n=differences)
    print(render(T("{matches}, {found}.", matches=matches, found=found), words))
    if failed:
        return FAILED
    return NOT_VALID if invalid else FAILED if differences or not seen else GOOD


def _verified(document: Any) -> list[Finding]:
    """What is wrong with an archived match; a mistake of the program keeps no other match from being looked at."""
    from scorekeeper.store.match.archive import verify_document

    try:
        return verify_document(document)
    except Exception:
        tell_traceback()
        return [INTERNAL]


def _archives(paths: Sequence[str]) -> Iterator[tuple[str, Any, Finding | None]]:
    """Every document in these files and folders: ``*.json`` hold one, ``*.jsonl`` one a line, or a whole league.

    Those whose names end in ``.gz`` are packed.
    """
    import gzip
    from pathlib import Path

    from scorekeeper.store.match.archive import documents_in

    for path in map(Path, paths):
        found = (path.rglob(f"*.{kind}") for kind in ("json", "jsonl", "jsonl.gz"))
        files = sorted(file for some in found for file in some) if path.is_dir() else [path]
        for file in files:
            packed = file.suffix == ".gz"
            with open_input(str(file)) as opened:
                if not packed and file.suffix != ".jsonl":
                    yield (str(file), *parse(opened.read(MAX_BYTES + 1)))
                    continue
                whole: Any = gzip.GzipFile(fileobj=opened) if packed else opened
                for number, document, wrong in documents_in(lines_of(whole)):
                    yield (f"{file}:{number}", document, wrong)


def run_serve(options: Any, words: Catalogue | None) -> int:
    """``serve``: the web pages, until they are stopped."""
    from scorekeeper.server.supervisor import serve

    return serve(host=options.host, port=options.port, workers=options.workers)


def run_backup(options: Any, words: Catalogue | None) -> int:
    """``backup``: the whole database and the key, in one file that is read back."""
    from scorekeeper.cli.backup import back_up

    return _tell(back_up(options.file, with_key=not options.without_key), words)


def run_restore(options: Any, words: Catalogue | None) -> int:
    """``restore``: a backup into the database, all of it or nothing."""
    from scorekeeper.cli.backup import put_back

    return _tell(put_back(options.file, replace=options.replace), words)


def _tell(sentences: Iterator[Text], words: Catalogue | None) -> int:
    """Print what was done; what could not be done stops the command."""
    from scorekeeper.cli.account import KeepingError

    try:
        for sentence in sentences:
            print(render(sentence, words))
    except KeepingError as error:
        raise StoppedError(error.text) from error
    return GOOD


def run_league(options: Any, words: Catalogue | None) -> int:
    """``league derive`` and ``league rebuild``: the figures that pages show, with its progress on standard error."""
    from scorekeeper.cli.league import Ticker, derive_leagues, rebuild_leagues

    ticker = Ticker(lambda text: render(text, words))
    if options.what == "derive":
        done = derive_leagues(options.names, ticker)
    else:
        done = rebuild_leagues(
            options.names, ticker, anew=options.anew, hurry=options.hurry, state=options.state
        )

    def cleared() -> Iterator[Text]:
        try:
            for sentence in done:
                ticker.clear()
                yield sentence
        finally:
            ticker.clear()

    try:
        return _tell(cleared(), words)
    except KeyboardInterrupt:
        raise StoppedError(T("Stopped. The same command goes on from here.")) from None


def run_account(options: Any, words: Catalogue | None) -> int:
    """``account reset``: a link that signs its owner in once, for the server's keeper to hand on.

    ``account own``: the account owns a league from now on.
    """
    from scorekeeper.cli.account import KeepingError, name_owner, sign_in_link

    try:
        if options.what == "own":
            name_owner(options.name, options.league or "")
            return GOOD
        print(sign_in_link(options.name, options.address))
    except KeepingError as error:
        raise StoppedError(error.text) from error
    print(
        render(T("It signs in once, within 24 hours. Hand it to nobody but its owner."), words),
        file=sys.stderr,
    )
    return GOOD
