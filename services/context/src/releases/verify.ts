import type { ObjectStore } from '@platform/store/objects';
import { subtract, tableKinds } from '@platform/venues/market-data';
import { auditTable } from '../tables/audit-table.js';
import { gapsOf, rowsOf } from '../tables/segments.js';
import type { TableStore } from '../tables/table-store.js';
import { manifestKey, markerKey, type ReleasedMarket } from './keys.js';
import { type ReleasedTable, type ReleaseManifest, readManifest, sha256Of } from './manifest.js';
import type { Markers } from './markers.js';

/** The result of verifying a market's release. */
export interface Verification {
  /** Undefined while nothing is published. */
  readonly release: string | undefined;
  readonly objects: number;
  readonly rows: number;
  /** Each names the faulty object. */
  readonly problems: readonly string[];
}

/**
 * Reads every byte of the latest release of a market: its marker, its manifest against the marker's digest, and each object against the
 * manifest's digest, with rows, coverage and gaps counted again. `begins` is told of each table before it is read, counted from 1.
 */
export async function verifyRelease(
  reference: ReleasedMarket,
  parts: { markers: Markers; objects: ObjectStore; tables: TableStore },
  begins: (table: number, tables: number) => void = () => {},
): Promise<Verification> {
  const found = await parts.markers.find(reference);
  const none = { release: undefined, objects: 0, rows: 0 };
  if (found.state === 'absent' || found.state === 'withdrawn') return { ...none, problems: [] };
  if (found.state === 'malformed')
    return { ...none, problems: [`${markerKey(reference)}: is not a marker of this market`] };
  if (found.state === 'foreign')
    return { ...none, problems: [`${markerKey(reference)}: is of the environment ${found.environment}`] };
  const { release, manifest: named } = found;
  const bytes = await parts.objects.get(named.key);
  if (bytes === undefined) return { ...none, release, problems: [`${named.key}: is missing`] };
  const manifest = readManifest(bytes);
  if (manifest === undefined || sha256Of(bytes) !== named.sha256)
    return { ...none, release, problems: [`${named.key}: its bytes do not have the recorded digest`] };
  const problems = misplaced(reference, manifest, named.key, parts.markers.environment);
  const tables = manifest.instruments.flatMap(({ symbol, tables: all }) => all.map((table) => ({ symbol, table })));
  for (const [index, { symbol, table }] of tables.entries()) {
    begins(index + 1, tables.length);
    problems.push(
      ...(await tableProblems(table, parts.tables)).map((problem) => `${symbol} ${table.name}: ${problem}`),
    );
  }
  return {
    release,
    objects: tables.reduce((sum, { table }) => sum + table.objects.length, 0),
    rows: tables.reduce((sum, { table }) => sum + table.rows, 0),
    problems,
  };
}

function misplaced(reference: ReleasedMarket, manifest: ReleaseManifest, key: string, environment: string): string[] {
  const { venue, market, release } = manifest;
  const isOurs = venue === reference.venue && market === reference.market && manifest.environment === environment;
  return isOurs && key === manifestKey(reference, release) ? [] : [`${key}: is the manifest of another market`];
}

async function tableProblems(table: ReleasedTable, tables: TableStore): Promise<string[]> {
  const { name, columns, intervalMs, objects: segments, sources, rows, fromMs, toMs, gaps, malformed = [] } = table;
  const kind = tableKinds[name];
  const problems: string[] = [];
  if (columns.join() !== kind.columns.join() || intervalMs !== kind.intervalMs) problems.push('has another schema');
  const audit = await auditTable({ table: name, segments, sources }, tables);
  problems.push(...audit.problems);
  const found = { rows: rowsOf(segments), fromMs: segments.at(0)?.fromMs, toMs: segments.at(-1)?.toMs };
  if (found.rows !== rows || found.fromMs !== fromMs || found.toMs !== toMs)
    problems.push('its objects do not have the rows and the coverage that the manifest says');
  if (JSON.stringify(gapsOf(segments, intervalMs)) !== JSON.stringify(gaps))
    problems.push('its objects do not have the gaps that the manifest says');
  if (subtract(malformed, gaps).length > 0)
    problems.push('it has rows where the manifest says that they are malformed');
  return problems;
}
