"""From facts to a sheet in every game: score lines, the fold, totals, the end, deals in words."""
