"""Evenings that are run: read, organised, and what comes from the tables."""
