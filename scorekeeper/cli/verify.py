"""``scorekeeper verify``: scores archived matches again, and prints every disagreement with the sheet they carry.

It checks the hashes of their events too; without a path, those of every match of this server. ``--code`` looks for a
code that was kept, ``--compare`` tells where two archives of one match part.
"""

from __future__ import annotations

import gzip
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scorekeeper.cli.answering import INTERNAL, tell_traceback
from scorekeeper.cli.files import FAILED, GOOD, NOT_VALID, StoppedError, lines_of, open_input
from scorekeeper.cli.keeping import open_sessions
from scorekeeper.core.documents import MAX_BYTES, parse
from scorekeeper.core.findings import ERROR, MORE, Finding, count_more
from scorekeeper.core.text import Catalogue, N, T, render
from scorekeeper.store.match import emptied
from scorekeeper.store.match.record.archive import documents_in, verify_document
from scorekeeper.store.match.record.chain import Fault, chains, check_record, code_of, parting, read_code
from scorekeeper.store.match.record.records import TOLD, RecordedMatch, codes_of, read_records
from scorekeeper.store.match.record.stored_chains import check_matches, find_by_code, record_from

MAX_TOLD = 5_000
"""So many disagreements are printed; one more line counts the others."""


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument(
        "paths", nargs="*", metavar="PATH", help="archives; none: the matches of this server"
    )
    command.add_argument("--code", help="look for a match of which this code was kept")
    command.add_argument("--compare", action="store_true", help="tell where the matches of two archives part")


def run(options: Any, words: Catalogue | None) -> int:
    """Check what is asked for; returns the exit status."""
    if options.code is not None:
        return _look_for(options.code, options.paths, words)
    if options.compare:
        return _compare(options.paths, words)
    if not options.paths:
        return _check_stored(words)
    return _score_again(options.paths, words)


def _score_again(paths: Sequence[str], words: Catalogue | None) -> int:
    seen, differences, printed, invalid, failed = 0, 0, 0, False, False
    for place, document, wrong in _read_archives(paths):
        seen += wrong is None
        for finding in [wrong] if wrong else _verify(document):
            differences += int(finding.text.params["n"]) if finding.code == MORE else 1
            invalid = invalid or finding.severity == ERROR
            failed = failed or finding is INTERNAL
            if printed < MAX_TOLD and finding.code != MORE:
                printed += 1
                print(f"{place}: {finding.path}: {render(finding.text, words)}")
    if differences > printed:
        print(render(count_more(differences - printed), words))
    matches = N("{n} match re-scored", "{n} matches re-scored", n=seen)
    disagreements = N("{n} disagreement", "{n} disagreements", n=differences)
    print(render(T("{matches}, {found}.", matches=matches, found=disagreements), words))
    if failed:
        return FAILED
    return NOT_VALID if invalid else FAILED if differences or not seen else GOOD


def _verify(document: Any) -> list[Finding]:
    """What is wrong with an archived match; a mistake of the program keeps no other match from being looked at."""
    try:
        return verify_document(document)
    except Exception:
        tell_traceback()
        return [INTERNAL]


def _look_for(typed: str, paths: Sequence[str], words: Catalogue | None) -> int:
    """Say which match the code is of, in these archives or on this server."""
    wanted = read_code(typed)
    if wanted is None:
        raise StoppedError(
            T("“{code}” is no code: it is a number and sixteen letters or digits.", code=typed)
        )
    if not paths:
        return _look_in_store(*wanted, words)
    places = [
        f"{place}: {past.record.id}"
        for place, past in _read_pasts(paths)
        if codes_of(past).get(wanted[0]) == wanted[1]
    ]
    return _tell_found(places, *wanted, words)


def _compare(paths: Sequence[str], words: Catalogue | None) -> int:
    if len(paths) != 2:
        raise StoppedError(T("Name two archives to compare."))
    first_records, second_records = (
        {past.record.first: past.record for _, past in _read_pasts([path])} for path in paths
    )
    both = [first for first in first_records if first in second_records]
    parted = 0
    for first in both:
        mine, theirs = first_records[first], second_records[first]
        seq, (fewer, more) = parting(mine, theirs), sorted((len(mine.events), len(theirs.events)))
        parted += seq is not None
        text = T("the same up to event {n}", n=fewer) if seq is None else T("they part at event {n}", n=seq)
        on = T("one of them goes on to event {n}", n=more) if seq is None and more > fewer else None
        print(f"{mine.id}: {', '.join(render(part, words) for part in (text, on) if part)}")
    matches = N("{n} match is in both", "{n} matches are in both", n=len(both))
    differ = N("{n} parts", "{n} part", n=parted)
    print(render(T("{matches}, {found}.", matches=matches, found=differ), words))
    return FAILED if parted or not both else GOOD


