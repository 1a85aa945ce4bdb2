"""The tables of codes in docs/formats.md, one a game: gathered from the games' own pages, where each code is explained.

`python tools/formats.py` writes them; a test fails when they differ from the pages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
PAGES = {str(game.name): slug for slug, game in GAMES.items()}
BEGIN, END = "<!-- codes: begin (python tools/formats.py) -->", "<!-- codes: end -->"
FIRST_COLUMNS = ("code", "outcome")
PLACES = {
    "Outcomes of a deal": "outcome",
    "Outcomes": "outcome",
    "Lines": "line",
    "Errors": "error",
    "Suspect findings": "suspect",
    "Errors of questions": "error of a question",
}
"""What a code of a table under this heading is; elsewhere the heading itself says it."""

Row = tuple[str, str, str, str]


def cells(line: str) -> list[str]:
    """The cells of a table's line."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def rows(page: str) -> Iterator[Row]:
    """The code, its place, its meaning and its article, for every row of the tables of codes on a page."""
    heading, head = "", None
    for line in page.splitlines():
        if line.startswith("#"):
            heading, head = line.lstrip("# "), None
        elif not line.startswith("|"):
            head = None
        elif head is None:
            head = cells(line)
        elif head[0] in FIRST_COLUMNS and not set(line) <= set("|- "):
            yield _row(dict(zip(head, cells(line), strict=False)), PLACES.get(heading, heading.lower()))


def _row(by_column: dict[str, str], place: str) -> Row:
    code = by_column.get("code") or by_column["outcome"]
    article = re.sub(rf"\b(?:{'|'.join(PAGES.values())}) (?=\d)", "", by_column.get("article", ""))
    return code, place, by_column.get("means") or by_column.get("meaning", ""), article


def tables(root: Path = ROOT) -> str:
    """The tables of all games."""
    sections = []
    for title, slug in PAGES.items():
        page = (root / "docs" / "formats" / f"{slug}.md").read_text(encoding="utf-8")
        lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows(page)]
        head = [f"### Codes of {title}", "", "| code | is | means | article |", "| --- | --- | --- | --- |"]
        sections.append("\n".join([*head, *lines]))
    return "\n\n".join(sections)


def renew(root: Path = ROOT) -> str:
    """The text of docs/formats.md with its tables renewed."""
    text = (root / "docs" / "formats.md").read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables(root)}\n{END}{after}"


def main() -> int:
    (ROOT / "docs" / "formats.md").write_text(renew(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
