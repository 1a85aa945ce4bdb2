"""A phone as tests hold it: one database, the program that has it open, and what a thumb does there."""

import re
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode
from uuid import uuid4

from scorekeeper.phone.program import PageAnswer, Program
from scorekeeper.store import migrate

BASE = "/phone/app"


def make_empty(folder: Path, name: str = "phone.db") -> Path:
    """An empty database, as the build makes it."""
    (folder / name).write_bytes(_read_empty())
    return folder / name


@lru_cache(maxsize=1)
def _read_empty() -> bytes:
    """Its bytes: the migrations run once for all phones of a run."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "phone.db")
        migrate.upgrade(f"sqlite:///{file}")
        return file.read_bytes()


def opened(database: Path, **given: str) -> Program:
    return Program(str(database), BASE, **given)


def closed(program: Program) -> None:
    """The one connection gives the file free, as a window does that is closed."""
    from scorekeeper.store.db import db

    with program.app.app_context():
        db.engine.dispose()


def head(answer: PageAnswer, name: str) -> str:
    return dict(answer.headers).get(name, "")


def page(program: Program, address: str) -> str:
    return program.answer("GET", BASE + address, {}).body.decode()


def words(html: str) -> str:
    """What a page says."""
    text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", html, flags=re.DOTALL)
    return " ".join(text.replace("\u2060", "").split())


def read_hidden(html: str) -> dict[str, str]:
    """The values that the forms of a page send without being seen."""
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html))


def post(program: Program, address: str, *, at: str = "", **values: str) -> PageAnswer:
    """Send the form that stands at an address, or at the address ``at`` what a form elsewhere sends."""
    hidden = read_hidden(page(program, at or address))
    said = {name: value for name, value in hidden.items() if name in ("csrf_token", "uuid", "seen")}
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return program.answer("POST", BASE + address, headers, urlencode({**said, **values}).encode())


def hand_in(program: Program, address: str, file: bytes, name: str = "everything.backup") -> PageAnswer:
    """Choose a file and send it."""
    edge, token = uuid4().hex, read_hidden(page(program, address))["csrf_token"]
    parts = (
        f'--{edge}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'.encode(),
        f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n".encode(),
        file,
        f"\r\n--{edge}--\r\n".encode(),
    )
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    return program.answer("POST", BASE + address, headers, b"".join(parts))


def start_match(program: Program, game: str = "belot") -> str:
    """The address of a new match, below the base."""
    return head(post(program, f"/start/{game}", players="4"), "Location").removeprefix(BASE)
