import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { readTransaction, type Transaction } from '../../transactions/index.js';
import type { Market } from '../market.js';
import { losslessJson } from '../requests.js';
import type { Store } from '../store/store.js';
import { STATUS, type StoredTransaction } from '../store/transactions.js';
import type { ExecutionContext } from './context.js';
import { execute } from './execute.js';
import { followsOn } from './nonces.js';
import { expired, Rejected, wrongNonce } from './rejected.js';

/** How long after its acceptance a transaction is executed: the venue's clients wait 350 ms for it. */
export const EXECUTION_DELAY_MS = 300;

/** The options of the sequencer. */
export interface SequencerOptions {
  readonly store: Store;
  /** By id. */
  readonly markets: ReadonlyMap<number, Market>;
  readonly clock: Clock;
  /** Returns the rejection of the next transaction by an injected fault; undefined: there is none. */
  readonly injected: () => Rejected | undefined;
  /** Returns for how long it stands still before the next transaction, by a fault; 0: not at all. Asked once for each. */
  readonly pauseMs: () => number;
  readonly logger: Logger;
}

/**
 * Executes what the API has accepted, in that order and some moments later. Each transaction is one of the journal with what became of it: a
 * kill leaves it executed or waiting. A rejected one changes nothing but, for most reasons, its key's nonce.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  readonly #closing = new AbortController();
  /** The newest transaction before which it was asked whether to stand still, and until when it does. */
  #askedSeq = 0;
  #stillUntilMs = 0;

  constructor(options: SequencerOptions) {
    this.#options = options;
  }

  /** Executes, when their time has come, those that wait now. */
  schedule(): void {
    const { clock, logger } = this.#options;
    clock.sleep(EXECUTION_DELAY_MS, this.#closing.signal).then(
      () => {
        try {
          this.executeDue();
        } catch (error) {
          logger.error({ err: error }, 'the sequencer of the sandbox venue failed');
        }
      },
      () => undefined,
    );
  }

  /** Executes those that have waited long enough. */
  executeDue(): void {
    const { store, markets, clock } = this.#options;
    const nowMs = clock.nowMs();
    for (const stored of store.transactions.pendingUntil(nowMs - EXECUTION_DELAY_MS)) {
      if (this.#standsStill(stored, nowMs)) return;
      store.journal.transaction(() => this.#settle(stored, { store, markets, nowMs }));
    }
  }

  /** Leaves what waits to the next start. */
  close(): void {
    this.#closing.abort();
  }

  /** What is behind a transaction that waits, waits too. */
  #standsStill({ seq }: StoredTransaction, nowMs: number): boolean {
    if (seq > this.#askedSeq) {
      this.#askedSeq = seq;
      this.#stillUntilMs = nowMs + this.#options.pauseMs();
    }
    return nowMs < this.#stillUntilMs;
  }

  #settle(stored: StoredTransaction, context: ExecutionContext): void {
    const { store, nowMs } = context;
    const rejection = this.#rejectionOf(stored, context);
    if (rejection === undefined) {
      store.transactions.settle(stored, STATUS.executed, '{}', nowMs);
      useNonce(store, stored);
      return;
    }
    store.transactions.settle(stored, STATUS.failed, rejection.eventInfo, nowMs);
    if (rejection.usesNonce) useNonce(store, stored);
  }

  /** Executes it, and returns its rejection where there is one. */
  #rejectionOf(stored: StoredTransaction, context: ExecutionContext): Rejected | undefined {
    const transaction = transactionOf(stored);
    const { accountIndex, apiKeyIndex } = stored;
    if (!followsOn(transaction, context.store.apiKey(accountIndex, apiKeyIndex)?.nonce ?? 0n)) return wrongNonce();
    if (stored.expiresMs <= context.nowMs) return expired();
    const injected = this.#options.injected();
    if (injected !== undefined) return injected;
    try {
      context.store.journal.transaction(() => execute(transaction, context));
      return undefined;
    } catch (error) {
      if (error instanceof Rejected) return error;
      throw error;
    }
  }
}

function transactionOf({ type, info }: StoredTransaction): Transaction {
  const read = readTransaction(type, losslessJson(info));
  if (!read.isRead) throw new Error(`an accepted transaction is not readable: ${read.reason}`);
  return read.signed.transaction;
}

/** A key that was never registered has no nonce to use. */
function useNonce(store: Store, { accountIndex, apiKeyIndex, nonce }: StoredTransaction): void {
  const key = store.apiKey(accountIndex, apiKeyIndex);
  if (key !== undefined) store.saveApiKey({ ...key, nonce: nonce + 1n });
}
