"""Who may see which page of a league; for everyone else there is no such page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self
from urllib.parse import urlencode

from flask import current_app, flash, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.core.options import NO_TABLE
from scorekeeper.store.leagues.evening.pulse import name_stream
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log.access import (
    CONFIRM,
    LINK,
    ORGANISE,
    OWN,
    READ,
    SCORE,
    TONIGHT,
    Access,
    League,
    Who,
    find_access,
    find_league_at,
    find_league_by_link,
)
from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.log.refusals import NotThere, Overtaken, Refused, TooOften, UuidTaken
from scorekeeper.store.leagues.people import invitations
from scorekeeper.store.leagues.people.invitations import OfferedPlace
from scorekeeper.web.accounts.browser_session import ACCOUNT, current, require_sign_in
from scorekeeper.web.accounts.signing_in import square
from scorekeeper.web.entry.forms import EntryForm, number_in
from scorekeeper.web.leagues import words
from scorekeeper.web.match.links import key
from scorekeeper.web.request import limits
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.alone import is_alone, outside_address
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device, is_known
from scorekeeper.web.site.pages import Guard, Pages, give

AT_ONCE = 0.3
"""So many seconds a page may take for what follows from what was written; mostly it is far less."""


def find_asker() -> Who:
    """Who asks: the account that is signed in here, and the phone if it has been here before."""
    signed_in = current()
    return Who(signed_in.account.id if signed_in else None, device() if is_known() else None)


def find_allowed(public_id: str, needs: str) -> Access | None:
    """The access to a league of who asks; None where that does not go so far."""
    access = find_access(session(), public_id, find_asker())
    return access if access is not None and access.may(needs) else None


def open_league(needs: str) -> Guard:
    """Gives a view the ``access`` to its league: a missing page for a person who may not do what it needs."""

    def find(public_id: str, **_values: Any) -> Access | None:
        access = find_allowed(public_id, needs)
        if access is not None:
            g.league = access
        return access

    return give("access", find)


def _find_by_link(public_id: str, token: str) -> League | None:
    return find_league_by_link(session(), key(), public_id, token[:100])


def _find_by_place(public_id: str, token: str, number: int | None = None, **values: str) -> League | None:
    """The league whose place in the hall a link opens: a table, the evening, or its stream."""
    place = TONIGHT if number is None else f"table {number}"
    if "date" in values:
        place = name_stream(public_id, values["date"])
    return find_league_at(session(), key(), public_id, place, token[:100])


def _find_invitation(token: str) -> OfferedPlace | None:
    return invitations.find_offer(session(), token[:200])


PRINT = "print"
"""What an address has in addition where its page is to be printed."""
INVITATION, PLACE = "invitation", "place"
pages = Pages(
    "leagues",
    "/leagues",
    guards={
        **{needs: open_league(needs) for needs in (READ, CONFIRM, SCORE, ORGANISE, OWN)},
        LINK: give("league", _find_by_link),
        INVITATION: give("offer", _find_invitation),
        PLACE: give("league", _find_by_place),
        ACCOUNT: require_sign_in,
    },
)
"""The pages of leagues."""


def to(endpoint: str, access: Access, **values: Any) -> str:
    """The address of one of a league's pages."""
    return url_for(f"leagues.{endpoint}", public_id=access.league.public_id, **values)


def go_to(endpoint: str, access: Access, **values: Any) -> Response:
    """The answer to a form or a button: one of a league's pages."""
    return redirect(to(endpoint, access, **values), 303)


@pages.url_defaults
def _same_league(endpoint: str, values: dict[str, Any]) -> None:
    """Addresses made on a league's page lead to the same league."""
    access: Access | None = g.get("league")
    if access is not None and "public_id" not in values and endpoint not in OUTSIDE:
        values["public_id"] = access.league.public_id


OUTSIDE = frozenset({"leagues.index", "leagues.new", "leagues.join"})
"""Pages that belong to no league."""


@pages.context_processor
def _about() -> dict[str, Any]:
    access: Access | None = g.get("league")
    return {
        "access": access,
        "league": access.league if access else None,
        **words.FOR_PAGES,
        "this_year": _year,
        "on_paper": PRINT in request.args,
        "print_address": _print_address,
        "back_address": _this_page,
        "paper_square": _draw_paper_square,
        "printed_on": _printed_on,
    }


def _print_address() -> str:
    """This page as it is printed: one sheet with the league's name, the date and a square that leads back to it."""
    here = _this_page()
    return f"{here}{'&' if '?' in here else '?'}{PRINT}=1"


def _this_page() -> str:
    """The address of this page as it stands on screens."""
    kept = [(name, value) for name, value in request.args.items(multi=True) if name not in (PRINT, "lang")]
    return f"{request.script_root}{request.path}{'?' if kept else ''}{urlencode(kept)}"


