import { z } from 'zod';

/** Deeper than any action goes, and shallow enough to be written as text again. */
const LEVELS_MAX = 1_000;

/** A native action as the caller wrote it; what it may hold is the service's to say. */
export const nativeAction = z
  .record(z.string(), z.unknown())
  .refine((action) => Object.keys(action).length > 0, 'must have at least one field')
  .refine(canBeWritten, `must be nested at most ${LEVELS_MAX} levels deep and hold finite numbers`);

/** Whether the value becomes JSON text again without loss; looks without recursion, since the caller decides its depth. */
function canBeWritten(action: unknown): boolean {
  const places = [{ value: action, level: 1 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, level } = place;
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (level > LEVELS_MAX) return false;
    for (const child of Object.values(value)) places.push({ value: child, level: level + 1 });
  }
  return true;
}
