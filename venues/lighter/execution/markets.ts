import type { KnownMarkets, MarketFacts } from '../../native-actions/index.js';
import type { LighterTrading } from '../client/index.js';

/**
 * Reads perpetuals by their numbers, without those that the venue does not list, and the leverages that an account has in them. The price is
 * the venue's mark price, which its own margins go by.
 */
export async function readMarkets(
  client: LighterTrading,
  names: readonly string[],
  leveragesOf: string | undefined,
): Promise<KnownMarkets> {
  const known = new Map<string, MarketFacts>();
  const set = leveragesOf === undefined ? undefined : await leverages(client, leveragesOf);
  for (const name of names) {
    const listed = await client.perpetual(Number(name));
    if (listed === undefined) continue;
    const { symbol, markPrice: midPrice, sizeDecimals, priceDecimals, defaultLeverage } = listed;
    const leverage = set === undefined ? undefined : (set.get(listed.marketId) ?? defaultLeverage);
    known.set(name, { symbol, midPrice, leverage, decimals: { size: sizeDecimals, price: priceDecimals } });
  }
  return known;
}

async function leverages(client: LighterTrading, address: string): Promise<ReadonlyMap<number, number>> {
  const accountIndex = await client.accountOf(address);
  return accountIndex === undefined ? new Map() : client.leverages(accountIndex);
}
