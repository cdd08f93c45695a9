import type { Transaction } from '../../transactions/index.js';
import type { Store } from '../store/store.js';

/** What a transaction is executed in: everything in it happens at one instant, in one transaction of the journal. */
export interface ExecutionContext {
  readonly store: Store;
  readonly nowMs: number;
}

/** The kinds that the sandbox executes. */
const EXECUTED: ReadonlySet<Transaction['kind']> = new Set(['changePubKey'] as const);

/** Returns whether the sandbox executes a kind of transactions. */
export function isExecuted(kind: Transaction['kind']): boolean {
  return EXECUTED.has(kind);
}

/** Executes a transaction and returns what the venue tells of it, or throws its rejection. */
export function execute(transaction: Transaction, context: ExecutionContext): object {
  switch (transaction.kind) {
    case 'changePubKey':
      return changePubKey(transaction, context);
    default:
      throw new Error(`transactions of the kind ${transaction.kind} are not executed`);
  }
}

function changePubKey(
  { accountIndex, apiKeyIndex, publicKey, nonce }: Extract<Transaction, { kind: 'changePubKey' }>,
  { store, nowMs }: ExecutionContext,
): object {
  store.saveApiKey({ accountIndex, apiKeyIndex, publicKey, nonce, changedMs: nowMs });
  return {};
}
