import createClient from 'openapi-fetch';
import type { paths } from './client/schema.js';
import { given, print, waitAWhile } from './given.js';

async function main(): Promise<void> {
  const client = createClient<paths>({ baseUrl: given.baseUrl, headers: { 'x-api-key': given.apiKey } });
  const { data: markets } = await client.GET('/context/markets');
  const { data: wallet } = await client.GET('/wallet');
  const { data: created } = await client.POST('/runtime/backtests', {
    params: { header: { 'Idempotency-Key': given.idempotencyKey } },
    body: given.body,
  });
  if (markets === undefined || wallet === undefined || created === undefined) throw new Error('refused');
  const { id } = created;
  for (;;) {
    const { data: backtest } = await client.GET('/runtime/backtests/{id}', { params: { path: { id } } });
    if (backtest?.result !== undefined) {
      const query = { ...given.candles, from: '2026-02-30' } as const;
      const { error } = await client.GET('/context/candles', { params: { query } });
      const { status, result } = backtest;
      return print(markets.markets.length, wallet.address, status, result.trades, error?.error);
    }
    await waitAWhile();
  }
}

void main();
