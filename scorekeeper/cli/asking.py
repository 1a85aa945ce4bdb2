"""What commands ask a server by HTTP: a page for its keeper, with the token of the counters where there is one."""

from __future__ import annotations

import http.client
import os
import ssl
from urllib.parse import urlsplit

from scorekeeper.host.metrics_access import TOKEN_VARIABLE

PATIENCE = 10.0


def ask(url: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    """The status and the text of one request on a connection of its own; OSError when there is no answer.

    Nothing is followed.
    """
    parts = urlsplit(url)
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(parts.netloc, timeout=PATIENCE, context=context)
    else:
        connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
    token = os.environ.get(TOKEN_VARIABLE, "")
    given = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        connection.request("GET", parts.path or "/", headers={**given, **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")
    except http.client.HTTPException as error:
        raise OSError(str(error) or type(error).__name__) from error
    finally:
        connection.close()
