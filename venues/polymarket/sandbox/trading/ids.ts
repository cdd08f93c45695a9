import { createHash } from 'node:crypto';

/** Returns a hash of a name, as an order's id is written. */
export function hashOf(name: string): string {
  return `0x${createHash('sha256').update(name).digest('hex')}`;
}

/** Returns an id in the form of a UUID that follows from a name. */
export function uuidOf(name: string): string {
  return asUuid(hashOf(name).slice(2));
}

/** Returns the first 32 hexadecimal digits in the form of a UUID. */
export function asUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
