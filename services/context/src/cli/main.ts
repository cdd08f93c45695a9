import { parseArgs } from 'node:util';
import { createIdSource, systemClock, systemRandom } from '@platform/clock';
import type { TableRecord } from '../datasets/catalogue.js';
import { gapsOf, rowsOf } from '../datasets/segments.js';
import { type TableName, tableKinds } from '../datasets/tables.js';
import { openStores, type Stores } from '../stores.js';
import { auditTable } from './audit.js';
import { findPlatform } from './environment.js';
import { importFile } from './import.js';

const TABLES = Object.keys(tableKinds).sort();

const HELP = `Usage: npm run datasets -- <verb> [options]

  list    what is stored                [--venue <id>] [--symbol <canonical>]
  audit   reads and checks every object [--venue <id>] [--symbol <canonical>]
  import  adds a file's rows            --venue <id> --symbol <canonical> --table <name> <file>

Tables: ${TABLES.join(', ')}.
Files: .csv with a header, or .parquet; a time column (t, date, timestamp, time, open_time: a UTC timestamp or milliseconds)
and open, high, low, close, volume, or rate for funding. Rows must ascend on the interval. Stored rows are never changed.

The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI and OBJECT_STORE_URL.
`;

const OPTIONS = {
  venue: { type: 'string' },
  symbol: { type: 'string' },
  table: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

class UsageError extends Error {}

/** Runs one command; gives the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [verb, ...files] = positionals;
  if (values.help === true || verb === undefined) {
    process.stdout.write(HELP);
    return 0;
  }
  if (!['list', 'audit', 'import'].includes(verb)) throw new UsageError(`there is no verb ${verb}`);
  const imported = verb === 'import' ? importArguments(values, files) : undefined;
  const stores = await openStores({ ...(await findPlatform()), clock: systemClock });
  try {
    if (imported !== undefined) return await runImport(imported, stores);
    const filter = {
      ...(values.venue === undefined ? {} : { venue: values.venue }),
      ...(values.symbol === undefined ? {} : { symbol: values.symbol }),
    };
    const records = await stores.catalogue.stored(filter);
    return verb === 'list' ? list(records) : await audit(records, stores);
  } finally {
    await stores.close();
  }
}

interface ImportArguments {
  readonly file: string;
  readonly venue: string;
  readonly symbol: string;
  readonly table: TableName;
}

function importArguments(
  { venue, symbol, table }: { venue?: string | undefined; symbol?: string | undefined; table?: string | undefined },
  [file, ...others]: readonly string[],
): ImportArguments {
  if (venue === undefined || symbol === undefined || file === undefined || others.length > 0)
    throw new UsageError('import needs --venue, --symbol, --table and one file');
  if (!isTableName(table)) throw new UsageError(`--table must be one of ${TABLES.join(', ')}`);
  return { file, venue, symbol, table };
}

function isTableName(text: string | undefined): text is TableName {
  return text !== undefined && Object.hasOwn(tableKinds, text);
}

async function runImport({ file, ...reference }: ImportArguments, stores: Stores): Promise<number> {
  const owner = createIdSource(systemClock, systemRandom).next('import');
  const { fileRows, addedRows, storedRows } = await importFile(file, reference, stores, { clock: systemClock, owner });
  const kept = fileRows - addedRows;
  process.stdout.write(`${addedRows} rows added, ${kept} already stored; the table now holds ${storedRows}\n`);
  return 0;
}

function list(records: readonly TableRecord[]): number {
  for (const record of records) process.stdout.write(`${summaryOf(record)}\n`);
  return 0;
}

async function audit(records: readonly TableRecord[], stores: Stores): Promise<number> {
  let problems = 0;
  for (const record of records) {
    const result = await auditTable(record, stores);
    problems += result.problems.length;
    process.stdout.write(`${summaryOf(record)}\n${result.problems.map((problem) => `  ${problem}\n`).join('')}`);
  }
  process.stdout.write(`${records.length} tables, ${problems} problems\n`);
  return problems === 0 ? 0 : 1;
}

function summaryOf({ venue, symbol, table, segments }: TableRecord): string {
  const time = (timeMs: number | undefined) => (timeMs === undefined ? '-' : new Date(timeMs).toISOString());
  const gaps = gapsOf(segments, tableKinds[table].intervalMs).length;
  const range = `${time(segments.at(0)?.fromMs)} to ${time(segments.at(-1)?.toMs)}`;
  return `${venue}  ${symbol}  ${table}  ${range}  ${rowsOf(segments)} rows  ${segments.length} objects  ${gaps} gaps`;
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(HELP);
  process.exitCode = 1;
}
