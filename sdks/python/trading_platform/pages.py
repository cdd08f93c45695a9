"""Lists, item by item."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from .generated.types import UNSET, Unset


class _Page(Protocol):
    next_cursor: str | None


SomePage = TypeVar("SomePage", bound=_Page)
Item = TypeVar("Item")


def pages(read: Callable[[str | Unset], SomePage], items: Callable[[SomePage], Sequence[Item]]) -> Iterator[Item]:
    """Goes through all items of a list, page by page, each page when its first item is asked for:

    for deposit in pages(lambda cursor: platform.wallet.list_deposits(cursor=cursor), lambda page: page.deposits): ...
    """
    cursor: str | Unset = UNSET
    while True:
        page = read(cursor)
        yield from items(page)
        if page.next_cursor is None:
            return
        cursor = page.next_cursor
