"""`import sdnotify`, as `freqtrade trade` begins: nobody tells systemd of a bot, so the real one is left out."""


class SystemdNotifier:
    """Notifies nobody."""

    def notify(self, state: str) -> None:
        """Take a state as systemd would."""
