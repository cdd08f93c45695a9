"""Strategies that keep running on simulated money: nautilus's own engine, fed with what the venue tells now."""
