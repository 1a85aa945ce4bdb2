"""What every page shares, and the pages that belong to no match: the first page, rules, installing."""
