import { expect, test } from '@jest/globals';
import { nextRelayedState, type RelayedEvent, relayedStates } from './states.js';

const EVENTS: RelayedEvent[] = [
  ...(['sign', 'refuse', 'include', 'finalise_success'] as const),
  ...(['finalise_revert', 'take_back', 'displace'] as const),
];

test('only what was never signed can be refused, and only what was signed can be anywhere on the chain', () => {
  for (const state of relayedStates) {
    expect(nextRelayedState(state, 'refuse')).toBe(state === 'queued' ? 'refused' : undefined);
    expect(nextRelayedState(state, 'sign')).toBe(state === 'queued' ? 'signed' : undefined);
  }
  for (const event of EVENTS.slice(2)) expect(nextRelayedState('queued', event)).toBeUndefined();
});

test.each(['signed', 'included'] as const)('what is %s follows the chain, back too', (state) => {
  expect(nextRelayedState(state, 'include')).toBe('included');
  expect(nextRelayedState(state, 'take_back')).toBe('signed');
  expect(nextRelayedState(state, 'finalise_success')).toBe('succeeded');
  expect(nextRelayedState(state, 'finalise_revert')).toBe('reverted');
  expect(nextRelayedState(state, 'displace')).toBe('displaced');
});

test.each(['succeeded', 'reverted', 'refused', 'displaced'] as const)('%s is an end', (state) => {
  for (const event of EVENTS) expect(nextRelayedState(state, event)).toBeUndefined();
});
