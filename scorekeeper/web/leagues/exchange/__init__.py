"""What enters and leaves a league: files, and answers for other programs."""
