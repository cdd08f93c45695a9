import { venueIds } from '@platform/venues/registry';
import { z } from 'zod';
import type { MandateFieldsFragment } from '../../generated/operations.js';
import { exampleVenue, number, text, timestamp, usd } from '../fields.js';

const EXPIRES_AT = '2030-01-31T12:00:00.000Z';
const LEVERAGE = 'The highest leverage that it may set or open positions with';
const REDUCE_ONLY = 'Whether it may only cancel, and place orders that only reduce';

const symbol = text('Canonical symbol', 'BTC/USDC:USDC').min(1).max(64);
const limitUsd = z.string().regex(/^(0|[1-9]\d{0,9})(\.\d{1,6})?$/, 'must be a decimal string below ten billion');

/** The limits of a key to be minted. */
export const wantedMandate = z
  .strictObject({
    venues: z
      .array(z.enum(venueIds))
      .min(1)
      .max(10)
      .exactOptional()
      .describe('Venues that it may trade at; any if omitted'),
    symbols: z.array(symbol).min(1).max(50).exactOptional().describe('Symbols that it may trade; any if omitted'),
    max_order_usd: limitUsd
      .exactOptional()
      .meta({ description: 'The most that one order may be worth; no limit if omitted', examples: ['500.00'] }),
    max_daily_usd: limitUsd.exactOptional().meta({
      description: 'The most that all orders of a UTC day may be worth together; no limit if omitted',
      examples: ['2000.00'],
    }),
    max_leverage: z.int().min(1).max(1_000).exactOptional().describe(`${LEVERAGE}; no limit if omitted`),
    reduce_only: z.boolean().exactOptional().describe(`${REDUCE_ONLY}; false if omitted`),
    expires_at: timestamp
      .exactOptional()
      .meta({ description: 'When it ends; never if omitted', examples: [EXPIRES_AT] }),
  })
  .meta({
    description: 'The limits of its trading, at least one; no limits if omitted. They never change',
    examples: [{ venues: [exampleVenue], max_order_usd: '500.00', max_daily_usd: '2000.00' }],
  });

/** The limits of a key. */
export const mandate = z
  .object({
    venues: z.array(text('Venue', exampleVenue)).nullable().describe('Venues that it may trade at; null for any'),
    symbols: z.array(symbol).nullable().describe('Symbols that it may trade; null for any'),
    max_order_usd: usd.nullable().describe('The most that one order may be worth; null without a limit'),
    max_daily_usd: usd
      .nullable()
      .describe('The most that all orders of a UTC day may be worth together; null without a limit'),
    max_leverage: number(LEVERAGE, 5).nullable().describe(`${LEVERAGE}; null without a limit`),
    reduce_only: z.boolean().describe(REDUCE_ONLY),
    expires_at: timestamp.nullable().describe('When it ends; null for never'),
  })
  .meta({ id: 'Mandate', description: "The limits of a key's trading" });

/** Returns the limits in the names of the graph. */
export function toMandateInput(given: z.output<typeof wantedMandate>) {
  const { max_order_usd: maxOrderUsd, max_daily_usd: maxDailyUsd, max_leverage: maxLeverage, ...rest } = given;
  const { reduce_only: reduceOnly, expires_at: expiresAt, ...lists } = rest;
  return {
    ...lists,
    maxOrderUsd,
    maxDailyUsd,
    maxLeverage,
    ...(reduceOnly !== undefined && { reduceOnly }),
    expiresAt,
  };
}

/** Returns the limits in the names of REST; null where there are none. */
export function toMandate(given: MandateFieldsFragment | null): z.input<typeof mandate> | null {
  if (given === null) return null;
  const { venues, symbols, maxOrderUsd, maxDailyUsd, maxLeverage, reduceOnly, expiresAt } = given;
  return {
    venues,
    symbols,
    max_order_usd: maxOrderUsd,
    max_daily_usd: maxDailyUsd,
    max_leverage: maxLeverage,
    reduce_only: reduceOnly,
    expires_at: expiresAt,
  };
}
