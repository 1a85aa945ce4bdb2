"""Who may do what: roles, and invitations by link and QR code."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.fields import Choice, Number
from scorekeeper.core.text import T
from scorekeeper.store import clock
from scorekeeper.store.leagues.log.access import ORGANISE, OWN, PLAYER, READ, ROLES, SCORER, Access
from scorekeeper.store.leagues.people import invitations, roles, roster
from scorekeeper.web.accounts.signing_in import square
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues import words
from scorekeeper.web.leagues.guard import FieldsForm, page, pages, save_form, tell_problems, to, try_write
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH, POST

DAYS = Number(name="lasts", label=T("Good for so many days"), low=1, high=366)
USES = Number(
    name="uses", label=T("Good for so many people"), low=1, high=invitations.MAX_USES, none=T("any number")
)


@pages.add("/<public_id>/members", may=ORGANISE)
def members(access: Access) -> Any:
    """Everybody with a role, and the invitations that are still good."""
    found = roles.list_members(session(), access.league.id)
    given = invitations.list_invitations(session(), access)
    keys = [one.player for one in found if one.player] + [one.player for one in given if one.player]
    names = words.Names(access.league.id, keys)
    may_give = _may_give(access)
    values = {"members": found, "invitations": given, "names": names, "may_give": may_give}
    return page("members", {**values, "new_form": FieldsForm})


def _may_give(access: Access) -> list[str]:
    return list(ROLES if access.may(OWN) else (SCORER, PLAYER))


@pages.add("/<public_id>/members", POST, may=ORGANISE)
def set_role(access: Access) -> Any:
    """Another role for a member, or none."""
    form = FieldsForm()
    account, seen = number_in(request.form.get("account")), number_in(request.form.get("seen"))
    role = request.form.get("role") or None
    if account is None or seen is None or role not in (None, *ROLES):
        abort(404)
    save_form(
        form, lambda: roles.set_role(session(), access, uuid=form.uuid, account=account, role=role, seen=seen)
    )
    tell_problems(form)
    return redirect(to("members", access), 303)


@pages.add("/<public_id>/leave", POST, may=READ)
def leave(access: Access) -> Any:
    """Give up one's own role."""
    form = FieldsForm()
    left = save_form(
        form,
        lambda: roles.leave_league(session(), access, uuid=form.uuid),
        _("You have left the league. Your results stay in it."),
    )
    tell_problems(form)
    return redirect(url_for("leagues.index") if left else to("more", access), 303)


@pages.add("/<public_id>/invite", BOTH, may=ORGANISE)
def invite(access: Access) -> Any:
    """A new invitation. The link is shown now and never again: the server keeps only its digest."""
    choices = {role: words.ROLES[role] for role in _may_give(access)}
    role = Choice(name="role", label=T("Role"), choices=choices)
    player = request.values.get("player", "")[:40] or None
    found = roster.find_player(session(), access.league.id, player) if player else None
    if player and found is None:
        abort(404)
    form = FieldsForm(role, USES, DAYS, role=PLAYER, lasts=14, uses=1)
    values: dict[str, Any] = {"player": found, "link": None}
    if request.method == "POST":
        token = try_write(form, lambda: _token(access, form, player))
        if token is not None:
            link = url_for("leagues.join", token=token, _external=True)
            return page("invited", {**values, "link": link, "square": square(link)})
    return page("invite", values, form)


def _token(access: Access, form: FieldsForm, player: str | None) -> str:
    given = form.values()
    return invitations.invite(
        session(),
        access,
        role=form.text("role"),
        player=player,
        lasts=timedelta(days=_read_number(given.get("lasts"))),
        uses=None if given.get("uses") is None else _read_number(given["uses"]),
    )


def _read_number(value: Any) -> int:
    """A number that was typed; 0, which is refused at its field, for anything else."""
    return value if type(value) is int and 0 < value < 100_000 else 0


@pages.add("/<public_id>/claims", BOTH, may=ORGANISE)
def claims(access: Access) -> Any:
    """A sheet of codes to print and cut: one for each player without an account. It is shown now only."""
    unclaimed = invitations.list_unclaimed(session(), access.league.id)
    form = FieldsForm()
    if request.method == "POST":
        ticked = request.form.getlist("player")
        slips = try_write(form, lambda: invitations.make_slips(session(), access, ticked))
        if slips is not None:
            until = clock.now() + invitations.USUAL_LASTS
            links = [
                (one.player, url_for("leagues.join", token=one.code, _external=True), one.code)
                for one in slips
            ]
            return page("claim_sheet", {"slips": links, "square": square, "until": until})
    else:
        ticked = [one.key for one in unclaimed[: invitations.MAX_SLIPS]]
    return page("claims", {"unclaimed": unclaimed, "ticked": set(ticked)}, form)


@pages.add("/<public_id>/invitations/revoke", POST, may=ORGANISE)
def revoke(access: Access) -> Any:
    """Withdraw an invitation."""
    number = number_in(request.form.get("invitation"))
    if number is None or not invitations.revoke_invitation(session(), access, number):
        abort(404)
    flash(_("The invitation is withdrawn."))
    return redirect(to("members", access), 303)
