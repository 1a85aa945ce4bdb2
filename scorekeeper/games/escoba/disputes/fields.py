"""The fields that several questions ask for."""

from scorekeeper.games.escoba.deal import PLAYS_FIELDS

OPENING_TABLE, PLAYS = PLAYS_FIELDS[:2]
