import type { Connection } from './connection.js';
import { requireSchema } from './schema/upgrade.js';

/** The store's plan of a query. */
interface ObservedQuery {
  /** `IXSCAN` and the index, or `COLLSCAN`. */
  readonly plan: string;
  /** The number of documents that were read. */
  readonly documents: number;
  /** Whether the results had to be sorted. */
  readonly isSorted: boolean;
}

interface ProfiledQuery {
  readonly ns: string;
  readonly op: string;
  readonly planSummary: string;
  readonly docsExamined: number | bigint;
  readonly hasSortStage?: boolean;
}

/** Runs some work, and returns the store's plan of each of its queries in a collection. */
export async function queriesOf(
  connection: Connection,
  collection: string,
  work: () => Promise<unknown>,
): Promise<ObservedQuery[]> {
  const { db } = connection;
  if (db === undefined) throw new Error('the connection is closed');
  await db.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db.command({ profile: 0 });
  }
  const profile = db.collection<ProfiledQuery>('system.profile');
  const found = await profile.find({ op: 'query', ns: `${db.databaseName}.${collection}` }).toArray();
  await profile.drop();
  return found.map(({ planSummary, docsExamined, hasSortStage = false }) => ({
    plan: planSummary,
    documents: Number(docsExamined),
    isSorted: hasSortStage,
  }));
}

/** Empties a database; other connections to it can be opened afterwards. */
export async function resetDatabase(connection: Connection): Promise<void> {
  await connection.dropDatabase();
  await requireSchema(connection, []);
}
