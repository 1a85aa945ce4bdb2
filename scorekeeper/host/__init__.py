"""What pages, streams and server have in common: who calls, under which name, how the others are, what is logged."""
