// Why: docs/decisions/venues/polymarket-executions.md
import type { Address } from 'viem';

/** The chain on which the venue settles: Polygon. */
export const SETTLEMENT_CHAIN_ID = 137;

/** The versions of the exchange that orders are signed for. */
export const exchangeVersions = [2, 3] as const;
export type ExchangeVersion = (typeof exchangeVersions)[number];

/** An exchange: the domain of the signatures of its orders. */
export interface Exchange {
  readonly version: ExchangeVersion;
  readonly address: Address;
}

/** From the official client 1.1.0's table for Polygon; a test compares them. */
const ADDRESSES = {
  plain: '0xE111180000d2663C0091e4f400237545B87B996B',
  negRisk: '0xe2222d279d744050d28e00520010520000310F59',
  third: '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa',
} as const;

/** The exchanges that orders are signed for now: each needs the account's allowance. */
export const exchanges: readonly Address[] = Object.values(ADDRESSES);

/** Returns the exchange of a market; the third version has one for all markets. */
export function exchangeOf(version: ExchangeVersion, isNegRisk: boolean): Exchange {
  if (version === 3) return { version, address: ADDRESSES.third };
  return { version, address: isNegRisk ? ADDRESSES.negRisk : ADDRESSES.plain };
}
