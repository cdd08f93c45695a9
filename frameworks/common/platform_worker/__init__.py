"""What every framework's isolated worker shares: limits, the channel to the platform, failures, imports."""
