"""What each kind of event does to the state of a league, by what it is about."""
