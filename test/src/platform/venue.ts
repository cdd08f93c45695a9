import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Agent, type Dispatcher, request } from 'undici';

/** The source address of the tests' own calls to the venue: they do not count as the platform's. */
const elsewhere = new Agent({ localAddress: '127.0.0.3' });

/** A market to place orders in that rest: well below its price, and worth more than the venue's minimum. */
export interface Resting {
  readonly asset: number;
  readonly price: string;
  readonly size: string;
}

/** Reads from the sandbox venue itself; a read that the venue's limits refuse is `null`. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
export async function askVenue(url: string, question: object, dispatcher: Dispatcher = elsewhere): Promise<any> {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify(question), dispatcher } as const;
  return (await request(`${url}/info`, options)).body.json();
}

/** A market of the venue. */
export interface VenueMarket {
  readonly coin: string;
  /** Its number in orders. */
  readonly asset: number;
  readonly sizeDecimals: number;
  /** The mark price. */
  readonly price: number;
}

/** Reads the markets of the venue. */
export async function readMarkets(url: string): Promise<readonly VenueMarket[]> {
  const [meta, contexts] = await askVenue(url, { type: 'metaAndAssetCtxs' });
  return meta.universe.map(({ name, szDecimals }: { name: string; szDecimals: number }, asset: number) => ({
    ...{ coin: name, asset, sizeDecimals: szDecimals },
    price: Number(contexts[asset].markPx),
  }));
}

/** The smallest size that is worth this much at a price. */
export function sizeWorth(valueUsd: number, { price, sizeDecimals }: Omit<VenueMarket, 'coin' | 'asset'>): string {
  const step = 10 ** sizeDecimals;
  return String(Math.ceil((valueUsd / price) * step) / step);
}

/** A market of the venue, and an order there that rests. */
export async function restingMarket(url: string): Promise<Resting> {
  const market = (await readMarkets(url)).find(({ price }) => price > 100);
  if (market === undefined) throw new Error('the venue has no market of such a price');
  return restingIn(market, 20);
}

/** An order that rests in a market, worth so much at its own price. */
export function restingIn({ asset, price: markPrice, sizeDecimals }: VenueMarket, valueUsd: number): Resting {
  const price = Math.floor(markPrice * 0.7);
  return { asset, price: String(price), size: sizeWorth(valueUsd, { price, sizeDecimals }) };
}

/** An order that rests, as the venue takes it. */
export function restingOrder({ asset, price, size }: Resting, overrides: object = {}): object {
  const order = { a: asset, b: true, p: price, s: size, r: false, t: { limit: { tif: 'Gtc' } }, ...overrides };
  return { type: 'order', orders: [order], grouping: 'na' };
}

/** Has the sandbox venue whose state is in a folder end the agents of an account, as a venue does of its own accord. */
export function endAgentsIn(stateDirectory: string, account: string): void {
  const state = new DatabaseSync(join(stateDirectory, 'hyperliquid.sqlite'), { timeout: 5_000 });
  try {
    state.prepare('DELETE FROM agents WHERE user = ?').run(account.toLowerCase());
  } finally {
    state.close();
  }
}
