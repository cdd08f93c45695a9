import { expect, test } from '@jest/globals';
import { nextReservationState } from './reservation-states.js';

test('an open reservation is consumed or released, and what it became it stays', () => {
  expect(nextReservationState('open', 'consume')).toBe('consumed');
  expect(nextReservationState('open', 'release')).toBe('released');
  expect(nextReservationState('consumed', 'consume')).toBe('consumed');
  expect(nextReservationState('released', 'release')).toBe('released');
});

test('no money is spent and freed both', () => {
  expect(() => nextReservationState('consumed', 'release')).toThrow(/consumed/);
  expect(() => nextReservationState('released', 'consume')).toThrow(/released/);
});
