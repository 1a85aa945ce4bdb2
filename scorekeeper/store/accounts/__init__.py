"""Accounts, the browsers that are signed in to them, and the devices that opened a match."""
