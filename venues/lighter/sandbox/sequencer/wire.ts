import type { StoredTransaction } from '../store/transactions.js';

const MICROSECONDS = 1_000;

/** Returns a transaction in the form of `tx`. Each is a block of its own. */
export function shownTransaction(stored: StoredTransaction): object {
  return {
    hash: stored.hash,
    type: stored.type,
    info: stored.info,
    event_info: stored.eventInfo,
    status: stored.status,
    transaction_index: 0,
    l1_address: '',
    account_index: stored.accountIndex,
    nonce: Number(stored.nonce),
    expire_at: stored.expiresMs,
    block_height: stored.executedMs === 0 ? 0 : stored.seq,
    queued_at: stored.queuedMs,
    executed_at: stored.executedMs,
    sequence_index: stored.seq,
    parent_hash: '',
    api_key_index: stored.apiKeyIndex,
    transaction_time: stored.executedMs * MICROSECONDS,
  };
}
