import type { HealthChecks } from '@platform/grpc';
import type { TableRecord } from './datasets/catalogue.js';
import type { Domain } from './domain.js';

/**
 * What the service must have at hand to answer: read-only looks at the catalogue, the objects of each venue and the age of the last
 * snapshot.
 */
export function readinessChecks({ venueMarkets, catalogue, tables, intelligence }: Domain): HealthChecks {
  const venues = [...venueMarkets.keys()];
  const exampleOf = async (venue: string): Promise<TableRecord> => {
    const example = await catalogue.example(venue);
    if (example === undefined) throw new Error(`the catalogue holds nothing of ${venue}`);
    return example;
  };
  const openObject = async (venue: string): Promise<void> => {
    const table = await exampleOf(venue);
    const fromMs = table.segments.at(-1)?.fromMs ?? 0;
    const rows = await tables.read(table, { fromMs, toMs: fromMs + 1, limit: 1 });
    if (rows.length === 0) throw new Error(`an object of ${venue} lacks the row that the catalogue names`);
  };
  return {
    context_catalog: async () => {
      await Promise.all(venues.map(exampleOf));
    },
    intelligence: async () => {
      if (!(await intelligence.isFresh())) throw new Error('no snapshot is recent enough');
    },
    historical_data_storage: async () => {
      await Promise.all(venues.map(openObject));
    },
  };
}
