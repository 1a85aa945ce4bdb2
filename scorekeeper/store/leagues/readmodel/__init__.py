"""A league's read model: derived from its matches, and derived again whenever it is thrown away."""
