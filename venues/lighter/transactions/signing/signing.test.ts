import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { decode, encode, GENERATOR, ORDER, sumOfProducts } from './curve.js';
import { MODULUS } from './goldilocks.js';
import { hashToFour, hashToQuintic } from './poseidon2.js';
import {
  add,
  equal,
  hexOf,
  inverse,
  isSquare,
  multiply,
  ONE,
  type Quintic,
  quintic,
  quinticOfHex,
  square,
  squareRoot,
  subtract,
  ZERO,
} from './quintic.js';
import { publicKeyOf, verifies } from './schnorr.js';

/** Every figure of this file was printed by the Go module github.com/elliottech/poseidon_crypto v0.0.15. */

const FEW = { numRuns: 20 };
const limb = fc.bigInt({ min: 0n, max: MODULUS - 1n });
const element = fc.tuple(limb, limb, limb, limb, limb);
const scalar = fc.bigInt({ min: 0n, max: ORDER - 1n });

const upwards = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));
const downwards = (count: number) => Array.from({ length: count }, (_, index) => MODULUS - 1n - BigInt(index));

test.each([
  [0, '0'.repeat(80), '0'.repeat(80)],
  [
    1,
    'dbc24a6b2b8521675bdbc3a045045f78aac50e0b746624771953f28af0bc7eceda549a077dbd5e31',
    '46e67fe6014de8f67447a70da3464c81b41a674df44ef43ecda7988c2471f3d63d5e228dbadd7f3c',
  ],
  [
    8,
    '3d34119729533099cf1859ace0140479a30ca4cb077efcd37fe6ca00d942b76b5e2db386fd348ae7',
    '714bfba7d3d7abc88a7b3b81fa5f0eac99f4a9c9fbd733a64a1c117408b4da3d0245a667bb857bc1',
  ],
  [
    9,
    'f2bcd4dfaf1b32e188f8f7cf0434dc761d00f728496fa30256908e22ef201a5257d44fd4ba63506f',
    'e88ae129c9466e63428a46d59a84ecab79fb5076a83f2a5c79879f1986b321fcba51bc7da5202e91',
  ],
  [
    17,
    '0e0915d5b5484b30bc5bc303a652655e3c868862736aa93d3e2a1d392c246ffcf767f2bd04af9d08',
    '7719ea86c68a9b7d815e95160416ebfd9f314c3d9cc468f082138e87444a7a6223efd45ae050fd55',
  ],
])('the hash of %d elements is that of the venue', (count, ofUpwards, ofDownwards) => {
  expect(hexOf(hashToQuintic(upwards(count)))).toBe(ofUpwards);
  expect(hexOf(hashToQuintic(downwards(count)))).toBe(ofDownwards);
  expect(hashToFour(upwards(count))).toEqual(hashToQuintic(upwards(count)).slice(0, 4));
});

describe('the quintic extension', () => {
  test('each element but zero has an inverse', () => {
    fc.assert(
      fc.property(element, (each) => equal(multiply(each, inverse(each)), equal(each, ZERO) ? ZERO : ONE)),
      FEW,
    );
    expect(inverse(ZERO)).toEqual(ZERO);
  });

  test('each element has a square root where it is a square, and none elsewhere', () => {
    const isRoot = (of: Quintic) => {
      const root = squareRoot(of);
      return isSquare(of) ? root !== undefined && equal(square(root), of) : root === undefined;
    };
    fc.assert(
      fc.property(element, (each) => isRoot(each) && isRoot(square(each)) && isSquare(square(each))),
      FEW,
    );
    expect(squareRoot(ZERO)).toEqual(ZERO);
  });

  test('a square is a product with itself, and a difference undoes a sum', () => {
    fc.assert(
      fc.property(
        ...[element, element],
        (a, b) => equal(square(a), multiply(a, a)) && equal(subtract(add(a, b), b), a),
      ),
      FEW,
    );
  });

  test('an element has one form in bytes', () => {
    fc.assert(fc.property(element, (each) => equal(quinticOfHex(hexOf(each)) ?? ZERO, each)));
    // The modulus itself, as the first eight bytes.
    expect(quinticOfHex(`01000000ffffffff${'00'.repeat(32)}`)).toBeUndefined();
    expect(quinticOfHex(`00000000ffffffff${'00'.repeat(32)}`)).toEqual(quintic(MODULUS - 1n));
    expect(quinticOfHex('00'.repeat(39))).toBeUndefined();
  });
});

