"""The program on a phone alone: what needs another machine says so, instead of being offered or failing.

``ON_PHONE`` in the configuration says that it is so; ``scorekeeper.phone`` sets it.
"""

from __future__ import annotations

from urllib.parse import urljoin

from flask import Flask, Response, current_app, make_response, redirect, render_template, request, url_for

from scorekeeper.store.match.record import origins
from scorekeeper.web.site.database import session

ACCOUNTS, PHONES, SCREEN, LEAGUE = "accounts", "phones", "screen", "league"
NEEDING = {
    "match.share": PHONES,
    "match.keep": PHONES,
    "match.qr": PHONES,
    "match.withdraw": PHONES,
    "match.proof_qr": PHONES,
    "leagues.join": LEAGUE,
    "leagues.invite": LEAGUE,
    "leagues.tonight": LEAGUE,
    "leagues.tonight_qr": LEAGUE,
    "leagues.my_seat": LEAGUE,
    "leagues.at_table": LEAGUE,
    "leagues.table_qr": LEAGUE,
    "leagues.table_codes": LEAGUE,
    "leagues.embed": LEAGUE,
    "leagues.claims": LEAGUE,
    "leagues.board": SCREEN,
    "match.tv": SCREEN,
}
"""Pages that need another machine, and why."""
RARELY = 3600
"""Seconds between two looks whether the match moved: on a phone alone there is no one else who could move it."""


def init_app(app: Flask) -> None:
    """Tell the templates whether the program is alone, and stand before what needs others."""
    alone = bool(app.config.setdefault("ON_PHONE", False))
    app.jinja_env.globals["on_phone"] = alone
    if alone:
        app.config["LIVE_POLL_SECONDS"] = RARELY
        app.before_request(_explain)


def is_alone() -> bool:
    """Whether this program runs on a phone, with no server behind it."""
    return bool(current_app.config["ON_PHONE"])


def outside_address(path: str) -> str:
    """The whole address of a page, for others: of the server that was asked, or of the window on a phone alone.

    The window opens on any phone that can fetch the program, with what that phone has: a page that holds its own facts.
    """
    window = current_app.config.get("WINDOW")
    if window is None:
        return urljoin(request.host_url, path)
    return f"{window}{path.removeprefix(request.script_root)}"


def _explain() -> Response | None:
    """The page that says what is missing here, and what can be done in its place."""
    why = ACCOUNTS if request.blueprint == ACCOUNTS else NEEDING.get(request.endpoint or "")
    if why is None:
        return None
    public_id = str((request.view_args or {}).get("public_id", ""))
    if why == PHONES and origins.is_along(session(), public_id):
        return redirect(url_for("along.show", public_id=public_id))  # type: ignore[return-value]  # Flask's is one
    return make_response(render_template("elsewhere.html", why=why, given=request.view_args or {}))
