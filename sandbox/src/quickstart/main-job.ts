import { readFile } from 'node:fs/promises';
import type { Clock } from '@platform/kit/clock';
import type { Display } from '../backtest/display.js';
import { untilEnded } from '../backtest/follow.js';
import { call } from './client.js';
import { readCode } from './mailbox.js';
import type { FinishedBacktest } from './result.js';

/** The part of the running platform's descriptor that the demonstration needs. */
export interface Platform {
  readonly base_url: string;
  readonly graphql_url: string;
  readonly mailbox_dir: string;
}

/** The result of the demonstration, the API key to read more of it, and the session of its account. */
export interface MainJob {
  readonly backtest: FinishedBacktest;
  readonly apiKey: string;
  readonly sessionToken: string;
}

const SYMBOLS_SHOWN = 5;
const RANGE_DAYS = 180;
const DAY_MS = 86_400_000;
const STRATEGY = new URL('../../../frameworks/freqtrade/examples/sample_strategy.py', import.meta.url);

/** Does the main job of the platform as a client would: registers, gets a key, finds markets, backtests the sample strategy. */
export async function doMainJob(
  platform: Platform,
  clock: Clock,
  report: (line: string) => void,
  display: Display,
): Promise<MainJob> {
  const base = platform.base_url;
  const email = `quickstart-${clock.nowMs()}@example.com`;
  await call(base, 'POST', '/account/register', {}, { email });
  report(`registered ${email}; reading the code from the sandbox mailbox`);
  const otp = await readCode(platform.mailbox_dir, email);
  const verified = await call<{ api_key: string; token: string }>(base, 'POST', '/account/verify', {}, { email, otp });
  const { api_key: apiKey, token: sessionToken } = verified;
  report('verified; got an API key');
  const { markets } = await call<{ markets: { framework_symbols: { freqtrade?: string }; backtest_ready: boolean }[] }>(
    base,
    'GET',
    '/context/markets?query=hyperliquid',
    { apiKey },
  );
  const symbols = markets
    .filter((market) => market.backtest_ready)
    .flatMap((market) => market.framework_symbols.freqtrade ?? [])
    .slice(0, SYMBOLS_SHOWN);
  report(`found ${markets.length} markets; backtesting ${symbols.join(', ')} over ${RANGE_DAYS} days`);
  // The platform first checks the strategy in the framework, which it must install on a new machine.
  display.waitFor('submitting');
  const { id } = await call<{ id: string }>(
    base,
    'POST',
    '/runtime/backtests',
    { apiKey },
    {
      framework: 'freqtrade',
      venue: 'hyperliquid',
      symbols,
      code: await readFile(STRATEGY, 'utf8'),
      config: { max_open_trades: SYMBOLS_SHOWN },
      range: { from: day(clock.nowMs() - (RANGE_DAYS + 1) * DAY_MS), to: day(clock.nowMs() - DAY_MS) },
    },
  );
  const backtest = await untilEnded(id, (path) => call(base, 'GET', path, { apiKey }), display);
  if (backtest.error !== undefined)
    throw new Error(`backtest ${id}: ${backtest.error.code}: ${backtest.error.message}`);
  return { backtest, apiKey, sessionToken };
}

function day(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}
