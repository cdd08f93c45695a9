import { describe, expect, test } from '@jest/globals';
import { venueIds } from '@platform/venues/registry';
import { type SourceFile, sourceFiles } from './repository.js';
import { httpClients, venueExceptions } from './venue-exceptions.js';

/** Each venue has its own folder: rule 23 of docs/architecture.md. */

const PRODUCT =
  /^(common|venues|protos|services|subgraphs|gateway|rest-facade|frameworks|supervisor|sandbox|bundler)\//;
/** The folders where a venue may be named and where all of its code is. */
const ROOMS: readonly RegExp[] = [
  /^venues\/registry\//,
  new RegExp(`^venues/(${venueIds.join('|')})/`),
  // The list of a service's venues.
  /^venues\/(context|wallet|execution|runtime|venue-proxy|signers|sandbox|sandbox\/(recordings|credentials))\/index\.ts$/,
];
/** The folders of the simulated venues, which serve the calls of their clients. */
const STAND_IN = /^venues\/(simulation|sandbox|[^/]+\/sandbox)\//;
const GENERATED = /schema\.graphql$|supergraph\.graphql$/;
const named = new RegExp(venueIds.join('|'), 'i');
/** The count before venues had their own folders. */
const COUNT_BEFORE = 55;

const product = sourceFiles('ts', 'py', 'proto', 'graphql').filter(
  ({ path, test: isTest }) => PRODUCT.test(path) && !isTest && !GENERATED.test(path),
);
const outside = product.filter(({ path }) => !ROOMS.some((room) => room.test(path)));
const paths = (files: readonly SourceFile[]) => files.map(({ path }) => path);

test('no file outside a venue’s rooms names a venue, but for the exceptions', () => {
  const naming = paths(outside.filter(({ path, text }) => named.test(path) || named.test(text)));
  // biome-ignore lint/suspicious/noConsole: the count is to be seen in every run.
  console.info(`${naming.length} product files outside of rooms name a venue (${COUNT_BEFORE} once did)`);
  expect(naming).toEqual(Object.keys(venueExceptions));
});

describe('there is one', () => {
  test('list of venues: nothing else names two of them, but where the interface has a field or a path for each', () => {
    const several = outside.filter(({ text }) => venueIds.filter((id) => new RegExp(id, 'i').test(text)).length > 1);
    expect(paths(several)).toEqual([
      'protos/trading/wallet/v1/wallet.proto',
      'rest-facade/src/legacy/actions/rows.ts',
      'rest-facade/src/legacy/portfolio/rows.ts',
      'rest-facade/src/routes/wallet/overview/wallet.graphql',
      'subgraphs/wallet/src/schema/venues.ts',
    ]);
  });

  test('HTTP client of a venue: no service has another', () => {
    const client = /from 'undici'|\bfetch\(|from 'node:https?'|\b(HttpTransport|InfoClient|ExchangeClient)\b/;
    const clients = product.filter(
      ({ path, text }) => /^(services|venues)\//.test(path) && !STAND_IN.test(path) && client.test(text),
    );
    expect(paths(clients)).toEqual(Object.keys(httpClients));
  });

  test('list of trading families: nothing else names four of them together', () => {
    const families = ['cancelByCloid', 'batchModify', 'updateLeverage', 'scheduleCancel', 'updateIsolatedMargin'];
    const lists = product.filter(
      ({ path, text }) => !STAND_IN.test(path) && families.filter((family) => text.includes(family)).length >= 4,
    );
    expect(paths(lists)).toEqual([
      'venues/hyperliquid/codec/actions.ts',
      // What a bot may do of each family: its table has a row for every one, or it does not compile.
      'venues/hyperliquid/venue-proxy/policy/policy.ts',
    ]);
  });
});
