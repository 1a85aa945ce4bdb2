"""`make bench`: figures and ratios measured side by side on this machine. No test depends on them."""
