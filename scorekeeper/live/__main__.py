"""``python -m scorekeeper.live [HOST:PORT]``: the event streams alone, for a deployment behind a proxy."""

from __future__ import annotations

import sys

from scorekeeper.live.server import listen_at, run
from scorekeeper.store import instance


def main() -> int:
    """Serve until SIGTERM; the exit status."""
    host, _, port = (sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:8001").rpartition(":")
    with listen_at(host.strip("[]") or "127.0.0.1", int(port)) as listener:
        run(listener, instance.database_url(), instance.secret_key())
    return 0


if __name__ == "__main__":
    sys.exit(main())
