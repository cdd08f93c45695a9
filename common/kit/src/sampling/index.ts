import { z } from 'zod';
import { readEnvironment } from '../config/index.js';
import { draw, numberOf, type Suite } from './draw.js';

export { draw, type Suite } from './draw.js';
export { seededRandom } from './random.js';

const { SAMPLE_SEED: seed } = readEnvironment({ SAMPLE_SEED: z.string().min(1).optional() });

/** Returns the cases that this run tries: those that `SAMPLE_SEED` draws, or all of them where it is unset. */
export function sampled<Case>(suite: Suite<Case>): readonly Case[] {
  return seed === undefined ? suite.cases : draw(seed, suite);
}

/** Whether this run tries samples: a test that has a duration instead of cases may then be shorter. */
export const isSampling = seed !== undefined;

/** The seed of a random suite, another one per `SAMPLE_SEED`; undefined where that is unset. */
export function seedFor(suite: string): number | undefined {
  return seed === undefined ? undefined : numberOf(seed, suite);
}
