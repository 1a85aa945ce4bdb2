"""Entering and correcting what happened in a deal."""
