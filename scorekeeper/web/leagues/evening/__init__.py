"""An evening as its organisers run it: plan, who is here, draw, rounds, end; each is one screen."""
