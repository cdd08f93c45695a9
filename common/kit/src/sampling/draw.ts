import { createHash } from 'node:crypto';
import { failedBefore } from './failed-before.js';

/** An exhaustive suite: too many cases to try all of them on every commit. */
export interface Suite<Case> {
  /** Its name in `failed-before.ts`; each suite draws its own sample. */
  readonly name: string;
  readonly cases: readonly Case[];
  /** Returns the unique name of a case, whatever their order. */
  readonly nameOf: (each: Case) => string;
  /** The number of cases of a sample, beside those that have failed before. */
  readonly count: number;
}

/**
 * Returns the cases that a seed draws, in the suite's order. A case's place in the draw depends on the seed and its name alone, so adding
 * one moves no other, and every case comes first for some seed. Throws for a case that has failed before and is gone.
 */
export function draw<Case>(seed: string, { name, cases, nameOf, count }: Suite<Case>): readonly Case[] {
  const always = new Set(failedBefore[name]);
  const gone = [...always].filter((known) => !cases.some((each) => nameOf(each) === known));
  if (gone.length > 0) throw new Error(`no case of ${name} is called ${gone.join(', ')}: see failed-before.ts`);
  const rankOf = (each: Case) =>
    createHash('sha256')
      .update(`${seed}\n${name}\n${nameOf(each)}`)
      .digest('hex');
  const ranked = cases
    .filter((each) => !always.has(nameOf(each)))
    .map((each) => ({ each, rank: rankOf(each) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1));
  const drawn = new Set(ranked.slice(0, count).map(({ each }) => each));
  return cases.filter((each) => drawn.has(each) || always.has(nameOf(each)));
}

/** Returns a number below 2^31 for a suite that makes its cases at random. */
export function numberOf(seed: string, name: string): number {
  return createHash('sha256').update(`${seed}\n${name}`).digest().readUInt32BE() >>> 1;
}
