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
from scorekeeper.web.leagues.guard import FieldsForm, go_to, page, pages, press_button
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH, POST

DAYS = Number(name="lasts", label=T("Good for so many days"), low=1, high=366)
USES = Number(
    name="uses", label=T("Good for so many people"), low=1, high=invitations.MAX_USES, none=T("any number")
)


@pages.add("/<public_id>/members", may=ORGANISE)
def members(access: Access) -> Any:
    """Everybody with a role, and the invitations that are still good."""
    listed = roles.list_members(session(), access.league.id)
    open_invitations = invitations.list_invitations(session(), access)
    keys = [member.player for member in listed if member.player]
    keys += [invitation.player for invitation in open_invitations if invitation.player]
    names = words.Names(access.league.id, keys)
    may_give = _may_give(access)
    values = {"members": listed, "invitations": open_invitations, "names": names, "may_give": may_give}
    return page("members", {**values, "new_form": FieldsForm})


def _may_give(access: Access) -> list[str]:
    return list(ROLES if access.may(OWN) else (SCORER, PLAYER))


@pages.add("/<public_id>/members", POST, may=ORGANISE)
def set_role(access: Access) -> Any:
    """Another role for a member, or none."""
    account, seen = number_in(request.form.get("account")), number_in(request.form.get("seen"))
    role = request.form.get("role") or None
    if account is None or seen is None or role not in (None, *ROLES):
        abort(404)
    with press_button(_("Saved.")) as form:
        roles.set_role(session(), access, uuid=form.uuid, account=account, role=role, seen=seen)
    return go_to("members", access)


@pages.add("/<public_id>/leave", POST, may=READ)
def leave(access: Access) -> Any:
    """Give up one's own role."""
    with press_button(_("You have left the league. Your results stay in it.")) as form:
        roles.leave_league(session(), access, uuid=form.uuid)
        return redirect(url_for("leagues.index"), 303)
    return go_to("more", access)


@pages.add("/<public_id>/invite", BOTH, may=ORGANISE)
def invite(access: Access) -> Any:
    """A new invitation. The link is shown now and never again: the server keeps only its digest."""
    choices = {role: words.ROLES[role] for role in _may_give(access)}
    player = request.values.get("player", "")[:40] or None
    invited = roster.find_player(session(), access.league.id, player) if player else None
    if player and invited is None:
        abort(404)
    asked = Choice(name="role", label=T("Role"), choices=choices)
    form = FieldsForm(asked, USES, DAYS, role=PLAYER, lasts=14, uses=1)
    if request.method == "POST":
        typed = form.values()
        lasts = timedelta(days=_read_number(typed.get("lasts")))
        uses = None if typed.get("uses") is None else _read_number(typed["uses"])
        with form.writing():
            role = form.text("role")
            token = invitations.invite(session(), access, role=role, player=player, lasts=lasts, uses=uses)
            link = url_for("leagues.join", token=token, _external=True)
            return page("invited", {"link": link, "square": square(link)})
    return page("invite", {"player": invited}, form)


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
        with form.writing():
            slips = invitations.make_slips(session(), access, ticked)
            until = clock.now() + invitations.USUAL_LASTS
            links = [
                (slip.player, url_for("leagues.join", token=slip.code, _external=True), slip.code)
                for slip in slips
            ]
            return page("claim_sheet", {"slips": links, "square": square, "until": until})
    else:
        ticked = [player.key for player in unclaimed[: invitations.MAX_SLIPS]]
    return page("claims", {"unclaimed": unclaimed, "ticked": set(ticked)}, form)


@pages.add("/<public_id>/invitations/revoke", POST, may=ORGANISE)
def revoke(access: Access) -> Any:
    """Withdraw an invitation."""
    number = number_in(request.form.get("invitation"))
    if number is None or not invitations.revoke_invitation(session(), access, number):
        abort(404)
    flash(_("The invitation is withdrawn."))
    return go_to("members", access)
