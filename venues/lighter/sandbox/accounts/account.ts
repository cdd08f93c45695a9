import { z } from 'zod';
import { storedInteger } from '../../../simulation/index.js';

const positionSchema = z.object({
  /** In units of the market's last decimal: positive when long, negative when short, 0 once it is closed. */
  size: storedInteger,
  /** What the open size has cost, with the size's sign. */
  entryMicroUsdc: storedInteger,
  /** What closing parts of it has brought. */
  realizedMicroUsdc: storedInteger,
  /** The margin that is its own, where it is isolated: what it wins and loses goes there. */
  allocatedMicroUsdc: storedInteger.default(0n),
  /** What it has paid for being held, less what it has received. */
  fundingPaidMicroUsdc: storedInteger.default(0n),
});

const accountSchema = z.object({
  index: z.int(),
  /** The owner's address on Ethereum in lower case. */
  l1Address: z.string(),
  /** Deposits and what was won, less what was lost and what isolated positions have for themselves. */
  collateralMicroUsdc: storedInteger,
  /** By the market's id. */
  positions: z.record(z.string(), positionSchema),
  /** The share of a position's value that is its margin, in ten thousandths, where the account has set one, by the market's id. */
  marginFractions: z.record(z.string(), z.int()),
  /** The markets whose positions are isolated, by their ids. */
  isolatedMarkets: z.array(z.int()).default([]),
  /** When all of its orders are canceled; 0: never. */
  cancelAllMs: z.int(),
  createdMs: z.int(),
  changedMs: z.int(),
});

/** The venue's data of an account besides its keys. */
export type Account = z.output<typeof accountSchema>;

/** What an account holds in a market. */
export type Position = z.output<typeof positionSchema>;

/** Reads a stored account. */
export function parseAccount(document: string): Account {
  return accountSchema.parse(JSON.parse(document));
}

/** Returns an account that was just created. */
export function newAccount(index: number, l1Address: string, nowMs: number): Account {
  return {
    index,
    l1Address,
    collateralMicroUsdc: 0n,
    positions: {},
    marginFractions: {},
    isolatedMarkets: [],
    cancelAllMs: 0,
    createdMs: nowMs,
    changedMs: nowMs,
  };
}
