import type { Address } from 'viem';
import { z } from 'zod';

const COINS_MAX = 100;
const LEVERAGE_MAX = 50;

/** An address in lower case, as the venue writes it. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => `0x${text.slice(2).toLowerCase()}`);

/** What one bot may do at the venue: written by the platform when the bot is started, never by the bot. */
export const mandateSchema = z.strictObject({
  /** Of the bot's throw-away key, which has no power at the venue. */
  bot: address,
  /** The perpetuals it may trade, as the venue names them, for example `BTC`. */
  coins: z.array(z.string().min(1)).min(1).max(COINS_MAX),
  /** The money it may put to work: the margin of its positions and orders together. */
  capitalMicroUsdc: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt),
  /** The highest leverage it may set, and the highest that its capital is reckoned with. */
  maximumLeverage: z.int().min(1).max(LEVERAGE_MAX),
  /** The fee that each of its orders pays the platform, in tenths of a basis point; null: none. */
  builder: z.strictObject({ address, feeTenthsOfBasisPoint: z.int().min(0).max(100) }).nullable(),
});

/** What one bot may do at the venue. */
export type Mandate = z.output<typeof mandateSchema>;

/** The coins of a mandate by the numbers that actions carry. */
export type Assets = ReadonlyMap<number, string>;

const meta = z.object({ universe: z.array(z.object({ name: z.string() })) });

/** Finds the numbers of a mandate's coins in the venue's answer to `meta`. Throws for a coin that is not listed. */
export function assetsOf({ coins }: Mandate, metaAnswer: unknown): Assets {
  const names = meta.parse(metaAnswer).universe.map(({ name }) => name);
  const missing = coins.find((coin) => !names.includes(coin));
  if (missing !== undefined) throw new Error(`the venue lists no perpetual ${missing}`);
  return new Map(coins.map((coin) => [names.indexOf(coin), coin]));
}
