"""What the platform itself warns of in a run."""

import warnings


def warn(text: str) -> None:
    """Adds to the run's warnings, also where the strategy has Python's switched off or made errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(text, stacklevel=2)
