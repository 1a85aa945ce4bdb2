"""The pure centre: what a game, a match, a score and a finding are. Standard library only."""
