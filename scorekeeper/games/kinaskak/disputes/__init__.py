"""The questions of Kínaskák: one file a question."""
