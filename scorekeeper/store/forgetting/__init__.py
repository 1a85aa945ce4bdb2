"""Persons who are forgotten and matches that are emptied: what of theirs is erased, and the record of it."""
