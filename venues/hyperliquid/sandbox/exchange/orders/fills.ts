import { createHash } from 'node:crypto';
import type { Market } from '../../market.js';
import { leverageOf } from '../accounts/account.js';
import { execute } from '../accounts/position.js';
import type { ExchangeContext } from '../exchange-context.js';
import { formatDecimal, formatUsdc, notionalOf, share } from '../units.js';
import type { Match } from './matching.js';
import { directionOf, type Order } from './order.js';

/** Fees in millionths of the notional: 0.045 % for taking, 0.015 % for making. */
export const TAKER_FEE_MILLIONTHS = 450n;
export const MAKER_FEE_MILLIONTHS = 150n;
/** Builder fees are set in tenths of a basis point. */
const BUILDER_FEE_UNITS = 100_000n;

/** Suborders of a TWAP order are sent by the venue itself, in no transaction. */
const NO_HASH = `0x${'0'.repeat(64)}`;

/** The cause of a fill. */
export interface FillKind {
  /** Whether the order took from the book; otherwise it was resting in it. */
  readonly crossed: boolean;
  /** The mark price at which the position was liquidated. */
  readonly liquidationMarkMicro?: bigint;
}

/** Executes a part of an order: changes the account, records the fill, and returns the order with what is left. */
export function fillOrder(context: ExchangeContext, market: Market, order: Order, match: Match, kind: FillKind): Order {
  const { perpetual } = market;
  const account = context.store.accountOrNew(order.user);
  const startLots = account.positions[order.coin]?.lots ?? 0n;
  const notional = notionalOf(match.lots, match.priceMicro, perpetual.szDecimals);
  const rate = kind.crossed ? TAKER_FEE_MILLIONTHS : MAKER_FEE_MILLIONTHS;
  const builderFee = share(notional, BigInt(order.builder?.tenthsOfBasisPoint ?? 0), BUILDER_FEE_UNITS);
  const fee = share(notional, rate, 1_000_000n) + builderFee;
  const lots = directionOf(order) * match.lots;
  const executed = execute(account, {
    coin: order.coin,
    szDecimals: perpetual.szDecimals,
    lots,
    priceMicro: match.priceMicro,
    feeMicroUsdc: fee,
    leverage: leverageOf(account, perpetual),
    atMs: context.nowMs,
  });
  context.store.saveAccount(executed.account);
  const tid = context.store.journal.next('trade');
  const fill = {
    coin: order.coin,
    px: formatUsdc(match.priceMicro),
    sz: formatDecimal(match.lots, perpetual.szDecimals),
    side: order.side,
    time: context.nowMs,
    startPosition: formatDecimal(startLots, perpetual.szDecimals),
    dir: directionName(startLots, startLots + lots),
    closedPnl: formatUsdc(executed.closedPnlMicroUsdc),
    hash: order.twapId === null ? hashOf('trade', tid) : NO_HASH,
    oid: order.oid,
    crossed: kind.crossed,
    fee: formatUsdc(fee),
    tid,
    ...(order.cloid === null ? {} : { cloid: order.cloid }),
    ...(builderFee === 0n ? {} : { builderFee: formatUsdc(builderFee) }),
    ...(kind.liquidationMarkMicro === undefined
      ? {}
      : {
          liquidation: {
            liquidatedUser: order.user,
            markPx: formatUsdc(kind.liquidationMarkMicro),
            method: 'market',
          },
        }),
    feeToken: 'USDC',
    twapId: order.twapId,
  };
  context.store.addEvent('fill', order.user, context.nowMs, fill);
  if (order.twapId !== null)
    context.store.addEvent('sliceFill', order.user, context.nowMs, { fill, twapId: order.twapId });
  return { ...order, lots: order.lots - match.lots };
}

/** Returns a transaction hash, made of what it stands for, since the venue's blocks are not simulated. */
export function hashOf(kind: string, id: number | string): string {
  return `0x${createHash('sha256').update(`${kind} ${id}`).digest('hex')}`;
}

function directionName(before: bigint, after: bigint): string {
  if (before > 0n) return after < 0n ? 'Long > Short' : after < before ? 'Close Long' : 'Open Long';
  if (before < 0n) return after > 0n ? 'Short > Long' : after > before ? 'Close Short' : 'Open Short';
  return after > 0n ? 'Open Long' : 'Open Short';
}
