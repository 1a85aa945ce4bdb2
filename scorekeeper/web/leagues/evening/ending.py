"""The end of an evening: the podium, a column a round, what decided between those who are level, and the close."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import redirect, request

from scorekeeper.core.text import T, Text
from scorekeeper.league.evening.standings import LEVEL, STAGE, WINS, find_greatest_win
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.log.access import ORGANISE, READ, Access
from scorekeeper.web.leagues.evening.rounds import confirm_in_silence
from scorekeeper.web.leagues.evening.running import find_running, show
from scorekeeper.web.leagues.guard import FieldsForm, pages, save_form, tell_problems, to
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import POST

DECIDED: dict[str, Text] = {WINS: T("by wins"), LEVEL: T("level"), STAGE: T("came less far")}


@pages.add("/<public_id>/nights/<date>/run/end", may=READ)
def evening_end(access: Access, date: str) -> Any:
    """The standings of the evening, for all who may read."""
    page = find_running(access, date)
    rounds = page.rounds()
    values = {"standings": page.standings(rounds), "decided": DECIDED, "greatest": find_greatest_win(rounds)}
    return show(page, "evening_end", values, FieldsForm())


@pages.add("/<public_id>/nights/<date>/run/close", POST, may=ORGANISE)
def close_evening(access: Access, date: str) -> Any:
    """Close the evening, so that nothing waits any more; or open it again."""
    page, form = find_running(access, date), FieldsForm()
    closed = "open" not in request.form
    if closed:
        confirm_in_silence(page, form.uuid)
        form.fresh_uuid()
    write = partial(
        organising.close_evening, session(), access, uuid=form.uuid, key=page.night.key, closed=closed
    )
    save_form(form, write)
    tell_problems(form)
    return redirect(to("evening_end", access, date=date), 303)
