/** What somebody with all rights to MongoDB may do to one collection, generated from what is in it. */
import { isDeepStrictEqual } from 'node:util';
import mongoose from 'mongoose';
import { asOfNow, distinct, dueNow, mapped, otherValues, type Row } from './forged.js';

type Db = mongoose.mongo.Db;

const { MongoServerError } = mongoose.mongo;
const ROWS_MAX = 500;

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
  const uniquePaths = await uniquePathsOf(db, collection);
  const own = rows.find((row) => mentions(row, victim)) ?? rows.find((row) => !mentions(row, thief));
  const loot = rows.find((row) => mentions(row, thief));
  const made: Omit<Mutation, 'service' | 'collection'>[] = [];
  if (own !== undefined) {
    made.push(replacing('deletion', own, () => undefined));
    made.push(inserting('insertion of a copy', () => own));
    made.push(inserting('insertion of a new one', () => distinct(asOfNow(own), uniquePaths)));
    for (const [field, values] of Object.entries(otherValues(own, loot, [...rows, ...versions])))
      for (const [index, value] of values.entries())
        made.push(replacing(`change of ${field}, ${index}`, own, () => ({ ...own, [field]: value })));
    const older = versions.filter((each) => isDeepStrictEqual(each._id, own._id) && !isDeepStrictEqual(each, own));
    for (const [index, version] of older.entries()) {
      made.push(replacing(`return of version ${index}`, own, () => dueNow(version)));
      made.push(replacing(`return of version ${index}, as of now`, own, () => asOfNow(version)));
      made.push(inserting(`insertion of version ${index}`, () => distinct(asOfNow(version), uniquePaths)));
    }
  }
  if (loot !== undefined) {
    made.push(inserting("insertion of the thief's for the victim", () => renamed(loot, thief, victim)));
    made.push(replacing("change of the thief's into the victim's", loot, () => renamed(loot, thief, victim, loot._id)));
  }
  const gone = versions.filter((each) => !rows.some(({ _id }) => isDeepStrictEqual(_id, each._id))).slice(0, 3);
  for (const [index, version] of gone.entries())
    made.push(replacing(`return of what was deleted, ${index}`, version, () => asOfNow(version), 'delete'));
  if (rows.length > 0 && rows.length < ROWS_MAX) made.push(emptying(rows));
  return made.map(({ name, apply, undo }) => ({
    service,
    collection,
    name: `${service}.${collection}: ${name}`,
    apply,
    undo,
  }));

  function inserting(name: string, row: () => Row) {
    const idOf = ({ _id }: Row) => (typeof _id === 'string' ? `${_id}_forged` : { forged: name });
    const copy = () => ({ ...dueNow(row()), _id: idOf(row()) });
    return replacing(name, copy(), copy, 'delete');
  }

  /** Puts a row into the place of another one; undone by the former, or by deletion. */
  function replacing(name: string, former: Row, row: () => Row | undefined, undo: 'restore' | 'delete' = 'restore') {
    const filter = { _id: former._id } as mongoose.mongo.Filter<Row>;
    return {
      name,
      apply: async (at: Db) => {
        const wanted = row();
        if (wanted === undefined) await at.collection<Row>(collection).deleteOne(filter);
        else await at.collection<Row>(collection).replaceOne(filter, wanted, { upsert: true });
      },
      undo: async (at: Db) => {
        if (undo === 'delete') await at.collection<Row>(collection).deleteOne(filter);
        else await restore(at.collection<Row>(collection), former);
      },
    };
  }

  function emptying(all: readonly Row[]) {
    return {
      name: 'deletion of all',
      apply: async (at: Db) => {
        await at.collection<Row>(collection).deleteMany({});
      },
      undo: async (at: Db) => {
        for (const row of all) await restore(at.collection<Row>(collection), row);
      },
    };
  }
}

/** Writes a row, in the place of any that the platform has made in the meantime. */
async function restore(rows: mongoose.mongo.Collection<Row>, row: Row): Promise<void> {
  const filter = { _id: row._id } as mongoose.mongo.Filter<Row>;
  for (;;) {
    try {
      await rows.replaceOne(filter, row, { upsert: true });
      return;
    } catch (error) {
      const taken: unknown = error instanceof MongoServerError ? error['keyValue'] : undefined;
      if (typeof taken !== 'object' || taken === null) throw error;
      await rows.deleteOne(taken);
    }
  }
}

/** Returns the fields by which rows of an account must differ: the last one of each unique index. */
async function uniquePathsOf(db: Db, collection: string): Promise<string[]> {
  const indexes = await db.collection(collection).indexes();
  return indexes.filter(({ unique }) => unique === true).flatMap(({ key }) => Object.keys(key).slice(-1));
}

function mentions(row: Row, { texts }: Identity): boolean {
  const text = JSON.stringify(row).toLowerCase();
  return texts.some((each) => text.includes(each.toLowerCase()));
}

/** Returns a row in which one account's texts are another's. */
function renamed(row: Row, from: Identity, to: Identity, _id: unknown = row._id): Row {
  const swap = (value: unknown): unknown =>
    typeof value === 'string'
      ? from.texts.reduce((text, each, index) => text.replaceAll(each, to.texts[index] ?? each), value)
      : mapped(value, swap);
  const { _id: _former, ...fields } = row;
  return { ...(swap(fields) as object), _id };
}
