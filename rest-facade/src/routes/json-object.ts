import { faultOf, type JsonRules } from '@platform/kit/json';
import { z } from 'zod';

/** Deeper than any config or action goes, and shallow enough to be written as text again; halves of characters are refused before. */
const rules: JsonRules = { levelsMax: 1_000, numbers: 'finite' };

/** A JSON object as the caller wrote it, which becomes JSON text again without loss; the service decides what it may hold. */
export const jsonObject = z
  .record(z.string(), z.unknown())
  .refine(
    (object) => faultOf(object, rules) === undefined,
    `must be nested at most ${rules.levelsMax} levels deep and hold finite numbers`,
  );
