import { describe, expect, jest, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { runOptions } from './framework.fixture.js';
import type { BacktestJob, BacktestOutcome, BacktestResult, CandleFile, CandlesOf } from './framework.js';
import { FROM_MS, freqtradeForTests, SYMBOLS, strategyWith, TO_MS } from './freqtrade/freqtrade.fixture.js';

const [BTC, ETH] = SYMBOLS;
const HOUR_MS = 3_600_000;
/** A test runs a few backtests, on a machine that may be busy. */
jest.setTimeout(180_000);

const freqtrade = freqtradeForTests();

const run = (job: BacktestJob, candlesOf?: CandlesOf): Promise<BacktestOutcome> =>
  freqtrade.framework.run(job, runOptions(candlesOf === undefined ? {} : { candlesOf }));

function finished(outcome: BacktestOutcome): BacktestResult {
  if (outcome.kind !== 'finished') throw new Error(`the run failed: ${outcome.code}: ${outcome.message}`);
  return outcome.result;
}

function tableOf(job: BacktestJob, symbol: string, timeframe: string): CandleFile {
  const file = job.candles.find((candidate) => candidate.symbol === symbol && candidate.timeframe === timeframe);
  if (file === undefined) throw new Error(`${symbol} ${timeframe} is not in the job`);
  return file;
}

/** A job of BTC alone on its hourly table, which is made of the rows that meet these conditions. */
async function jobOver(conditions: readonly string[], code = strategyWith({})): Promise<BacktestJob> {
  const job = freqtrade.market.job(code, { symbols: [BTC] });
  return { ...job, candles: await freqtrade.market.divide(tableOf(job, BTC, '1h'), conditions) };
}

/** What the strategy needs of the other market, and an exit for a run that would do without it. */
const asking = (expression: string, around = 'BODY') =>
  strategyWith({ indicators: around.replace('BODY', `dataframe["other"] = len(${expression})`) });

describe('a table in several objects', () => {
  test('gives the same trades whatever their number, each object shown with its digest', async () => {
    const whole = finished(await run(await jobOver(['true'])));
    for (const count of [2, 9]) {
      const rows = (TO_MS - FROM_MS + 15 * 24 * HOUR_MS) / HOUR_MS + 1;
      const bounds = Array.from({ length: count + 1 }, (_, index) => Math.floor((rows * index) / count));
      const first = FROM_MS - 15 * 24 * HOUR_MS;
      const conditions = bounds
        .slice(0, -1)
        .map((from, index) => `t >= ${first + from * HOUR_MS} AND t < ${first + (bounds[index + 1] ?? 0) * HOUR_MS}`);
      const job = await jobOver(conditions);
      const { data, ...figures } = finished(await run(job));
      expect(figures).toEqual({ ...whole, data: undefined });
      expect(data.tables).toEqual([{ ...whole.data.tables[0], objects: job.candles.map(({ sha256 }) => sha256) }]);
    }
  });

  test('shows the range that it came to and what it was fed', async () => {
    const { data } = finished(await run(await jobOver(['true'])));
    expect(data).toEqual({
      fromMs: FROM_MS,
      toMs: TO_MS,
      startupCandles: 0,
      tables: [
        {
          symbol: BTC,
          timeframe: '1h',
          aggregatedFrom: null,
          fromMs: FROM_MS,
          toMs: TO_MS,
          rows: 241,
          objects: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        },
      ],
      funding: [],
    });
  });
});

describe('a run whose table lacks something ends with data_unavailable, naming table and interval', () => {
  const at = (hours: number) => FROM_MS + hours * HOUR_MS;
  const shown = (hours: number) => `${new Date(at(hours)).toISOString().slice(0, 16)}Z`;

  test.each([
    ['one candle in the middle', `t <> ${at(100)}`, `has no candles from ${shown(100)} to ${shown(101)}`],
    ['its beginning', `t >= ${at(5)}`, `begins at ${shown(5)}; the run needs it from ${shown(0)} on`],
    ['its end', `t < ${at(200)}`, `ends at ${shown(200)}; the run needs it up to ${shown(240)}`],
  ])('%s', async (_what, condition, text) => {
    expect(await run(await jobOver([condition]))).toMatchObject({
      kind: 'error',
      code: 'data_unavailable',
      message: `${BTC} 1h ${text}`,
    });
  });

  test('one candle of the start-up', async () => {
    const code = strategyWith({ body: '    startup_candle_count = 50' });
    const outcome = await run(await jobOver([`t <> ${at(-20)}`], code));
    expect(outcome).toMatchObject({ code: 'data_unavailable', message: expect.stringContaining(shown(-20)) });
  });
});

test('a run for whose start-up there are no candles begins later, and says so', async () => {
  const code = strategyWith({ body: '    startup_candle_count = 50' });
  const { data, warnings } = finished(await run(await jobOver([`t >= ${FROM_MS}`], code)));
  expect(data).toMatchObject({ fromMs: FROM_MS + 50 * HOUR_MS, toMs: TO_MS, startupCandles: 50 });
  expect(warnings.map(({ text }) => text)).toContainEqual(expect.stringContaining('Moving start-date by 50 candles'));
});

test('a run that funding is left out of says what it would have come to, or that nobody knows', async () => {
  const job = await jobOver(['true']);
  expect(finished(await run(job)).warnings).toEqual([]);
  const unknown = finished(await run({ ...job, funding: [] }));
  const untold =
    'funding is not applied, and its sum is not known: rates of BTC/USDC:USDC are not stored for the whole range';
  expect(unknown.warnings).toEqual([{ text: `UserWarning: ${untold}`, count: 1, line: null }]);
  const funding = await Promise.all(
    job.candles.map(async ({ path }) => ({ symbol: BTC, ...(await freqtrade.market.funding(path)) })),
  );
  const told = finished(await run({ ...job, funding }));
  expect(told.warnings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^UserWarning: funding is not applied: what was held would have paid \d+\.\d\d USDC of it/),
  ]);
  expect(told).not.toHaveProperty('fundingPnl');
  expect([told.totalPnl, told.data.funding]).toEqual([unknown.totalPnl, []]);
});

