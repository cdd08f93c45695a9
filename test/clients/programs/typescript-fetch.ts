import {
  Configuration,
  ContextApi,
  CreateBacktestBodyFromJSON,
  type ErrorEnvelope,
  ErrorEnvelopeFromJSON,
  ResponseError,
  RuntimeApi,
  WalletApi,
} from './client/index.js';
import { given, print, waitAWhile } from './given.js';

async function main(): Promise<void> {
  const configuration = new Configuration({ basePath: given.baseUrl, apiKey: given.apiKey });
  const context = new ContextApi(configuration);
  const runtime = new RuntimeApi(configuration);
  const { markets } = await context.listMarkets();
  const { address, venues } = await new WalletApi(configuration).getWallet();
  if (venues.hyperliquid.readiness.venueReachable !== true) throw new Error('the venue is not there');
  const createBacktestBody = CreateBacktestBodyFromJSON(given.body);
  const { id } = await runtime.createBacktest({ createBacktestBody, idempotencyKey: given.idempotencyKey });
  for (;;) {
    const { status, result } = await runtime.getBacktest({ id });
    if (result !== undefined) {
      const refused = await context.listCandles({ ...given.candles, from: '2026-02-30' }).catch(envelopeOf);
      if (!('error' in refused)) throw new Error('not refused');
      const { code, message, details, docsUrl } = refused.error;
      return print(markets.length, address, status, result.trades, { code, message, details, docs_url: docsUrl });
    }
    await waitAWhile();
  }
}

async function envelopeOf(error: unknown): Promise<ErrorEnvelope> {
  if (!(error instanceof ResponseError)) throw error;
  return ErrorEnvelopeFromJSON(await error.response.json());
}

void main();
