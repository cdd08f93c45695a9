/** What somebody with all rights to MongoDB may do to one collection, generated from what is in it. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import mongoose from 'mongoose';

type Db = mongoose.mongo.Db;
export type Row = mongoose.mongo.Document & { readonly _id: unknown };

const { Long } = mongoose.mongo;
const YEAR_MS = 365 * 86_400_000;
const ROWS_MAX = 500;

/** A secret that the thief made, and what a service without a key of its own would store of it. */
export const FORGED_SECRET = 'tp_forged-by-somebody-who-can-write-to-the-database';
const FORGED_HASH = createHash('sha256').update(FORGED_SECRET).digest('hex');

/** One change of a database, with what undoes it. */
export interface Mutation {
  readonly service: string;
  readonly collection: string;
  readonly name: string;
  apply(db: Db): Promise<void>;
  undo(db: Db): Promise<void>;
}

/** The texts by which the rows of an account are known, such as its ids and addresses. */
export interface Identity {
  readonly texts: readonly string[];
}

/** Returns every mutation of a service's collection. `versions`: older versions of its rows, in their order. */
export async function mutationsOf(
  { db, service, collection }: { readonly db: Db; readonly service: string; readonly collection: string },
  { victim, thief }: { readonly victim: Identity; readonly thief: Identity },
  versions: readonly Row[],
): Promise<Mutation[]> {
  const rows = await db.collection<Row>(collection).find().sort({ _id: -1 }).limit(ROWS_MAX).toArray();
  const own = rows.find((row) => mentions(row, victim)) ?? rows.find((row) => !mentions(row, thief));
  const loot = rows.find((row) => mentions(row, thief));
  const made: Omit<Mutation, 'service' | 'collection'>[] = [];
  if (own !== undefined) {
    made.push(replacing('deletion', own, undefined));
    made.push(inserting('insertion of a copy', own));
    for (const [field, values] of Object.entries(otherValues(own, loot, [...rows, ...versions])))
      for (const [index, value] of values.entries())
        made.push(replacing(`change of ${field}, ${index}`, own, { ...own, [field]: value }));
    const older = versions.filter((each) => isDeepStrictEqual(each._id, own._id) && !isDeepStrictEqual(each, own));
    for (const [index, version] of older.entries())
      made.push(replacing(`return of version ${index}`, own, dueNow(version)));
  }
  if (loot !== undefined) {
    made.push(inserting("insertion of the thief's for the victim", renamed(loot, thief, victim)));
    made.push(replacing("change of the thief's into the victim's", loot, renamed(loot, thief, victim, loot._id)));
  }
  const gone = versions.filter((each) => !rows.some(({ _id }) => isDeepStrictEqual(_id, each._id))).slice(0, 3);
  for (const [index, version] of gone.entries())
    made.push(replacing(`return of what was deleted, ${index}`, dueNow(version), dueNow(version), 'delete'));
  return made.map(({ name, apply, undo }) => ({
    service,
    collection,
    name: `${service}.${collection}: ${name}`,
    apply,
    undo,
  }));

  function inserting(name: string, row: Row) {
    const copy = { ...dueNow(row), _id: typeof row._id === 'string' ? `${row._id}_forged` : { forged: name } } as Row;
    return replacing(name, copy, copy, 'delete');
  }

  /** Puts a row into the place of another one; undone by the former, or by deletion. */
  function replacing(name: string, former: Row, row: Row | undefined, undo: 'restore' | 'delete' = 'restore') {
    const filter = { _id: former._id } as mongoose.mongo.Filter<Row>;
    return {
      name,
      apply: async (at: Db) => {
        if (row === undefined) await at.collection<Row>(collection).deleteOne(filter);
        else await at.collection<Row>(collection).replaceOne(filter, row, { upsert: true });
      },
      undo: async (at: Db) => {
        if (undo === 'delete') await at.collection<Row>(collection).deleteOne(filter);
        else await at.collection<Row>(collection).replaceOne(filter, former, { upsert: true });
      },
    };
  }
}

function mentions(row: Row, { texts }: Identity): boolean {
  const text = JSON.stringify(row).toLowerCase();
  return texts.some((each) => text.includes(each.toLowerCase()));
}

/** Returns a row in which one account's texts are another's. */
function renamed(row: Row, from: Identity, to: Identity, _id: unknown = row._id): Row {
  const swap = (value: unknown): unknown => {
    if (typeof value === 'string')
      return from.texts.reduce((text, each, index) => text.replaceAll(each, to.texts[index] ?? each), value);
    if (Array.isArray(value)) return value.map(swap);
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, swap(inner)]));
  };
  const { _id: _former, ...fields } = row;
  return { ...(swap(fields) as object), _id } as Row;
}

/** Makes a row that a worker takes up at once, as one that nobody holds. */
function dueNow(row: Row): Row {
  const { lease: _held, ...free } = row;
  return { ...free, ...('dueAt' in row && { dueAt: new Date() }) } as Row;
}

/** Returns other values for each field: those of the thief's row, those that occur elsewhere in states, and larger or later ones. */
function otherValues(own: Row, loot: Row | undefined, all: readonly Row[]): Record<string, readonly unknown[]> {
  const fields = Object.keys(own).filter((field) => field !== '_id' && field !== 'lease');
  return Object.fromEntries(
    fields.map((field) => {
      const value = own[field];
      const states = /^(state|status|step|purpose|loginType)$/.test(field) ? all.map((row) => row[field]) : [];
      const hashes = field === 'secretHash' ? [FORGED_HASH] : [];
      const found = [loot?.[field], ...hashes, ...states, ...beyond(value)];
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
