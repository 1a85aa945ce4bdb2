"""The exit statuses of all commands."""

GOOD, FAILED, NOT_VALID = 0, 1, 2
