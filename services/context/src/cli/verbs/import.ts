import { basename } from 'node:path';
import type { Clock } from '@platform/kit/clock';
import type { Report } from '@platform/kit/provisioning';
import { type Row, type RowSource, rangesOf, sourcesOf, tableKinds } from '@platform/venues/market-data';
import type { Stores } from '../../stores.js';
import type { TableReference } from '../../tables/catalogue.js';
import { type Comparison, type Conflict, compareRows } from '../../tables/comparison.js';
import { rowsOf } from '../../tables/segments.js';
import { type HeldTable, TableScatteredError } from '../../tables/table-store.js';
import { holdForCommand } from '../hold-table.js';
import { progressBar } from '../progress-bar.js';
import { CommandRefused } from '../refusal.js';
import type { SourceEngine } from '../sources/source-engine.js';
import { readSourceFile } from '../sources/source-file.js';
import { validate } from './validate.js';

/** Reading the file, waiting for a table that is being collected, and storing. */
const STEPS = 3;

/** The dependencies of an import. */
export interface ImportParts {
  readonly stores: Stores;
  readonly engine: SourceEngine;
  readonly clock: Clock;
  /** Owner of this command's leases. */
  readonly owner: string;
  /** Whether the file's rows replace what is stored between the first and the last of them. */
  readonly replace: boolean;
}

/** The result of an import. */
export interface ImportResult {
  /** New rows. */
  readonly added: number;
  /** Rows that were already stored with the same values. */
  readonly same: number;
  /** Stored rows whose values the file replaced. */
  readonly replaced: number;
  /** Stored rows within the file's time that the file lacks; they were removed. */
  readonly removed: number;
  /** Rows that the table now holds. */
  readonly stored: number;
}

/** A file disagrees with what is stored: nothing was changed. */
export class ImportConflict extends CommandRefused {
  constructor(
    readonly conflicts: readonly Conflict[],
    sources: readonly RowSource[],
  ) {
    const [rows, are] = conflicts.length === 1 ? ['row', 'is'] : ['rows', 'are'];
    super(`${conflicts.length} ${rows} ${are} stored with other values (${sources.join(', ')})`);
  }
}

/**
 * Stores a file's rows in a table, all or none. Rows that are stored with other values make the import fail, unless it replaces them.
 * Throws `ImportConflict` or `CommandRefused`.
 */
export async function importFile(
  file: string,
  reference: TableReference,
  parts: ImportParts,
  report: Report = () => {},
): Promise<ImportResult> {
  const { stores, engine, clock, owner } = parts;
  const { venue, symbol, table } = reference;
  const kind = tableKinds[table];
  if ((await stores.instruments.find(venue, symbol)) === undefined)
    throw new CommandRefused(`${venue} has no market ${symbol}: use the canonical symbol`);
  report(progressBar(0, STEPS, `reading ${basename(file)}`));
  const rows = await readSourceFile(file, kind, engine);
  validate(rows, kind, clock.nowMs());
  await stores.catalogue.register(venue, [symbol], [kind]);
  report(progressBar(1, STEPS, `${rows.length} rows wait for their table`));
  return holdForCommand(reference, stores, owner, async (held) => {
    report(progressBar(2, STEPS, `storing ${rows.length} rows`));
    return store(held, rows, parts);
  });
}

async function store(held: HeldTable, rows: readonly Row[], { stores, replace }: ImportParts): Promise<ImportResult> {
  const { tables } = stores;
  const [fromMs, lastMs] = [rows.at(0)?.[0] ?? 0, rows.at(-1)?.[0] ?? 0];
  const range = { fromMs, toMs: lastMs + 1, limit: Number.POSITIVE_INFINITY };
  const comparison = compareRows(await tables.read(held.record, range), rows);
  if (comparison.conflicts.length > 0 && !replace) throw conflictOf(held, comparison);
  try {
    const changes = comparison.conflicts.length > 0 || comparison.lacking > 0;
    const contents =
      replace && changes ? await tables.replace(held, rows, 'imported') : await tables.extend(held, rows, 'imported');
    return resultOf(comparison, replace, rowsOf(contents.segments));
  } catch (error) {
    if (error instanceof TableScatteredError) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}

function conflictOf({ record }: HeldTable, { conflicts }: Comparison): ImportConflict {
  const stored = conflicts.map((conflict) => conflict.stored);
  return new ImportConflict(conflicts, sourcesOf(rangesOf(stored, record.sources)));
}

function resultOf({ added, same, conflicts, lacking }: Comparison, replace: boolean, stored: number): ImportResult {
  return { added, same, replaced: conflicts.length, removed: replace ? lacking : 0, stored };
}
