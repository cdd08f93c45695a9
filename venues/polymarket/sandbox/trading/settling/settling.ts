import { getAddress } from 'viem';
import type { TroubleKind } from '../../../../simulation/index.js';
import { VENUE_NAME } from '../../faults.js';
import { Reverted, type SettledFill } from '../../settlement/settlement.js';
import type { Venue } from '../../venue.js';
import { notifyFailure } from '../notifications.js';
import { endOrder } from '../orders/canceling.js';
import { isLive } from '../orders/order.js';
import { isUnsettled, type Trade } from './trade.js';

/** How long after it was mined a trade is confirmed, and how long after a refusal or an error it is tried again. */
const CONFIRM_MS = 2_000;
const RETRY_MS = 2_000;
const ATTEMPTS_MAX = 3;
/** Most trades that are settled at the same time. */
const AT_ONCE_MAX = 50;

/** Moves the money of trades: `MATCHED`, then `MINED`, then `CONFIRMED`; or `RETRYING`, and `FAILED` in the end. */
export class Settling {
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly venue: Venue) {}

  /** Goes on with every trade that is due. Settlements follow one another, and nobody waits for them. */
  start(): void {
    this.#running = this.#running
      .then(() => this.#settleDue())
      .catch((error: unknown) => this.venue.logger.error({ err: error }, 'the sandbox venue failed to settle'));
  }

  /** Resolves when nothing is being settled. */
  idle(): Promise<void> {
    return this.#running;
  }

  async #settleDue(): Promise<void> {
    const due = this.venue.store.pendingTrades().filter(({ dueMs }) => dueMs <= this.venue.clock.nowMs());
    // Sent in their order, without a block in between.
    await Promise.all(due.slice(0, AT_ONCE_MAX).map((trade) => this.#settle(trade)));
  }

  /** A mined trade is settled again too, which moves nothing unless the chain has lost the block. */
  async #settle(trade: Trade): Promise<void> {
    const { clock, faults, settlement, logger } = this.venue;
    const meets = (trouble: TroubleKind) =>
      isUnsettled(trade) && faults?.takeTrouble(VENUE_NAME, trouble) !== undefined;
    if (meets('settlement_failed')) {
      this.#save(trade, { status: 'FAILED' });
      return;
    }
    try {
      if (meets('settlement_retried')) throw new Reverted('reverted by a fault');
      const transactionHash = await settlement.settle(trade.id, getAddress(trade.exchange), [fillOf(trade)]);
      const next = isUnsettled(trade)
        ? ({ status: 'MINED', dueMs: clock.nowMs() + CONFIRM_MS } as const)
        : ({ status: 'CONFIRMED' } as const);
      this.#save(trade, { ...next, transactionHash });
    } catch (error) {
      if (!(error instanceof Reverted)) {
        logger.warn({ err: error, trade: trade.id }, 'it is not known whether a trade was settled');
        this.#save(trade, { dueMs: clock.nowMs() + RETRY_MS });
        return;
      }
      logger.info({ err: error, trade: trade.id }, 'a settlement was refused');
      const attempts = trade.attempts + 1;
      const status = attempts < ATTEMPTS_MAX ? 'RETRYING' : 'FAILED';
      this.#save(trade, { status, attempts, dueMs: clock.nowMs() + RETRY_MS });
      if (status === 'FAILED') await endUnfunded(trade, this.venue);
    }
  }

  #save(trade: Trade, changed: Partial<Trade>): void {
    const { store, clock } = this.venue;
    store.journal.transaction(() => {
      store.saveTrade({ ...trade, ...changed, updatedMs: clock.nowMs() });
      if (changed.status === 'FAILED') notifyFailure(trade, this.venue);
    });
  }
}

/** Ends what is left of the orders of a failed trade whose wallets can't pay: nobody else is to meet them. */
async function endUnfunded({ taker, maker, ...trade }: Trade, venue: Venue): Promise<void> {
  for (const party of [taker, maker]) {
    const wallet = getAddress(party.wallet);
    const fee = party === taker ? trade.feeMicro : 0n;
    const isFunded =
      party.side === 'BUY'
        ? (await venue.settlement.collateral(wallet)).balance >= trade.costMicro + fee
        : (await venue.settlement.shares(wallet, BigInt(trade.tokenId))).balance >= trade.sharesMicro;
    const order = venue.store.order(party.orderId);
    if (!isFunded && order !== undefined && isLive(order)) endOrder(order, 'CANCELED', venue);
  }
}

function fillOf({ tokenId, taker, maker, sharesMicro, costMicro, feeMicro }: Trade): SettledFill {
  const [buyer, seller] = taker.side === 'BUY' ? [taker, maker] : [maker, taker];
  return {
    tokenId: BigInt(tokenId),
    buyer: getAddress(buyer.wallet),
    seller: getAddress(seller.wallet),
    shares: sharesMicro,
    collateral: costMicro,
    fee: { payer: getAddress(taker.wallet), collateral: feeMicro },
  };
}
