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

/** Whether only the authorization itself can tell: its bytes were public, so that anybody may still send them. */
export function needsAuthorizationState(state: RelayedState): boolean {
  return state === 'reverted' || state === 'displaced';
}

/** What a transaction's state, and where needed its authorization's, say about the money. */
export function progressOf(
  { state, txHash }: { readonly state: RelayedState; readonly txHash?: Hash | undefined },
  authorization?: AuthorizationState,
): TransferProgress {
  switch (state) {
    case 'queued':
      return { kind: 'waiting' };
    case 'signed':
    case 'included':
      return txHash === undefined ? { kind: 'waiting' } : { kind: 'on_its_way', txHash };
    case 'succeeded':
      return txHash === undefined ? { kind: 'moved' } : { kind: 'moved', txHash };
    case 'refused':
      // It was never signed, so the authorization is known to nobody.
      return { kind: 'not_moved' };
    case 'reverted':
    case 'displaced':
      if (authorization?.isUsed === true) return { kind: 'moved' };
      return authorization?.isExpired === true ? { kind: 'not_moved' } : { kind: 'waiting' };
  }
}
