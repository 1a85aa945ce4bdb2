"""Persons who are forgotten: who they are by their ids, what of theirs is erased, and the record of it."""
