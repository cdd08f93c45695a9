import type { Address } from 'viem';
import type { Market } from '../model/market.js';
import { CONTRACTS } from '../settlement/addresses.js';

/** The chain whose contracts orders are signed for. */
export const CHAIN_ID = 137;

/** An exchange contract, with the version of its orders. */
export interface Exchange {
  readonly address: Address;
  readonly version: '1' | '2' | '3';
}

/** The exchanges of the official client's configuration 1.1.0. */
const V2: Exchange = { address: CONTRACTS.exchangeV2, version: '2' };
const NEG_RISK_V2: Exchange = { address: CONTRACTS.negRiskExchangeV2, version: '2' };
const V3: Exchange = { address: CONTRACTS.exchangeV3, version: '3' };

/** The exchanges that move money and shares. */
export const EXCHANGES: readonly Exchange[] = [V2, NEG_RISK_V2, V3];

/** Returns the exchange of a market's orders. Version 3 is for positions of a kind that the sandbox lists none of. */
export function exchangeOf({ event }: Market): Exchange {
  return event.negRisk ? NEG_RISK_V2 : V2;
}