def _read_pasts(paths: Sequence[str]) -> Iterator[tuple[str, RecordedMatch]]:
    for path in paths:
        for file in _files(path):
            with _lines(file) as lines:
                yield from ((str(file), past) for past in read_records(lines))


def _read_archives(paths: Sequence[str]) -> Iterator[tuple[str, Any, Finding | None]]:
    """Every document in these files and folders: ``*.json`` hold one, ``*.jsonl`` one a line, or a whole league.

    Those whose names end in ``.gz`` are packed.
    """
    for path in paths:
        for file in _files(path):
            if file.suffix not in (".gz", ".jsonl"):
                with open_input(str(file)) as opened:
                    yield (str(file), *parse(opened.read(MAX_BYTES + 1)))
                continue
            with _lines(file) as lines:
                for number, document, wrong in documents_in(lines):
                    yield (f"{file}:{number}", document, wrong)


def _files(path: str) -> list[Path]:
    """The file, or every archive below a folder."""
    patterns = (Path(path).rglob(f"*.{kind}") for kind in ("json", "jsonl", "jsonl.gz"))
    return sorted(file for some in patterns for file in some) if Path(path).is_dir() else [Path(path)]


@contextmanager
def _lines(file: Path) -> Iterator[Iterable[bytes]]:
    with open_input(str(file)) as opened:
        whole: Any = gzip.GzipFile(fileobj=opened) if file.suffix == ".gz" else opened
        yield lines_of(whole)


# --- the matches of this server -------------------------------------------------------------------


def _check_stored(words: Catalogue | None) -> int:
    """Check the chain of every match; returns the exit status."""
    seen, differences = 0, 0
    with open_sessions() as sessions, sessions() as session:
        for match, faults in check_matches(session):
            seen += 1
            differences += len(faults)
            _print_faults(match, faults, words)
        gone = list(emptied.check_emptied(session))
    for match, faults in gone:
        differences += len(faults)
        _print_faults(match, faults, words)
    if gone:
        sentence = N(
            "{n} match was emptied out of the bin; of it the hashes are left.",
            "{n} matches were emptied out of the bin; of them the hashes are left.",
            n=len(gone),
        )
        print(render(sentence, words))
    matches = N("{n} match checked", "{n} matches checked", n=seen)
    disagreements = N("{n} disagreement", "{n} disagreements", n=differences)
    print(render(T("{matches}, {found}.", matches=matches, found=disagreements), words))
    return FAILED if differences else GOOD


def _look_in_store(seq: int, code: str, words: Catalogue | None) -> int:
    """Say of which match this code was kept, and whether it still is the code; returns the exit status."""
    right, stored = [], False
    with open_sessions() as sessions, sessions() as session:
        for match in find_by_code(session, seq, code):
            stored, record = True, record_from(session, match)
            chain = chains(record)[seq - 1]
            if chain is not None and code_of(seq, chain) == code:
                right.append(match.public_id)
            else:
                _print_faults(match.public_id, check_record(record), words)
        gone = emptied.find_by_code(session, seq, code)
    for emptied_match in gone:
        text = T(
            "The code {code} is of a match that was emptied out of the bin on {day}; what it said is gone.",
            code=code,
            day=emptied_match.at.date().isoformat(),
        )
        print(f"{emptied_match.public_id}: {render(text, words)}")
    if gone and not right:
        return GOOD
    return _tell_found(right, seq, code, words) if right or not stored else FAILED


def _tell_found(places: Sequence[str], seq: int, code: str, words: Catalogue | None) -> int:
    """Say which matches a code is of; returns the exit status."""
    for place in places:
        text = T("The code {code} is right: nothing was changed up to event {n}.", code=code, n=seq)
        print(f"{place}: {render(text, words)}")
    if not places:
        print(render(T("The code {code} is that of no match here.", code=code), words))
    return GOOD if places else FAILED


def _print_faults(match: str, faults: list[Fault], words: Catalogue | None) -> None:
    for fault in faults:
        kind = f" ({fault.kind})" if fault.kind else ""
        place = render(T("event {n}", n=fault.seq), words)
        print(f"{match}: {place}{kind}: {render(TOLD[fault.code], words)}")
