"""Cards on the table in every game: packs, tricks, a deal laid card by card."""
