import { z } from 'zod';

/** Deeper than any config or action goes, and shallow enough to be written as text again. */
const LEVELS_MAX = 1_000;

/** A JSON object as the caller wrote it, which becomes JSON text again without loss; what it may hold is the service's to say. */
export const jsonObject = z
  .record(z.string(), z.unknown())
  .refine(canBeWritten, `must be nested at most ${LEVELS_MAX} levels deep and hold finite numbers`);

/** Looks without recursion, since the caller decides the depth. */
function canBeWritten(object: unknown): boolean {
  const places = [{ value: object, level: 1 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, level } = place;
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (level > LEVELS_MAX) return false;
    for (const child of Object.values(value)) places.push({ value: child, level: level + 1 });
  }
  return true;
}
