"""Leagues in the store: their events, the state and the figures that follow, and who may do what."""
