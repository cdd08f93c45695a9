import { KINDS, type Kind, PER_SECOND } from '../mix.js';

/** One operation to come. */
export interface Arrival {
  readonly kind: Kind;
  readonly atMs: number;
  /** Which one of its kind it is. */
  readonly index: number;
}

/**
 * Returns arrivals at random over a time, in order: as many of each kind as its rate says, each at any moment alike. Given their number,
 * that is how a Poisson process arrives.
 */
export function arrivalsOf(
  counts: Readonly<Partial<Record<Kind, number>>>,
  seconds: number,
  random: () => number,
): Arrival[] {
  const all = KINDS.flatMap((kind) =>
    Array.from({ length: counts[kind] ?? 0 }, (_, index) => ({ kind, index, atMs: random() * seconds * 1_000 })),
  );
  return all.toSorted((left, right) => left.atMs - right.atMs);
}

/** Returns how many of each kind arrive in a time at a multiple of the mix. */
export function countsOf(multiple: number, seconds: number): Partial<Record<Kind, number>> {
  const counts = KINDS.map((kind): [Kind, number] => [
    kind,
    Math.max(1, Math.round(PER_SECOND[kind] * multiple * seconds)),
  ]);
  return Object.fromEntries(counts);
}
