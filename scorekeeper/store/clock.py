"""The one clock by which moments are written."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The moment at which something is written."""
    return datetime.now(UTC)
