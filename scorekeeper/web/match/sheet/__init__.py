"""The sheet of a match and its rows, on phones, on television, on paper and in pictures, and how pages follow it."""
