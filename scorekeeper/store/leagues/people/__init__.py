"""The people of a league: players, roles, invitations, and names that go for ever."""
