import type { Random } from '@platform/kit/clock';

/** How long an operation is left alone between turns that don't move it: longer after each, up to a limit. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** How many times longer each pause is than the one before it. */
  readonly factor: number;
}

const JITTER = 0.2;
const RANDOM_BYTES = 2;
const RANDOM_VALUES = 256 ** RANDOM_BYTES;

/** The pause after `earlier` others, up to a fifth shorter or longer: what was stuck together doesn't come back together. */
export function backoffMs({ firstMs, maxMs, factor }: Backoff, earlier: number, random: Random): number {
  const exact = Math.min(maxMs, firstMs * factor ** earlier);
  const fraction = random.bytes(RANDOM_BYTES).readUInt16BE() / RANDOM_VALUES;
  return Math.round(exact * (1 - JITTER + 2 * JITTER * fraction));
}
