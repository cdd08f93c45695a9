"""The limits a worker puts on itself before anything of a user is near; none of them can be taken back."""

import os
import resource
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker may use; each field is a hard limit of the operating system."""

    address_space_bytes: int
    file_bytes: int
    processes: int
    cpu_seconds: int
    open_files: int = 512
    # The user and group to become where the worker starts as root; None keeps the user it has.
    user_id: int | None = None


def confine(limits: Limits) -> None:
    """Applies the limits to this process and to all it will start, and gives up root for good."""
    for kind, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, limits.address_space_bytes),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_NOFILE, limits.open_files),
    ):
        resource.setrlimit(kind, (value, value))
    if limits.user_id is None:
        return
    os.setgroups([])
    os.setresgid(limits.user_id, limits.user_id, limits.user_id)
    os.setresuid(limits.user_id, limits.user_id, limits.user_id)
