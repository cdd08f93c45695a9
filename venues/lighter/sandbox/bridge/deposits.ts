import { z } from 'zod';
import type { Journal, Row } from '../../../simulation/index.js';

const DUE_AT_ONCE = 100;

const row = z
  .object({
    id: z.number(),
    l1_address: z.string(),
    intent_address: z.string(),
    amount_micro_usdc: z.number().transform(BigInt),
    credited_micro_usdc: z.number().transform(BigInt),
    transaction_hash: z.string(),
    arrived_ms: z.number(),
    changed_ms: z.number(),
    status: z.enum(['pending', 'completed', 'failed']),
  })
  .transform((raw) => ({
    id: raw.id,
    l1Address: raw.l1_address,
    intentAddress: raw.intent_address,
    amountMicroUsdc: raw.amount_micro_usdc,
    creditedMicroUsdc: raw.credited_micro_usdc,
    transactionHash: raw.transaction_hash,
    arrivedMs: raw.arrived_ms,
    changedMs: raw.changed_ms,
    status: raw.status,
  }));

/** USDC that arrived at an owner's address. */
export type Deposit = z.output<typeof row>;

/** The deposits on disk. */
export class Deposits {
  constructor(private readonly journal: Journal) {}

  /** Within a transaction: stores what arrived, and what of it is to be credited; undefined: it fails, and nothing is. */
  add(
    arrival: Pick<Deposit, 'l1Address' | 'intentAddress' | 'amountMicroUsdc' | 'transactionHash' | 'arrivedMs'>,
    creditedMicroUsdc: bigint | undefined,
  ): void {
    this.journal.run(
      `INSERT INTO deposits (l1_address, intent_address, amount_micro_usdc, credited_micro_usdc, transaction_hash,
         arrived_ms, changed_ms, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[arrival.l1Address, arrival.intentAddress, arrival.amountMicroUsdc, creditedMicroUsdc ?? 0n],
      ...[arrival.transactionHash, arrival.arrivedMs, arrival.arrivedMs],
      creditedMicroUsdc === undefined ? 'failed' : 'pending',
    );
  }

  /** Returns the oldest pending deposits that arrived until an instant. */
  pendingUntil(untilMs: number): Deposit[] {
    const found = "SELECT * FROM deposits WHERE status = 'pending' AND arrived_ms <= ? ORDER BY id LIMIT ?";
    return this.journal.all(found, untilMs, DUE_AT_ONCE).map(depositOf);
  }

  complete({ id }: Deposit, nowMs: number): void {
    this.journal.run("UPDATE deposits SET status = 'completed', changed_ms = ? WHERE id = ?", nowMs, id);
  }

  /** Returns an owner's newest deposit. */
  latestOf(l1Address: string): Deposit | undefined {
    const found = this.journal.get('SELECT * FROM deposits WHERE l1_address = ? ORDER BY id DESC LIMIT 1', l1Address);
    return found === undefined ? undefined : depositOf(found);
  }

  /** Returns an owner's deposits that came before one, the newest first; of a status alone, where there is one. */
  of(l1Address: string, status: Deposit['status'] | undefined, before: number, limit: number): Deposit[] {
    const found = `SELECT * FROM deposits WHERE l1_address = ? AND id < ? AND (? IS NULL OR status = ?)
      ORDER BY id DESC LIMIT ?`;
    return this.journal.all(found, l1Address, before, status ?? null, status ?? null, limit).map(depositOf);
  }
}

function depositOf(found: Row): Deposit {
  return row.parse(found);
}