describe('the curve', () => {
  test('numbers encode points where the venue’s library says so', () => {
    const small = Array.from({ length: 12 }, (_, number) => BigInt(number));
    expect(small.filter((number) => decode(quintic(number)) !== undefined)).toEqual([0n, 4n, 6n, 7n, 8n]);
    const wide = small.filter((number) => decode([number, 1n, 2n, 3n, 4n]) !== undefined);
    expect(wide).toEqual([0n, 1n, 5n, 6n, 7n, 9n, 10n]);
  });

  test('a point is decoded from its own encoding, and its multiples add up', () => {
    fc.assert(
      fc.property(scalar, scalar, (a, b) => {
        const parts = [a, b].map((each) => encode(sumOfProducts([[GENERATOR, each]])));
        const points = parts.flatMap((part) => decode(part) ?? []);
        const [first, second] = points;
        if (first === undefined || second === undefined) return false;
        const whole = encode(sumOfProducts([[GENERATOR, (a + b) % ORDER]]));
        return (
          equal(
            encode(
              sumOfProducts([
                [first, 1n],
                [second, 1n],
              ]),
            ),
            whole,
          ) && equal(encode(first), parts[0] ?? ZERO)
        );
      }),
      { numRuns: 3 },
    );
  });

  test('the generator has the order of the group', () => {
    expect(encode(sumOfProducts([[GENERATOR, ORDER]]))).toEqual(ZERO);
    expect(encode(sumOfProducts([[GENERATOR, 1n]]))).toEqual(quintic(4n));
  });
});

test.each([
  [1n, '04'],
  [2n, '384c87fe1213197f4e1b457e9d43548fc00067c00ee5c1d872895e08ab103be54336d3d4b9d5bc8c'],
  [3n, '81c98c857138fe5320119aef703058c7c7f2051e3e19295edba9c7cb9ce9232b4c2ad727637365b4'],
  [ORDER - 1n, 'fdfffffffeffffff'],
])('the public key of %d is that of the venue', (privateKey, publicKey) => {
  expect(publicKeyOf(scalarHex(privateKey))).toBe(`0x${publicKey.padEnd(80, '0')}`);
});

test.each([scalarHex(0n), scalarHex(ORDER), '0x01'] as const)('%s is no private key', (key) => {
  expect(() => publicKeyOf(key)).toThrow('the private key is not one of the curve');
});

describe('a signature', () => {
  const message = hashToQuintic([0n, 1n, 2n, 3n, 4n]);
  const key = '0x5942b782f545376a470ceabbf0b5b752271733957acff8aa67be190d42d9241818eaed44f5fb5c8d';
  const response = 'fe56604dabd7e0cbbc88d5ed5c8dc1cd735c5b8ab06fdeb1e392dcb389c3f0ecde05d47e8c149509';
  const challenge = '83fbd21ab0e5149807fbef8cf8a860cbd08275804f620b874f69bc5db81512b1878775651b3cea5b';

  test('of the venue’s library verifies', () => {
    expect(verifies(key, message, `0x${response}${challenge}`)).toBe(true);
  });

  test('of another key, or of another message, does not', () => {
    expect(verifies(publicKeyOf(scalarHex(5n)), message, `0x${response}${challenge}`)).toBe(false);
    expect(verifies(key, hashToQuintic([0n, 1n, 2n, 3n, 5n]), `0x${response}${challenge}`)).toBe(false);
  });

  test.each([
    ['a bit that differs in its response', key, `0x${response.replace('f', 'e')}${challenge}`],
    ['a bit that differs in its challenge', key, `0x${response}${challenge.replace('8', '9')}`],
    ['a response beyond the order', key, `0x${beyond(response)}${challenge}`],
    ['a challenge beyond the order', key, `0x${response}${beyond(challenge)}`],
    ['a byte too few', key, `0x${response}${challenge.slice(2)}`],
    ['a byte too many', key, `0x${response}${challenge}00`],
    ['nothing', key, '0x'],
    // One does not encode a point; the modulus plus four is not the only form of four.
    ['a key that is no point', `0x01${'00'.repeat(39)}`, `0x${response}${challenge}`],
    ['a key in another form', `0x05000000ffffffff${'00'.repeat(32)}`, `0x${response}${challenge}`],
    ['half a key', key.slice(0, 42), `0x${response}${challenge}`],
  ] as [string, Hex, Hex][])('with %s does not verify', (_what, publicKey, signature) => {
    expect(verifies(publicKey, message, signature)).toBe(false);
  });
});

/** Returns a scalar as its forty bytes. */
function scalarHex(value: bigint): Hex {
  return `0x${reversed(value.toString(16).padStart(80, '0'))}`;
}

/** Returns the scalar of hexadecimal digits and once the order more: one that is the same to those who reduce it. */
function beyond(digits: string): string {
  return scalarHex(BigInt(`0x${reversed(digits)}`) + ORDER).slice(2);
}

function reversed(digits: string): string {
  return (digits.match(/../g) ?? []).reverse().join('');
}
