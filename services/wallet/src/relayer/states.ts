import { defineTransitions } from '@platform/flows';

/**
 * `queued`: nothing is signed; `signed`: it may be on its way; `included`: in a block that can still be taken back;
 * `succeeded`, `reverted`: final; `refused`: a node says that the chain would revert it, so it never was signed; `displaced`:
 * something else used its nonce for good; `expired`: it was given up, because it was void or would have been reverted, and holds
 * no nonce. The last five are ends; of all but the first, others may still send what was shown to a node.
 */
export const relayedStates = [
  ...(['queued', 'signed', 'included'] as const),
  ...(['succeeded', 'reverted', 'refused', 'displaced', 'expired'] as const),
] as const;
export type RelayedState = (typeof relayedStates)[number];

/** What is seen of a transaction. */
export type RelayedEvent =
  | 'sign'
  /** By the key in use, after the one before it was retired. */
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

/** What can happen to a transaction. */
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
