"""`import sdnotify`, as `freqtrade trade` begins: systemd is not used for bots, so the real one is left out."""


class SystemdNotifier:
    """Does nothing."""

    def notify(self, state: str) -> None:
        """Take a state as systemd would."""
