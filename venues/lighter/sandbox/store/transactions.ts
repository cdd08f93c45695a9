import { z } from 'zod';
import type { Journal, Row } from '../../../simulation/index.js';

const EXECUTED_AT_ONCE = 1_000;

/** The venue's numbers of what became of a transaction. */
export const STATUS = { failed: 0, pending: 1, executed: 2 } as const;

const row = z
  .object({
    seq: z.number(),
    hash: z.string(),
    account_index: z.number(),
    api_key_index: z.number(),
    nonce: z.string().transform(BigInt),
    type: z.number(),
    info: z.string(),
    expires_ms: z.number(),
    queued_ms: z.number(),
    executed_ms: z.number(),
    status: z.union([z.literal(STATUS.failed), z.literal(STATUS.pending), z.literal(STATUS.executed)]),
    event_info: z.string(),
  })
  .transform((raw) => ({
    seq: raw.seq,
    hash: raw.hash,
    accountIndex: raw.account_index,
    apiKeyIndex: raw.api_key_index,
    nonce: raw.nonce,
    type: raw.type,
    /** The transaction as it was sent. */
    info: raw.info,
    expiresMs: raw.expires_ms,
    queuedMs: raw.queued_ms,
    /** 0 while it waits. */
    executedMs: raw.executed_ms,
    status: raw.status,
    /** What the sequencer did with it, in JSON. */
    eventInfo: raw.event_info,
  }));

/** A transaction that the venue accepted. */
export type StoredTransaction = z.output<typeof row>;

/** The accepted transactions on disk, in the order in which they are executed. */
export class Transactions {
  constructor(private readonly journal: Journal) {}

  /** Within a transaction of the journal: adds one that waits for its execution. */
  add(accepted: Omit<StoredTransaction, 'seq' | 'executedMs' | 'status' | 'eventInfo'>): void {
    this.journal.run(
      `INSERT INTO transactions (hash, account_index, api_key_index, nonce, type, info, expires_ms, queued_ms, executed_ms,
         status, event_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, '')`,
      ...[accepted.hash, accepted.accountIndex, accepted.apiKeyIndex, accepted.nonce.toString(), accepted.type],
      ...[accepted.info, accepted.expiresMs, accepted.queuedMs, STATUS.pending],
    );
  }

  /** Returns the oldest that wait and were accepted until an instant. */
  pendingUntil(untilMs: number): StoredTransaction[] {
    const found = `SELECT * FROM transactions WHERE status = ${STATUS.pending} AND queued_ms <= ? ORDER BY seq LIMIT ?`;
    return this.journal.all(found, untilMs, EXECUTED_AT_ONCE).map(transactionOf);
  }

  /** Returns the newest of a key that waits. */
  newestPendingOf(accountIndex: number, apiKeyIndex: number): StoredTransaction | undefined {
    const found = this.journal.get(
      `SELECT * FROM transactions WHERE status = ${STATUS.pending} AND account_index = ? AND api_key_index = ?
         ORDER BY seq DESC LIMIT 1`,
      ...[accountIndex, apiKeyIndex],
    );
    return found === undefined ? undefined : transactionOf(found);
  }

  /** Returns an account's newest, the newest first; of the types alone, where there are some. */
  newestOf(accountIndex: number, types: readonly number[] | undefined, limit: number): StoredTransaction[] {
    const found = `SELECT * FROM transactions WHERE account_index = ?
      AND (? IS NULL OR type IN (SELECT value FROM json_each(?))) ORDER BY seq DESC LIMIT ?`;
    const among = types === undefined ? null : JSON.stringify(types);
    return this.journal.all(found, accountIndex, among, among, limit).map(transactionOf);
  }

  /** Returns what became of an account's transactions after one, in their order. */
  settledOf(accountIndex: number, after: number, limit: number): StoredTransaction[] {
    const found = `SELECT * FROM transactions WHERE account_index = ? AND seq > ? AND status <> ${STATUS.pending}
      ORDER BY seq LIMIT ?`;
    return this.journal.all(found, accountIndex, after, limit).map(transactionOf);
  }

  /** Returns the number of an account's newest transaction that does not wait; 0: there is none. */
  newestSettledOf(accountIndex: number): number {
    const found = `SELECT max(seq) AS newest FROM transactions WHERE account_index = ? AND status <> ${STATUS.pending}`;
    return Number(this.journal.get(found, accountIndex)?.['newest'] ?? 0);
  }

  /** Within a transaction of the journal: stores what became of one. */
  settle({ seq }: StoredTransaction, status: 0 | 2, eventInfo: string, nowMs: number): void {
    const update = 'UPDATE transactions SET status = ?, event_info = ?, executed_ms = ? WHERE seq = ?';
    this.journal.run(update, status, eventInfo, nowMs, seq);
  }

  /** Returns the newest with a hash: one that failed without using its nonce may be sent again. */
  byHash(hash: string): StoredTransaction | undefined {
    const found = this.journal.get('SELECT * FROM transactions WHERE hash = ? ORDER BY seq DESC LIMIT 1', hash);
    return found === undefined ? undefined : transactionOf(found);
  }

  bySequence(seq: number): StoredTransaction | undefined {
    const found = this.journal.get('SELECT * FROM transactions WHERE seq = ?', seq);
    return found === undefined ? undefined : transactionOf(found);
  }
}

function transactionOf(found: Row): StoredTransaction {
  return row.parse(found);
}
