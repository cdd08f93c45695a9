import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/provisioning';
import type { BacktestJob, Framework } from './framework.js';
import { createTestFreqtrade, example, realMarket, type TestMarket } from './freqtrade.fixture.js';
import { freqtradeSources } from './freqtrade-files.js';
import { provisionPython } from './python/environment.js';
import { BareCommand } from './testing/bare-command.js';
import type { BareResult } from './testing/bare-result.js';
import { serveVenue } from './testing/venue.js';

let framework: Framework;
let market: TestMarket;
let python: string;

beforeAll(async () => {
  market = await realMarket();
  framework = createTestFreqtrade();
  await framework.ensureReady();
  const options = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env, report: () => {} };
  ({ python } = await provisionPython(freqtradeSources, options));
}, 10 * 60_000);

afterAll(async () => {
  await framework.close();
  await market.remove();
});

/** Runs the same backtest with freqtrade's own command line against a venue that answers over HTTP. */
async function runBareCommand(job: BacktestJob, strategyClass: string): Promise<BareResult> {
  const venue = await serveVenue(job.instruments);
  try {
    const { source, fromMs, toMs, feeRate, candles } = job;
    const { code, symbols } = source;
    const work = { code, symbols, strategyClass, fromMs, toMs, feeRate, candles, venueUrl: venue.url };
    await using command = await BareCommand.prepare(python, work);
    await command.run();
    return await command.takeResult();
  } finally {
    venue.close();
  }
}

describe('a backtest through the platform and through the bare command', () => {
  test.each([
    ['long only', 'long_only', 'LongOnly'],
    ['long and short, leveraged, with a second timeframe', 'long_and_short', 'LongAndShort'],
    ['with a trailing stop and an exit of its own', 'trailing_exit', 'TrailingExit'],
  ])(
    'of a strategy %s give the same trades and figures',
    async (_kind, file, strategyClass) => {
      const job = market.job(await example(file));
      const outcome = await framework.run(job, { signal: new AbortController().signal, onLog: () => {} });
      if (outcome.kind !== 'finished') throw new Error(`${outcome.code}: ${outcome.message}`);
      const bare = await runBareCommand(job, strategyClass);
      expect(bare.trades.length).toBeGreaterThan(3);
      expect(outcome.result.tradeList).toEqual(bare.trades);
      expect(outcome.result).toMatchObject(bare.figures);
      const perPair = outcome.result.perPair.map((pair) => [pair.symbol, [pair.profitPct, pair.trades]]);
      expect(Object.fromEntries(perPair)).toEqual(bare.perPair);
      expect(outcome.result.equityCurve.at(-1)?.equity).toBe(bare.finalBalance);
    },
    120_000,
  );
});
