/** A page of a list. */
interface Page {
  readonly next_cursor: string | null;
}

/**
 * Goes through all items of a list, page by page, each page when its first item is asked for:
 *
 * ```ts
 * for await (const deposit of pages((next) => platform.listDeposits({ query: { ...next } }), (page) => page.deposits)) …
 * ```
 */
export async function* pages<Each extends Page, Item>(
  read: (next: { cursor?: string }) => Promise<Each>,
  items: (page: Each) => readonly Item[],
): AsyncGenerator<Item, void> {
  let next: { cursor?: string } = {};
  for (;;) {
    const page = await read(next);
    yield* items(page);
    if (page.next_cursor === null) return;
    next = { cursor: page.next_cursor };
  }
}
