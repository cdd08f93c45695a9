import { type Random, systemRandom } from '@platform/kit/clock';

/** Real randomness that records its output, so that a test can search for it where it must not be. */
export class RecordingRandom implements Random {
  readonly #given: Buffer[] = [];

  bytes(count: number): Buffer {
    const bytes = systemRandom.bytes(count);
    this.#given.push(Buffer.from(bytes));
    return bytes;
  }

  digits(count: number): string {
    return systemRandom.digits(count);
  }

  /** Returns every spelling of every generated 32-byte value: hexadecimal, base64, base64url, decimal and a list of bytes. */
  keySpellings(): string[] {
    return this.#given.filter(({ length }) => length === 32).flatMap(spellings);
  }
}

/** Returns the spellings in which bytes could appear in text. */
export function spellings(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return [
    hex,
    hex.toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    BigInt(`0x${hex}`).toString(),
    [...bytes].join(','),
  ];
}
