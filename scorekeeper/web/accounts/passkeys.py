"""Passkeys: the browser's half is static/js/passkey.js, which asks here for options and hands answers in.

A challenge lies in the browser's signed session, is good for five minutes, and once: an answer to it is remembered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import wraps
from typing import Any, NamedTuple

from flask import Response, current_app, flash, request, url_for
from flask import session as browser
from flask_babel import gettext as _

from scorekeeper.host.host_names import is_address
from scorekeeper.store.accounts import accounts, attempts, sign_ins
from scorekeeper.web.accounts import browser_session
from scorekeeper.web.accounts.browser_session import pages
from scorekeeper.web.accounts.words import device_words
from scorekeeper.web.request import limits
from scorekeeper.web.site.database import session
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import ANYBODY, POST

LASTS = timedelta(minutes=5)
MAX_ANSWER = 20_000
NEW, ADD, SIGN_IN, CONFIRM = "new", "add", "sign_in", "confirm"
MADE, ASKED = (NEW, ADD), (SIGN_IN, CONFIRM)
IN_SESSION = "passkey"


class Challenge(NamedTuple):
    """What a browser was asked to sign: what for, and for which name and handle an account is to be made."""

    purpose: str
    secret: str
    at: float
    name: str = ""
    handle: str = ""


class PasskeyRefused(Exception):  # noqa: N818 - named by what happened
    """It was not possible; the sentence says why, the status how a machine understands it."""

    def __init__(self, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status


# --- where they work ------------------------------------------------------------------------------


def host() -> str:
    """The host that the reader used, without its port: passkeys are made for it."""
    name = request.host.lower()
    return name.partition("]")[0].lstrip("[") if name.startswith("[") else name.partition(":")[0]


def possible() -> bool:
    """Whether browsers allow passkeys at this address."""
    return why_not() == ""


def why_not() -> str:
    """Why they do not, in words; nothing when they do."""
    allowed = current_app.config["HOSTS"]
    if is_address(host()):
        return _("This address is a number, and browsers keep passkeys for names only.")
    if not (request.is_secure or host() == "localhost" or host().endswith(".localhost")):
        return _(
            "This address is plain http: browsers allow passkeys over https only, or on the server itself."
        )
    if allowed and host() not in allowed:
        return _("The server’s keeper allows passkeys at another address only.")
    return ""


# --- what the script asks -------------------------------------------------------------------------


def possible_here(view: Callable[..., Any]) -> Callable[..., Any]:
    """Shows a page where browsers allow passkeys, and answers in JSON, also when the answer is no."""

    @wraps(view)
    def guard_view(what: str) -> Any:
        try:
            if what not in (*MADE, *ASKED) or not possible():
                raise PasskeyRefused(why_not() or _("There is no page here."), 404)
            if what in (ADD, CONFIRM) and browser_session.current() is None:
                raise PasskeyRefused(_("You are not signed in any more. Load the page anew."), 403)
            return view(what)
        except PasskeyRefused as refused:
            return {"error": refused.sentence}, refused.status

    return guard_view


@pages.add("/passkey/<what>/options", POST, may=ANYBODY, name="passkey_options", guard=possible_here)
def options(what: str) -> Response:
    """What the browser needs to make or to use a passkey."""
    # here, because few requests use a passkey
    import webauthn
    from webauthn.helpers import structs  # as above

    secret, required = accounts.new_handle(), structs.UserVerificationRequirement.REQUIRED
    if what in ASKED:
        made: Any = webauthn.generate_authentication_options(
            rp_id=host(),
            challenge=secret.encode(),
            allow_credentials=_known_credentials() if what == CONFIRM else [],
            user_verification=required,
        )
        name = handle = ""
    else:
        name, handle = _whose(what)
        made = webauthn.generate_registration_options(
            rp_id=host(),
            rp_name="Scorekeeper",
            user_name=name,
            user_id=handle.encode(),
            challenge=secret.encode(),
            user_display_name=name,
            exclude_credentials=_known_credentials() if what == ADD else [],
            # the phone finds it by itself, without a name typed, and asks for finger, face or PIN
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED, user_verification=required
            ),
        )
    browser[IN_SESSION] = Challenge(what, secret, time.time(), name, handle)
    return Response(webauthn.options_to_json(made), mimetype="application/json")


def _known_credentials() -> list[Any]:
    # here, because few requests use a passkey
    from webauthn import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor  # as above

    passkeys = accounts.passkeys(session(), browser_session.me().account.id)
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential)) for key in passkeys]


def _count_try(*tried: attempts.Tried) -> None:
    if seconds := limits.take(*tried):
        raise PasskeyRefused(limits.patience(seconds), 429)


def _whose(purpose: str) -> tuple[str, str]:
    """The name and the handle of the account that gets a passkey."""
    if purpose == ADD:
        sign_in = browser_session.me()
        if not sign_in.confirmed:
            raise PasskeyRefused(_("Too long ago. Load the page anew and show once more who you are."), 403)
        return sign_in.account.name, sign_in.account.handle
    name = accounts.tidy(request.form.get("name", ""))
    wrong = accounts.name_problem(name)
    if wrong is None and accounts.by_name(session(), name) is not None:
        _count_try(*limits.count_address(limits.NEW_ACCOUNT))
        wrong = accounts.NAME_TAKEN
    if wrong is not None:
        raise PasskeyRefused(say(wrong))
    return name, accounts.new_handle()


# --- what the browser answers ---------------------------------------------------------------------


@pages.add("/passkey/<what>", POST, may=ANYBODY, name="passkey_answer", guard=possible_here)
def answer(what: str) -> dict[str, Any]:
    """Check what the browser signed; where the page goes on."""
    challenge = _challenge(what)
    credential = request.form.get("credential", "")
    if not credential or len(credential) > MAX_ANSWER:
        raise PasskeyRefused(_failed_words())
    if what in MADE:
        return _register_passkey(challenge, credential)
    return _sign_in_with_passkey(challenge, credential)


def _challenge(purpose: str) -> Challenge:
    """The challenge that this browser was given last; it is good for nothing afterwards."""
    stored = browser.pop(IN_SESSION, None)
    if isinstance(stored, (list, tuple)) and len(stored) == len(Challenge._fields):
        challenge = Challenge(*stored)
        in_time = 0 <= time.time() - challenge.at <= LASTS.total_seconds()
        if (
            in_time
            and challenge.purpose == purpose
            and sign_ins.spend_challenge(session(), challenge.secret, LASTS)
        ):
            return challenge
    raise PasskeyRefused(_("That took too long. Press the button once more."))


def _failed_words() -> str:
    return _("This passkey does not fit. Nothing was changed.")


def _origin() -> str:
    return f"{request.scheme}://{request.host}"


@contextmanager
def _refuse_errors() -> Iterator[None]:
    """Anything may be sent here, nested a thousand deep: every exception of the library is a refusal."""
    try:
        yield
    except PasskeyRefused:
        raise
    except Exception as error:
        raise PasskeyRefused(_failed_words()) from error


def _register_passkey(challenge: Challenge, credential: str) -> dict[str, Any]:
    # here, because few requests use a passkey
    import webauthn

    with _refuse_errors():
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge.secret.encode(),
            expected_rp_id=host(),
            expected_origin=_origin(),
            require_user_verification=True,
        )
    if challenge.purpose == ADD:
        if browser_session.me().account.handle != challenge.handle or not browser_session.me().confirmed:
            raise PasskeyRefused(_failed_words(), 403)
        _add(browser_session.me().account.id, verified)
        flash(_("The passkey is added."))
        return {"next": url_for("accounts.keys")}
    account = _new_account(challenge)
    _add(account.id, verified)
    browser_session.begin(account.id, sign_ins.PASSKEY)
    return {"next": browser_session.afterwards("accounts.codes")}


def _new_account(challenge: Challenge) -> accounts.Account:
    _count_try(*limits.count_address(limits.NEW_ACCOUNT))
    try:
        return accounts.make(session(), challenge.name, handle=challenge.handle)
    except accounts.NameTaken as error:
        raise PasskeyRefused(say(accounts.NAME_TAKEN)) from error


def _add(account: int, verified: Any) -> None:
    # here, because few requests use a passkey
    from webauthn.helpers import bytes_to_base64url

    added = accounts.add_passkey(
        session(),
        account,
        credential=bytes_to_base64url(verified.credential_id),
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        host=host(),
        words=device_words(),
    )
    if not added:
        raise PasskeyRefused(_failed_words())


def _sign_in_with_passkey(challenge: Challenge, credential: str) -> dict[str, Any]:
    tried = limits.sign_in_here()
    _count_try(*tried)
    key = _verify(challenge, credential)
    attempts.give_back(session(), *tried)
    if challenge.purpose == CONFIRM:
        if key.account_id != browser_session.me().account.id:
            raise PasskeyRefused(_failed_words())
        browser_session.prove()
    else:
        browser_session.begin(key.account_id, sign_ins.PASSKEY)
    return {"next": browser_session.afterwards()}


def _verify(challenge: Challenge, credential: str) -> accounts.Passkey:
    """The passkey that signed. Unknown ones are refused in the same words as wrong ones."""
    # here, because few requests use a passkey
    import webauthn
    from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json  # as above

    with _refuse_errors():
        parsed = parse_authentication_credential_json(credential)
        key = accounts.passkey(session(), bytes_to_base64url(parsed.raw_id)[:1400])
        owner = accounts.by_id(session(), key.account_id) if key is not None else None
        handle = (parsed.response.user_handle or b"").decode("utf-8", "replace")
        if key is None or owner is None or (handle and not accounts.same(handle, owner.handle)):
            raise PasskeyRefused(_failed_words())
        checked = webauthn.verify_authentication_response(
            credential=parsed,
            expected_challenge=challenge.secret.encode(),
            expected_rp_id=host(),
            expected_origin=_origin(),
            credential_public_key=key.public_key,
            credential_current_sign_count=key.sign_count,
            require_user_verification=True,
        )
    accounts.mark_passkey_used(session(), key.id, checked.new_sign_count)
    return key
