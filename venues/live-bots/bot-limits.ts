import type { Address } from 'viem';
import { z } from 'zod';

const BOTS_MAX = 100;
const COINS_MAX = 100;
const LEVERAGE_MAX = 50;
/** A venue lets an account have so many, and so many of them are one bot's unless its limits say otherwise. */
const OPEN_ORDERS_MAX = 1_000;
const OPEN_ORDERS = 100;

/** An address in lower case, in venues' form. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => `0x${text.slice(2).toLowerCase()}`);

const microUsdc = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);

/** The limits of one bot at the venue: written by the platform when the bot is started, never by the bot. */
export const botLimitsSchema = z.strictObject({
  /** The bot's deployment. */
  deploymentId: z.string().min(1),
  /** The address of the bot's throw-away key, which has no power at the venue. */
  bot: address,
  /** The perpetuals it may trade, by the venue's names, for example `BTC`. */
  coins: z.array(z.string().min(1)).min(1).max(COINS_MAX),
  /** Its capital: the margin of its positions and orders together. */
  capitalMicroUsdc: microUsdc,
  /** The highest leverage that it may set, and the highest by which its margin is calculated. */
  maximumLeverage: z.int().min(1).max(LEVERAGE_MAX),
  /** The most orders that may rest for it when it places another one that may open a position. */
  maximumOpenOrders: z.int().min(1).max(OPEN_ORDERS_MAX).default(OPEN_ORDERS),
  /**
   * What it may lose within a day in UTC: beyond it only orders that reduce pass. Counted are the fills of its coins since midnight, less
   * their fees, and the profit of its positions. Null: its capital.
   */
  maximumDailyLossMicroUsdc: microUsdc.nullable().default(null),
  /** From this time on only orders that reduce pass; null: no such time. */
  opensUntilMs: z.int().nonnegative().nullable().default(null),
});

/** The limits of one bot at the venue. */
export type BotLimits = z.output<typeof botLimitsSchema>;

/** The bots that a proxy serves: all bots of one account at one venue. */
export interface BotAssignment {
  /**
   * Signed by the runtime service for this proxy: it allows one agent to be issued at the start, or to be ended when no bots are
   * left. Another grant while it runs allows another agent, which takes the place of the former between two actions.
   */
  readonly grant: string;
  /** One entry per bot; no two of them trade the same coin, since the venue nets positions. */
  readonly bots: readonly BotLimits[];
  /** Among how many proxies of this machine the venue's allowance for live bots is divided; absent: this one has all of it. */
  readonly sharedBy?: number | undefined;
}

/** An assignment in a file. */
export const botAssignmentSchema: z.ZodType<BotAssignment> = z.strictObject({
  grant: z.string(),
  bots: z
    .array(botLimitsSchema)
    .max(BOTS_MAX)
    .refine((bots) => isOnce(bots.flatMap(({ coins }) => coins)), 'no two bots may trade one coin')
    .refine((bots) => isOnce(bots.map(({ bot }) => bot)), 'no two bots may have one key'),
});

function isOnce(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
