"""The players of a league, and who may do what."""
