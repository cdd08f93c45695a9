import { z } from 'zod';
import type { BotLimits } from '../../../live-bots/index.js';

/** The coins that a bot may trade, by their numbers in actions. */
export type Assets = ReadonlyMap<number, string>;

const meta = z.object({ universe: z.array(z.object({ name: z.string() })) });

/** Finds the numbers of a bot's coins in the venue's answer to `meta`. Throws for a coin that is not listed. */
export function assetsOf({ coins }: BotLimits, metaAnswer: unknown): Assets {
  const names = meta.parse(metaAnswer).universe.map(({ name }) => name);
  const missing = coins.find((coin) => !names.includes(coin));
  if (missing !== undefined) throw new Error(`the venue lists no perpetual ${missing}`);
  return new Map(coins.map((coin) => [names.indexOf(coin), coin]));
}
