"""Who may open which page of a league, as ``docs/addresses.md`` says; ``test_league_doors.py`` tries them all."""

from tests.trust.routes import ELSEWHERE, read_documented

READ, CONFIRM, ENTER, ORGANISE, OWN = "read", "confirm", "score", "organise", "own"
"""What a role in the league allows; a private league is read by those who have one."""
LINK, INVITATION, PLACE = "link", "invitation", "place"
"""The league's link, an invitation, or the link of a table or an evening."""
SELF = "self"
"""The account that is this player; an organiser too."""

ROUTES = {name: may for name, (_, may) in read_documented().items() if name.split()[1].startswith(ELSEWHERE)}