test('a run on a timeframe that does not divide a day says how its candles are counted', async () => {
  const odd = strategyWith({}).replace('"1h"', '"5h"');
  expect(finished(await run(await jobOver(['true'], odd))).warnings).toContainEqual({
    text: 'UserWarning: 5h does not divide a day: its candles are counted from 1970-01-01, and days begin within one',
    ...{ count: expect.any(Number), line: null },
  });
});

describe('what a strategy asks its data provider for', () => {
  /** ETH's tables, which are not in the job. */
  const ofOthers: CandlesOf = async (symbol, timeframe) => [tableOf(freqtrade.market.job(''), symbol, timeframe)];
  const alone = (code: string) => freqtrade.market.job(code, { symbols: [BTC] });
  const withoutOthers = (job: BacktestJob) => ({ ...job, candles: [tableOf(job, BTC, '1h')] });

  test.each([
    ['by name', `self.dp.get_pair_dataframe("${ETH}", "4h")`],
    ['by computed parts', `self.dp.get_pair_dataframe("${ETH}", f"{2 + 2}h")`],
    ['by the historic reader', `self.dp.historic_ohlcv("${ETH}", "4h")`],
  ])('is found when it asks %s', async (_how, expression) => {
    const { data } = finished(await run(withoutOthers(alone(asking(expression))), ofOthers));
    expect(data.tables.map(({ symbol, timeframe }) => [symbol, timeframe])).toEqual([
      [BTC, '1h'],
      [ETH, '4h'],
    ]);
  });

  test('is found for the informative decorator on another market', async () => {
    const code = strategyWith({
      imports: 'from freqtrade.strategy import informative',
      body: `
    @informative("1h", "ETH/{stake}:USDC")
    def other(self, dataframe, metadata):
        dataframe["rise"] = dataframe["close"].pct_change()
        return dataframe`,
    });
    const { data } = finished(await run(withoutOthers(alone(code)), ofOthers));
    expect(data.tables).toHaveLength(2);
  });

  test('is aggregated where its timeframe is not stored', async () => {
    const code = asking(`self.dp.get_pair_dataframe("${ETH}", "8h")`);
    const { data } = finished(await run(withoutOthers(alone(code)), ofOthers));
    expect(data.tables[1]).toMatchObject({ symbol: ETH, timeframe: '8h', aggregatedFrom: '4h', rows: 30 });
  });

  test.each([
    [
      'a market that is not there',
      'self.dp.get_pair_dataframe("XYZ/USDC:USDC", "1h")',
      'XYZ/USDC:USDC 1h: nothing is stored.',
    ],
    [
      'a timeframe that is none',
      `self.dp.get_pair_dataframe("${ETH}", "1M")`,
      `${ETH} 1M: there are no candles of this timeframe`,
    ],
    [
      'candles that the platform has none of',
      `self.dp.get_pair_dataframe("${ETH}", "1h", candle_type="mark")`,
      `${ETH} 1h: a backtest has no mark candles`,
    ],
  ])('ends the run at its line where it is %s', async (_what, expression, message) => {
    expect(await run(withoutOthers(alone(asking(expression))))).toEqual({
      kind: 'error',
      code: 'data_unavailable',
      message,
      findings: [{ line: 12, text: message }],
      claimed: true,
    });
  });

  test.each([
    ['the strategy', 'try:\n    BODY\nexcept Exception:\n    pass'],
    ['nobody but asks twice', 'for attempt in range(2):\n    try: BODY\n    except BaseException: pass'],
  ])('ends the run also where the error is caught by %s', async (_who, around) => {
    const code = asking('self.dp.get_pair_dataframe("XYZ/USDC:USDC", "1h")', around);
    expect(await run(withoutOthers(alone(code)))).toMatchObject({ kind: 'error', code: 'data_unavailable' });
  });

  test("ends the run also where freqtrade catches the error of a strategy's callback", async () => {
    const code = strategyWith({
      body: `
    def custom_exit(self, pair, trade, current_time, current_rate, current_profit, **kwargs):
        return len(self.dp.get_pair_dataframe("XYZ/USDC:USDC", "1h")) > 0`,
    });
    expect(await run(withoutOthers(alone(code)))).toMatchObject({ kind: 'error', code: 'data_unavailable' });
  });

  test('ends the run as a failure of the platform where the platform can not tell', async () => {
    const outage: CandlesOf = async () => {
      throw new PlatformError('service_unavailable');
    };
    const code = asking(`self.dp.get_pair_dataframe("${ETH}", "4h")`);
    expect(await run(withoutOthers(alone(code)), outage)).toMatchObject({ code: 'platform_failed' });
  });
});
