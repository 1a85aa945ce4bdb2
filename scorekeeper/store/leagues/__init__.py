"""Leagues in the store: what happened in them, what that comes to, and who may do what. Knows nothing of Flask."""
