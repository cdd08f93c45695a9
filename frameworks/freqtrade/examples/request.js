/**
 * Prints the body of `POST /runtime/backtests` for a strategy's file, the sample strategy when none is named:
 * BTC over the latest 30 days. A second argument is the `config`, as JSON.
 */
import { readFileSync } from 'node:fs';

const DAY_MS = 86_400_000;
const [file = new URL('sample_strategy.py', import.meta.url), config = '{}'] = process.argv.slice(2);
const day = (daysAgo) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

const request = {
  framework: 'freqtrade',
  venue: 'hyperliquid',
  symbols: ['BTC/USDC:USDC'],
  code: readFileSync(file, 'utf8'),
  config: JSON.parse(config),
  range: { from: day(31), to: day(1) },
};
process.stdout.write(`${JSON.stringify(request, null, 2)}\n`);
