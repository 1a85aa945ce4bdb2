"""`make phone` writes build/phone: the program as files that any web server can hand out (docs/phone.md)."""
