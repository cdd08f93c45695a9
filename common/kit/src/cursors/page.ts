import type { CursorCodec, CursorScope } from './codec.js';

/** Which page of a list is wanted. */
export interface PageRequest {
  /** Items at most; the caller has checked it. */
  readonly limit: number;
  /** The cursor of the item before the page; undefined: from the start. */
  readonly cursor?: string | undefined;
}

/** A page with a cursor an item, and that of the next page where there is one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursors: readonly string[];
  readonly nextCursor: string | undefined;
}

/** A list in a stable order. */
interface Listed<Item, Position> {
  readonly cursors: CursorCodec<Position>;
  readonly scope: CursorScope;
  /** Up to `limit` items after a position, or from the start. */
  find(after: Position | undefined, limit: number): Promise<readonly Item[]>;
  positionOf(item: Item): Position;
}

/** Reads a page of a list. Throws what the codec throws for a cursor that isn't of this list. */
export async function readPage<Item, Position>(
  { limit, cursor }: PageRequest,
  { cursors, scope, find, positionOf }: Listed<Item, Position>,
): Promise<Page<Item>> {
  const after = cursor === undefined ? undefined : cursors.decode(scope, cursor);
  // One more than asked for tells whether another page follows.
  const found = await find(after, limit + 1);
  const items = found.slice(0, limit);
  const written = items.map((item) => cursors.encode(scope, positionOf(item)));
  return { items, cursors: written, nextCursor: found.length > limit ? written.at(-1) : undefined };
}
