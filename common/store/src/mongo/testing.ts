import type { Connection } from './connection.js';
import { requireDataFormat } from './data-format.js';

/** How the store answered a query. */
interface ObservedQuery {
  /** `IXSCAN` and the index, or `COLLSCAN`. */
  readonly plan: string;
  /** How many documents were read for it. */
  readonly documents: number;
  /** Whether what was found had to be put into order. */
  readonly isSorted: boolean;
}

interface ProfiledQuery {
  readonly ns: string;
  readonly op: string;
  readonly planSummary: string;
  readonly docsExamined: number | bigint;
  readonly hasSortStage?: boolean;
}

/** Does some work, and tells how the store answered each query that it made in a collection. */
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
  await requireDataFormat(connection);
}
