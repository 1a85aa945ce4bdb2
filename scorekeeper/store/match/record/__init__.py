"""The record of a match that goes out, comes in or is proved: archives, chains of hashes, matches taken along."""
