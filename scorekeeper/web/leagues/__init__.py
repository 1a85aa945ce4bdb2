"""The pages of leagues: tables, people, nights, matches, and what organisers do."""
