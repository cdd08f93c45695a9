import { createHash } from 'node:crypto';
import type { Clock } from '@platform/kit/clock';
import { type Address, type Hex, isHex } from 'viem';
import { z } from 'zod';
import type { Journal, Row } from '../../../simulation/index.js';
import type { SignedTransaction } from '../settlement/operator.js';
import { type Submission, submission } from './requests.js';

const OPEN_AT_ONCE = 50;
const SHOWN_MAX = 100;
const state = z.enum(['STATE_NEW', 'STATE_EXECUTED', 'STATE_MINED', 'STATE_CONFIRMED', 'STATE_FAILED']);
const row = z.object({
  id: z.string(),
  owner: z.string(),
  wallet: z.string(),
  state,
  request: z.string().transform((text) => submission.parse(JSON.parse(text))),
  hash: z.custom<Hex>((value) => isHex(value)).nullable(),
  raw: z.custom<Hex>((value) => isHex(value)).nullable(),
  created_ms: z.number(),
  updated_ms: z.number(),
});

/** The progress of a transaction: recorded, sent, in a block, in a final block; or reverted. */
export type RelayedState = z.output<typeof state>;

/** A transaction that the relayer was given. */
export interface Relayed {
  readonly id: string;
  readonly owner: string;
  readonly wallet: string;
  readonly state: RelayedState;
  readonly request: Submission;
  /** Undefined until it is signed. */
  readonly signed: SignedTransaction | undefined;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** The relayer's transactions on disk. */
export class Transactions {
  constructor(
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  /** Stores a new one. */
  add(request: Submission, wallet: Address): Relayed {
    const nowMs = this.clock.nowMs();
    return this.journal.transaction(() => {
      const seq = this.journal.next('relayed');
      const id = idOf(seq, nowMs);
      this.journal.run(
        `INSERT INTO relayed (seq, id, owner, wallet, state, request, created_ms, updated_ms)
         VALUES (?, ?, ?, ?, 'STATE_NEW', ?, ?, ?)`,
        ...[seq, id, request.from.toLowerCase(), wallet.toLowerCase(), JSON.stringify(request), nowMs, nowMs],
      );
      return this.#only('SELECT * FROM relayed WHERE id = ?', id);
    });
  }

  find(id: string): Relayed | undefined {
    return this.journal.all('SELECT * FROM relayed WHERE id = ?', id).map(relayedOf)[0];
  }

  /** Returns an owner's, the newest first; of all owners where none is named. */
  latest(owner: string | undefined): Relayed[] {
    const of = owner === undefined ? '' : 'WHERE owner = ?';
    const values = owner === undefined ? [] : [owner];
    return this.journal
      .all(`SELECT * FROM relayed ${of} ORDER BY seq DESC LIMIT ${SHOWN_MAX}`, ...values)
      .map(relayedOf);
  }

  /** Returns those that can still change, the oldest first. */
  open(): Relayed[] {
    return this.journal
      .all(
        `SELECT * FROM relayed WHERE state IN ('STATE_NEW', 'STATE_EXECUTED', 'STATE_MINED') ORDER BY seq LIMIT ?`,
        OPEN_AT_ONCE,
      )
      .map(relayedOf);
  }

  /** Returns whether a wallet has a transaction that is not in a block yet. */
  isBusy(wallet: Address): boolean {
    const found = this.journal.get(
      `SELECT id FROM relayed WHERE wallet = ? AND state IN ('STATE_NEW', 'STATE_EXECUTED')`,
      wallet.toLowerCase(),
    );
    return found !== undefined;
  }

  /** Stores a new state; `signed`: the transaction that is sent from now on, null for none. */
  advance(id: string, to: RelayedState, signed?: SignedTransaction | null): void {
    const nowMs = this.clock.nowMs();
    if (signed === undefined)
      this.journal.run('UPDATE relayed SET state = ?, updated_ms = ? WHERE id = ?', to, nowMs, id);
    else
      this.journal.run(
        'UPDATE relayed SET state = ?, updated_ms = ?, hash = ?, raw = ? WHERE id = ?',
        ...[to, nowMs, signed?.hash ?? null, signed?.raw ?? null, id],
      );
  }

  #only(sql: string, ...values: string[]): Relayed {
    const [first] = this.journal.all(sql, ...values).map(relayedOf);
    if (first === undefined) throw new Error('a transaction that was stored is missing');
    return first;
  }
}

function relayedOf(stored: Row): Relayed {
  const { hash, raw, created_ms: createdMs, updated_ms: updatedMs, ...rest } = row.parse(stored);
  return { ...rest, createdMs, updatedMs, signed: hash === null || raw === null ? undefined : { hash, raw } };
}

/** Returns the id of a transaction in the venue's form, a UUID. */
function idOf(seq: number, nowMs: number): string {
  const digest = createHash('sha256').update(`relayed ${seq} ${nowMs}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
