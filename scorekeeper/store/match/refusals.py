"""Why the ledger takes no event: six ways, named by what the caller met. Each carries what a page then shows."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import T
from scorekeeper.store.match.match import Event, Match
from scorekeeper.store.match.proposal import Proposal


class LedgerError(Exception):
    """Nothing was written."""


class NoSuchMatch(LedgerError):  # noqa: N818 - named by what the caller met, like its sisters
    """There is no match of that name."""


class Stale(LedgerError):  # noqa: N818
    """The writer had not seen the last event. ``since`` are those that came after what was seen."""

    def __init__(self, match: Match, since: tuple[Event, ...]) -> None:
        super().__init__(f"{len(since)} event(s) were not seen")
        self.match, self.since = match, since


class UuidReused(LedgerError):  # noqa: N818
    """The UUID belongs to another event already: a form was sent again with other content.

    ``match`` is the match that was written to, and None when a match was being opened.
    """

    def __init__(self, match: Match | None, event: Event) -> None:
        super().__init__("the UUID belongs to another event")
        self.match, self.event = match, event


class Refused(LedgerError):  # noqa: N818
    """The result would not be a valid match. ``findings`` say why; ``proposal`` holds the rest, if there was one."""

    def __init__(self, findings: tuple[Finding, ...], proposal: Proposal | None = None) -> None:
        super().__init__(
            "; ".join(str(finding.text) for finding in findings) or "other entries become impossible"
        )
        self.findings, self.proposal = findings, proposal


class Emptied(Refused):
    """What would be written belongs to a match that was emptied at that moment: it comes back no more."""

    def __init__(self, at: datetime) -> None:
        text = T(
            "This belongs to a match that lay in the bin and was emptied on {day}.", day=at.date().isoformat()
        )
        super().__init__((Finding("", "emptied", text),))
        self.at = at
