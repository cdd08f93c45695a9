import { getAddress, isAddress, maxUint256 } from 'viem';
import { z } from 'zod';
import { clobPage } from '../clob/markets.js';
import { baseFeeOf } from '../model/market.js';
import { clobError } from '../refusal.js';
import type { Venue } from '../venue.js';
import type { Caller } from './auth/l2.js';
import type { Order } from './orders/order.js';
import type { Party, Trade } from './settling/trade.js';
import { decimal } from './units.js';

/** Orders and trades of one page. */
const PAGE = 100;

const cursor = { next_cursor: z.string().optional() };
const orderFilter = z.object({
  ...cursor,
  id: z.string().optional(),
  market: z.string().optional(),
  asset_id: z.string().optional(),
});
const seconds = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const tradeFilter = orderFilter.extend({
  maker_address: z
    .string()
    .refine((text) => isAddress(text, { strict: false }))
    .optional(),
  before: seconds.optional(),
  after: seconds.optional(),
});
const balanceQuery = z.object({
  asset_type: z.string(),
  token_id: z.string().optional(),
  signature_type: z.string().default('0'),
});

/** Returns an order of the caller; `null`: there is none of this id. Throws `Refusal`. */
export function readOrder(id: string, { account }: Caller, { nodeStore }: Venue): object | null {
  if (!/^0x[0-9a-fA-F]{64}$/.test(id)) throw clobError(400, 'Invalid orderID');
  const order = nodeStore().order(id.toLowerCase());
  return order?.account === account ? shownOrder(order) : null;
}

/** Returns a page of the caller's open orders, oldest first. Throws `Refusal`. */
export function readOrders(query: unknown, { account }: Caller, { nodeStore }: Venue): object {
  const filter = orderFilter.safeParse(query);
  if (!filter.success) throw clobError(400, 'invalid order params payload');
  const { id, market, asset_id: token, next_cursor } = filter.data;
  const orders = nodeStore()
    .liveOrdersOf(account)
    .filter((order) => (id ?? order.id) === order.id && (market ?? order.conditionId) === order.conditionId)
    .filter((order) => (token ?? order.tokenId) === order.tokenId);
  return clobPage(orders, next_cursor, shownOrder, PAGE);
}

/** Returns a page of the caller's trades, newest first. Throws `Refusal`. */
export function readTrades(query: unknown, { account }: Caller, venue: Venue): object {
  const filter = tradeFilter.safeParse(query);
  if (!filter.success) throw clobError(400, 'Invalid trade params payload');
  const { id, market, asset_id: token, maker_address: maker, before, after, next_cursor } = filter.data;
  const trades = venue
    .nodeStore()
    .tradesOf(account)
    .filter((trade) => (id ?? trade.id) === trade.id && (market ?? trade.conditionId) === trade.conditionId)
    .filter((trade) => (token ?? trade.tokenId) === trade.tokenId)
    .filter(({ taker, maker: other }) => maker === undefined || isParty(maker, taker) || isParty(maker, other))
    .filter(({ matchedMs }) => matchedMs / 1_000 < (before ?? Number.POSITIVE_INFINITY))
    .filter(({ matchedMs }) => matchedMs / 1_000 > (after ?? 0));
  return clobPage(trades, next_cursor, (trade) => shownTrade(trade, account, venue), PAGE);
}

/** Returns what a wallet of the caller has, and what the exchanges may take of it. Throws `Refusal`. */
export async function readBalance(query: unknown, { account }: Caller, venue: Venue): Promise<object> {
  const parsed = balanceQuery.safeParse(query);
  const { settlement, wallets } = venue;
  if (!parsed.success) throw clobError(400, 'Invalid asset type');
  const { asset_type: asset, token_id: token, signature_type: signatureType } = parsed.data;
  if (signatureType !== '0' && signatureType !== '3') throw clobError(400, 'Invalid signature_type');
  const own = getAddress(account);
  const wallet = signatureType === '3' ? ((await wallets.of(own)) ?? own) : own;
  if (asset === 'COLLATERAL') {
    const { balance, allowances } = await settlement.collateral(wallet);
    return { balance: String(balance), allowances: texts(allowances) };
  }
  if (asset !== 'CONDITIONAL' || !/^\d{1,78}$/.test(token ?? '')) throw clobError(400, 'Invalid asset type');
  const { balance, approvals } = await settlement.shares(wallet, BigInt(token ?? 0));
  const allowances = Object.entries(approvals).map(([exchange, isApproved]) => [
    exchange,
    isApproved ? maxUint256 : 0n,
  ]);
  return { balance: String(balance), allowances: texts(Object.fromEntries(allowances)) };
}

function texts(amounts: Readonly<Record<string, bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]));
}

function isParty(wallet: string, party: Party): boolean {
  return party.wallet === wallet.toLowerCase();
}

function shownOrder(order: Order): object {
  return {
    id: order.id,
    status: order.status,
    owner: order.owner,
    maker_address: getAddress(order.maker),
    market: order.conditionId,
    asset_id: order.tokenId,
    side: order.side,
    original_size: decimal(order.sharesMicro),
    size_matched: decimal(order.matchedMicro),
    price: decimal(order.priceMicro),
    associate_trades: order.trades,
    outcome: order.outcome,
    created_at: Math.floor(order.placedMs / 1_000),
    expiration: String(order.expirationS),
    order_type: order.orderType,
  };
}

function shownTrade(trade: Trade, account: string, { universe }: Venue): object {
  const { taker, maker, conditionId, tokenId, outcome } = trade;
  const market = universe.condition(conditionId);
  const feeRate = String(market === undefined ? 0 : baseFeeOf(market));
  return {
    id: trade.id,
    taker_order_id: taker.orderId,
    market: conditionId,
    asset_id: tokenId,
    side: taker.side,
    size: decimal(trade.sharesMicro),
    fee_rate_bps: feeRate,
    price: decimal(trade.priceMicro),
    status: trade.status,
    match_time: String(Math.floor(trade.matchedMs / 1_000)),
    last_update: String(Math.floor(trade.updatedMs / 1_000)),
    outcome,
    bucket_index: 0,
    owner: taker.owner,
    maker_address: getAddress(taker.wallet),
    transaction_hash: trade.transactionHash,
    trader_side: taker.account === account ? 'TAKER' : 'MAKER',
    maker_orders: [
      {
        order_id: maker.orderId,
        owner: maker.owner,
        maker_address: getAddress(maker.wallet),
        matched_amount: decimal(trade.sharesMicro),
        price: decimal(trade.priceMicro),
        fee_rate_bps: feeRate,
        asset_id: tokenId,
        outcome,
        side: maker.side,
      },
    ],
  };
}
