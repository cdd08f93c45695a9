import { type Network, networkNames } from '@platform/kit/networks';
import { z } from 'zod';
import type { Journal, Row } from '../../../simulation/index.js';
import { PAYOUT_TABLES } from '../settlement/journal.js';
import type { BridgeAddress } from './addresses.js';

const PAGE = 100;
/** While a payout waits, equal parts of its delay have these states. */
const WAITING = ['DEPOSIT_DETECTED', 'PROCESSING', 'ORIGIN_TX_CONFIRMED'] as const;

const kind = z.enum(['deposit', 'withdrawal']);
const row = z.object({
  id: z.number(),
  route: kind,
  network: z.enum(networkNames),
  source: z.enum(networkNames),
  amount: z.number().transform(BigInt),
  tx_hash: z.string(),
  created_ms: z.number(),
  payout: z.number().nullable(),
});

/** The progress of a transfer; the last two are its ends. */
export type TransferStatus = (typeof WAITING)[number] | 'SUBMITTED' | 'COMPLETED' | 'FAILED';

/** Money that arrived at an address of the bridge. */
export interface Transfer {
  readonly id: number;
  readonly kind: BridgeAddress['kind'];
  readonly source: Network;
  readonly target: Network;
  readonly amountMicroUsd: bigint;
  readonly transactionHash: string;
  readonly createdMs: number;
  readonly status: TransferStatus;
}

/** Returns the table of the payouts of a route. */
function payoutTableOf(route: BridgeAddress['kind'], target: Network): string {
  return route === 'deposit' ? PAYOUT_TABLES.pusd : PAYOUT_TABLES[target];
}

/** The transfers on disk. */
export class Transfers {
  constructor(private readonly journal: Journal) {}

  /** Within a transaction: stores an arrival with its payout; undefined: it fails, and nothing is paid. */
  add(
    to: BridgeAddress,
    arrival: { readonly source: Network; readonly amountMicroUsdc: bigint; readonly transactionHash: string },
    payoutMicroUsd: bigint | undefined,
    nowMs: number,
  ): void {
    const table = payoutTableOf(to.kind, to.network);
    const payout = payoutMicroUsd === undefined ? null : this.journal.next(table);
    if (payout !== null)
      this.journal.run(
        `INSERT INTO ${table} (id, requested_ms, destination, amount_micro_usdc) VALUES (?, ?, ?, ?)`,
        ...[payout, nowMs, to.recipient, payoutMicroUsd ?? 0n],
      );
    this.journal.run(
      `INSERT INTO bridge_transfers (address, route, network, source, amount, tx_hash, created_ms, payout)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[to.address, to.kind, to.network, arrival.source, arrival.amountMicroUsdc, arrival.transactionHash],
      ...[nowMs, payout],
    );
  }

  /** Returns a page of an address's transfers, the newest first, before a transfer; and whether there are more. */
  page(address: string, before: number, clock: { readonly nowMs: number; readonly delayMs: number }) {
    const found = this.journal.all(
      'SELECT * FROM bridge_transfers WHERE address = ? AND id < ? ORDER BY id DESC LIMIT ?',
      ...[address.toLowerCase(), before, PAGE + 1],
    );
    return { transfers: found.slice(0, PAGE).map((each) => this.#shown(each, clock)), hasMore: found.length > PAGE };
  }

  #shown(stored: Row, clock: { readonly nowMs: number; readonly delayMs: number }): Transfer {
    const { id, route, network, source, amount, tx_hash, created_ms, payout } = row.parse(stored);
    return {
      ...{ id, kind: route, source, target: network, amountMicroUsd: amount },
      transactionHash: tx_hash,
      createdMs: created_ms,
      status: payout === null ? 'FAILED' : this.#statusOf(payoutTableOf(route, network), payout, created_ms, clock),
    };
  }

  #statusOf(
    table: string,
    payout: number,
    createdMs: number,
    { nowMs, delayMs }: { readonly nowMs: number; readonly delayMs: number },
  ): TransferStatus {
    const found = this.journal.get(`SELECT paid, chain_nonce FROM ${table} WHERE id = ?`, payout);
    if (found?.['paid'] === 1) return 'COMPLETED';
    if (typeof found?.['chain_nonce'] === 'number') return 'SUBMITTED';
    const part = Math.floor((WAITING.length * (nowMs - createdMs)) / Math.max(1, delayMs));
    return WAITING[part] ?? 'ORIGIN_TX_CONFIRMED';
  }
}
