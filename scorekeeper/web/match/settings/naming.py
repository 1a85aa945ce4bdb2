"""The players' names, and forgetting a person. In a league's match another name may mean another person: it asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.findings import Finding
from scorekeeper.core.match import name_key
from scorekeeper.games import GAMES
from scorekeeper.league.results import CONFIRMED
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.forgetting.forget import forget_seat
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log.access import ORGANISE, find_access
from scorekeeper.store.leagues.log.refusals import NotThere, UuidTaken
from scorekeeper.store.leagues.matches import listing, rename_players
from scorekeeper.store.leagues.matches.listing import Assignment
from scorekeeper.store.leagues.matches.match_players import Renamed, find_unclear
from scorekeeper.store.leagues.people.roster import LeaguePlayer
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.seats import list_sat_down
from scorekeeper.web.entry.event_form import small_form
from scorekeeper.web.leagues.guard import AT_ONCE, find_asker
from scorekeeper.web.leagues.words import label
from scorekeeper.web.match import seating
from scorekeeper.web.match.links import OWNER, SCORE, pages, show_page
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH
from scorekeeper.web.site.prose import path_words

SURE = "sure"
SPELLING, ANOTHER = "spelling", "another"
"""What is answered besides the key of a player: the same person, or one who is new in the league."""


class NameQuestion(NamedTuple):
    """A changed name that may mean another person. ``near`` are the players who are offered. Where it is ``closed``
    there are none: the result is confirmed, and the asker is no organiser.
    """

    seat: int
    renamed: Renamed
    near: tuple[LeaguePlayer, ...]
    closed: bool
    answer: str

    @property
    def other(self) -> str | None:
        """The key of the other player that was answered; None for a new one. A person who may not read the league
        means by a player's own name that player.
        """
        nearest = self.renamed.near[:1] if self.renamed.same and not self.near else ()
        return next((player.key for player in nearest), None) if self.answer == ANOTHER else self.answer


class Naming:
    """The players' names, all on one page; each that changes is an event."""

    def __init__(self, match: Match, capability: str) -> None:
        self.match, self.capability, self.form = match, capability, small_form(match)
        self.typed: Mapping[str, str] = read_typed() or {}
        names = enumerate(match.seat_names)
        self.names = [self._name(self.typed.get(f"name-{seat}", name), name) for seat, name in names]
        self.stand_ins = [name if seating.is_stand_in(name) else "" for name in match.seat_names]
        self.findings: list[Finding] = []
        self.suggested: list[str] = []
        self.questions: dict[int, NameQuestion] = {}

    @staticmethod
    def _name(typed: str, before: str) -> str:
        """A name as it was typed; a stand-in goes on where nothing was."""
        return typed.strip() or (before if seating.is_stand_in(before) else "")

    def error(self, seat: int) -> list[Finding]:
        """What is wrong with one name."""
        return [finding for finding in self.findings if finding.path == f"players[{seat}]"]

    def render(self, **more: Any) -> str:
        """The page with its form."""
        return show_page(
            "matches/names.html",
            self.match,
            self.capability,
            page=self,
            form=self.form,
            path_words=path_words,
            label=label,
            people=list_people(self.match),
            **more,
        )

    def post(self) -> Any:
        """Rename the players whose names have changed, all or none; two of one name are told apart first, and it is
        asked who is meant where the match is in a league.
        """
        self.names, self.suggested = seating.tell_apart(self.names)
        if self.suggested:
            return self.render(), 409
        rules = self.match.rules
        self.findings = seating.problems_of(
            GAMES[self.match.game], rules, self.names, self.match.first_dealer
        )
        if self.findings:
            return self.render(), 422
        placed = listing.find_assignment(session(), self.match.public_id)
        self.questions = self._ask(placed) if placed is not None else {}
        if not all(question.answer for question in self.questions.values()):
            return self.render(), 409
        return self._write(placed)

    def _ask(self, placed: Assignment) -> dict[int, NameQuestion]:
        """By seat, the names of which it has to be said who is meant."""
        access = find_access(session(), placed.league.public_id, find_asker())
        organises = access is not None and access.may(ORGANISE)
        closed = placed.match.confirmation == CONFIRMED and not organises
        names = dict(zip(self.match.players, self.names, strict=True))
        questions = {}
        sat = dict(zip(placed.match.people or (), placed.match.players, strict=True))
        for renamed in find_unclear(session(), placed.league.id, sat, self.match, names):
            seat = self.match.players.index(renamed.person)
            near = renamed.near if access is not None and not closed else ()
            answers = [SPELLING, *([] if closed else [ANOTHER, *(player.key for player in near)])]
            answer = self.typed.get(f"who-{seat}", "")
            same_name = self.typed.get(f"whose-{seat}") == renamed.name
            questions[seat] = NameQuestion(
                seat, renamed, near, closed, answer if answer in answers and same_name else ""
            )
        return questions

    def _write(self, placed: Assignment | None) -> Any:
        other_players = {
            question.renamed.person: question.other
            for question in self.questions.values()
            if question.answer != SPELLING
        }
        names = dict(zip(self.match.players, self.names, strict=True))
        change: dict[str, Any] = {"seen": self.form.seen or 0, "uuid": self.form.uuid, "names": names}
        try:
            if placed is not None and other_players:
                remember(session(), device(), self.match.public_id, self.capability)
                rename_players.rename_players(
                    session(), self.match.public_id, find_asker(), others=other_players, **change
                )
                derive.step(session(), placed.league.id, AT_ONCE, small=True)
            else:
                ledger.rename(session(), self.match.public_id, device=device(), **change)
        except ledger.Stale as stale:
            self.match, self.form.seen = stale.match, stale.match.seq
            self.form.fresh_uuid()
            return self.render(stale=True), 409
        except (ledger.UuidReused, UuidTaken):
            self.form.fresh_uuid()
            return self.render(stale=True), 409
        except NotThere:
            abort(404)
        except ledger.Refused as refused:
            self.form.place(refused.findings)
            return self.render(), 422
        return redirect(url_for("match.sheet"), 303)


@pages.add("/names", BOTH, may=SCORE)
def names(match: Match, capability: str) -> Any:
    """Change the names."""
    page = Naming(match, capability)
    return page.post() if request.method == "POST" else page.render()


def list_people(match: Match) -> list[tuple[int, str]]:
    """Everybody who can be forgotten, by seat; who sat down during the match, by the event below zero."""
    names = list(enumerate(match.seat_names))
    known_names = set(map(name_key, match.seat_names))
    for sat_down in list_sat_down(match.events):
        for name in sat_down.called_in(match.texts)[-1:]:
            if name_key(name) not in known_names:
                known_names.add(name_key(name))
                names.append((-sat_down.seq, name))
    return names


@pages.add("/forget/<int(signed=True):seat>", BOTH, may=OWNER)
def forget(match: Match, capability: str, seat: int) -> Any:
    """Forget the person in a seat once the box is ticked and the button pressed; seat -7 sat down by the event 7."""
    people = dict(list_people(match))
    if seat not in people:
        abort(404)
    if request.method == "GET":
        return show_page("matches/forget.html", match, capability, name=people[seat])
    if not request.form.get(SURE):
        return show_page("matches/forget.html", match, capability, name=people[seat], unsure=True), 422
    opened = match.events[0].body["players"]
    forget_seat(session(), match.public_id, seat if seat < 0 else opened.index(match.players[seat]))
    flash(_("The person is forgotten. The scores stay."))
    return redirect(url_for("match.sheet"), 303)
