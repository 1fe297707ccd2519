"""A second computer as a standby: protocol, replication, takeover."""
