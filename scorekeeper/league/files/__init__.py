"""Files of leagues and of other programs, read and written: archives, tables, spreadsheets, calendars."""
