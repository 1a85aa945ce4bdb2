"""The questions of Eskoba: one file a question."""
