"""What a run holds and pays: fills, fees, margin, equity, and when it is out of money."""
