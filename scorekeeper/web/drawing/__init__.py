"""What is drawn: charts, how wide letters are, and names that fit above a column."""
