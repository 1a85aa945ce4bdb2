"""The command line with the fifth game."""

import sys

from scorekeeper.cli import main
from tests.fifth import fifth_game

with fifth_game():
    sys.exit(main(sys.argv[1:]))
