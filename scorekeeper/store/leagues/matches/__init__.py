"""The matches of a league: assigned to it, confirmed, revised, taken out."""
