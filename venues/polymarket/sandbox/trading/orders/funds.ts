import { getAddress } from 'viem';
import type { Market } from '../../model/market.js';
import { clobError } from '../../refusal.js';
import type { Venue } from '../../venue.js';
import { exchangeOf } from '../contracts.js';
import { takerFee } from '../matching/fees.js';
import type { Match } from '../matching/match.js';
import { isUnsettled } from '../settling/trade.js';
import { costOf } from '../units.js';
import { type Order, remainingOf } from './order.js';

const PREFIX = 'not enough balance / allowance:';

/** An order whose wallet must have what it may cost. */
interface Asked {
  readonly order: Order;
  readonly market: Market;
  readonly makerAmount: bigint;
  readonly matches: readonly Match[];
  readonly venue: Venue;
}

/** Refuses an order that its wallet can't pay for, beside its other orders and what it has traded and not yet paid. Throws `Refusal`. */
export async function refuseUnfunded({ order, market, makerAmount, matches, venue }: Asked): Promise<void> {
  const { side, maker, tokenId } = order;
  const { settlement } = venue;
  const wallet = getAddress(maker);
  const exchange = exchangeOf(market).address;
  const matched = owed(order, venue);
  if (side === 'BUY') {
    const fees = matches.map(({ offer, sharesMicro }) => takerFee(market.fees, offer.priceMicro, sharesMicro));
    const needed = makerAmount + fees.reduce((sum, fee) => sum + fee, 0n);
    const { balance, allowances } = await settlement.collateral(wallet);
    refuseLacking({ balance, active: active(order, venue), matched, needed });
    refuseUnapproved(exchange, allowances[exchange] ?? 0n, matched, needed);
  } else {
    const { balance, approvals } = await settlement.shares(wallet, BigInt(tokenId));
    refuseLacking({ balance, active: active(order, venue), matched, needed: makerAmount });
    if (approvals[exchange] !== true) refuseUnapproved(exchange, 0n, matched, makerAmount);
  }
}

function refuseLacking(funds: { balance: bigint; active: bigint; matched: bigint; needed: bigint }): void {
  const { balance, active: reserved, matched, needed } = funds;
  if (reserved + matched + needed <= balance) return;
  const amounts =
    reserved + matched === 0n
      ? `balance: ${balance}, order amount: ${needed}`
      : `balance: ${balance}, sum of active orders: ${reserved}, sum of matched orders: ${matched}, order amount (inc. fees): ${needed}`;
  throw clobError(400, `${PREFIX} the balance is not enough -> ${amounts}`);
}

function refuseUnapproved(spender: string, allowance: bigint, matched: bigint, needed: bigint): void {
  if (matched + needed <= allowance) return;
  const amounts = `allowance: ${allowance}, sum of matched orders: ${matched}, order amount (inc. fees): ${needed}`;
  throw clobError(400, `${PREFIX} the allowance is not enough -> spender: ${spender}, ${amounts}`);
}

/** Returns what the other live orders of the wallet may take of the same money or shares. */
function active({ side, maker, tokenId }: Order, { store }: Venue): bigint {
  return store
    .liveOrdersOfMaker(maker)
    .filter((each) => each.side === side && (side === 'BUY' || each.tokenId === tokenId))
    .map((each) => (side === 'BUY' ? costOf(remainingOf(each), each.priceMicro) : remainingOf(each)))
    .reduce((sum, each) => sum + each, 0n);
}

/** Returns what the wallet has traded of the same money or shares and not yet paid. */
function owed({ side, maker, tokenId }: Order, { store }: Venue): bigint {
  const unsettled = store.pendingTrades().filter((trade) => isUnsettled(trade));
  return unsettled
    .flatMap((trade) => {
      const party = [trade.taker, trade.maker].find(({ wallet }) => wallet === maker);
      if (party?.side !== side) return [];
      if (side === 'SELL') return trade.tokenId === tokenId ? [trade.sharesMicro] : [];
      return [trade.costMicro + (party === trade.taker ? trade.feeMicro : 0n)];
    })
    .reduce((sum, each) => sum + each, 0n);
}
