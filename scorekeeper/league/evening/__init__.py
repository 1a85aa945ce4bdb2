"""Club evenings: how one is planned, who sits where in each round, and what the tables come to."""
