"""What ``scorekeeper verify`` does with the matches of this server: their chains, and a code that was kept of one."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cli.files import FAILED, GOOD
from scorekeeper.cli.keeping import open_sessions
from scorekeeper.core.text import Catalogue, N, T, render
from scorekeeper.store.match import emptied
from scorekeeper.store.match.record.chain import Fault, chains, check_record, code_of
from scorekeeper.store.match.record.records import TOLD
from scorekeeper.store.match.record.stored_chains import check_matches, find_by_code, record_from


def check_all(words: Catalogue | None) -> int:
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
        said = N(
            "{n} match was emptied out of the bin; of it the hashes are left.",
            "{n} matches were emptied out of the bin; of them the hashes are left.",
            n=len(gone),
        )
        print(render(said, words))
    matches = N("{n} match checked", "{n} matches checked", n=seen)
    found = N("{n} disagreement", "{n} disagreements", n=differences)
    print(render(T("{matches}, {found}.", matches=matches, found=found), words))
    return FAILED if differences else GOOD


def look_for(seq: int, code: str, words: Catalogue | None) -> int:
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
    for one in gone:
        text = T(
            "The code {code} is of a match that was emptied out of the bin on {day}; what it said is gone.",
            code=code,
            day=one.at.date().isoformat(),
        )
        print(f"{one.public_id}: {render(text, words)}")
    if gone and not right:
        return GOOD
    return tell_found(right, seq, code, words) if right or not stored else FAILED


def tell_found(found: Sequence[str], seq: int, code: str, words: Catalogue | None) -> int:
    """Say which matches a code is of; returns the exit status."""
    for place in found:
        text = T("The code {code} is right: nothing was changed up to event {n}.", code=code, n=seq)
        print(f"{place}: {render(text, words)}")
    if not found:
        print(render(T("The code {code} is that of no match here.", code=code), words))
    return GOOD if found else FAILED


def _print_faults(match: str, faults: list[Fault], words: Catalogue | None) -> None:
    for fault in faults:
        kind = f" ({fault.kind})" if fault.kind else ""
        place = render(T("event {n}", n=fault.seq), words)
        print(f"{match}: {place}{kind}: {render(TOLD[fault.code], words)}")
