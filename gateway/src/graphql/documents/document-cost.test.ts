import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, getIntrospectionQuery, Kind, parse } from 'graphql';
import { facadeDocuments, requiredVariables } from '../../testing/facade-documents.js';
import { COST_MAX, costOf, pageVariablesOf } from './document-cost.js';

const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
const trusted = await facadeDocuments();

function cost(text: string, variables: Record<string, unknown> = {}): number {
  const document = parse(text);
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('there is no operation');
  return costOf({ schema, document, operation, variables });
}

const columns = '{ t open high low close volume }';
const rows = `{ rows ${columns} }`;
const candles = `candles(venue: "hyperliquid", symbol: "BTC/USDC:USDC", timeframe: "1m", first: $first) ${columns}`;
const TRADES = `{ edges { cursor node { symbol side openedAt closedAt durationSeconds openRate closeRate amount stakeAmount
  leverage feesAbs profitAbs profitRatio entryTag exitReason } } pageInfo { hasNextPage endCursor } }`;
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

const FULL_INTROSPECTION = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

describe('what a document costs', () => {
  test('grows with a page as with a literal, so with a variable and with the default', () => {
    const literal = cost('{ backtests(first: 20) { edges { node { id } } } }');
    expect(cost('query ($n: Int!) { backtests(first: $n) { edges { node { id } } } }', { n: 20 })).toBe(literal);
    expect(cost('query ($n: Int! = 20) { backtests(first: $n) { edges { node { id } } } }')).toBe(literal);
    expect(cost('{ backtests { edges { node { id } } } }')).toBe(literal);
    expect(cost('{ backtests(first: 100) { edges { node { id } } } }')).toBeGreaterThan(4 * literal);
  });

  test('is the same for items with their cursors and without, and for the newest candles and the oldest', () => {
    const items = cost('{ backtests(first: 50) { edges { node { id symbols } } } }');
    expect(cost('{ backtests(first: 50) { nodes { id symbols } } }')).toBeLessThanOrEqual(items);
    expect(cost('{ backtests(first: 50) { nodes { id symbols } } }')).toBeGreaterThan(items / 2);
    const page = (length: string) =>
      cost(`{ candles(venue: "v", symbol: "s", timeframe: "1m" ${length}) { rows { t open high low close volume } } }`);
    expect(page('last: 5000')).toBe(page('first: 5000'));
    expect(page('')).toBe(page('first: 500'));
    expect(page('')).toBeGreaterThan(500 * 6);
  });

  test.each([
    [
      'a page of a hundred with all that belongs to each',
      `{ backtests(first: 100) { edges { node { id status symbols result { sharpe perPair { symbol trades }
        equityCurve { t equity } } markets { symbol maxLeverage } } } pageInfo { endCursor } } }`,
    ],
    ['the largest page of trades whole', `{ backtest(id: "b") { trades(first: 500) ${TRADES} } }`],
    [
      'a result file whole with the largest page of its trades',
      `{ backtestResultFile(token: "t", first: 500) { id strategyName framework { name imageDigest } venue symbols
        range { from to } result { profitTotalPct totalPnl trades winRate sharpe perPair { symbol profitAbs trades wins }
        perExitReason { reason profitAbs trades } equityCurve { t equity } breakdown { day { start profitAbs } } }
        trades ${TRADES} } }`,
    ],
    ['four logs', `{ ${aliases(4, 'backtest(id: "b") { logs }')} }`],
    ['five of the largest pages of candles', `query ($first: Int!) { ${aliases(5, candles)} }`],
    ['what four deployments were worth', `{ ${aliases(4, 'deployment(id: "d") { equity { t balanceUsd } }')} }`],
    [
      'two parity reports with all their rows',
      `{ ${aliases(
        2,
        `deployment(id: "d") { parity { backtestId status report { trades explainedPct rows { symbol side causes
        deployed { openedAt closedAt openRate closeRate amount feesUsd profitUsd exitReason }
        replayed { openedAt closedAt openRate closeRate amount feesUsd profitUsd exitReason }
        effects { priceUsd sizeUsd feeUsd fundingUsd } } } } }`,
      )} }`,
    ],
    [
      'a page of a hundred deployments with the last trades of each',
      '{ deployments(first: 100) { nodes { id name trades(first: 20) { nodes { symbol profitAbs closedAt } } } } }',
    ],
    [
      'a page of a hundred with the strategy and the figures of each',
      `{ backtests(first: 100) { nodes { id status range { from to } createdAt strategy { code configJson strategyClass }
        result { trades winRate profitTotalPct maxDrawdownPct sharpe } } } }`,
    ],
    ['the largest page of candles as rows', `query ($first: Int!) { ${candles.replace(columns, rows)} }`],
    ['the schema as is standard', getIntrospectionQuery()],
    ['the schema in full', FULL_INTROSPECTION],
  ])('admits %s', (_what, text) => {
    expect(cost(text, { first: 5_000 })).toBeLessThanOrEqual(COST_MAX);
  });

  test.each([
    [
      'two of the largest pages of candles as rows',
      `query ($first: Int!) { ${aliases(2, candles.replace(columns, rows))} }`,
      5_000,
    ],
    ['fourteen of the largest pages of candles', `query ($first: Int!) { ${aliases(14, candles)} }`, 5_000],
    [
      'candles below a page of markets',
      `query ($first: Int!) { markets(query: "hyperliquid", first: $first) { edges { node { candles(timeframe: "1h", first:
        $first) ${columns} } } } }`,
      100,
    ],
    [
      'trades below a page of backtests',
      `query ($first: Int!) { backtests(first: $first) { edges { node { trades(first: $first) ${TRADES} } } } }`,
      100,
    ],
    [
      'logs below a page of backtests',
      'query ($first: Int!) { backtests(first: $first) { edges { node { logs } } } }',
      100,
    ],
    [
      'a parity report of each below a page of deployments',
      'query ($first: Int!) { deployments(first: $first) { nodes { parity { report { rows { symbol } } } } } }',
      100,
    ],
    [
      'what each was worth below a page of deployments',
      'query ($first: Int!) { deployments(first: $first) { nodes { equity { balanceUsd } } } }',
      100,
    ],
  ])('refuses %s', (_what, text, first) => {
    expect(cost(text, { first })).toBeGreaterThan(COST_MAX);
  });

  /** Pages whose routes take fewer items than the graph. */
  const SHORTER_PAGES: Readonly<Record<string, number>> = { 'query LegacyListDeploymentHistory': 20 };
  // Mutations have no pages.
  const queries = trusted.filter((text) => text.includes('query '));
  test.each(queries.map((text) => [/query \w+/.exec(text)?.[0] ?? '', text]))(
    'admits the facade’s %s with its longest page',
    (name, text) => {
      const isOfTrades = /\b(trades|backtestResultFile)\(.*first: \$first/.test(text);
      const longest = /\b(candles|funding)\(/.test(text) ? 5_000 : isOfTrades ? 500 : 100;
      const lengths = { first: SHORTER_PAGES[name] ?? longest };
      expect(cost(text, { ...requiredVariables(schema, text), ...lengths })).toBeLessThanOrEqual(COST_MAX);
    },
  );

  test('is the same with the same lengths of pages and the same conditions', () => {
    const text =
      'query ($n: Int!, $all: Boolean!, $id: ID!) { backtests(first: $n) { edges { node { id @include(if: $all) } } } }';
    expect(pageVariablesOf(parse(text))).toEqual(['n', 'all']);
    const newest = 'query ($n: Int) { candles(venue: "v", symbol: "s", timeframe: "1m", last: $n) { close } }';
    expect(pageVariablesOf(parse(newest))).toEqual(['n']);
  });

  test('of variables of a wrong type is none', () => {
    expect(() => cost('query ($n: Int!) { backtests(first: $n) { edges { cursor } } }', { n: 'many' })).toThrow();
  });
});

/** Returns some value of a scalar. */
