"""Scorekeeper: scores and disputes of games played with real cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The web application. Flask is imported here and not before, so that the engine needs none of it."""
    from scorekeeper.web.app import make_app

    return make_app(config or {})
