import type { Report } from '@platform/kit/provisioning';
import { tableKinds } from '@platform/venues/market-data';
import { CommandRefused } from '../refusal.js';
import { conflictLines } from '../verbs/conflicts.js';
import { ImportConflict, type ImportParts, type ImportResult, importFile } from '../verbs/import.js';
import { type DataFile, readDataDirectory } from './freqtrade-folder.js';

/** Files imported at once: one is read while another waits for the disk or the database. */
const CONCURRENCY = 3;

/** The result of importing one file of the directory. */
export interface FileOutcome {
  readonly file: DataFile;
  readonly result?: ImportResult;
  readonly conflicts?: number;
  /** Why the file was not stored. */
  readonly reason?: string;
  /** The first conflicts, one per line. */
  readonly details: readonly string[];
}

/**
 * Imports every file of a freqtrade data directory that belongs to a table, each as a whole or not at all; one that is refused leaves the
 * others alone. Files are imported in the order of their names. Throws `CommandRefused` where the folder can't be read.
 */
export async function importDataDirectory(
  folder: string,
  venue: string,
  parts: ImportParts,
  report: Report,
): Promise<FileOutcome[]> {
  const symbols = await parts.stores.instruments.symbolsOf(venue);
  if (symbols.length === 0) throw new CommandRefused(`${venue} has no known markets here`);
  const files = await readDataDirectory(folder, symbols);
  const outcomes: FileOutcome[] = [];
  const waiting = [...files.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next;
      report(`${files.length - waiting.length} of ${files.length}  ${file.name}`);
      outcomes[index] = await outcomeOf(file, venue, parts);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return outcomes;
}

async function outcomeOf(file: DataFile, venue: string, parts: ImportParts): Promise<FileOutcome> {
  if ('skipped' in file.goal) return { file, reason: `skipped: ${file.goal.skipped}`, details: [] };
  try {
    return { file, result: await importFile(file.path, { venue, ...file.goal }, parts), details: [] };
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    const refused = { file, reason: `refused: ${error.message}`, details: [] };
    if (!(error instanceof ImportConflict)) return refused;
    const details = conflictLines(error.conflicts, tableKinds[file.goal.table]);
    return { ...refused, conflicts: error.conflicts.length, details };
  }
}
