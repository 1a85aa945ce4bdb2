"""Accounts: signing in and out, on this phone and on others. Scoring a match never needs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.store.accounts import accounts, attempts, owned_matches, passwords, sign_ins
from scorekeeper.web.accounts import browser_session, passkeys
from scorekeeper.web.accounts.browser_session import ACCOUNT, KNOWN, TICKET, current, me, pages
from scorekeeper.web.accounts.words import how_words
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.match.words import say_when
from scorekeeper.web.request import limits
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.pages import ANYBODY, BOTH, POST, require
from scorekeeper.web.site.recents import owned_matches_of

SHOWN_AT_HOME = 5


@pages.after_request
def _private(response: Response) -> Response:
    """No page of an account is kept anywhere: a borrowed phone's Back button shows nothing."""
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.context_processor
def _words() -> dict[str, Any]:
    return {
        "how_words": how_words,
        "when": say_when,
        "passkeys_here": passkeys.possible,
        "why_no_passkeys": passkeys.why_not,
        "next_page": request.values.get("next", ""),
    }


# --- signing in -----------------------------------------------------------------------------------


@pages.add("/", may=ANYBODY)
def home() -> Any:
    """Who is signed in, and the way to everything of theirs."""
    if current() is None:
        return redirect(url_for("accounts.sign_in"), 303)
    account = me().account
    return render_template(
        "accounts/home.html",
        account=account,
        matches=owned_matches_of(account.id, SHOWN_AT_HOME),
        count=owned_matches.count(session(), account.id),
        waiting=owned_matches.count_waiting(session(), account.id, device()),
        codes=accounts.codes_left(session(), account.id),
        ways=account.has_password or accounts.passkeys(session(), account.id),
    )


@pages.add("/sign-in", BOTH, may=ANYBODY)
def sign_in() -> Any:
    """By passkey (a script asks for it), or by name and password."""
    if request.method == "GET":
        return _sign_in_page()
    name, password = _field("name"), request.form.get("password", "")
    outcome = _attempt_sign_in(name, lambda: accounts.by_password(session(), name, password))
    if not isinstance(outcome, accounts.Account):
        return _sign_in_page(wrong=outcome is None, wait=outcome or 0), 429 if outcome else 422
    browser_session.begin(outcome.id, sign_ins.PASSWORD)
    return redirect(browser_session.afterwards(), 303)


def _sign_in_page(**more: Any) -> str:
    name = _typed_name()
    return render_template("accounts/sign_in.html", name=name, signed_in=current(), **more)


@pages.add("/recover", BOTH, may=ANYBODY)
def recover() -> Any:
    """By name and one of the recovery codes."""
    name = _typed_name()
    if request.method == "GET":
        return render_template("accounts/recover.html", name=name)
    outcome = _attempt_sign_in(
        name, lambda: accounts.spend_code(session(), name, request.form.get("code", "")[:100])
    )
    if not isinstance(outcome, accounts.Account):
        page = render_template("accounts/recover.html", name=name, wrong=outcome is None, wait=outcome or 0)
        return page, 429 if outcome else 422
    browser_session.begin(outcome.id, sign_ins.RECOVERY)
    flash(_("You are in. Set a new password or add a passkey now: this code is used up."))
    return redirect(url_for("accounts.keys"), 303)


def _attempt_sign_in(
    name: str, attempt: Callable[[], accounts.Account | None]
) -> accounts.Account | int | None:
    """The account, None, or the seconds to wait. Only failures count, and each counts before it is tried."""
    tried = limits.sign_in_as(name)
    seconds = limits.take(*tried)
    if seconds:
        return seconds
    account = attempt()
    if account is not None:
        attempts.give_back(session(), *tried)
    return account


@pages.add("/new", BOTH, may=ANYBODY)
def new() -> Any:
    """A new account, by a name and a passkey or a password."""
    if request.method == "GET":
        return render_template("accounts/new.html", name=_typed_name(), wrong={})
    if current() is not None:
        return redirect(url_for("accounts.home"), 303)
    name, password = accounts.tidy(_field("name")), request.form.get("password", "")
    wrong = {"name": accounts.name_problem(name), "password": passwords.problem(password, name)}
    seconds = 0
    if not any(wrong.values()):
        seconds = limits.take(*limits.count_address(limits.NEW_ACCOUNT))
        try:
            if not seconds:
                browser_session.begin(accounts.make(session(), name, password=password).id, sign_ins.PASSWORD)
                return redirect(browser_session.afterwards("accounts.codes"), 303)
        except accounts.NameTaken:
            wrong["name"] = accounts.NAME_TAKEN
    page = render_template("accounts/new.html", name=_field("name"), wrong=wrong, wait=seconds)
    return page, 429 if seconds else 422


