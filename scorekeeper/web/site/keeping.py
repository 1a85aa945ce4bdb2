"""Everything of a phone alone in one file, and back. On a server there are no such pages: its keeper makes backups.

The database is open for one connection alone there. It is closed while the file is written or read, and opens again
with the next question.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask, Response, abort, current_app, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.text import T, Text
from scorekeeper.store.backup import phone_file
from scorekeeper.store.backup.errors import BackupError, NewerError
from scorekeeper.store.backup.make import backup
from scorekeeper.store.backup.phone_file import FOREIGN, NEWER, ForeignError, Found, Holding
from scorekeeper.store.backup.restore import restore
from scorekeeper.store.db import db
from scorekeeper.web.match import current
from scorekeeper.web.request.errors import megabytes
from scorekeeper.web.request.security import takes_files
from scorekeeper.web.site.alone import is_alone
from scorekeeper.web.site.clock import local
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import local_day_words
from scorekeeper.web.site.languages import language, say_listed
from scorekeeper.web.site.pages import POST, Pages, guard_by

REMINDED_AFTER = timedelta(days=7)
MAX_BYTES = 64_000_000
FOLDER, REPLACED = "brought in", "replaced"
"""Under which names the application knows the folder of the file that was brought, and that its database is another."""
NOTHING_CHOSEN = T("Choose a file first.")
DAMAGED = T("This is no file with everything of a phone, or it is damaged or not complete.")
LEFT = T("The file is not here any more. Choose it once more.")
FAILED = T("The file cannot be written: there is too little room on this phone.")


require_phone = guard_by(lambda: None if is_alone() else abort(404))
"""Shows a page where the program runs on a phone alone; elsewhere there is none."""
PHONE = "phone"
pages = Pages("keeping", "/everything", guards={PHONE: require_phone})


@pages.add("", may=PHONE)
def show() -> str:
    """The key that saves everything, when that was done last, and where a file is brought back."""
    return _page()


@pages.add("/file", POST, may=PHONE)
def save() -> Any:
    """Everything as one file."""
    now = datetime.now(UTC)
    try:
        with TemporaryDirectory() as folder, _closed_database() as url:
            file = Path(folder, f"scorekeeper-{local(now):%Y-%m-%d}.backup")
            backup(url, file, current_app.config["SECRET_KEY"])
            body = file.read_bytes()
    except (BackupError, OSError):
        return _page(FAILED), 507
    phone_file.note_saved(session(), now)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "Cache-Control": "no-store"}
    return Response(body, content_type="application/octet-stream", headers=headers)


def _room() -> tuple[int, str]:
    return MAX_BYTES, _("A file with everything has at most %(size)s.", size=megabytes(MAX_BYTES))


@pages.add("", POST, may=PHONE)
@takes_files(_room)
def look() -> Any:
    """What is in a file, read from end to end, and the question whether it may replace what is here."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        return _page(NOTHING_CHOSEN), 422
    upload.save(_waiting_file())
    try:
        contents = phone_file.look_into(_waiting_file())
    except BackupError as error:
        _waiting_file().unlink()
        return _page(_explain(error)), 422
    return _ask(contents)


@pages.add("/back", POST, may=PHONE)
def bring_back() -> Any:
    """Put the file that was looked into in the place of everything here: all of it, or nothing is changed."""
    brought = _waiting_file()
    if not brought.exists() or _digest(brought) != request.form.get("file"):
        return _page(LEFT), 422
    try:
        contents = phone_file.look_into(brought)
        with _closed_database() as url:
            restore(url, brought, replace=True)
    except BackupError as error:
        return _page(_explain(error)), 422
    finally:
        brought.unlink()
    current.forget_all()
    phone_file.note_saved(session(), contents.made_at)
    current_app.extensions[REPLACED] = True
    there = redirect(url_for("keeping.show", brought="yes", lang=language()), 303)
    there.headers["Clear-Site-Data"] = '"cache"'  # the sheet that was seen last is of the database before
    return there


def was_replaced(app: Flask) -> bool:
    """Whether the last request put another database in the place of the application's."""
    return bool(app.extensions.pop(REPLACED, False))


def find_reminder() -> str | None:
    """The day since which something was played that no file holds, once that is a week ago."""
    since = phone_file.find_unsaved(session()) if is_alone() else None
    return local_day_words(since) if since and datetime.now(UTC) - since >= REMINDED_AFTER else None


@contextmanager
def _closed_database() -> Iterator[str]:
    """The database's address, and no connection to it."""
    db.session.remove()
    db.engine.dispose()
    yield current_app.config["SQLALCHEMY_DATABASE_URI"]


def _waiting_file() -> Path:
    """Where the file lies between the two questions, as long as the program is awake."""
    if FOLDER not in current_app.extensions:
        current_app.extensions[FOLDER] = TemporaryDirectory()
    return Path(current_app.extensions[FOLDER].name, "brought.backup")


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _explain(error: BackupError) -> Text:
    return NEWER if isinstance(error, NewerError) else FOREIGN if isinstance(error, ForeignError) else DAMAGED


def _page(problem: Text | None = None) -> str:
    saved = phone_file.read_saved(session())
    since = phone_file.find_unsaved(session())
    return render_template(
        "keeping/save.html",
        problem=problem,
        brought=request.args.get("brought") == "yes",
        here=_say_holding(phone_file.count_here(session())),
        saved=saved and local_day_words(saved.at),
        since=since and local_day_words(since),
    )


def _ask(contents: Found) -> str:
    since = phone_file.find_unsaved(session())
    return render_template(
        "keeping/bring_back.html",
        day=local_day_words(contents.made_at),
        inside=_say_holding(contents.holding),
        here=_say_holding(phone_file.count_here(session())),
        since=since and local_day_words(since),
        file=_digest(_waiting_file()),
    )


def _say_holding(holding: Holding) -> str:
    matches = ngettext("%(num)s match", "%(num)s matches", holding.matches)
    leagues = ngettext("%(num)s league", "%(num)s leagues", holding.leagues)
    return say_listed([matches, leagues] if holding.leagues else [matches])
