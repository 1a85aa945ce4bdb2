"""What a sheet says, as a person would read it aloud, to be compared as a whole."""

from scorekeeper.games import GAMES
from tests.cases import case


def read_lines(row):
    """Each line of a row as ``side points code: sentence (articles)``; raw points say so."""
    return [
        f"{line['side']} {line['points']}{' raw' * (line['unit'] == 'raw')} {line['code']}: {line['text']}"
        f" ({read_articles(line['cites'])})"
        for line in row["lines"]
    ]


def said(about, entry, *lines, **rules):
    """A row of a table of entries, the rules of each table and every line that is said of each."""
    return case(about, entry, rules, list(lines))


def read_ending(sheet):
    """Why a match is over or goes on, as ``code: sentence (articles)``."""
    ending = sheet["ending"]
    return f"{ending['code']}: {ending['text']} ({read_articles(ending['cites'])})"


def read_articles(cites):
    """The articles without the game, which has to be one that there is."""
    parts = [cite.split() for cite in cites]
    assert {game for game, _ in parts} <= set(GAMES), cites
    return ", ".join(article for _, article in parts)
