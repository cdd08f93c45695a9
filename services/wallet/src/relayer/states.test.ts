import { expect, test } from '@jest/globals';
import { type RelayedEvent, relayedStates, relayedTransitions as transitions } from './states.js';

const EVENTS: RelayedEvent[] = [
  ...(['sign', 'refuse', 'include', 'finalise_success'] as const),
  ...(['finalise_revert', 'take_back', 'sign_anew', 'displace'] as const),
  'expire',
];

test('only what was never signed can be refused, and only what was signed can be anywhere on the chain', () => {
  for (const state of relayedStates) {
    expect(transitions.allows(state, 'refuse')).toBe(state === 'queued');
    expect(transitions.allows(state, 'sign')).toBe(state === 'queued');
  }
  for (const event of EVENTS.slice(2, -1)) expect(transitions.allows('queued', event)).toBe(false);
  expect(transitions.of('queued', 'refuse').to).toBe('refused');
  expect(transitions.of('queued', 'sign').to).toBe('signed');
});

test.each(['signed', 'included'] as const)('what is %s follows the chain, back too', (state) => {
  expect(transitions.of(state, 'include').to).toBe('included');
  expect(transitions.of(state, 'take_back').to).toBe('signed');
  expect(transitions.of(state, 'finalise_success').to).toBe('succeeded');
  expect(transitions.of(state, 'finalise_revert').to).toBe('reverted');
  expect(transitions.of(state, 'displace').to).toBe('displaced');
  expect(transitions.of(state, 'sign_anew').to).toBe('signed');
});

test('whatever is under way can be given up', () => {
  for (const state of ['queued', 'signed', 'included'] as const)
    expect(transitions.of(state, 'expire').to).toBe('expired');
});

test.each(['succeeded', 'reverted', 'refused', 'displaced', 'expired'] as const)('%s is an end', (state) => {
  for (const event of EVENTS) expect(transitions.allows(state, event)).toBe(false);
});
