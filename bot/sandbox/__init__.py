"""The sandbox: the real bot in a Discord that lives in this process, looked at in a local browser page."""
