import type { TableKind } from '@platform/venues/market-data';
import { CommandRefused } from '../refusal.js';

/** Names of the time column, in the order they are tried. */
const TIME_COLUMNS = ['t', 'date', 'timestamp', 'time', 'datetime', 'open_time', 'hour'];
/** Other tools' names for a table's columns. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = { rate: ['rate', 'funding_rate', 'fundingrate'] };

/** The columns of a file that hold a table's time and values, as the file names them. */
export interface PickedColumns {
  readonly time: string;
  /** In the order of the table's columns. */
  readonly values: readonly string[];
}

/** Whether a file, by its name, is one of freqtrade's funding rates: it once kept them as the opening prices of candles. */
export function isFreqtradeFunding(file: string): boolean {
  return /-funding_rate\.[a-z]+(\.gz)?$/i.test(file);
}

/** Finds a table's columns among those of a file, ignoring case. Throws `CommandRefused` naming what is missing. */
export function pickColumns(names: readonly string[], kind: TableKind, file: string): PickedColumns {
  const byPlainName = new Map(names.toReversed().map((name) => [plain(name), name]));
  const find = (candidates: readonly string[]) => candidates.flatMap((name) => byPlainName.get(name) ?? [])[0];
  const time = find(TIME_COLUMNS);
  if (time === undefined) throw new CommandRefused(`no time column: one of ${TIME_COLUMNS.join(', ')} is needed`);
  const values = kind.columns.map((name) => {
    const old = name === 'rate' && isFreqtradeFunding(file) ? ['open'] : [];
    const column = find([...(SYNONYMS[name] ?? [name]), ...old]);
    if (column === undefined) throw new CommandRefused(`no column ${name}`);
    return column;
  });
  return { time, values };
}

function plain(name: string): string {
  return name.trim().toLowerCase().replaceAll(' ', '_');
}