def _draw_paper_square() -> str:
    """The square of this page; nothing on a phone alone, where no other phone could follow it."""
    return "" if is_alone() else square(outside_address(_this_page()))


def _printed_on() -> str:
    return words.night_words(tonight(g.league.league), "long")


def _year() -> int:
    return int(tonight(g.league.league)[:4])


@pages.after_request
def _derive(response: Response) -> Response:
    """Derive what follows from a write at once, if it is little; the rest is the keeper's work."""
    access: Access | None = g.get("league")
    changed = access.league.id if access is not None else g.get("league_changed")
    if request.method == "POST" and changed is not None and response.status_code < 400:
        derive.step(session(), changed, AT_ONCE, small=True)
    return response


@pages.after_request
def _not_kept(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


@pages.errorhandler(NotThere)
def _not_there(_error: NotThere) -> Any:
    return current_app.handle_http_exception(NotFound())


@pages.errorhandler(TooOften)
def _too_often(error: TooOften) -> Any:
    return limits.too_often(error.seconds, of_a_form=True)


class LeagueForm(EntryForm):
    """A form of a league. One about something that stands already knows the last event about that, ``now``."""

    now: int | None = None

    def about(self, now: int) -> Self:
        """The form changes what stands as of the event ``now``; its writer may have seen an earlier one."""
        seen = number_in(request.form.get("seen"))
        self.now, self.seen = now, now if seen is None else seen
        return self

    def catch_up(self) -> None:
        """From here on the writer has seen what stands now, and may mean to write all the same."""
        self.fresh_uuid()
        self.seen = self.seen if self.now is None else self.now

    @property
    def change(self) -> dict[str, Any]:
        """What every change of something that stands already names: the request, and what its writer had seen."""
        return {"uuid": self.uuid, "seen": self.seen}

    def writing(self) -> FormWrite:
        """A block that writes what the form says."""
        return FormWrite(self)

    def saving(self, words: str = "") -> FormWrite:
        """The same; once it is written, the next page says so."""
        return FormWrite(self, words or _("Saved."))


class FieldsForm(LeagueForm):
    """Some of the engine's fields, shown by the same macros as those of a deal."""

    def __init__(self, *fields: Any, seen: int | None = None, **kept: Any) -> None:
        shown = {name: value for name, value in kept.items() if value is not None}
        super().__init__("", fields, NO_TABLE, entry=shown, values=read_typed())
        if seen is not None:
            self.about(seen)

    def text(self, name: str) -> str:
        """What was typed into a line; empty when nothing was."""
        return str(self.values().get(name, ""))

    def maybe(self, name: str) -> str | None:
        """What was typed into a line that may be left out; None when nothing was."""
        return self.text(name) or None

    def is_ticked(self, name: str) -> bool:
        """Whether a flag was ticked."""
        return bool(self.values().get(name))


class FormWrite:
    """A block that writes: if that is refused, the form says why at its fields, and the view goes on after the block.

    ``words`` are what the next page says once it is done; with ``tells_problems`` it says also why it was refused.
    """

    def __init__(self, form: LeagueForm, words: str = "", *, tells_problems: bool = False) -> None:
        self.form, self.words, self.tells_problems = form, words, tells_problems

    def __enter__(self) -> LeagueForm:
        return self.form

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, Refused):
            self.form.place(error.findings)
            if self.tells_problems:
                tell_problems(self.form)
        elif isinstance(error, Overtaken):
            self.form.catch_up()
            flash(_say_overtaken(self.form))
        elif isinstance(error, UuidTaken):
            self.form.fresh_uuid()
            flash(_("This form had been sent already. Press the button once more if you mean something new."))
        elif error is None and self.words:
            flash(self.words)
        return isinstance(error, Refused | Overtaken | UuidTaken)


def _say_overtaken(form: LeagueForm) -> str:
    if not form.of_document:  # a page of taps
        return _("Another person changed this meanwhile. Look at what stands now, and tap again.")
    return _(
        "Another person changed this while you were typing. Below is what you typed; look at what stands now."
    )


def press_button(words: str = "", seen: int | None = None) -> FormWrite:
    """A block that writes what a button says: it is no page of its own, so the next page says what came of it."""
    return FormWrite(FieldsForm(seen=seen), words, tells_problems=True)


def tell_problems(form: EntryForm) -> None:
    """Let the next page say why a write was refused, where the form is no page of its own."""
    for problem in form.problems:
        flash(problem.sentence)


def page(template: str, values: Mapping[str, Any], form: EntryForm | None = None) -> Any:
    """A page of a league; with a form that was refused it is the answer to a bad request."""
    html = render_template(f"leagues/{template}.html", form=form, **values)
    refused = request.method == "POST" and form is not None and (form.problems or form.was_typed)
    return (html, 422) if refused else html
