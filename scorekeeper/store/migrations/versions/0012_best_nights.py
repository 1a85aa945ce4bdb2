"""What a unit's nights, and those of two who met, come to after each of them: a table of the past is read from there.

Read models of before are of another edition: they are derived anew, and pages show the old ones meanwhile, adding up
the best nights from all of them. Who met whom is written as it is now.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

KEYS = ("model_id", "scope", "unit", "rival")
MEETING = sa.table(
    "league_meeting",
    *(sa.column(name) for name in KEYS),
    sa.column("nights", sa.JSON),
    sa.column("met", sa.Text),
)
AT_ONCE = 1000


def upgrade() -> None:
    op.add_column("league_tally", sa.Column("best", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("league_meeting", sa.Column("met", sa.Text(), nullable=False, server_default=""))
    last: Sequence[Any] = ()
    while found := _some(last):
        last = found[-1][: len(KEYS)]
        here = (MEETING.c[name] == sa.bindparam(f"_{name}") for name in KEYS)
        op.get_bind().execute(
            sa.update(MEETING).where(*here).values(met=sa.bindparam("_met")),
            [
                {**{f"_{name}": getattr(row, name) for name in KEYS}, "_met": _running(row.nights)}
                for row in found
            ],
        )
    op.drop_column("league_meeting", "nights")


def _some(last: Sequence[Any]) -> Sequence[Any]:
    """So many rows after the last ones."""
    keys = [MEETING.c[name] for name in KEYS]
    query = sa.select(*keys, MEETING.c.nights).order_by(*keys).limit(AT_ONCE)
    return op.get_bind().execute(query.where(sa.tuple_(*keys) > last) if last else query).all()


def _running(nights: dict[str, list[int]]) -> str:
    """A line for each night with both numbers up to then."""
    lines, matches, won = [], 0, 0
    for night, (times, share) in sorted(nights.items()):
        matches, won = matches + times, won + share
        lines.append(f"{night} {matches} {won}")
    return "\n".join(lines)
