"""The pages of a match: the sheet, what is done to the match, and ways to show it."""
