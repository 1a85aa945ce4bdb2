"""One file that holds the whole database: made while the server runs, checked, put back."""
