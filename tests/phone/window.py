"""What the window of a phone is to the program in it: it hands requests on, and goes where answers lead."""

from typing import Any, NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit
from uuid import uuid4

from scorekeeper.phone.program import PageAnswer, Program

REDIRECTS = 5
FORM = "application/x-www-form-urlencoded"


class Request(NamedTuple):
    """What was asked in the end, after every redirect."""

    path: str
    query_string: bytes


class Shown(NamedTuple):
    """An answer of the program as the reader of pages asks for it."""

    request: Request
    answer: PageAnswer

    @property
    def status_code(self) -> int:
        """The status of the answer."""
        return self.answer.status

    @property
    def mimetype(self) -> str:
        """The type of what was answered, without its parameters."""
        return dict(self.answer.headers).get("Content-Type", "").partition(";")[0]

    def get_data(self, as_text: bool = False) -> Any:
        """The body."""
        return self.answer.body.decode() if as_text else self.answer.body


class Window:
    """Asks the program; addresses begin with its base, or with the first folder below it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.asked: list[tuple[str, str]] = []
        """Method and path below the base of every request."""

    def get(self, address: str, follow_redirects: bool = True, headers: Any = None) -> Shown:
        """Open an address."""
        return self._go("GET", address, b"", dict(headers or {}))

    def post(self, address: str, data: dict[str, Any], follow_redirects: bool = True) -> Shown:
        """Send a form; a value of two parts is a file, by its name and its bytes."""
        if any(isinstance(value, tuple) for value in data.values()):
            kind, body = _write_parts(data)
        else:
            kind, body = FORM, urlencode(data, doseq=True).encode()
        return self._go("POST", address, body, {"Content-Type": kind})

    def _go(self, method: str, address: str, body: bytes, headers: dict[str, str]) -> Shown:
        for _ in range(REDIRECTS):
            address = self._below_base(address)
            answer = self.program.answer(method, address, headers, body)
            parts = urlsplit(address)
            self.asked.append((method, parts.path.removeprefix(self.program.base)))
            if answer.status not in (301, 302, 303, 307, 308):
                return Shown(Request(parts.path, parts.query.encode()), answer)
            address = urljoin(address, dict(answer.headers)["Location"])
            method, body, headers = "GET", b"", {}
        raise AssertionError(f"{address} leads on and on")

    def _below_base(self, address: str) -> str:
        address = address.partition("#")[0]
        base = self.program.base
        return address if address.startswith(f"{base}/") else base + address


def _write_parts(data: dict[str, Any]) -> tuple[str, bytes]:
    """The type and the body of a form with a file, as browsers send it."""
    between, parts = uuid4().hex, []
    for name, value in data.items():
        for one in value if isinstance(value, list) else [value]:
            file, body = one if isinstance(one, tuple) else ("", str(one).encode())
            told = f'; filename="{file}"\r\nContent-Type: application/octet-stream' if file else ""
            head = f'--{between}\r\nContent-Disposition: form-data; name="{name}"{told}\r\n\r\n'
            parts.append(head.encode() + body + b"\r\n")
    return f"multipart/form-data; boundary={between}", b"".join([*parts, f"--{between}--\r\n".encode()])
