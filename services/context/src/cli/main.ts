/** `npm run datasets`: what an operator does to the stored history of a running platform. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { createProgress, withProgress } from '@platform/kit/provisioning';
import { tableKinds } from '@platform/venues/market-data';
import { openStores, type Stores } from '../stores.js';
import type { TableRecord } from '../tables/catalogue.js';
import { importDataDirectory } from './datadir/import-datadir.js';
import { outcomeTable } from './datadir/outcome-table.js';
import { findPlatform } from './environment.js';
import { type Command, HELP, type ReleaseCommand, readCommand, UsageError } from './options.js';
import { progressBar } from './progress-bar.js';
import { runOnReleases } from './release-commands.js';
import { SourceEngine } from './sources/source-engine.js';
import { quarantinedLine, summaryOf } from './summary.js';
import { auditMarket, type MarketAudit } from './verbs/audit.js';
import { collectNow } from './verbs/collect.js';
import { conflictLines } from './verbs/conflicts.js';
import { ImportConflict, type ImportParts, importFile } from './verbs/import.js';
import { removeRows } from './verbs/remove.js';

const owner = createIdSource(systemClock, systemRandom).next('datasets');
const say = (text: string): void => {
  process.stdout.write(text);
};

/** Runs one command; returns the exit code. */
async function run(command: Command): Promise<number> {
  if (command.verb === 'help') {
    say(HELP);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'datasets-'));
  try {
    const stores = await openStores({ ...(await findPlatform(folder)), clock: systemClock });
    try {
      return await runOn(command, stores);
    } finally {
      await stores.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runOn(command: Exclude<Command, { verb: 'help' }>, stores: Stores): Promise<number> {
  switch (command.verb) {
    case 'list':
      for (const record of await stores.catalogue.stored(command.filter)) say(`${summaryOf(record)}\n`);
      return 0;
    case 'audit':
      return audit(await stores.catalogue.stored(command.filter), stores);
    case 'remove':
      return remove(command, stores);
    case 'import':
      return withEngine(command.replace, stores, (parts) => importOne(command, parts));
    case 'import-directory':
      return withEngine(command.replace, stores, (parts) => importDirectory(command, parts));
    case 'collect':
      return collect(command, stores);
    default:
      return onReleases(command, stores);
  }
}

async function withEngine(
  replace: boolean,
  stores: Stores,
  work: (parts: ImportParts) => Promise<number>,
): Promise<number> {
  using engine = await SourceEngine.open();
  return await work({ stores, engine, clock: systemClock, owner, replace });
}

async function importOne(command: Extract<Command, { verb: 'import' }>, parts: ImportParts): Promise<number> {
  const { file, venue, symbol, table } = command;
  try {
    const imported = withProgress(process.stderr, 'importing', (report) =>
      importFile(file, { venue, symbol, table }, parts, report),
    );
    const { added, same, replaced, removed, stored } = await imported;
    const changed = parts.replace ? `, ${replaced} replaced, ${removed} removed that the file lacks` : '';
    say(`${added} rows added, ${same} already stored${changed}; the table now holds ${stored}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ImportConflict)) throw error;
    const lines = conflictLines(error.conflicts, tableKinds[table]).map((line) => `  ${line}\n`);
    const hint = "nothing was stored; --replace has the file's rows take the place of what is stored in their time";
    process.stderr.write(`${error.message}:\n${lines.join('')}${hint}\n`);
    return 1;
  }
}

async function importDirectory(
  { folder, venue }: Extract<Command, { verb: 'import-directory' }>,
  parts: ImportParts,
): Promise<number> {
  const progress = createProgress(process.stderr, 'importing');
  const outcomes = await importDataDirectory(folder, venue, parts, progress.report).finally(progress.finish);
  say(outcomeTable(outcomes));
  return outcomes.every(({ file, result }) => result !== undefined || 'skipped' in file.goal) ? 0 : 1;
}

async function collect(command: Extract<Command, { verb: 'collect' }>, stores: Stores): Promise<number> {
  const progress = createProgress(process.stderr, 'collecting');
  const { tables, failed } = await collectNow(command, stores, systemClock, progress.report).finally(progress.finish);
  say(
    `${tables - failed} of ${tables} tables collected${failed === 0 ? '' : `, ${failed} failed: they are tried again`}\n`,
  );
  return failed === 0 ? 0 : 1;
}

async function onReleases(command: ReleaseCommand, stores: Stores): Promise<number> {
  const progress = createProgress(process.stderr, command.verb);
  return runOnReleases(command, { stores, clock: systemClock, owner, report: progress.report }, (text) => {
    progress.finish();
    say(text);
  });
}

async function remove({ removal }: Extract<Command, { verb: 'remove' }>, stores: Stores): Promise<number> {
  const removed = await withProgress(process.stderr, 'removing', (report) =>
    removeRows(removal, stores, owner, report),
  );
  for (const { record, removed: rows } of removed)
    say(`${record.venue}  ${record.symbol}  ${record.table}  ${rows} rows removed\n`);
  const total = removed.reduce((sum, { removed: rows }) => sum + rows, 0);
  say(`${total} rows removed from ${removed.length} tables\n`);
  return 0;
}

async function audit(records: readonly TableRecord[], stores: Stores): Promise<number> {
  let problems = 0;
  let begun = 0;
  const progress = createProgress(process.stderr, 'auditing');
  const begins = ({ symbol, table }: TableRecord) => {
    progress.report(progressBar(begun, records.length, `${symbol} ${table}`));
    begun += 1;
  };
  try {
    for (const [name, ofMarket] of Map.groupBy(records, ({ venue, symbol }) => `${venue}  ${symbol}`)) {
      const audited = await auditMarket(ofMarket, stores.tables, begins);
      const text = await auditText(name, audited, stores);
      progress.aside(() => say(text));
      const { tables, disagreements } = audited;
      problems += tables.flatMap((table) => table.problems).length + disagreements.length;
    }
  } finally {
    progress.finish();
  }
  say(`${records.length} tables, ${problems} problems\n`);
  return problems === 0 ? 0 : 1;
}

async function auditText(
  name: string,
  { tables, disagreements }: MarketAudit,
  { quarantine }: Stores,
): Promise<string> {
  const lines: string[] = [];
  for (const { record, problems } of tables) {
    const quarantined = (await quarantine.of(record._id)).map(quarantinedLine);
    lines.push([summaryOf(record), ...problems, ...quarantined].join('\n  '));
  }
  return [...lines, ...disagreements.map((line) => `${name}  ${line}`)].map((line) => `${line}\n`).join('');
}

try {
  process.exitCode = await run(readCommand(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(HELP);
  process.exitCode = 1;
}
