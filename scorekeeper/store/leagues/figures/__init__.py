"""The figures of a league: all that pages show of its past, derived from its matches (docs/figures.md)."""
