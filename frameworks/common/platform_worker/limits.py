"""The limits a worker puts on itself before anything of a user is near; none of them can be taken back."""

import mmap
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
    # Memory of its own beyond what it has now; None bounds it by the address space alone.
    data_bytes: int | None = None


def confine(limits: Limits) -> None:
    """Applies the limits to this process and to all it will start, and gives up root for good."""
    if limits.data_bytes is not None:
        _bound_data(limits.data_bytes)
    for kind, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, limits.address_space_bytes),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_NOFILE, limits.open_files),
    ):
        resource.setrlimit(kind, (value, value))
    if limits.user_id is not None:
        become(limits.user_id)


def become(user_id: int) -> None:
    """Gives up root for a user and a group without any rights."""
    os.setgroups([])
    os.setresgid(user_id, user_id, user_id)
    os.setresuid(user_id, user_id, user_id)


def _bound_data(more_bytes: int) -> None:
    """
    Bounds private memory to what there is of it now and so much more.

    A sandbox has no `/proc` to read it from: it is the smallest limit under which the kernel still maps a page.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    too_small, enough = 0, 1 << 46
    while enough - too_small > mmap.PAGESIZE:
        middle = (too_small + enough) // 2
        resource.setrlimit(resource.RLIMIT_DATA, (middle, hard))
        if _maps_a_page():
            enough = middle
        else:
            too_small = middle
    limit = enough + more_bytes
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _maps_a_page() -> bool:
    try:
        mmap.mmap(-1, mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except (OSError, MemoryError):
        return False
    return True
