import { client } from './client/client.gen.js';
import { createBacktest, getBacktest, getWallet, listCandles, listMarkets } from './client/index.js';
import { given, print, waitAWhile } from './given.js';

async function main(): Promise<void> {
  client.setConfig({ baseUrl: given.baseUrl, auth: () => given.apiKey });
  const markets = (await listMarkets({ throwOnError: true })).data;
  const wallet = (await getWallet({ throwOnError: true })).data;
  const headers = { 'Idempotency-Key': given.idempotencyKey };
  const { id } = (await createBacktest({ body: given.body, headers, throwOnError: true })).data;
  for (;;) {
    const backtest = (await getBacktest({ path: { id }, throwOnError: true })).data;
    if (backtest.result !== undefined) {
      const { error } = await listCandles({ query: { ...given.candles, from: '2026-02-30' } });
      const { status, result } = backtest;
      return print(markets.markets.length, wallet.address, status, result.trades, error?.error);
    }
    await waitAWhile();
  }
}

void main();
