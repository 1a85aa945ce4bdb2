"""Every table there is. A module that declares some is named here, or migrations would know nothing of it."""

from __future__ import annotations

from scorekeeper.store import account_rows, models
from scorekeeper.store.leagues import derived_rows, upload_rows
from scorekeeper.store.leagues import rows as league_rows

MODULES = (models, account_rows, league_rows, derived_rows, upload_rows)
METADATA = models.Base.metadata
