"""The read model of a league: everything that pages show of its past, derived from its matches (docs/readmodel.md)."""
