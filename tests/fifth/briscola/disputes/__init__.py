"""What is asked at a table of Briscola: one file a question."""
