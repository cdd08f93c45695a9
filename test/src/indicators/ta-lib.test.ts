import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { type Candle, readIndicators } from '@platform/context-service/testing';
import { defaultCacheDirectory, run } from '@platform/kit/provisioning';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { z } from 'zod';

const SCRIPT = fileURLToPath(new URL('./ta_lib.py', import.meta.url));
const RECORDINGS = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const PROVISIONING_MS = 10 * 60_000;
const RUN_MS_MAX = 60_000;
/** Of the value. */
const TOLERANCE = 1e-6;
/** TA-Lib computes widths from sums of squares: on a market that stands still its result is off by this share of the price. */
const WIDTH_NOISE = 2e-7;

const prices = z.array(z.number());
const judged = z.array(
  z.object({
    ...{
      name: z.string(),
      high: prices,
      low: prices,
      close: prices,
      adx: z.number(),
      up: z.number(),
      down: z.number(),
    },
    ...{ atr: z.number(), atrPct: z.number(), width: z.number(), widthPercentile: z.number() },
  }),
);

let markets: z.output<typeof judged>;

beforeAll(async () => {
  const { python } = await provisionFreqtrade({
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
    report: () => {},
  });
  const directory = await mkdtemp(join(tmpdir(), 'ta-lib-'));
  const file = join(directory, 'judged.json');
  const recordings = existsSync(RECORDINGS) ? [RECORDINGS] : [];
  await run(python, [SCRIPT, file, ...recordings], { env: { PATH: process.env['PATH'] }, timeoutMs: RUN_MS_MAX });
  markets = judged.parse(JSON.parse(await readFile(file, 'utf8')));
  await rm(directory, { recursive: true });
}, PROVISIONING_MS);

function candlesOf({ high, low, close }: (typeof markets)[number]): Candle[] {
  return close.map((value, index) => ({
    timeMs: index * 3_600_000,
    high: high[index] ?? Number.NaN,
    low: low[index] ?? Number.NaN,
    close: value,
    volume: undefined,
  }));
}

/** Returns a value's distance from TA-Lib's, in tolerances. */
function apart(found: number | undefined, theirs: number, noise = 0): number {
  const difference = Math.abs((found ?? Number.NaN) - theirs);
  return difference === 0 ? 0 : difference / (TOLERANCE * Math.abs(theirs) + noise);
}

test('index, true range and Bollinger width of every market are those of TA-Lib, within a millionth', () => {
  expect(markets.length).toBeGreaterThan(50);
  const wrong = markets.flatMap((market) => {
    const { direction, atr, atrPct, width, widthPercentile } = readIndicators(candlesOf(market));
    const distances = {
      adx: apart(direction?.adx, market.adx),
      up: apart(direction?.up, market.up),
      down: apart(direction?.down, market.down),
      atr: apart(atr, market.atr),
      atrPct: apart(atrPct, market.atrPct),
      width: apart(width, market.width, WIDTH_NOISE),
      widthPercentile: apart(widthPercentile, market.widthPercentile),
    };
    return Object.entries(distances).flatMap(([name, distance]) =>
      distance <= 1 ? [] : [`${market.name}: ${name} is ${distance} tolerances apart`],
    );
  });
  expect(wrong).toEqual([]);
});
