/**
 * `queued`: nothing is signed; `signed`: it may be on its way; `included`: in a block that can still be taken back;
 * `succeeded`, `reverted`: final; `refused`: the chain would revert it, so it never was signed; `displaced`: something else
 * used its nonce for good, so it never happens. The last four are ends.
 */
export const relayedStates = ['queued', 'signed', 'included', 'succeeded', 'reverted', 'refused', 'displaced'] as const;
export type RelayedState = (typeof relayedStates)[number];

/** What is seen of a transaction. */
export type RelayedEvent =
  | 'sign'
  | 'refuse'
  | 'include'
  | 'finalise_success'
  | 'finalise_revert'
  | 'take_back'
  | 'displace';

const table: Readonly<Record<RelayedState, Readonly<Partial<Record<RelayedEvent, RelayedState>>>>> = {
  queued: { sign: 'signed', refuse: 'refused' },
  signed: {
    include: 'included',
    finalise_success: 'succeeded',
    finalise_revert: 'reverted',
    take_back: 'signed',
    displace: 'displaced',
  },
  included: {
    include: 'included',
    finalise_success: 'succeeded',
    finalise_revert: 'reverted',
    take_back: 'signed',
    displace: 'displaced',
  },
  succeeded: {},
  reverted: {},
  refused: {},
  displaced: {},
};

/** The state after an event; `undefined` where the event can't happen. */
export function nextRelayedState(state: RelayedState, event: RelayedEvent): RelayedState | undefined {
  return table[state][event];
}
