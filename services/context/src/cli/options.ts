import { parseArgs } from 'node:util';
import { typedPath } from '@platform/kit/config';
import { type TableName, tableKinds } from '@platform/venues/market-data';
import { venuesWithReleases } from '@platform/venues/registry';
import { venueProfiles } from '../markets/venue-profiles.js';
import type { ReleaseFilter } from './named-markets.js';
import type { Removal } from './verbs/remove.js';

const VENUES = [...venuesWithReleases].sort().join(' and ');
const TABLES = Object.keys(tableKinds).sort();

export const HELP = `Usage: npm run datasets -- <verb> [options]

  list     what is stored, and where it comes from   [--venue <id>] [--symbol <canonical>]
  audit    reads and checks every object, and compares the timeframes of a market
                                                     [--venue <id>] [--symbol <canonical>]
  import   adds a file's rows                        --venue <id> --symbol <canonical> --table <name> [--replace] <file>
           adds a freqtrade data directory           --datadir <folder> [--venue <id>] [--replace]
  replace  the same as import --replace
  collect  makes the platform collect a market, or a venue, now
                                                     --venue <id> [--market <symbol, token or slug>]
  remove   removes rows                              --venue <id> --symbol <canonical> [--table <name>] [--from <time>] [--to <time>]
           removes imported rows                     --imported [--venue <id>] [--symbol <canonical>] [--table <name>] [--from …] [--to …]

Releases, immutable copies of the history of ${VENUES} that backtests run on:

  publish  audits and publishes what is stored       [--venue <id>] [--market <symbol, token or slug>]
  releases lists the releases that are kept          [--venue <id>] [--market …]
  verify   reads every byte of the latest releases   [--venue <id>] [--market …]
  withdraw withdraws a market's release              --venue <id> --market … --reason <text>
  sweep    removes releases that are no longer published, and their objects
                                                     --days <how old at least> [--venue <id>] [--market …]

Tables: ${TABLES.join(', ')}.
Files: .csv with a header, .parquet, .feather, .json or .json.gz; a time column (date, timestamp, time, t, open_time: a UTC timestamp
or milliseconds) and open, high, low, close, volume, or rate for funding; names in any case. Rows must ascend on the interval.
A file is imported as a whole or not at all. A row that is stored with other values makes the import fail; with --replace the
table then holds only the file's rows from the file's first to its last. Removed rows are collected again if the venue serves them.
Times of --from (inclusive) and --to (exclusive) are UTC: 2025-01-31 or 2025-01-31T12:00Z.

The platform must be running: it is found by $DATA_DIR/sandbox.json (default .data), or by MONGODB_URI and OBJECT_STORE_URL.
`;

/** The typed arguments are not a valid command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Selects tables. */
export interface MarketFilter {
  readonly venue?: string;
  readonly symbol?: string;
}

/** A parsed command. */
export type Command =
  | { readonly verb: 'help' }
  | { readonly verb: 'list' | 'audit'; readonly filter: MarketFilter }
  | {
      readonly verb: 'import';
      readonly file: string;
      readonly venue: string;
      readonly symbol: string;
      readonly table: TableName;
      readonly replace: boolean;
    }
  | { readonly verb: 'import-directory'; readonly folder: string; readonly venue: string; readonly replace: boolean }
  | { readonly verb: 'remove'; readonly removal: Removal }
  | { readonly verb: 'collect'; readonly venue: string; readonly market: string | undefined }
  | ReleaseCommand;

/** A parsed command on releases. */
export type ReleaseCommand =
  | { readonly verb: 'publish' | 'releases' | 'verify'; readonly filter: ReleaseFilter }
  | { readonly verb: 'withdraw'; readonly venue: string; readonly market: string; readonly reason: string }
  | { readonly verb: 'sweep'; readonly filter: ReleaseFilter; readonly days: number };

