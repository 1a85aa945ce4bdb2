"""The questions of Kani: one file a question."""
