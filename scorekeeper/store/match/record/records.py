"""The pasts of matches as files tell them, and whether their hashes agree. Needs no database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T, Text
from scorekeeper.store.match.record import chain
from scorekeeper.store.match.record.chain import Fault, MatchRecord

TOLD: Mapping[str, Text] = {
    chain.CHANGED: T("this was changed after it was recorded"),
    chain.UNLINKED: T("this does not follow from what stands before it"),
    chain.MISSING: T("this is missing"),
    chain.UNHASHED: T("this has no hash"),
}
WRONG_CODE = T("the code of this match is not that of its events")


class RecordedMatch(NamedTuple):
    """A match with its past, as a file has it: the line of the match, the code that stands there, and its document."""

    line: int
    record: MatchRecord
    code: str | None = None
    document: Any = None


class Gatherer:
    """Puts the events of a file together with their matches, one match at a time in memory."""

    def __init__(self) -> None:
        self._heads: dict[str, RecordedMatch] = {}
        self._open: RecordedMatch | None = None

    def add_match(self, line: int, body: Mapping[str, Any]) -> None:
        """A line about a match."""
        document, begun, code = body.get("document"), body.get("begun"), body.get("code")
        game = str(document.get("game")) if type(document) is dict else ""
        record = MatchRecord(str(body.get("id")), game, begun if type(begun) is dict else None, [])
        self._heads[record.id] = RecordedMatch(line, record, code if type(code) is str else None, document)

    def add_event(self, body: Mapping[str, Any]) -> RecordedMatch | None:
        """A line about an event; the match before, if this is the first event of another one."""
        match = str(body.get("match"))
        done: RecordedMatch | None = None
        if self._open is None or self._open.record.id != match:
            done = self._open
            head = self._heads.pop(match, None) or RecordedMatch(0, MatchRecord(match, "", None, []))
            self._open = head._replace(record=head.record._replace(events=[]))
        self._open.record.events.append(body)
        return done

    def rest(self) -> Iterator[RecordedMatch]:
        """The last match, and those with a code that came without events."""
        if self._open is not None:
            yield self._open
        yield from (recorded for recorded in self._heads.values() if recorded.code is not None)


def read_records(lines: Iterable[bytes]) -> Iterator[RecordedMatch]:
    """Every match with its past in an archive of a league or in the record of a match; other lines are passed over."""
    gathered = Gatherer()
    for number, line in enumerate(lines, 1):
        body, wrong = parse(line) if line.strip() else (None, None)
        if wrong is not None or type(body) is not dict:
            continue
        if body.get("kind") == "match":
            gathered.add_match(number, body)
        elif body.get("kind") == "event" and (done := gathered.add_event(body)) is not None:
            yield done
    yield from gathered.rest()


def faults_of(recorded: RecordedMatch) -> list[Fault]:
    """Every event whose hashes do not agree. An older program wrote none, which is not wrong."""
    events = recorded.record.events
    if recorded.code is None and not any("content" in event or "chain" in event for event in events):
        return []
    faults, last = chain.check_record(recorded.record), chain.read_code(recorded.code or "")
    if last is not None and last[0] > len(events) and chain.MISSING not in [fault.code for fault in faults]:
        faults.append(Fault(len(events) + 1, chain.MISSING))
    return faults


def check_told(recorded: RecordedMatch) -> Iterator[Finding]:
    """What is wrong with the hashes of a match in a file."""
    faults = faults_of(recorded)
    yield from (finding_of(fault) for fault in faults)
    if recorded.code is None or faults:
        return
    hashes = chain.chains(recorded.record)
    last = hashes[-1] if hashes else None
    if last is None or chain.code_of(len(hashes), last) != recorded.code:
        yield Finding("code", "other_code", WRONG_CODE, severity="suspect")


def codes_of(recorded: RecordedMatch) -> dict[int, str]:
    """The code after each event, computed anew."""
    return {
        seq: chain.code_of(seq, last)
        for seq, last in enumerate(chain.chains(recorded.record), 1)
        if last is not None
    }


def finding_of(fault: Fault) -> Finding:
    """A fault in words; its path names the event."""
    return Finding(f"events[{fault.seq}]", fault.code, TOLD[fault.code], severity="suspect")
