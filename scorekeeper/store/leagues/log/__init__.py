"""A league's own log: its events, what each does to the league's tables, who may write them."""
