"""Every table there is. A module that declares some is named here, or migrations would know nothing of it."""

from __future__ import annotations

from scorekeeper.store import settings
from scorekeeper.store.accounts import models as account_rows
from scorekeeper.store.forgetting import record as forgotten_rows
from scorekeeper.store.leagues.exchange import models as upload_rows
from scorekeeper.store.leagues.figures import models as derived_rows
from scorekeeper.store.leagues.log import models as league_rows
from scorekeeper.store.match import models

MODULES = (models, account_rows, league_rows, derived_rows, upload_rows, settings, forgotten_rows)
METADATA = models.Base.metadata
