"""The draw of an evening: who sits where in the next round, from a document alone."""
