import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Answer, Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { untilFundingIsStored } from '../platform/stored.js';
import { until } from '../platform/wait.js';
import { holdRequest } from './nautilus-strategies.js';
import { daysAgo } from './strategies.js';

/** Backtests with nautilus on every venue that it runs on, through REST. */

/** On a busy machine a first release takes long, and so does the framework's installation. */
const WAIT_MS_MAX = 240_000;
const HOUR_MS = 3_600_000;
const PERPETUAL = 'BTC-PERP.HYPERLIQUID';
const LIGHTER = 'BTC-PERP.LIGHTER';

let platform: Platform;
let caller: Caller;

jest.setTimeout(WAIT_MS_MAX);

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'nautilus@example.com');
});

afterAll(() => platform[Symbol.asyncDispose]());

function create(request: object): Promise<Answer> {
  return caller.send('POST', '/runtime/backtests', request);
}

async function run(request: object): Promise<Answer['body']> {
  const { status, body } = await create(request);
  expect({ status, body }).toMatchObject({ status: 202, body: { status: 'queued' } });
  const ended = await caller.untilEnded(body.id, WAIT_MS_MAX);
  expect([ended.status, ended.error]).toEqual(['finished', undefined]);
  return ended;
}

/** Returns the release that a market's backtests would use, once there is one. */
async function datasetOf(alias: string): Promise<Answer['body']> {
  const venue = alias.split('.')[1]?.toLowerCase();
  const path = `/runtime/backtests/dataset?venue=${venue}&market=${alias}`;
  const isReady = ({ body }: Answer) => body.backtest_ready === true;
  const { body } = await until(`a release of ${alias}`, () => caller.send('GET', path), isReady);
  return body.dataset;
}

/** Returns the range that an exact look-up reports as covered. */
async function covered(alias: string) {
  const { bars, dataset_version: release } = await datasetOf(alias);
  return { release, range: { from: bars.coverage_start, to: bars.coverage_end } };
}

interface Outcome {
  readonly symbol: string;
  readonly outcome: string;
  readonly resolution: string | null;
  readonly takerFees: { readonly rate: number; readonly exponent: number } | null;
}

/** The outcomes of polymarket that are published. */
async function publishedOutcomes(): Promise<Outcome[]> {
  const { datasets } = (await caller.send('GET', '/context/datasets?venue=polymarket')).body;
  const outcomes: Outcome[] = [];
  for (const { symbol } of datasets) {
    const fields = 'outcome resolution takerFees { rate exponent }';
    const asked = `{ market(venue: "polymarket", symbol: "${symbol}") { prediction { ${fields} } } }`;
    outcomes.push({ symbol, ...(await caller.query(asked)).body.data.market.prediction });
  }
  return outcomes;
}

/** An outcome of a market that was resolved, once one is published. */
async function resolvedOutcome(): Promise<Outcome> {
  const ask = async () => (await publishedOutcomes()).find(({ resolution }) => resolution !== null);
  const found = await until('a resolved market', ask, (answer) => answer !== undefined);
  if (found === undefined) throw new Error('no market is resolved');
  return found;
}

/** The outcome with the highest fees; the sandbox has days on which no collected market has any, and then none are charged. */
async function dearestOutcome(): Promise<Outcome> {
  const rateOf = ({ takerFees }: Outcome) => takerFees?.rate ?? -1;
  const resolved = await resolvedOutcome();
  return [resolved, ...(await publishedOutcomes())].reduce((dearest, each) =>
    rateOf(each) > rateOf(dearest) ? each : dearest,
  );
}

