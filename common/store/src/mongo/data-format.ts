// Why: docs/decisions/platform/data-format.md
import { ConfigurationError } from '@platform/kit/config';
import type { Connection } from 'mongoose';

/** The format of all stored data. It is raised where an older version's data would be misread; nothing is converted before 1.0.0. */
export const DATA_FORMAT = 3;

const COLLECTION = 'data_format';
const FORMAT_ID = 'current';

interface FormatRecord {
  readonly _id: string;
  readonly format: number;
}

/**
 * Marks an empty database with the format that this version writes. Throws `ConfigurationError` for a database with data of another
 * format, or of none. `writes`: the format that this version writes.
 */
export async function requireDataFormat(connection: Connection, writes = DATA_FORMAT): Promise<void> {
  const formats = connection.collection<FormatRecord>(COLLECTION);
  const formatOf = async () => (await formats.findOne({ _id: FORMAT_ID }))?.format;
  if ((await formatOf()) === writes) return;
  const isEmpty = !(await holdsRecords(connection));
  // Checked after that: a process that starts at the same time marks the database before it writes anything else.
  const found = await formatOf();
  if (found === writes) return;
  if (found !== undefined || !isEmpty) {
    const what = found === undefined ? 'data of an earlier version' : `data of format ${found}`;
    throw new ConfigurationError(
      `The database ${connection.name} holds ${what}, and this version reads format ${writes} alone: start with a new data directory.`,
    );
  }
  await formats.updateOne({ _id: FORMAT_ID }, { $setOnInsert: { format: writes } }, { upsert: true });
}

async function holdsRecords(connection: Connection): Promise<boolean> {
  const names = (await connection.listCollections()).map(({ name }) => name);
  for (const name of names.filter((each) => each !== COLLECTION && !each.startsWith('system.')))
    if ((await connection.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) return true;
  return false;
}
