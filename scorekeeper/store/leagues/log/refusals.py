"""Why a league takes no event. To a person who may not see a thing, it is not there."""

from __future__ import annotations

from scorekeeper.core.findings import Finding
from scorekeeper.core.text import Text
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.match.refusals import LedgerError, Refused

__all__ = ["LeagueError", "NotThere", "Overtaken", "Refused", "TooOften", "UuidTaken", "make_refusal"]


class LeagueError(LedgerError):
    """Nothing was written."""


class NotThere(LeagueError):  # noqa: N818 - named by what the caller met, like its sisters
    """There is no such league, player, season, night or match, or the asker may not do this to it."""


class Overtaken(LeagueError):  # noqa: N818
    """Another writer changed the same thing first. ``since`` are the events about it that this writer had not seen."""

    def __init__(self, since: tuple[LeagueEvent, ...]) -> None:
        super().__init__(f"{len(since)} event(s) were not seen")
        self.since = since


class UuidTaken(LeagueError):  # noqa: N818
    """The UUID belongs to another event already: a form was sent again with other content."""

    def __init__(self, event: LeagueEvent | None) -> None:
        super().__init__("the UUID belongs to another event")
        self.event = event


class TooOften(LeagueError):  # noqa: N818
    """This was done too often; it may be done again after ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


def make_refusal(path: str, code: str, text: Text) -> Refused:
    """What cannot be, at one field, as an exception to raise."""
    return Refused((Finding(path, code, text),))