describe('a backtest', () => {
  test('on hyperliquid has funding in its total, and no release', async () => {
    await untilFundingIsStored(caller, 'BTC/USDC:USDC');
    const range = { from: daysAgo(8), to: daysAgo(1) };
    const { release, result, symbols } = await run(holdRequest(PERPETUAL, range, '1-HOUR'));
    expect({ release, symbols }).toEqual({ release: null, symbols: [PERPETUAL] });
    expect(result).toMatchObject({ trades: 1, trade_pnl_model: 'price_and_fees', funding_pnl: expect.any(Number) });
    expect(result.funding_pnl).not.toBe(0);
    expect(result.ending_balance).toBeCloseTo(10_000 + result.total_pnl, 6);
  });

  test("on lighter runs on all that its market's latest release covers, to the minute", async () => {
    const { release, range } = await covered(LIGHTER);
    const { result, ...record } = await run(holdRequest(LIGHTER, range));
    expect(record).toMatchObject({ release, range, venue: 'lighter' });
    expect(result.data).toMatchObject({ from: range.from, tables: [{ timeframe: '1m' }] });
    expect(result).not.toHaveProperty('funding_pnl');
  });

  test.each([
    ['settled by what came out', resolvedOutcome],
    ['charged what its market charges takers', dearestOutcome],
  ])('on polymarket is %s', async (_, choose) => {
    const { symbol, outcome, resolution } = await choose();
    const { release, range } = await covered(symbol);
    const record = await run(holdRequest(symbol, range, '1-MINUTE', '100'));
    expect(record).toMatchObject({ release, range, result: { trades: 1 } });
    const { data } = (
      await caller.query(
        `query ($id: ID!) {
          backtest(id: $id) {
            trades { nodes { openRate closeRate feesAbs exitReason } }
            markets { prediction { takerFees { rate exponent } } }
          }
        }`,
        { id: record.id },
      )
    ).body;
    const [{ openRate, feesAbs, ...closed }] = data.backtest.trades.nodes;
    const settled = { closeRate: outcome === resolution ? 1 : 0, exitReason: 'settlement' };
    expect(closed).toMatchObject(resolution === null ? { exitReason: 'open_at_end' } : settled);
    const { rate, exponent } = data.backtest.markets[0].prediction.takerFees;
    const exact = 100 * rate * (openRate * (1 - openRate)) ** exponent;
    expect(feesAbs).toBeCloseTo(Math.floor(exact * 1e5 + 1e-6) / 1e5, 8);
  });
});

describe('a request is refused before anything is queued', () => {
  const DAYS = { from: daysAgo(3), to: daysAgo(2) };
  const refusal = async (request: object) => {
    const { status, body } = await create(request);
    return { status, code: body.error?.code, details: body.error?.details };
  };

  test('outside of the coverage, on each venue', async () => {
    const { symbol } = await resolvedOutcome();
    for (const alias of [LIGHTER, symbol]) {
      const { range } = await covered(alias);
      const to = new Date(Date.parse(range.to) + HOUR_MS).toISOString();
      expect(await refusal(holdRequest(alias, { ...range, to }))).toMatchObject({
        ...{ status: 400, code: 'data_unavailable' },
        details: { symbol: alias, coverage: range },
      });
    }
    const before = { from: '2015-01-01', to: '2015-02-01' };
    expect(await refusal(holdRequest(PERPETUAL, before))).toMatchObject({ status: 400, code: 'data_unavailable' });
  });

  test('for bars of which none are stored, with those to take instead; for a range that is not covered without', async () => {
    const { symbol } = await resolvedOutcome();
    const { range } = await covered(symbol);
    const instead = `They can be made of bars of a minute: ${symbol}-1-HOUR-LAST-INTERNAL@1-MINUTE-EXTERNAL.`;
    const absent = (await create(holdRequest(symbol, range, '1-HOUR'))).body.error;
    expect(absent).toMatchObject({ code: 'data_unavailable', message: expect.stringContaining(instead) });
    const before = { from: '2015-01-01', to: '2015-02-01' };
    const uncovered = (await create(holdRequest(PERPETUAL, before, '1-HOUR'))).body.error;
    expect(uncovered).toMatchObject({ code: 'data_unavailable', details: { coverage: expect.any(Object) } });
    expect(uncovered.message).not.toContain('can be made');
  });

  test.each([
    ['an alias of no market', 'NOPE-PERP.HYPERLIQUID', 'invalid_request'],
    ['an alias of no market of lighter', 'NOPE-PERP.LIGHTER', 'invalid_request'],
    ['a market without a release', 'MKR-PERP.LIGHTER', 'data_unavailable'],
    ['a market of a builder-deployed dex', 'XYZ-GOLD-PERP.HYPERLIQUID', 'data_unavailable'],
  ])('%s', async (_, alias, code) => {
    expect(await refusal(holdRequest(alias, DAYS))).toMatchObject({ status: 400, code });
  });

  test('a canonical symbol in place of an alias', async () => {
    const { config, ...request } = holdRequest(PERPETUAL, DAYS);
    const canonical = { ...request, symbols: ['BTC/USDC:USDC'], config };
    expect(await refusal(canonical)).toMatchObject({ status: 400, details: [{ path: 'symbols.0' }] });
    const repeated = { ...request, config: { ...config, instrument_ids: ['BTC/USDC:USDC'] } };
    expect(await refusal(repeated)).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});
