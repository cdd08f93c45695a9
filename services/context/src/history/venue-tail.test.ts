import { describe, expect, test } from '@jest/globals';
import type { SourcedRows } from '@platform/venues/market-data';
import { type Row, tableKinds } from '@platform/venues/market-data';
import { readVenueRows } from './venue-tail.js';

const HOUR_MS = 3_600_000;
const HOURS = 10;

/** A venue that answers two hours at a time, the first six of them from recordings. */
const venue = {
  rows: async (_coin: string, _kind: unknown, { fromMs, toMs }: { fromMs: number; toMs: number }) => {
    const endMs = Math.min(fromMs + 2 * HOUR_MS, toMs, HOURS * HOUR_MS);
    const rows: Row[] = [];
    for (let timeMs = fromMs; timeMs < endMs; timeMs += HOUR_MS) rows.push([timeMs, 1]);
    return rows.length === 0 ? [] : [{ source: fromMs < 6 * HOUR_MS ? 'recorded' : 'simulated', rows } as SourcedRows];
  },
};

const read = (count: number) =>
  readVenueRows(venue, 'BTC', tableKinds.funding_1h, { fromMs: 0, toMs: HOURS * HOUR_MS, count }, 'background');

describe('the rows of several pages', () => {
  test('are one part per source, for any number of pages', async () => {
    const parts = await read(100);
    expect(parts.map(({ source, rows }) => [source, rows.length])).toEqual([
      ['recorded', 6],
      ['simulated', 4],
    ]);
    expect(parts.flatMap(({ rows }) => rows.map(([timeMs]) => timeMs / HOUR_MS))).toEqual([...Array(HOURS).keys()]);
  });

  test('end with the page that has as many as are asked for', async () => {
    expect((await read(3)).map(({ rows }) => rows.length)).toEqual([4]);
  });
});
