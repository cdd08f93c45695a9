import {
  add,
  inverse,
  isSquare,
  multiply,
  ONE,
  type Quintic,
  quintic,
  scale,
  square,
  squareRoot,
  subtract,
  ZERO,
} from './quintic.js';

/**
 * The group ecGFp5: of prime order, over the quintic extension, on the curve y^2 = x (x^2 + 2 x + 263 z). Formulas and encoding are those of
 * Thomas Pornin, "EcGFp5: a Specialized Elliptic Curve" (IACR 2022/274): complete, so that no sum is a special case.
 */

/** A point in fractional coordinates: x = X/Z and x/y = U/T. */
export interface Point {
  readonly x: Quintic;
  readonly z: Quintic;
  readonly u: Quintic;
  readonly t: Quintic;
}

/** The number of points, a prime. */
export const ORDER = 1067993516717146951041484916571792702745057740581727230159139685185762082554198619328292418486241n;

const A = 2n;
const B_OF_Z = 263n;

/** The neutral point. */
const NEUTRAL: Point = { x: ZERO, z: ONE, u: ZERO, t: ONE };

const WINDOW_BITS = 4n;
const WINDOW_MASK = 2n ** WINDOW_BITS - 1n;
const WINDOW_POINTS = 2 ** Number(WINDOW_BITS);
/** Windows that a scalar below the order fills. */
const WINDOWS = 80n;

/** Returns the point of an encoding; undefined where it is the encoding of none. */
export function decode(w: Quintic): Point | undefined {
  // w = y/x, so x solves x^2 - (w^2 - a) x + b = 0; of the two solutions the one that is not a square is the point's.
  const e = subtract(square(w), quintic(A));
  const root = squareRoot(subtract(square(e), timesB(quintic(4n))));
  if (root === undefined) return w.every((limb) => limb === 0n) ? NEUTRAL : undefined;
  const half = inverse(quintic(2n));
  const first = multiply(add(e, root), half);
  const x = isSquare(first) ? multiply(subtract(e, root), half) : first;
  return { x, z: ONE, u: ONE, t: w };
}

/** Returns the encoding of a point. */
export function encode({ u, t }: Point): Quintic {
  return multiply(t, inverse(u));
}

/** The conventional generator: the point that four encodes. */
export const GENERATOR = generator();

function generator(): Point {
  const point = decode(quintic(4n));
  if (point === undefined) throw new Error('four encodes no point');
  return point;
}

/** Returns the sum of points, each times its scalar. Not in constant time: for what is public alone. */
export function sumOfProducts(products: readonly (readonly [Point, bigint])[]): Point {
  const windows = products.map(([point, scalar]) => ({ multiples: multiplesOf(point), scalar }));
  let total = NEUTRAL;
  for (let window = WINDOWS - 1n; window >= 0n; window -= 1n) {
    for (let bit = 0n; bit < WINDOW_BITS; bit += 1n) total = doubled(total);
    for (const { multiples, scalar } of windows) {
      const multiple = multiples[Number((scalar >> (window * WINDOW_BITS)) & WINDOW_MASK)];
      if (multiple !== undefined) total = sum(total, multiple);
    }
  }
  return total;
}

function multiplesOf(point: Point): readonly Point[] {
  const multiples = [NEUTRAL];
  for (let last = NEUTRAL; multiples.length < WINDOW_POINTS; multiples.push(last)) last = sum(last, point);
  return multiples;
}

/** Returns an element times the curve's b = 263 z: the coefficients move by one, and z^5 = 3. */
function timesB([a0, a1, a2, a3, a4]: Quintic): Quintic {
  return scale([3n * a4, a0, a1, a2, a3], B_OF_Z);
}

function twice(element: Quintic): Quintic {
  return add(element, element);
}

/** Algorithm 1 of the paper: ten multiplications. */
function sum(p: Point, q: Point): Point {
  const xx = multiply(p.x, q.x);
  const zz = multiply(p.z, q.z);
  const uu = multiply(p.u, q.u);
  const tt = multiply(p.t, q.t);
  const xz = subtract(multiply(add(p.x, p.z), add(q.x, q.z)), add(xx, zz));
  const ut = subtract(multiply(add(p.u, p.t), add(q.u, q.t)), add(uu, tt));
  const bzz = timesB(zz);
  const even = add(xx, bzz);
  const plain = multiply(tt, even);
  const mixed = multiply(uu, twice(add(timesB(xz), even)));
  const crossed = multiply(add(tt, twice(uu)), add(xz, even));
  return {
    x: timesB(subtract(crossed, plain)),
    z: subtract(plain, mixed),
    u: multiply(ut, subtract(bzz, xx)),
    t: add(plain, mixed),
  };
}

/** Four multiplications and five squares. */
function doubled({ x, z, u, t }: Point): Point {
  const zt = multiply(z, t);
  const ztt = multiply(zt, t);
  const ztu = multiply(zt, u);
  const w = subtract(ztt, multiply(square(u), twice(add(x, z))));
  const uu = square(ztu);
  const ww = square(w);
  return {
    x: timesB(scale(uu, 4n)),
    z: ww,
    u: subtract(square(add(w, ztu)), add(uu, ww)),
    t: subtract(twice(square(ztt)), add(scale(uu, 4n), ww)),
  };
}
