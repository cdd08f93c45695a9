import { type Hex, hexToBytes, keccak256 } from 'viem';

const BLOOM_BITS = 2_048;
const BLOOM_BYTES = BLOOM_BITS / 8;

/** Returns the bits that a value sets in a block header's bloom when a log of the block names it (Ethereum yellow paper, 4.3.1). */
export function bloomBits(value: Hex): readonly number[] {
  const hash = keccak256(value, 'bytes');
  return [0, 2, 4].map((start) => (((hash[start] ?? 0) << 8) | (hash[start + 1] ?? 0)) % BLOOM_BITS);
}

/** Returns whether a bloom has all of the bits: if it lacks one, no log of the block names the values that set them. */
export function hasBits(bloom: Hex, bits: readonly number[]): boolean {
  const bytes = hexToBytes(bloom);
  return bits.every((bit) => ((bytes[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0);
}
