import { CAPITAL_USD, liveRequest } from '../deployments/live/account.js';
import { backtestRequest } from '../end-to-end/strategies.js';
import { send } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import type { Platform } from '../platform/platform.js';
import { restingMarket, restingOrder } from '../platform/venue.js';
import { until } from '../platform/wait.js';
import { signInByMail } from './mailed-key.js';

/** Enough for a deposit of 60 USD and the capital of a deployment. */
const PAID_IN_USD = 400;

/** What a published agent knows: the base address, its key, and what it is to send. */
export interface OlderAgent {
  readonly baseUrl: string;
  readonly key: string;
  /** What it sends, by what for. */
  readonly bodies: {
    readonly search: object;
    readonly backtest: object;
    readonly deposit: object;
    /** An order that rests. */
    readonly order: object & { readonly orders: readonly { readonly a: number }[] };
    /** With real money, in one market, at once. */
    readonly deployment: object;
  };
}

/** Gets a key by e-mail, and has its owner pay in at the address that the key reads. */
export async function openOlderAgent(platform: Platform, name: string): Promise<OlderAgent> {
  const { base_url: baseUrl, arbitrum, venues } = await platform.descriptor();
  const { key } = await signInByMail(platform, `${name}@example.com`);
  const headers = { 'x-api-key': key };
  const accounts = await until(
    'a wallet',
    () => send(baseUrl, 'GET', '/v3/account', { headers }),
    ({ status }) => status === 200,
  );
  await payIn(arbitrum, [accounts.body.items[0].wallet_address], BigInt(PAID_IN_USD) * 1_000_000n);
  // What has arrived is held; it can be spent once it is confirmed.
  await until(
    'the money',
    () => send(baseUrl, 'GET', '/wallet/deposits', { headers }),
    ({ body }) => body?.deposits?.[0]?.status === 'confirmed',
  );
  return { baseUrl, key, bodies: await bodiesAt(venues.hyperliquid.url, arbitrum.usdc_address) };
}

async function bodiesAt(venueUrl: string, usdc: string): Promise<OlderAgent['bodies']> {
  const { code, range } = backtestRequest() as { code: string; range: { from: string; to: string } };
  const live = liveRequest('') as { code: string; config: { exchange: object } };
  const exchange = { name: 'hyperliquid', ...live.config.exchange };
  return {
    search: { query: 'will', limit: 3 },
    backtest: {
      config: { exchange: { name: 'hyperliquid', pair_whitelist: ['BTC/USDC:USDC'] } },
      code,
      timerange: { start: range.from, end: range.to },
    },
    deposit: { chain: 'arbitrum', asset_address: usdc, amount: '60.00' },
    order: restingOrder(await restingMarket(venueUrl)) as OlderAgent['bodies']['order'],
    deployment: {
      code: live.code,
      name: 'agent',
      config: { ...live.config, exchange, dry_run: false, available_capital: CAPITAL_USD },
    },
  };
}
