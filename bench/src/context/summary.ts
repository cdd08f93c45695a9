import { median, percentile, type Report } from '../report.js';
import { PAGE_ROWS } from './pages.js';
import type { ReaderTimes } from './readers.js';

const P99 = 0.99;

/** The measurements with so many rows. */
export interface Measured {
  readonly rows: number;
  readonly objects: number;
  readonly generatedSeconds: number;
  /** Milliseconds per page by the service: the first page of each object after its start, and pages of objects that it has read before. */
  readonly coldMs: readonly number[];
  readonly warmMs: readonly number[];
  /** Processor time of the service per warm page, beyond its use for everything else. */
  readonly processorMs: number;
  /** Milliseconds per page by each reader, one list per round. */
  readonly readers: readonly ReaderTimes[];
  readonly memory: { readonly nowMib: number; readonly peakMib: number };
  /** Milliseconds to find a market's record in the catalogue. */
  readonly findMs: { readonly all: number; readonly rows: number };
  readonly load: readonly number[];
}

/** Returns the table: one row per figure, one column per size. */
export function summarize(found: readonly Measured[]): Report {
  const each = (name: string, of: (measured: Measured) => string) => [name, ...found.map(of)];
  const reader = (name: string, which: keyof ReaderTimes) =>
    each(name, ({ readers }) => figures(readers.flatMap((round) => round[which])));
  return {
    title: `Pages of ${PAGE_ROWS} minutes from random points of random markets, one after the other: median and p99 in ms`,
    columns: ['what', ...found.map(({ rows, objects }) => `${(rows / 1e6).toFixed(1)} M rows, ${objects} objects`)],
    rows: [
      each('generated and stored, s', ({ generatedSeconds }) => generatedSeconds.toFixed(0)),
      each('service over gRPC, first page of an object', ({ coldMs }) => figures(coldMs)),
      each('service over gRPC, warm', ({ warmMs }) => figures(warmMs)),
      each('processor time of the service a warm page, ms', ({ processorMs }) => processorMs.toFixed(2)),
      reader('its reader alone, nothing remembered', 'ours'),
      reader('its reader alone, the same pages again', 'ours_again'),
      reader("DuckDB, the page's files", 'duckdb'),
      reader("polars, the page's files", 'polars'),
      reader("DuckDB, all files of the market's table", 'duckdb_all_files'),
      reader("polars, all files of the market's table", 'polars_all_files'),
      each('its reader to the faster of both, medians', (measured) => ratio(measured).toFixed(2)),
      each("a market's record from the catalogue", ({ findMs }) => findMs.all.toFixed(2)),
      each('what a page takes of the record', ({ findMs }) => findMs.rows.toFixed(2)),
      each('the service resident, MiB: then, at most', ({ memory }) => `${memory.nowMib} / ${memory.peakMib}`),
      each('load of the machine, by rounds', ({ load }) => load.map((one) => one.toFixed(1)).join(' ')),
    ],
    notes: [
      'Required: the service warm under 20 ms at the median and 100 ms p99, the same at both sizes, and resident under 500 MB; its',
      'reader at most 1.2 times the faster of DuckDB and polars on the same files. Rounds of the readers alternate. The service also',
      'asks the catalogue, checks that objects are unchanged, and sends the page; the readers give rows or columns to their own process.',
      'Files may lie in memory that the system caches them in. DuckDB caches footers (parquet_metadata_cache); ours remembers none',
      'but where it says so.',
    ],
  };
}

function figures(times: readonly number[]): string {
  return `${median(times).toFixed(2)} / ${percentile(times, P99).toFixed(2)}`;
}

/** Returns the ratio of the reader without caches to the faster of the others on the same files. */
function ratio({ readers }: Measured): number {
  const middle = (which: keyof ReaderTimes) => median(readers.flatMap((round) => round[which]));
  return middle('ours') / Math.min(middle('duckdb'), middle('polars'));
}
