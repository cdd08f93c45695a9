import type { ReservationState } from './model.js';

/** What happens to a reservation. */
export type ReservationEvent = 'consume' | 'release';

/** A state that is its own successor makes the event harmless to repeat; `refused` would spend or free money twice. */
const table: Readonly<Record<ReservationState, Readonly<Record<ReservationEvent, ReservationState | 'refused'>>>> = {
  open: { consume: 'consumed', release: 'released' },
  consumed: { consume: 'consumed', release: 'refused' },
  released: { consume: 'refused', release: 'released' },
};

/** The state after an event. Throws where money would be spent and freed both. */
export function nextReservationState(state: ReservationState, event: ReservationEvent): ReservationState {
  const next = table[state][event];
  if (next === 'refused') throw new Error(`a ${state} reservation can not be changed by ${event}`);
  return next;
}
