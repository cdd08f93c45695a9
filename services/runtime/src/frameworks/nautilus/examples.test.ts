import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { provisionNautilus } from './files.js';
import { BTC, barType, finished, nautilusForTests, type Prices } from './nautilus.fixture.js';

/** Prints where nautilus keeps the strategies that it ships. */
const FOLDER = 'import pathlib, nautilus_trader.examples.strategies as s; print(pathlib.Path(s.__file__).parent)';

const USUAL = { instrument_id: BTC, bar_type: barType(BTC, '1-MINUTE'), trade_size: '0.1' };
const TRAILING = {
  atr_period: 10,
  trailing_atr_multiple: 3,
  trailing_offset_type: 'PRICE',
  trigger_type: 'LAST_PRICE',
};

/** Those that bars can feed, with a config, and whether bars alone make them trade. */
const FED: Readonly<Record<string, readonly [config: object, trades: boolean]>> = {
  blank: [{ instrument_id: BTC }, false],
  ema_cross: [USUAL, true],
  // Their entries expire after half a minute or at once, before the next bar.
  ema_cross_bracket: [USUAL, false],
  ema_cross_bracket_algo: [USUAL, false],
  ema_cross_stop_entry: [{ ...USUAL, ...TRAILING, trailing_offset: '1' }, false],
  ema_cross_hedge_mode: [USUAL, true],
  ema_cross_long_only: [USUAL, true],
  ema_cross_trailing_stop: [{ ...USUAL, ...TRAILING }, true],
  ema_cross_twap: [USUAL, true],
  subscribe: [{ instrument_id: BTC }, false],
  // It reads the latest quote at each bar, and does nothing without.
  volatility_market_maker: [{ ...USUAL, atr_period: 10, atr_multiple: 2 }, false],
};

/** Those that wait for what no backtest has. */
const REFUSED: Readonly<Record<string, string>> = {
  market_maker: 'order books',
  orderbook_imbalance: 'quotes and order books',
  orderbook_imbalance_rust: 'quotes and order books',
  signal_strategy: 'trades and quotes',
  simpler_quoter: 'quotes',
};

const nautilus = nautilusForTests();
let folder: string;

beforeAll(async () => {
  const environment = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env };
  const { python } = await provisionNautilus({ ...environment, report: () => {} });
  folder = (await promisify(execFile)(python, ['-c', FOLDER])).stdout.trim();
});

const codeOf = (name: string) => readFile(join(folder, `${name}.py`), 'utf8');

/** Five hours of minutes in waves, so that averages cross. */
const minutes = Array.from({ length: 300 }, (_, minute): Prices => {
  const at = (index: number) => Math.round(1_000 + 100 * Math.sin(index / 12)) / 10;
  const [open, close] = [at(minute), at(minute + 1)];
  return [open, Math.max(open, close) + 0.1, Math.min(open, close) - 0.1, close];
});

describe('of the strategies that nautilus ships', () => {
  test('every one is known here', async () => {
    const names = (await readdir(folder)).filter((name) => /^[a-z].*\.py$/.test(name)).map((name) => name.slice(0, -3));
    expect(names.toSorted()).toEqual([...Object.keys(FED), ...Object.keys(REFUSED)].toSorted());
  });

  test.each(Object.entries(FED))('%s runs on bars', async (name, [config, trades]) => {
    const code = await codeOf(name);
    const source = { code, configJson: JSON.stringify(config), symbols: [BTC] };
    expect(await nautilus().framework.validate(source)).toEqual({ kind: 'valid' });
    const tables = [{ symbol: BTC, timeframe: '1m' as const, candles: minutes }];
    const result = finished(await nautilus().run({ code, config, tables, hours: 5 }));
    expect(result.trades > 0).toBe(trades);
    // Where nothing is traded the result says why.
    expect(trades || result.warnings.length > 0).toBe(true);
  });

  test.each(Object.entries(REFUSED))('%s is refused before it runs, since there are no %s', async (name, what) => {
    const source = { code: await codeOf(name), configJson: '{}', symbols: [BTC] };
    expect(await nautilus().framework.validate(source)).toMatchObject({
      kind: 'strategy_invalid',
      findings: [{ text: expect.stringContaining(`listens to ${what} alone, of which a backtest has none`) }],
    });
  });
});
