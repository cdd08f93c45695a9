import type { Hash } from 'viem';
import type { Attempt, ChainTransactionRecord, Inclusion } from './model.js';
import type { Receipt } from './relay-chain.js';
import type { RelayedEvent } from './states.js';

/** What receipts show for a transaction. */
export type Outcome =
  /** No block has a version with its nonce. */
  | { readonly kind: 'pending' }
  /** A block that may be reverted has the empty version in place of the transaction. */
  | { readonly kind: 'cancelling' }
  | {
      readonly kind: 'seen';
      readonly event: Extract<RelayedEvent, 'include' | 'finalise_success' | 'finalise_revert' | 'expire'>;
      readonly inclusion: Inclusion;
    };

/**
 * Returns the outcome of a transaction. Any version may be the included one, also one of a retired key. A transaction ends only when its
 * nonce is finally used: an unused nonce would hold up every later one.
 */
export function outcomeOf(
  { attempts, former = [] }: Pick<ChainTransactionRecord, 'attempts' | 'former'>,
  { receipts, finalBlock }: { readonly receipts: ReadonlyMap<Hash, Receipt>; readonly finalBlock: bigint },
): Outcome {
  const settled = inBlocks(attempts, receipts).at(-1);
  if (settled === undefined) return { kind: 'pending' };
  const success = inBlocks([...former, ...attempts], receipts).findLast(
    ({ attempt, receipt }) => receipt.succeeded && attempt.isCancellation !== true,
  );
  const { attempt, receipt } = success ?? settled;
  const cancels = attempt.isCancellation === true;
  const isFinal = settled.receipt.blockNumber <= finalBlock && receipt.blockNumber <= finalBlock;
  if (!isFinal && cancels) return { kind: 'cancelling' };
  const { blockNumber, succeeded } = receipt;
  const inclusion = { hash: attempt.hash, blockNumber: Number(blockNumber), succeeded: succeeded && !cancels };
  if (!isFinal) return { kind: 'seen', event: 'include', inclusion };
  if (cancels) return { kind: 'seen', event: 'expire', inclusion };
  return { kind: 'seen', event: succeeded ? 'finalise_success' : 'finalise_revert', inclusion };
}

function inBlocks(attempts: readonly Attempt[], receipts: ReadonlyMap<Hash, Receipt>) {
  return attempts.flatMap((attempt) => {
    const receipt = receipts.get(attempt.hash);
    return receipt === undefined ? [] : [{ attempt, receipt }];
  });
}
