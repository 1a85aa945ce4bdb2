"""The answers to what pages ask of the shown model; each costs the same however many matches there are."""
