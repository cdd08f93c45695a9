/** `observed`: in a block; `confirmed`: in a final block, so it can be spent; `failed`: its block was reverted. */
export const depositStatuses = ['observed', 'confirmed', 'failed'] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** `see`: it is in a block; `finalise`: it is in a final block; `vanish`: it is in no block up to a final one where it had been seen. */
export type DepositEvent = 'see' | 'finalise' | 'vanish';

/** A vanished transaction may come back in a later block; a confirmed one can't change. */
const table: Readonly<Record<DepositStatus, Readonly<Record<DepositEvent, DepositStatus>>>> = {
  observed: { see: 'observed', finalise: 'confirmed', vanish: 'failed' },
  confirmed: { see: 'confirmed', finalise: 'confirmed', vanish: 'confirmed' },
  failed: { see: 'observed', finalise: 'confirmed', vanish: 'failed' },
};

/** Returns the status after an event. */
export function nextDepositStatus(status: DepositStatus, event: DepositEvent): DepositStatus {
  return table[status][event];
}
