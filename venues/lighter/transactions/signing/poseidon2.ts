import { MODULUS } from './goldilocks.js';
import { EXTERNAL_CONSTANTS, INTERNAL_CONSTANTS, INTERNAL_DIAGONAL } from './poseidon2-constants.js';
import type { Quintic } from './quintic.js';

/**
 * Poseidon2 over Goldilocks (Grassi, Khovratovich, Schofnegger; IACR 2023/323): width 12, power 7, eight full rounds around 22 partial ones;
 * a sponge of rate eight without padding, in which a block overwrites what was there.
 */

const WIDTH = 12;
const RATE = 8;
const HALF_OF_FULL_ROUNDS = 4;

/** The hash of four elements. */
export type FourHash = readonly [bigint, bigint, bigint, bigint];

/** Returns the hash of elements as four of them. */
export function hashToFour(elements: readonly bigint[]): FourHash {
  const [a = 0n, b = 0n, c = 0n, d = 0n] = absorbed(elements);
  return [a, b, c, d];
}

/** Returns the hash of elements as one of the quintic extension. */
export function hashToQuintic(elements: readonly bigint[]): Quintic {
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = absorbed(elements);
  return [a, b, c, d, e];
}

function absorbed(elements: readonly bigint[]): readonly bigint[] {
  let state: readonly bigint[] = new Array<bigint>(WIDTH).fill(0n);
  for (let start = 0; start < elements.length; start += RATE) {
    const block = elements.slice(start, start + RATE);
    state = permuted([...block, ...state.slice(block.length)]);
  }
  return state;
}

function permuted(input: readonly bigint[]): readonly bigint[] {
  let state = mixed(input);
  for (const constants of EXTERNAL_CONSTANTS.slice(0, HALF_OF_FULL_ROUNDS)) state = fullRound(state, constants);
  for (const constant of INTERNAL_CONSTANTS) state = partialRound(state, constant);
  for (const constants of EXTERNAL_CONSTANTS.slice(HALF_OF_FULL_ROUNDS)) state = fullRound(state, constants);
  return state;
}

function fullRound(state: readonly bigint[], constants: readonly bigint[]): readonly bigint[] {
  return mixed(state.map((each, index) => seventhPower(each + (constants[index] ?? 0n))));
}

/** The constant and the power go to the first element alone; then each becomes its multiple plus the sum of all. */
function partialRound([first = 0n, ...others]: readonly bigint[], constant: bigint): readonly bigint[] {
  const state = [seventhPower(first + constant), ...others];
  const total = state.reduce((sum, each) => sum + each, 0n);
  return state.map((each, index) => (each * (INTERNAL_DIAGONAL[index] ?? 0n) + total) % MODULUS);
}

function seventhPower(value: bigint): bigint {
  const square = (value * value) % MODULUS;
  const cube = (square * value) % MODULUS;
  return (((cube * cube) % MODULUS) * value) % MODULUS;
}

/** The linear layer of full rounds: each four elements by the paper's 4 × 4 matrix, and to each the sum of its column. */
function mixed(state: readonly bigint[]): readonly bigint[] {
  const fours = [mixedFour(state, 0), mixedFour(state, 4), mixedFour(state, 8)];
  const columns = [0, 1, 2, 3].map((column) => fours.reduce((sum, four) => sum + (four[column] ?? 0n), 0n));
  return fours.flatMap((four) => four.map((each, column) => (each + (columns[column] ?? 0n)) % MODULUS));
}

function mixedFour(state: readonly bigint[], start: number): readonly bigint[] {
  const [a = 0n, b = 0n, c = 0n, d = 0n] = state.slice(start, start + 4);
  return [2n * a + 3n * b + c + d, a + 2n * b + 3n * c + d, a + b + 2n * c + 3n * d, 3n * a + b + c + 2n * d];
}
