"""The ledger: every match is an append-only list of events. Names and free text lie in tables beside it."""
