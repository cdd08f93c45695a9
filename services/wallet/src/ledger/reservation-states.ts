import type { ReservationState } from './model.js';

/** The events of a reservation. */
export type ReservationEvent = 'consume' | 'release';

/** A state that is its own successor makes the event safe to repeat; `refused` would spend or free money twice. */
const table: Readonly<Record<ReservationState, Readonly<Record<ReservationEvent, ReservationState | 'refused'>>>> = {
  open: { consume: 'consumed', release: 'released' },
  consumed: { consume: 'consumed', release: 'refused' },
  released: { consume: 'refused', release: 'released' },
};

/** Returns the state after an event. Throws when money would be both spent and freed. */
export function nextReservationState(state: ReservationState, event: ReservationEvent): ReservationState {
  const next = table[state][event];
  if (next === 'refused') throw new Error(`a ${state} reservation can not be changed by ${event}`);
  return next;
}
