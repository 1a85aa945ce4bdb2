"""What opens an account: passkeys, a password, recovery codes. Changed only after a fresh proof of who is there."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.store.accounts import accounts, passwords, sign_ins
from scorekeeper.web.accounts.browser_session import ACCOUNT, PROVED, me, pages
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH, POST


@pages.add("/keys", may=ACCOUNT)
def keys() -> str:
    """Every way to sign in that the account has."""
    account = me().account
    return render_template(
        "accounts/keys.html",
        account=account,
        passkeys=accounts.passkeys(session(), account.id),
        codes=accounts.codes_left(session(), account.id),
        confirmed=me().confirmed,
    )


@pages.add("/keys/remove", POST, may=PROVED)
def remove_key() -> Any:
    """Take a passkey or the password away, unless it is the last way in."""
    account, which = me().account, request.form.get("which", "")
    key = number_in(which)
    passkeys = accounts.passkeys(session(), account.id)
    if len(passkeys) + account.has_password < 2:
        flash(_("This is the only key to the account. Add another one first."))
    elif which == "password":
        accounts.set_password(session(), account.id, None)
        flash(_("The password is gone."))
    elif key is not None and accounts.remove_passkey(session(), account.id, key):
        flash(_("The passkey does not open this account any more. Delete it on the phone too."))
    else:
        abort(404)
    return redirect(url_for("accounts.keys"), 303)


@pages.add("/password", BOTH, may=PROVED)
def password() -> Any:
    """Set the password, or another one."""
    account = me().account
    elsewhere = len(sign_ins.of_account(session(), account.id)) > 1
    page = partial(render_template, "accounts/password.html", account=account, elsewhere=elsewhere)
    if request.method == "GET":
        return page()
    new_password = request.form.get("password", "")
    wrong = passwords.problem(new_password, account.name)
    if wrong is not None:
        return page(wrong=wrong), 422
    accounts.set_password(session(), account.id, new_password)
    if request.form.get("others"):
        sign_ins.end_all(session(), account.id, but=[me().id])
        flash(_("The new password is set, and every other phone is signed out."))
    else:
        flash(
            _(
                "The new password is set. Phones that are signed in stay so; sign them out if you don’t trust one."
            )
        )
    return redirect(url_for("accounts.keys"), 303)


@pages.add("/codes", BOTH, may=PROVED)
def codes() -> Any:
    """Make recovery codes and show them, this once. A page that is sent twice makes none."""
    account = me().account
    left = accounts.codes_left(session(), account.id)
    if request.method == "GET":
        return render_template("accounts/codes.html", account=account, left=left)
    seen = number_in(request.form.get("round"))
    made = None if seen is None else accounts.new_codes(session(), account.id, seen)
    if made is None:
        flash(_("These codes were shown already. If you did not write them down, make new ones."))
        return redirect(url_for("accounts.codes"), 303)
    return render_template("accounts/codes.html", account=account, made=made)
