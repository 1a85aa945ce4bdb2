"""What is stored about a person: shown, handed out as JSON, deleted. And the list of the matches they own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Response, abort, flash, json, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.match import name_key
from scorekeeper.core.text import T
from scorekeeper.store.accounts import accounts, owned_matches, sign_ins
from scorekeeper.store.accounts.accounts import Account
from scorekeeper.store.forgetting.forget import forget_account
from scorekeeper.store.leagues.log.texts import find_written
from scorekeeper.store.leagues.people.privacy import parts_of
from scorekeeper.web.accounts.browser_session import ACCOUNT, PROVED, forget, me, pages
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import BOTH, POST
from scorekeeper.web.site.recents import owned_matches_of

FORMAT = "scorekeeper-account/1"
PAGE = 20
LAST_PAGE = 10_000


@pages.add("/matches", may=ACCOUNT)
def matches() -> str:
    """The matches that the account owns, the last played first."""
    page = min(number_in(request.args.get("page")) or 1, LAST_PAGE)
    account = me().account.id
    owned = owned_matches_of(account, PAGE + 1, (page - 1) * PAGE)
    return render_template(
        "accounts/matches.html",
        matches=owned[:PAGE],
        page=page,
        more=len(owned) > PAGE,
        waiting=owned_matches.count_waiting(session(), account, device()),
    )


@pages.add("/matches/add", POST, may=ACCOUNT)
def add_matches() -> Any:
    """Take over every match that this phone owns."""
    added = owned_matches.adopt_of_device(session(), me().account.id, device())
    flash(
        ngettext("%(num)s match is in your account now.", "%(num)s matches are in your account now.", added)
    )
    return redirect(url_for("accounts.matches"), 303)


@pages.add("/matches/remove", POST, may=ACCOUNT)
def remove_match() -> Any:
    """Take one off the list."""
    if not owned_matches.let_go(session(), me().account.id, request.form.get("match", "")):
        abort(404)
    flash(_("The match is off your list. It stays where it is; its owner’s link brings it back."))
    return redirect(url_for("accounts.matches"), 303)


@pages.add("/data", may=ACCOUNT)
def data() -> str:
    """All that is stored, in words."""
    account = me().account
    return render_template("accounts/data.html", stored=collect_stored(account), account=account)


@pages.add("/export.json", may=PROVED)
def export() -> Response:
    """The same as a file. No key and no link is in it: it can be kept anywhere."""
    text = json.dumps(collect_stored(me().account), ensure_ascii=False, indent=2)
    headers = {"Content-Disposition": "attachment; filename=scorekeeper-account.json"}
    return Response(text + "\n", mimetype="application/json", headers=headers)


@pages.add("/delete", BOTH, may=PROVED)
def delete() -> Any:
    """Delete the account once its name is typed."""
    account = me().account
    parts = parts_of(session(), account.id)
    context = {"account": account, "leagues": [part.league.name for part in parts if part.last_owner]}
    context["players"] = [part.name for part in parts if part.name]
    if request.method == "GET":
        return render_template("accounts/delete.html", **context)
    if name_key(request.form.get("name", "")) != name_key(account.name):
        wrong = T("Type the name of the account as it stands above.")
        return render_template("accounts/delete.html", wrong=wrong, **context), 422
    forget_account(session(), account.id, players=bool(request.form.get("players")))
    forget()
    flash(_("The account is deleted. The matches stay; this phone still lists those that it opened."))
    return redirect(url_for("home.home"), 303)


def collect_stored(account: Account) -> dict[str, Any]:
    """Everything the database knows of a person by their account."""
    keys = accounts.passkeys(session(), account.id)
    listed = owned_matches.of_account(session(), account.id, limit=None)
    return {
        "format": FORMAT,
        "name": account.name,
        "made": _time(account.made_at),
        "password": account.has_password,
        "recovery_codes_left": accounts.codes_left(session(), account.id),
        "passkeys": [
            {"device": key.words, "host": key.host, "made": _time(key.made_at), "used": _time(key.used_at)}
            for key in keys
        ],
        "sign_ins": [
            {
                "device": sign_in.words,
                "how": sign_in.how,
                "made": _time(sign_in.made_at),
                "seen": _time(sign_in.seen_at),
            }
            for sign_in in sign_ins.of_account(session(), account.id)
        ],
        "matches": [
            {
                "id": match.public_id,
                "game": match.game,
                "opened": _time(match.opened_at),
                "changed": _time(match.changed_at),
            }
            for match in listed
        ],
        "leagues": [
            {"id": part.league.public_id, "name": part.league.name, "role": part.role, "player": part.name}
            for part in parts_of(session(), account.id)
        ],
        "reasons": [
            {"league": league, "text": text}
            for _number, league, text in find_written(session(), [account.id])
        ],
    }


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")
