import { defineTransitions } from '@platform/flows';

/**
 * `queued`: nothing is signed; `signed`: it may be on its way; `included`: in a block that can still be reverted; `succeeded`, `reverted`:
 * final; `refused`: a node reports that the chain would revert it, so it was never signed; `displaced`: another transaction has finally
 * used its nonce; `expired`: it was given up, because it was void or would have been reverted, and holds no nonce. The last five are ends;
 * in every state but the first, others may still send what a node has seen.
 */
export const relayedStates = [
  ...(['queued', 'signed', 'included'] as const),
  ...(['succeeded', 'reverted', 'refused', 'displaced', 'expired'] as const),
] as const;
export type RelayedState = (typeof relayedStates)[number];

/** The events of a transaction. */
export type RelayedEvent =
  | 'sign'
  /** By the key in use, after the previous one was retired. */
  | 'sign_anew'
  | 'refuse'
  | 'include'
  | 'finalise_success'
  | 'finalise_revert'
  | 'take_back'
  | 'displace'
  | 'expire';

const onTheChain = {
  include: { to: 'included', effects: [] },
  finalise_success: { to: 'succeeded', effects: [] },
  finalise_revert: { to: 'reverted', effects: [] },
  take_back: { to: 'signed', effects: [] },
  sign_anew: { to: 'signed', effects: [] },
  displace: { to: 'displaced', effects: [] },
  expire: { to: 'expired', effects: [] },
} as const;

/** The transitions of a transaction. */
export const relayedTransitions = defineTransitions<RelayedState, RelayedEvent>('a transaction', relayedStates, {
  queued: {
    sign: { to: 'signed', effects: [] },
    refuse: { to: 'refused', effects: [] },
    expire: { to: 'expired', effects: [] },
  },
  signed: onTheChain,
  included: onTheChain,
  succeeded: {},
  reverted: {},
  refused: {},
  displaced: {},
  expired: {},
});