const OPTIONS = {
  venue: { type: 'string' },
  symbol: { type: 'string' },
  market: { type: 'string' },
  reason: { type: 'string' },
  days: { type: 'string' },
  table: { type: 'string' },
  datadir: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  replace: { type: 'boolean' },
  imported: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** The options that each verb takes. */
const TAKEN: Readonly<Record<string, readonly (keyof Values)[]>> = {
  list: ['venue', 'symbol'],
  audit: ['venue', 'symbol'],
  import: ['venue', 'symbol', 'table', 'datadir', 'replace'],
  replace: ['venue', 'symbol', 'table', 'datadir', 'replace'],
  remove: ['venue', 'symbol', 'table', 'from', 'to', 'imported'],
  collect: ['venue', 'market'],
  publish: ['venue', 'market'],
  releases: ['venue', 'market'],
  verify: ['venue', 'market'],
  withdraw: ['venue', 'market', 'reason'],
  sweep: ['venue', 'market', 'days'],
};

/** Parses the typed command. Throws `UsageError`. */
export function readCommand(typed: readonly string[]): Command {
  const { values, positionals } = parse(typed);
  const [verb, ...files] = positionals;
  if (values.help === true || verb === undefined) return { verb: 'help' };
  const taken = TAKEN[verb];
  if (taken === undefined) throw new UsageError(`unknown verb ${verb}`);
  const stray = Object.keys(values).find((name) => !taken.some((each) => each === name));
  if (stray !== undefined) throw new UsageError(`${verb} takes no --${stray}`);
  if (verb === 'import' || verb === 'replace') return importOf({ ...values, replace: replaces(verb, values) }, files);
  if (files.length > 0) throw new UsageError(`${verb} takes no ${files[0]}`);
  return commandOf(verb, values);
}

function commandOf(verb: string, values: Values): Command {
  switch (verb) {
    case 'remove':
      return removalOf(values);
    case 'list':
    case 'audit':
      return { verb, filter: filterOf(values) };
    case 'collect':
      if (values.venue === undefined) throw new UsageError('collect needs --venue');
      return { verb, venue: values.venue, market: values.market };
    default:
      return releaseCommandOf(verb, values);
  }
}

function releaseCommandOf(verb: string, values: Values): ReleaseCommand {
  const { market, reason, days } = values;
  const filter = releaseFilterOf(values);
  switch (verb) {
    case 'withdraw':
      if (filter.venue === undefined || market === undefined || !reason?.trim())
        throw new UsageError('withdraw needs --venue, --market and --reason');
      return { verb, venue: filter.venue, market, reason: reason.trim() };
    case 'sweep':
      if (!/^\d{1,4}$/.test(days ?? '')) throw new UsageError('sweep needs --days, a whole number');
      return { verb, filter, days: Number(days) };
    case 'publish':
    case 'releases':
    case 'verify':
      return { verb, filter };
    default:
      throw new UsageError(`unknown verb ${verb}`);
  }
}

function releaseFilterOf({ venue, market }: Values): ReleaseFilter {
  if (market !== undefined && venue === undefined) throw new UsageError('--market needs --venue');
  if (venue !== undefined && !venuesWithReleases.some((each) => each === venue))
    throw new UsageError(`${venue} has no releases: only ${VENUES} have`);
  return { ...(venue === undefined ? {} : { venue }), ...(market === undefined ? {} : { market }) };
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({ args: [...typed], options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function replaces(verb: string, { replace }: Values): boolean {
  return verb === 'replace' || replace === true;
}

function filterOf({ venue, symbol }: Values): MarketFilter {
  return { ...(venue === undefined ? {} : { venue }), ...(symbol === undefined ? {} : { symbol }) };
}

function importOf(
  { venue, symbol, table, datadir, replace }: Values & { replace: boolean },
  files: readonly string[],
): Command {
  if (datadir !== undefined) {
    if (symbol !== undefined || table !== undefined || files.length > 0)
      throw new UsageError('--datadir names the folder alone: its files say which markets and tables they are of');
    return { verb: 'import-directory', folder: typedPath(datadir), venue: venue ?? freqtradeVenue(), replace };
  }
  const [file] = files;
  if (venue === undefined || symbol === undefined || file === undefined || files.length > 1)
    throw new UsageError('import needs --venue, --symbol, --table and one file, or --datadir');
  const name = tableName(table);
  if (name === undefined) throw new UsageError(`--table must be one of ${TABLES.join(', ')}`);
  return { verb: 'import', file: typedPath(file), venue, symbol, table: name, replace };
}

function removalOf({ venue, symbol, table, from, to, imported }: Values): Command {
  if (imported !== true && (venue === undefined || symbol === undefined))
    throw new UsageError('remove needs --venue and --symbol, or --imported');
  if (symbol !== undefined && venue === undefined) throw new UsageError('--symbol needs --venue');
  const range = { fromMs: timeOf('from', from) ?? -Infinity, toMs: timeOf('to', to) ?? Infinity };
  if (range.fromMs >= range.toMs) throw new UsageError('--from must be before --to');
  return { verb: 'remove', removal: { venue, symbol, table: tableName(table), imported: imported === true, range } };
}

function tableName(table: string | undefined): TableName | undefined {
  if (table === undefined || isTableName(table)) return table;
  throw new UsageError(`--table must be one of ${TABLES.join(', ')}`);
}

function isTableName(text: string): text is TableName {
  return Object.hasOwn(tableKinds, text);
}

/** Parses dates and times of ISO 8601 in UTC. */
function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const timeMs = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(timeMs)) throw new UsageError(`--${name} must be a time in UTC: 2025-01-31 or 2025-01-31T12:00Z`);
  return timeMs;
}

/** Returns the one venue that freqtrade runs on and whose folders it writes. */
function freqtradeVenue(): string {
  const [venue, ...others] = venueProfiles
    .filter(({ frameworks }) => frameworks.includes('freqtrade'))
    .map(({ id }) => id);
  if (venue === undefined || others.length > 0) throw new UsageError('--datadir needs --venue');
  return venue;
}
