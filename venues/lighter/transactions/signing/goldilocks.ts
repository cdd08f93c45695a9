/** The prime field of 2^64 - 2^32 + 1 elements, "Goldilocks". Elements are bigints from 0 up to the modulus, which is left out. */

/** The number of elements. */
export const MODULUS = 2n ** 64n - 2n ** 32n + 1n;

/** The modulus less one is an odd number times two to this power. */
const TWO_ADICITY = 32n;
const ODD_PART = (MODULUS - 1n) >> TWO_ADICITY;
/** Seven generates all elements but zero, so this one has the order 2^32. */
const ROOT_OF_UNITY = power(7n, ODD_PART);

/** Returns the element that a number of any size and sign stands for. */
export function reduced(value: bigint): bigint {
  const rest = value % MODULUS;
  return rest < 0n ? rest + MODULUS : rest;
}

/** Returns an element raised to a power that is not negative. */
export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % MODULUS;
    square = (square * square) % MODULUS;
  }
  return result;
}

/** Returns the inverse; zero for zero. */
export function inverse(value: bigint): bigint {
  return power(value, MODULUS - 2n);
}

/** Whether an element is the square of one. */
export function isSquare(value: bigint): boolean {
  return value === 0n || power(value, (MODULUS - 1n) / 2n) === 1n;
}

/** Returns one of the two square roots, by Tonelli and Shanks; undefined where there is none. */
export function squareRoot(value: bigint): bigint | undefined {
  if (!isSquare(value)) return undefined;
  if (value === 0n) return 0n;
  let root = power(value, (ODD_PART + 1n) / 2n);
  let rest = power(value, ODD_PART);
  let unity = ROOT_OF_UNITY;
  let order = TWO_ADICITY;
  while (rest !== 1n) {
    const restOrder = squaringsToOne(rest);
    const step = power(unity, 1n << (order - restOrder - 1n));
    root = (root * step) % MODULUS;
    unity = (step * step) % MODULUS;
    rest = (rest * unity) % MODULUS;
    order = restOrder;
  }
  return root;
}

/** Returns how often an element must be squared until it is one. It is a root of unity, so that is at most 32 times. */
function squaringsToOne(value: bigint): bigint {
  let squarings = 0n;
  for (let square = value; square !== 1n; square = (square * square) % MODULUS) squarings += 1n;
  return squarings;
}
