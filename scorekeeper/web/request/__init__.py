"""What happens around every request: protection, limits, failures, the log, counters, compression."""
