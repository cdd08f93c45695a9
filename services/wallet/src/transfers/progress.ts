// Why: docs/decisions/wallet/money-movements.md
import type { Hash } from 'viem';
import type { RelayedState } from '../relayer/states.js';

/** How far a sponsored transfer has come: its outcome is known only where it is final. */
export type TransferProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'on_its_way'; readonly txHash: Hash }
  /** Without a hash where somebody else sent our authorization. */
  | { readonly kind: 'moved'; readonly txHash?: Hash }
  | { readonly kind: 'not_moved' };

/** What the chain finally says of an authorization (EIP-3009). */
export interface AuthorizationState {
  readonly isUsed: boolean;
  /** Whether the chain's time has passed the authorization's. */
  readonly isExpired: boolean;
}

/**
 * Whether only the authorization itself can tell: whatever was sent to a node, be it for an estimate, is public, so that
 * anybody may still send it; and once it should be void, nothing else is worth waiting for.
 */
export function needsAuthorizationState(state: RelayedState, isPastValidity: boolean): boolean {
  if (state === 'succeeded') return false;
  return isPastValidity || ['refused', 'reverted', 'displaced', 'expired'].includes(state);
}

/** What a transaction's state, and where needed its authorization's, say about the money. `isDone`: the hash is of one that did it. */
export function progressOf(
  {
    state,
    txHash,
    isDone,
  }: { readonly state: RelayedState; readonly txHash?: Hash | undefined; readonly isDone?: boolean },
  authorization?: AuthorizationState,
): TransferProgress {
  if (state === 'succeeded') return { kind: 'moved', ...(txHash !== undefined && { txHash }) };
  if (authorization?.isUsed === true)
    return { kind: 'moved', ...(isDone === true && txHash !== undefined && { txHash }) };
  if (authorization?.isExpired === true) return { kind: 'not_moved' };
  const isOnItsWay = state === 'signed' || state === 'included';
  return isOnItsWay && txHash !== undefined ? { kind: 'on_its_way', txHash } : { kind: 'waiting' };
}
