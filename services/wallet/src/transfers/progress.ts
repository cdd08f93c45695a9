// Why: docs/decisions/wallet/money-movements.md
import type { Hash } from 'viem';
import type { RelayedState } from '../relayer/states.js';

/** The progress of a sponsored transfer: its outcome is known only once it is final. */
export type TransferProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'on_its_way'; readonly txHash: Hash }
  /** Without a hash when another sender used our authorization. */
  | { readonly kind: 'moved'; readonly txHash?: Hash }
  | { readonly kind: 'not_moved' };

/** The final state of an authorization on the chain (EIP-3009). */
export interface AuthorizationState {
  readonly isUsed: boolean;
  /** Whether the chain's time has passed the authorization's. */
  readonly isExpired: boolean;
}

/**
 * Returns whether only the authorization itself can decide: at every end, since a stored end is a claim, and whatever was sent to a node,
 * even for an estimate, is public, so that anybody may still send it; and once it should be void, nothing else is worth waiting for.
 */
export function needsAuthorizationState(state: RelayedState, isPastValidity: boolean): boolean {
  return isPastValidity || ['succeeded', 'refused', 'reverted', 'displaced', 'expired'].includes(state);
}

/**
 * Returns the progress that a transaction's state, and where needed its authorization's, prove. `isDone`: the hash belongs to a transaction
 * that made the transfer.
 */
export function progressOf(
  {
    state,
    txHash,
    isDone,
  }: { readonly state: RelayedState; readonly txHash?: Hash | undefined; readonly isDone?: boolean },
  authorization?: AuthorizationState,
): TransferProgress {
  if (authorization?.isUsed === true)
    return { kind: 'moved', ...(isDone === true && txHash !== undefined && { txHash }) };
  if (authorization?.isExpired === true) return { kind: 'not_moved' };
  // A success may be final for the node that was asked first, and not yet for this one.
  const isOnItsWay = state === 'signed' || state === 'included' || state === 'succeeded';
  return isOnItsWay && txHash !== undefined ? { kind: 'on_its_way', txHash } : { kind: 'waiting' };
}
