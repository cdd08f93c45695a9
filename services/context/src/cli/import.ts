import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@platform/clock';
import type { TableRecord, TableReference } from '../datasets/catalogue.js';
import { rowsOf } from '../datasets/segments.js';
import { tableKinds } from '../datasets/tables.js';
import type { Stores } from '../stores.js';
import { ImportRefused, readSourceFile } from './source-file.js';
import { validate } from './validate.js';

const TAKE_ATTEMPTS = 60;
const TAKE_INTERVAL_MS = 1_000;

/** What an import did. */
export interface ImportResult {
  readonly fileRows: number;
  readonly addedRows: number;
  readonly storedRows: number;
}

/** Adds a file's rows to a table where it has none; stored rows stay as they are. Throws `ImportRefused`. */
export async function importFile(
  file: string,
  reference: TableReference,
  stores: Stores,
  { clock, owner }: { clock: Clock; owner: string },
): Promise<ImportResult> {
  const { venue, symbol, table } = reference;
  const kind = tableKinds[table];
  if ((await stores.instruments.find(venue, symbol)) === undefined)
    throw new ImportRefused(`${venue} has no market ${symbol}: use the canonical symbol`);
  const rows = await readSourceFile(file, kind);
  validate(rows, kind, clock.nowMs());
  await stores.catalogue.register(venue, [symbol], [kind]);
  const record = await take(reference, stores, owner);
  const lease = { owner, epoch: record.lease?.epoch ?? 0 };
  try {
    const segments = await stores.tables.extend({ record, lease }, rows);
    const [before, after] = [rowsOf(record.segments), rowsOf(segments)];
    return { fileRows: rows.length, addedRows: after - before, storedRows: after };
  } finally {
    await stores.catalogue.abandon(record._id, lease);
  }
}

/** The collector holds a table for moments only; a bounded wait is enough. */
async function take(reference: TableReference, { catalogue }: Stores, owner: string): Promise<TableRecord> {
  for (let attempt = 1; attempt <= TAKE_ATTEMPTS; attempt += 1) {
    const record = await catalogue.take(reference, owner);
    if (record !== undefined) return record;
    await wait(TAKE_INTERVAL_MS);
  }
  throw new ImportRefused('the table is being collected: try again later');
}
