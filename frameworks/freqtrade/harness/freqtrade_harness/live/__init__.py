"""A freqtrade bot that trades with real money, through the platform's proxy of its account."""
