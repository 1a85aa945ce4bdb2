"""What many matches come to: results, standings, ratings, statistics, archives. Pure; people are known by id only."""
