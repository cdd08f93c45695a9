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

/** A market of the venue, and an order there that rests. */
export async function restingMarket(url: string): Promise<Resting> {
  const [meta, contexts] = await askVenue(url, { type: 'metaAndAssetCtxs' });
  const asset = contexts.findIndex(({ markPx }: { markPx: string }) => Number(markPx) > 100);
  const price = Math.floor(Number(contexts[asset].markPx) * 0.7);
  const step = 10 ** meta.universe[asset].szDecimals;
  return { asset, price: String(price), size: String(Math.ceil((20 / price) * step) / step) };
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
