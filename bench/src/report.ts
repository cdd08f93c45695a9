/** The report of a benchmark: a table, and the notes for its reader. */
export interface Report {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly notes: readonly string[];
}

/** Formats a report for a terminal: the first column aligned left, figures right. */
export function formatReport({ title, columns, rows, notes }: Report): string {
  const cells = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_title, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return [title, '', ...lines, '', ...notes].join('\n');
}

/** Returns the median; of an even count the lower of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Returns the quantile of the values, by nearest rank. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