def _typed_name() -> str:
    """The name as it stands in the form, also when another language was asked for meanwhile."""
    kept = read_typed()
    return kept.get("name", "") if kept else ""


def _field(name: str) -> str:
    return request.form.get(name, "")


# --- signing out ----------------------------------------------------------------------------------


@pages.add("/sign-out", POST, may=ANYBODY)
def sign_out() -> Any:
    """This phone is signed out; its matches stay on it."""
    signed_in = current()
    if signed_in is not None:
        sign_ins.end(session(), signed_in.account.id, signed_in.id)
    browser_session.forget()
    flash(_("You are signed out. The matches that this phone opened stay in its list."))
    return redirect(url_for("home.home"), 303)


@pages.add("/sign-ins", may=ACCOUNT)
def list_sign_ins() -> str:
    """Every phone that is signed in, each with a button to end that."""
    listed = sign_ins.of_account(session(), me().account.id)
    return render_template("accounts/sign_ins.html", sign_ins=listed, here=me().id)


@pages.add("/sign-ins", POST, may=KNOWN)
def end_sign_in() -> Any:
    """End one of them, or all but this."""
    which, number = _field("which"), number_in(_field("which"))
    if which == "others":
        sign_ins.end_all(session(), me().account.id, but=[me().id])
    elif number is None or not sign_ins.end(session(), me().account.id, number):
        abort(404)
    flash(_("Signed out there."))
    return redirect(url_for("accounts.list_sign_ins"), 303)


# --- another phone --------------------------------------------------------------------------------


@pages.add("/another", BOTH, may=KNOWN)
def another() -> str:
    """A link that signs another phone in, once; shown and not kept."""
    link = None
    if request.method == "POST":
        token = sign_ins.new_link(session(), me().account.id, sign_ins.PHONE)
        link = url_for("accounts.link", token=token, _external=True)
    minutes = int(sign_ins.LINK_LASTS[sign_ins.PHONE].total_seconds() // 60)
    return render_template(
        "accounts/another.html",
        link=link,
        square=square(link) if link else "",
        minutes=minutes,
        host=request.host,
        only_here=passkeys.host() in ("localhost", "127.0.0.1", "::1"),
    )


def square(link: str) -> Markup:
    """The link as a square. It stands in the page itself, so that it is nowhere else."""
    import segno  # here, because few pages show one

    title = _("The link below as a QR code to be photographed")
    drawn = segno.make(link, error="m").svg_inline(
        border=4, light="#fff", omitsize=True, title=title, svgclass="qr", lineclass=None
    )
    return Markup(drawn)


@pages.add("/in/<token>", BOTH, may=TICKET)
def link(token: str, name: str) -> Any:
    """Where such a link leads: a page with a button, so that a preview in a chat does not use it up."""
    if request.method == "GET":
        return render_template("accounts/link.html", name=name, signed_in=current())
    spent = require(sign_ins.spend_link(session(), token))
    account, kind = spent
    browser_session.begin(account, kind)
    if kind == sign_ins.KEEPER:
        flash(_("You are in. Set a new password or add a passkey now: the link is used up."))
        return redirect(url_for("accounts.keys"), 303)
    return redirect(url_for("accounts.home"), 303)


@pages.add("/confirm", BOTH, may=ACCOUNT)
def confirm() -> Any:
    """Proving again who one is, before keys are changed or the account is deleted."""
    account = me().account
    more = {"account": account, "passkeys": accounts.passkeys(session(), account.id)}
    if request.method == "GET":
        return render_template("accounts/confirm.html", **more)
    secret = _field("password")
    code = _field("code")[:100]
    outcome = _attempt_sign_in(
        account.name,
        lambda: (
            accounts.spend_code(session(), account.name, code)
            if code
            else accounts.by_password(session(), account.name, secret)
        ),
    )
    if isinstance(outcome, accounts.Account):
        browser_session.prove()
        return redirect(browser_session.afterwards(), 303)
    page = render_template("accounts/confirm.html", wrong=outcome is None, wait=outcome or 0, **more)
    return page, 429 if outcome else 422
