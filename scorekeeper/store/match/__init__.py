"""The ledger of matches: events that are only ever added to, and what they come to."""
