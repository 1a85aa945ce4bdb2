"""The server: the supervisor that owns the port, its children and its workers."""
