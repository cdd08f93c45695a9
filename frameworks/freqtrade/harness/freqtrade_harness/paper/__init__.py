"""A freqtrade bot that trades with simulated money on what the platform's feed tells of the venue."""
