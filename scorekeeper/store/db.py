"""The database as Flask sees it. The tables are those of ``models``, whose sessions need no Flask."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Engine

from scorekeeper.store.engine import BUSY_MILLISECONDS, defaults, tune_engine
from scorekeeper.store.presence import guard_engine


class Database(SQLAlchemy):
    """Flask-SQLAlchemy with the engine settings of :mod:`scorekeeper.store.engine`."""

    def _make_engine(self, bind_key: str | None, options: dict[str, Any], app: Flask) -> Engine:
        for name, value in defaults(str(options["url"])).items():
            options.setdefault(name, value)
        patience = int(app.config.get("SQLITE_BUSY_MILLISECONDS", BUSY_MILLISECONDS))
        engine = tune_engine(super()._make_engine(bind_key, options, app), patience=patience)
        guard_engine(engine)
        return engine


db = Database()
