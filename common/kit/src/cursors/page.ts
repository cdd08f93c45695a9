import type { CursorCodec, CursorScope } from './codec.js';

/** The wanted page of a list. */
export interface PageRequest {
  /** The largest number of items; the caller has checked it. */
  readonly limit: number;
  /** The cursor of the item before the page; undefined: the page starts at the first item. */
  readonly cursor?: string | undefined;
}

/** A page with one cursor per item, and the cursor of the next page where there is one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursors: readonly string[];
  readonly nextCursor: string | undefined;
}

/** A list in a stable order. */
interface Listed<Item, Position> {
  readonly cursors: CursorCodec<Position>;
  readonly scope: CursorScope;
  /** Returns up to `limit` items after a position, or from the start. */
  find(after: Position | undefined, limit: number): Promise<readonly Item[]>;
  positionOf(item: Item): Position;
}

/** Reads a page of a list. Throws the codec's error for a cursor of another list. */
export async function readPage<Item, Position>(
  { limit, cursor }: PageRequest,
  { cursors, scope, find, positionOf }: Listed<Item, Position>,
): Promise<Page<Item>> {
  const after = cursor === undefined ? undefined : cursors.decode(scope, cursor);
  // One item more than asked for shows whether another page follows.
  const found = await find(after, limit + 1);
  const items = found.slice(0, limit);
  const written = items.map((item) => cursors.encode(scope, positionOf(item)));
  return { items, cursors: written, nextCursor: found.length > limit ? written.at(-1) : undefined };
}
