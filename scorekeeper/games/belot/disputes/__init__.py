"""The questions of Belot: one file a question."""
