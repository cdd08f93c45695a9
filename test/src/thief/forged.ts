/** What a thief writes into a row: values of his own making, those of other rows, and later times. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import mongoose from 'mongoose';

/** A stored row of any collection. */
export type Row = mongoose.mongo.Document & { readonly _id: unknown };

const { Long } = mongoose.mongo;
const YEAR_MS = 365 * 86_400_000;
/** Numbers between these are times, in milliseconds since the Unix epoch. */
const [TIME_MS_MIN, TIME_MS_MAX] = [1_500_000_000_000, 3_000_000_000_000];

/** A secret that the thief made, and what a service without a key of its own would store of it, as an API key or as a session. */
export const FORGED_SECRET = 'tps_forged-by-somebody-who-can-write-to-the-database';
const FORGED_HASH = createHash('sha256').update(FORGED_SECRET).digest('hex');
/** An address of the thief that no account has. */
export const FORGED_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** A mailbox of the thief that no account has. */
export const FORGED_EMAIL = 'forged@example.com';

/** Returns a value of the thief's own making of the same form; the value itself where he makes none. */
function forged(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return value;
  if (/^0x[0-9a-f]{40}$/i.test(value)) return FORGED_ADDRESS;
  if (/^[0-9a-f]{64}$/.test(value)) return FORGED_HASH;
  return value.includes('@') ? FORGED_EMAIL : `${value}_forged`;
}

/** Returns a row with other values at these paths, so that no index refuses it beside the original. */
export function distinct(row: Row, paths: readonly string[]): Row {
  let changed = row;
  for (const path of paths) changed = changedAt(changed, path.split('.'));
  return changed;
}

function changedAt<Fields extends object>(fields: Fields, [name = '', ...rest]: readonly string[]): Fields {
  const value: unknown = Reflect.get(fields, name);
  if (value === undefined) return fields;
  const other = rest.length > 0 && typeof value === 'object' && value !== null ? changedAt(value, rest) : forged(value);
  return { ...fields, [name]: other };
}

/** Makes a row that a worker takes up at once, as one that nobody holds. */
export function dueNow(row: Row): Row {
  const { lease: _held, ...free } = row;
  return { ...free, ...('dueAt' in row && { dueAt: new Date() }) };
}

/** Returns a row with all its times moved, as if it were written now. */
export function asOfNow(row: Row): Row {
  const createdAt: unknown = row['createdAt'];
  const laterMs = createdAt instanceof Date ? Date.now() - createdAt.getTime() : 0;
  const moved = (value: unknown): unknown => {
    if (value instanceof Date) return new Date(value.getTime() + laterMs);
    if (typeof value === 'number') return value > TIME_MS_MIN && value < TIME_MS_MAX ? value + laterMs : value;
    return mapped(value, moved);
  };
  const { _id, ...fields } = row;
  return dueNow({ ...(mapped(fields, moved) as object), _id });
}

/** Returns a plain object or a list with each of its values mapped; anything else as it is. */
export function mapped(value: unknown, map: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]));
}

/**
 * Returns other values for each field: those of the thief's row and of his own making, those that occur elsewhere in states, and larger or
 * later ones.
 */
export function otherValues(own: Row, loot: Row | undefined, all: readonly Row[]): Record<string, readonly unknown[]> {
  const fields = Object.keys(own).filter((field) => field !== '_id' && field !== 'lease');
  return Object.fromEntries(
    fields.map((field) => {
      const value = own[field];
      const states = /^(state|status|step|purpose|loginType)$/.test(field) ? all.map((row) => row[field]) : [];
      const made = /address|destination|email|^to$|^secretHash$/i.test(field) ? [forged(value)] : [];
      const found = [loot?.[field], ...made, ...states, ...beyond(value)];
      const others = found.filter((other) => other !== undefined && !isDeepStrictEqual(other, value));
      return [
        field,
        others.filter((other, index) => others.findIndex((each) => isDeepStrictEqual(each, other)) === index),
      ];
    }),
  );
}

function beyond(value: unknown): readonly unknown[] {
  if (value instanceof Date) return [new Date(value.getTime() + YEAR_MS)];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value * 2 + 1];
  if (value instanceof Long) return [value.multiply(2)];
  if (typeof value === 'bigint') return [value * 2n];
  return [];
}
