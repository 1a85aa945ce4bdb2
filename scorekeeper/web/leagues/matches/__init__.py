"""The matches of a league: listed, confirmed, started there, written down from a notebook; and its nights."""
