"""Event streams: phones that follow a match hear within a second that it moved. One asyncio process, no state."""
