"""The server: the supervisor that owns the port, its workers, and who may ask them what."""
