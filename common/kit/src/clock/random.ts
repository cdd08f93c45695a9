import { randomBytes, randomInt } from 'node:crypto';
import { ulid } from 'ulid';
import type { Clock } from './clock.js';

/** Randomness, injected so that tests can repeat it. */
export interface Random {
  /** `count` bytes from a cryptographically secure source. */
  bytes(count: number): Buffer;
  /** A string of `count` decimal digits, each equally likely. */
  digits(count: number): string;
}

/** The operating system's cryptographically secure source. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  digits: (count) =>
    randomInt(10 ** count)
      .toString()
      .padStart(count, '0'),
};

/** Makes identifiers. */
export interface IdSource {
  /** `<prefix>_` and a ULID in lower case: unique, opaque, sorting by creation time. */
  next(prefix: string): string;
}

/** An id source over a clock and a source of randomness. */
export function createIdSource(clock: Clock, random: Random): IdSource {
  const fraction = () => random.bytes(1).readUInt8(0) / 256;
  return { next: (prefix) => `${prefix}_${ulid(clock.nowMs(), fraction).toLowerCase()}` };
}
