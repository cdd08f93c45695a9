import type { HealthChecks } from '@platform/rpc/grpc';
import type { Domain } from './domain.js';
import type { TableRecord } from './tables/catalogue.js';

/** The readable part of a table. */
type Example = Pick<TableRecord, 'table' | 'segments'>;
/** How many markets of a venue with releases are tried: a damaged one affects only itself. */
const EXAMPLES_MAX = 20;

/**
 * Returns the service's readiness checks: read-only checks of the catalogue, the objects of each venue and the age of the last snapshot.
 */
export function readinessChecks(domain: Domain): HealthChecks {
  const { venueMarkets, tables, intelligence } = domain;
  const venues = [...venueMarkets.keys()];
  const openObject = async (venue: string): Promise<void> => {
    const table = await exampleOf(venue, domain);
    const segments = table.segments.slice(-1);
    const fromMs = segments[0]?.fromMs ?? 0;
    const rows = await tables.read({ ...table, segments }, { fromMs, toMs: fromMs + 1, limit: 1 });
    if (rows.length === 0) throw new Error(`an object of ${venue} lacks a row of the catalogue`);
  };
  return {
    context_catalog: async () => {
      await Promise.all(venues.map((venue) => exampleOf(venue, domain)));
    },
    intelligence: async () => {
      if (!(await intelligence.isFresh())) throw new Error('no snapshot is recent enough');
    },
    historical_data_storage: async () => {
      await Promise.all(venues.map(openObject));
    },
  };
}

/**
 * Returns some table of a venue, as its datasets have it: of its latest releases, else of the stored tables. Throws where there is none.
 */
async function exampleOf(venue: string, { catalogue, releases }: Domain): Promise<Example> {
  const example = releases.isOf(venue) ? await releasedExample(venue, releases) : await catalogue.example(venue);
  if (example === undefined) throw new Error(`the catalogue has no rows of ${venue}`);
  return example;
}

async function releasedExample(venue: string, releases: Domain['releases']): Promise<Example | undefined> {
  const { entries } = await releases.readyPage(venue, undefined, EXAMPLES_MAX);
  for (const market of new Set(entries.map((entry) => entry.market))) {
    const found = await releases.latest({ venue, market });
    const table = 'manifest' in found ? found.manifest.instruments[0]?.tables[0] : undefined;
    if (table !== undefined) return { table: table.name, segments: table.objects };
  }
  return undefined;
}
