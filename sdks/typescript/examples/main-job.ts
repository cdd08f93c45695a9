/** Registers, finds markets, backtests a strategy and reads its result. */
import { readFile } from 'node:fs/promises';
import { type CreateBacktestBody, pages, RefusedError, TradingPlatform } from 'trading-platform-sdk';
import { codeSentTo, day, given, print } from './given.js';

const baseUrl = given('BASE_URL');
const email = given('EMAIL');

const anyone = new TradingPlatform({ baseUrl });
await anyone.sendRegistrationCode({ body: { email } });
const otp = await codeSentTo(email);
const { api_key: apiKey } = await anyone.verifyRegistrationCode({ body: { email, otp } });

const platform = new TradingPlatform({ baseUrl, apiKey });
const symbols: string[] = [];
const markets = pages(
  (next) => platform.listMarkets({ query: { venue: 'hyperliquid', limit: 2, ...next } }),
  (page) => page.markets,
);
for await (const market of markets) symbols.push(market.symbol);

const code = await readFile(given('STRATEGY'), 'utf8');
const over = (from: string): CreateBacktestBody => ({
  framework: 'freqtrade',
  venue: 'hyperliquid',
  symbols: ['BTC/USDC:USDC'],
  code,
  config: {},
  range: { from, to: day(1) },
});
const { id } = await platform.createBacktest({ body: over(day(31)) });
const { status, result } = await platform.wait.backtest(id);

// A refusal has a code, and says what is wrong.
const refused = await platform
  .createBacktest({ body: over('2026-02-30') })
  .then(() => 'nothing')
  .catch((error: unknown) => (error instanceof RefusedError ? error.code : 'something else'));
print({ markets: symbols.length, status, trades: result?.trades, refused });
