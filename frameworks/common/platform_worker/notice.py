"""The platform's own warnings in a run."""

import warnings


class Notice(UserWarning):
    """A warning of the platform's own, shown as a `UserWarning`, which no warnings of a strategy crowd out."""


def warn(text: str) -> None:
    """Adds to the run's warnings, also where the strategy has Python's switched off or made errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(text, Notice, stacklevel=2)
