import {
  inverse as baseInverse,
  isSquare as baseIsSquare,
  MODULUS,
  power,
  reduced,
  squareRoot as rootOf,
} from './goldilocks.js';

/** The extension of degree five of Goldilocks: polynomials in z of degree four at most, where z^5 = 3. */

/** An element: its five coefficients, the constant first. */
export type Quintic = readonly [bigint, bigint, bigint, bigint, bigint];

const Z_TO_THE_FIFTH = 3n;
const LIMB_BITS = 64n;
const LIMB_MASK = 2n ** LIMB_BITS - 1n;

/** The bytes of an element. */
const QUINTIC_BYTES = 40;

export const ZERO: Quintic = [0n, 0n, 0n, 0n, 0n];
export const ONE: Quintic = [1n, 0n, 0n, 0n, 0n];

/** z^p is this times z: a fifth root of one. */
const FROBENIUS_ROOT = power(Z_TO_THE_FIFTH, (MODULUS - 1n) / 5n);

/** Returns the element of a number of the base field. */
export function quintic(value: bigint): Quintic {
  return [value, 0n, 0n, 0n, 0n];
}

/** Returns the element of forty bytes in hexadecimal digits, each coefficient little-endian; undefined where they are not its only form. */
export function quinticOfHex(digits: string): Quintic | undefined {
  const number = littleEndian(digits);
  const limb = (index: bigint) => (number >> (LIMB_BITS * index)) & LIMB_MASK;
  const element: Quintic = [limb(0n), limb(1n), limb(2n), limb(3n), limb(4n)];
  return digits.length === 2 * QUINTIC_BYTES && element.every((each) => each < MODULUS) ? element : undefined;
}

/** Returns the number of bytes in hexadecimal digits, the least significant first. */
export function littleEndian(digits: string): bigint {
  return BigInt(`0x${(digits.match(/../g) ?? ['00']).reverse().join('')}`);
}

/** Returns an element as one number of five limbs, the constant the lowest. */
export function integerOf(element: Quintic): bigint {
  return element.reduceRight((number, limb) => (number << LIMB_BITS) | limb, 0n);
}

/** Returns an element as forty bytes in hexadecimal digits. */
export function hexOf(element: Quintic): string {
  const bytes = integerOf(element)
    .toString(16)
    .padStart(2 * QUINTIC_BYTES, '0');
  return (bytes.match(/../g) ?? []).reverse().join('');
}

/** Whether two elements are the same. */
export function equal(a: Quintic, b: Quintic): boolean {
  return a.every((limb, index) => limb === b[index]);
}

/** Returns the sum. */
export function add(a: Quintic, b: Quintic): Quintic {
  return [sum(a[0], b[0]), sum(a[1], b[1]), sum(a[2], b[2]), sum(a[3], b[3]), sum(a[4], b[4])];
}

function sum(a: bigint, b: bigint): bigint {
  const total = a + b;
  return total < MODULUS ? total : total - MODULUS;
}

/** Returns the difference. */
export function subtract(a: Quintic, b: Quintic): Quintic {
  return [rest(a[0], b[0]), rest(a[1], b[1]), rest(a[2], b[2]), rest(a[3], b[3]), rest(a[4], b[4])];
}

function rest(a: bigint, b: bigint): bigint {
  return a < b ? a - b + MODULUS : a - b;
}

/** Returns the product. Each coefficient is reduced once: a product of two has 128 bits, and bigints don't overflow. */
export function multiply([a0, a1, a2, a3, a4]: Quintic, [b0, b1, b2, b3, b4]: Quintic): Quintic {
  return [
    (a0 * b0 + Z_TO_THE_FIFTH * (a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1)) % MODULUS,
    (a0 * b1 + a1 * b0 + Z_TO_THE_FIFTH * (a2 * b4 + a3 * b3 + a4 * b2)) % MODULUS,
    (a0 * b2 + a1 * b1 + a2 * b0 + Z_TO_THE_FIFTH * (a3 * b4 + a4 * b3)) % MODULUS,
    (a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + Z_TO_THE_FIFTH * (a4 * b4)) % MODULUS,
    (a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0) % MODULUS,
  ];
}

/** Returns the square. */
export function square([a0, a1, a2, a3, a4]: Quintic): Quintic {
  return [
    (a0 * a0 + 2n * Z_TO_THE_FIFTH * (a1 * a4 + a2 * a3)) % MODULUS,
    (2n * a0 * a1 + Z_TO_THE_FIFTH * (2n * a2 * a4 + a3 * a3)) % MODULUS,
    (2n * a0 * a2 + a1 * a1 + 2n * Z_TO_THE_FIFTH * a3 * a4) % MODULUS,
    (2n * (a0 * a3 + a1 * a2) + Z_TO_THE_FIFTH * a4 * a4) % MODULUS,
    (2n * (a0 * a4 + a1 * a3) + a2 * a2) % MODULUS,
  ];
}

/** Returns an element times a number of the base field. */
export function scale(element: Quintic, factor: bigint): Quintic {
  const [a0, a1, a2, a3, a4] = element;
  return [reduced(a0 * factor), reduced(a1 * factor), reduced(a2 * factor), reduced(a3 * factor), reduced(a4 * factor)];
}

/** Returns the inverse; zero for zero. */
export function inverse(element: Quintic): Quintic {
  const others = conjugates(element);
  return scale(others, baseInverse(normOf(element, others)));
}

/** Whether an element is the square of one: the extension's degree is odd, so its norm decides. */
export function isSquare(element: Quintic): boolean {
  return baseIsSquare(normOf(element, conjugates(element)));
}

/** Returns one of the two square roots; undefined where there is none. */
export function squareRoot(element: Quintic): Quintic | undefined {
  // The norm is the element times p + p^2 + p^3 + p^4 of its powers; these are the square of the power (p + 1) (p + p^3) / 2.
  const halfPower = powerOf(element, (MODULUS + 1n) / 2n);
  const half = frobenius(multiply(halfPower, frobenius(halfPower, 2)), 1);
  const root = rootOf(normOf(element, square(half)));
  return root === undefined ? undefined : scale(inverse(half), root);
}

/** Returns the product of an element's four other conjugates: its power p + p^2 + p^3 + p^4. */
function conjugates(element: Quintic): Quintic {
  const first = frobenius(element, 1);
  const both = multiply(first, frobenius(first, 1));
  return multiply(both, frobenius(both, 2));
}

/** Returns the norm, which is of the base field: the coefficients other than the constant are zero. */
function normOf(element: Quintic, others: Quintic): bigint {
  return multiply(element, others)[0];
}

/** Returns an element raised to the power p, a number of times. */
function frobenius([a0, a1, a2, a3, a4]: Quintic, times: number): Quintic {
  const root = power(FROBENIUS_ROOT, BigInt(times));
  const of = (coefficient: bigint, exponent: bigint) => reduced(coefficient * power(root, exponent));
  return [a0, of(a1, 1n), of(a2, 2n), of(a3, 3n), of(a4, 4n)];
}

function powerOf(element: Quintic, exponent: bigint): Quintic {
  let result = ONE;
  let factor = element;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(result, factor);
    factor = square(factor);
  }
  return result;
}
