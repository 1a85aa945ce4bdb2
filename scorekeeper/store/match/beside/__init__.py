"""What stands beside the log of a match and is no event: parts of a draft, holders of phones, offers, series."""
