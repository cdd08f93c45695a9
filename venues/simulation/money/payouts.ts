import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import type { Journal, Row } from '../journal.js';
import type { BridgeChain } from './chain.js';

const PAYOUTS_AT_ONCE = 20;

/** Returns the statements that create a table of payouts. */
export function payoutsTable(name: string): string {
  return `
  CREATE TABLE IF NOT EXISTS ${name} (
    id INTEGER PRIMARY KEY, requested_ms INTEGER NOT NULL, destination TEXT NOT NULL,
    amount_micro_usdc INTEGER NOT NULL, chain_nonce INTEGER, paid INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE INDEX IF NOT EXISTS ${name}_due ON ${name} (id) WHERE paid = 0;
`;
}

interface Payout {
  readonly id: number;
  readonly destination: Address;
  readonly amountMicroUsdc: bigint;
  /** The number of the account's transaction that pays it, once it is fixed. */
  readonly chainNonce: number | undefined;
}

/** Payouts of one account, which sends nothing else. */
export interface PayoutOptions {
  readonly journal: Journal;
  /** The table, made with `payoutsTable`. */
  readonly table: string;
  readonly chain: BridgeChain;
  /** Returns how long a payout waits before it is paid. */
  readonly delayMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Pays what a table says, each row by a transaction whose number is on disk before it is sent. So a kill at any line neither loses a payout
 * nor pays it twice.
 */
export class Payouts {
  readonly #options: PayoutOptions;

  constructor(options: PayoutOptions) {
    this.#options = options;
  }

  /** Pays due payouts: each has its own transaction number, sent again until that number is used for good. */
  async payDue(): Promise<void> {
    const { chain } = this.#options;
    const due = this.#due();
    if (due.length === 0) return;
    await chain.provide(due.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0n));
    const [sent, final] = await Promise.all([chain.sentCount('pending'), chain.sentCount('finalized')]);
    for (const payout of due) {
      const { chainNonce = this.#settleNonce(payout, sent) } = payout;
      if (chainNonce < final) this.#markPaid(payout);
      else if (chainNonce >= sent) await chain.pay(payout.destination, payout.amountMicroUsdc, chainNonce);
    }
  }

  #due(): Payout[] {
    const { journal, table, clock, delayMs } = this.#options;
    return journal
      .all(
        `SELECT * FROM ${table} WHERE paid = 0 AND requested_ms <= ? ORDER BY id LIMIT ?`,
        clock.nowMs() - delayMs(),
        PAYOUTS_AT_ONCE,
      )
      .map(payoutOf);
  }

  /** Returns the next number that neither the chain nor another payout has; it is on disk before anything is sent. */
  #settleNonce({ id }: Payout, sent: number): number {
    const { journal, table } = this.#options;
    return journal.transaction(() => {
      const row = journal.get(`SELECT max(chain_nonce) AS newest FROM ${table}`);
      const newest = row?.['newest'];
      const nonce = Math.max(sent, newest === null || newest === undefined ? 0 : Number(newest) + 1);
      journal.run(`UPDATE ${table} SET chain_nonce = ? WHERE id = ?`, nonce, id);
      return nonce;
    });
  }

  #markPaid({ id }: Payout): void {
    const { journal, table, logger } = this.#options;
    journal.transaction(() => journal.run(`UPDATE ${table} SET paid = 1 WHERE id = ?`, id));
    logger.info({ payout: id }, 'the bridge paid a withdrawal');
  }
}

function payoutOf(row: Row): Payout {
  const { id, destination, amount_micro_usdc, chain_nonce } = row;
  return {
    id: Number(id),
    destination: String(destination) as Address,
    amountMicroUsdc: BigInt(Number(amount_micro_usdc)),
    chainNonce: chain_nonce === null ? undefined : Number(chain_nonce),
  };
}
