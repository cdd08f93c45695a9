import { textTable } from '../text-table.js';
import type { FileOutcome } from './import-datadir.js';

const HEADER = ['file', 'added', 'already there', 'replaced', 'conflicts', 'outcome'];

/** Returns a table of each file's result, the first conflicts below it, and the totals in the last line. */
export function outcomeTable(outcomes: readonly FileOutcome[]): string {
  const table = textTable(HEADER, outcomes.map(cellsOf));
  const conflicts = outcomes.flatMap(({ file, details }) =>
    details.length === 0 ? [] : [`\n${file.name}\n`, ...details.map((line) => `  ${line}\n`)],
  );
  return `${table}${conflicts.join('')}\n${totalOf(outcomes)}\n`;
}

function cellsOf({ file, result, conflicts = 0, reason }: FileOutcome): string[] {
  const counts = result === undefined ? ['', '', ''] : [result.added, result.same, result.replaced].map(String);
  return [file.name, ...counts, conflicts === 0 ? '' : String(conflicts), reason ?? 'imported'];
}

function totalOf(outcomes: readonly FileOutcome[]): string {
  const imported = outcomes.flatMap(({ result }) => result ?? []);
  const added = imported.reduce((sum, result) => sum + result.added, 0);
  const skipped = outcomes.filter(({ file }) => 'skipped' in file.goal).length;
  const refused = outcomes.length - imported.length - skipped;
  const hint = outcomes.some(({ conflicts = 0 }) => conflicts > 0)
    ? "; --replace has the files' rows take the place of what is stored"
    : '';
  return `${imported.length} of ${outcomes.length} files imported, ${added} rows added; ${refused} refused, ${skipped} skipped${hint}`;
}
