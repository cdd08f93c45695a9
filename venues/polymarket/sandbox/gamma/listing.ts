import { invalid } from '../refusal.js';
import type { ListQuery } from './query.js';

/** The filters and orders of a list. */
export interface Entry<Item> {
  readonly item: Item;
  readonly id: string;
  readonly slugs: readonly string[];
  readonly conditionIds: readonly string[];
  readonly tokenIds: readonly string[];
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly startMs: number;
  readonly endMs: number | undefined;
  readonly volume: number;
  /** By the fields by which a list may be ordered. */
  readonly orders: Readonly<Record<string, number>>;
}

const OFFSET_LIMIT_DEFAULT = 20;
const OFFSET_LIMIT_MAX = 500;
const KEYSET_LIMIT_MAX = 100;

/** Returns whether an entry passes a list's filters. Closed ones are left out unless requested. */
function isAskedFor(entry: Entry<unknown>, query: ListQuery): boolean {
  const among = (wanted: readonly string[] | undefined, own: readonly string[]) =>
    wanted === undefined || own.some((each) => wanted.includes(each));
  const { start_date_min, start_date_max, end_date_min, end_date_max, volume_num_min } = query;
  return (
    among(query.id, [entry.id]) &&
    among(query.slug, entry.slugs) &&
    among(query.condition_ids, entry.conditionIds) &&
    among(query.clob_token_ids, entry.tokenIds) &&
    entry.closed === (query.closed ?? false) &&
    (query.active ?? entry.active) === entry.active &&
    (query.archived ?? entry.archived) === entry.archived &&
    isWithin(entry.startMs, start_date_min, start_date_max) &&
    isWithin(entry.endMs, end_date_min, end_date_max) &&
    entry.volume >= (volume_num_min ?? 0)
  );
}

function isWithin(atMs: number | undefined, fromMs: number | undefined, toMs: number | undefined): boolean {
  if (fromMs === undefined && toMs === undefined) return true;
  return atMs !== undefined && atMs >= (fromMs ?? atMs) && atMs <= (toMs ?? atMs);
}

/** Returns the filtered entries in the requested order: by the first named field, else by id; descending on request. */
function ordered<Item>(entries: readonly Entry<Item>[], query: ListQuery) {
  const name = query.order?.split(',')[0] ?? 'id';
  const sign = query.ascending === false ? -1 : 1;
  const found = entries
    .filter((entry) => isAskedFor(entry, query))
    .map((entry) => {
      const value = name === 'id' ? Number(entry.id) : entry.orders[name];
      if (value === undefined) throw invalid('order fields are not valid');
      return { item: entry.item, value: sign * value, id: Number(entry.id) };
    });
  return found.sort((left, right) => left.value - right.value || left.id - right.id);
}

/** Returns a page by offset from the beginning, the older form of paging before cursors. */
export function offsetPage<Item>(entries: readonly Entry<Item>[], query: ListQuery): Item[] {
  const { limit = OFFSET_LIMIT_DEFAULT, offset = 0 } = query;
  const found = ordered(entries, query).slice(offset, offset + Math.min(limit, OFFSET_LIMIT_MAX));
  return found.map(({ item }) => item);
}

/** Returns the page after a cursor, and the cursor of the next one, which the last page lacks. */
export function keysetPage<Item>(entries: readonly Entry<Item>[], query: ListQuery) {
  if (query.offset !== undefined) throw invalid('offset is not supported, use after_cursor');
  const after = query.after_cursor === undefined ? undefined : readCursor(query.after_cursor);
  const following = ordered(entries, query).filter(
    ({ value, id }) => after === undefined || value > after.value || (value === after.value && id > after.id),
  );
  const page = following.slice(0, Math.min(query.limit ?? OFFSET_LIMIT_DEFAULT, KEYSET_LIMIT_MAX));
  const last = page.at(-1);
  const more = last !== undefined && following.length > page.length;
  return {
    items: page.map(({ item }) => item),
    ...(more && { next_cursor: Buffer.from(JSON.stringify([last.value, last.id])).toString('base64url') }),
  };
}

function readCursor(text: string): { readonly value: number; readonly id: number } {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(read) && typeof read[0] === 'number' && typeof read[1] === 'number')
      return { value: read[0], id: read[1] };
  } catch {
    // Not one of our cursors: refused like any other text.
  }
  throw invalid('after_cursor is not valid');
}
