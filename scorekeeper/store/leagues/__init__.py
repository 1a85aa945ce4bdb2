"""Leagues in the store: their events, the state and the read model that follow, and who may do what."""
