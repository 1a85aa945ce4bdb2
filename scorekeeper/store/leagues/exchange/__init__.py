"""What enters and leaves a league: archives, exports of other programs, spreadsheets."""
