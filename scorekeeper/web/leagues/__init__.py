"""The pages of leagues: standings, players, nights, matches, and what organisers do."""
