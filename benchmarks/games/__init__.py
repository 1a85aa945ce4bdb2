"""What is measured of one game alone: a folder a game, for those games that have something."""
