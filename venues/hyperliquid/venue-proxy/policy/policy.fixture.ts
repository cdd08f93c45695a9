/** The bot of the policy's tests: ETH and SOL with 100 USD, and what it may send. */

import { address, botLimitsSchema } from '../../../live-bots/index.js';
import type { TradingAction } from '../../codec/index.js';
import { parseRequest } from '../actions.js';
import { assetsOf } from './assets.js';
import type { Exposure } from './exposure.js';
import type { Policy } from './policy.js';

/** One USDC in millionths. */
export const USDC = 1_000_000n;
const CAPITAL_USD = 100;
/** The platform’s fee as orders carry it. */
export const builder = { b: `0x${'b1'.repeat(20)}`, f: 10 };
/** Its limits. */
export const limits = botLimitsSchema.parse({
  deploymentId: 'dep_1',
  bot: `0x${'B0'.repeat(20)}`,
  coins: ['ETH', 'SOL'],
  capitalMicroUsdc: String(CAPITAL_USD * 1_000_000),
  maximumLeverage: 2,
  maximumOpenOrders: 3,
  maximumDailyLossMicroUsdc: '20000000',
});
const universe = ['BTC', 'ETH', 'ATOM', 'SOL'].map((name) => ({ name }));
const platformBuilder = { address: address.parse(builder.b), feeTenthsOfBasisPoint: builder.f };
/** Its policy. */
export const policy: Policy = { limits, assets: assetsOf(limits, { universe }), builder: platformBuilder };
/** Numbers of markets. */
export const [BTC, ETH] = [0, 1];

/** When everything is judged. */
export const NOW_MS = 1_700_000_000_000;
/** Nothing held, nothing open. */
export const IDLE: Exposure = {
  positions: [],
  sizes: {},
  unrealizedMicroUsdc: 0n,
  realizedTodayMicroUsdc: 0n,
  nowMs: NOW_MS,
  orders: [],
  midPrices: { BTC: '60000', ETH: '2000', SOL: '100' },
  unconfirmed: [],
  leverages: { ETH: 2, SOL: 2 },
};
/** A position of ETH. */
export const eth = (usd: bigint) => [{ coin: 'ETH', valueMicroUsdc: usd * USDC }];

/** Reads an action as the proxy does. */
export function trading(action: Record<string, unknown>): TradingAction {
  const signature = { r: '0x1', s: '0x1', v: 27 };
  const parsed = parseRequest({ action, nonce: 1, signature });
  if (parsed.kind !== 'trading') throw new Error(`not trading: ${JSON.stringify(parsed)}`);
  return parsed.request.action;
}

interface TestOrder {
  readonly a?: number;
  readonly b?: boolean;
  readonly p?: string;
  readonly s?: string;
  readonly r?: boolean;
  readonly t?: object;
}
/** An order: 0.05 ETH at 2,000 unless told otherwise. */
export const order = (fields: TestOrder = {}) => ({
  ...{ a: ETH, b: true, p: '2000', s: '0.05', r: false, t: { limit: { tif: 'Gtc' } } },
  ...fields,
});
/** An action of orders. */
export const orders = (fields: readonly TestOrder[], extra: object = {}) => ({
  ...{ type: 'order', orders: fields.map(order), grouping: 'na', builder },
  ...extra,
});

/** A stop that fires at a price. */
export const stop = (triggerPx: string) => ({ trigger: { isMarket: true, triggerPx, tpsl: 'sl' } });
/** An order of the bot that rests. */
export const own = { oid: 7, cloid: `0x${'0c'.repeat(16)}`, coin: 'ETH', valueMicroUsdc: 150n * USDC };
