"""The stored tables that a run reads."""
