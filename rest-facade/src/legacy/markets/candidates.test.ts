import { expect, test } from '@jest/globals';
import { toMarketSearch } from './candidates.js';

const token = (slug: string, tables: readonly { from: string; to: string }[] = []) => ({
  venue: 'one',
  prediction: { slug, question: `${slug}?` },
  dataset: tables.length === 0 ? null : { tables: [...tables] },
});
const venues = (live: boolean) => [{ id: 'one', capabilities: { paper: false, live } }];

test('the tokens of a market are one candidate, with what is stored of any of them', () => {
  const nodes = [
    token('a', [{ from: '2026-05-02T01:00:00.000Z', to: '2026-05-03T00:00:00.000Z' }]),
    token('a', [{ from: '2026-05-01T23:00:00.000Z', to: '2026-05-02T00:00:00.000Z' }]),
    token('b'),
    token('c'),
  ];
  const found = toMarketSearch({ markets: { nodes }, venues: venues(true) }, 2);
  expect(found).toMatchObject({
    status: 'candidates_found',
    candidates: [
      { slug: 'a', question: 'a?', coverage: { start: '2026-05-01', end: '2026-05-03' }, coverageStatus: 'available' },
      {
        slug: 'b',
        coverage: null,
        coverageStatus: 'metadata_only',
        backtestSupported: false,
        deploymentSupported: true,
      },
    ],
  });
  expect(found.candidates).toHaveLength(2);
});

test('nothing is said to have been found where nothing was', () => {
  expect(toMarketSearch({ markets: { nodes: [] }, venues: venues(false) }, 2)).toEqual({
    status: 'not_found',
    candidates: [],
  });
});
