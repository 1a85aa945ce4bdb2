"""What the matches of a league come to: standings and statistics."""
