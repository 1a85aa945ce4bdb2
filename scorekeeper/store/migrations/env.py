"""Runs Alembic on the connection that ``scorekeeper.store.migrate`` hands over."""

from typing import Any, Literal

from alembic import context

from scorekeeper.store.all_models import METADATA
from scorekeeper.store.match.models import Moment


def render(kind: str, item: Any, _: Any) -> str | Literal[False]:
    """A migration stays true when the models go on, so it names nothing of theirs."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by making it anew
    compare_type=True,
    transactional_ddl=True,
    render_item=render,
)
with context.begin_transaction():
    context.run_migrations()
