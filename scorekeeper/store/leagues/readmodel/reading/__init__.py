"""What pages ask of the read model; each answer costs the same however many matches there are."""
