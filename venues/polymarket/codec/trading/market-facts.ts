import { z } from 'zod';
import { clobFees } from '../fees.js';
import { isTokenId } from '../symbols.js';
import { tickSizes } from './amounts.js';
import { exchangeVersions } from './contracts.js';

/** The venue writes a tick as a number, or as its text. */
const tickSize = z.union([z.number(), z.string()]).transform(String).pipe(z.enum(tickSizes));
const tokenId = z.string().refine(isTokenId, 'must be a token id');
const conditionId = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]);

/** Answer of `/clob-markets/{condition}`: what an order in the market depends on. */
export const marketFacts = z
  .object({
    c: conditionId,
    t: z.array(z.object({ t: tokenId, o: z.string() })).min(2),
    mts: tickSize,
    mos: z.number().nonnegative().nullish(),
    nr: z.boolean().nullish(),
    fd: clobFees.nullish().catch(undefined),
  })
  .transform(({ c, t, mts, mos, nr, fd }) => ({
    conditionId: c,
    /** The token of each outcome. */
    tokens: t.map((each) => ({ tokenId: BigInt(each.t), outcome: each.o })),
    tickSize: mts,
    /** Shares of a resting order; undefined where the venue names none. */
    minimumSize: mos ?? undefined,
    isNegRisk: nr === true,
    /** Undefined where the venue names none, or some that are not known. */
    takerFees: fd ?? undefined,
  }));

/** What an order in a market depends on. */
export type MarketFacts = z.output<typeof marketFacts>;

/** Answer of `/markets-by-token/{token}`. */
export const marketOfToken = z.object({ condition_id: conditionId }).transform((market) => market.condition_id);

/** Answer of `/version`: the exchange whose orders the venue takes. */
export const orderVersion = z.object({ version: z.literal(exchangeVersions) }).transform(({ version }) => version);

/** Answer of `/time`: seconds since the Unix epoch, a number or its text. */
export const venueTime = z.coerce.number().int().positive();

/** Answer of `/markets/{condition}`, as whether the market is closed and has its winner: such a one takes no order any more. */
export const isResolvedMarket = z
  .object({ closed: z.boolean(), tokens: z.array(z.object({ winner: z.boolean() })) })
  .transform(({ closed, tokens }) => closed && tokens.some(({ winner }) => winner));
