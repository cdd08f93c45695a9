import type { Clock } from '@platform/kit/clock';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { KnownMarkets, MarketFacts } from '../../native-actions/index.js';
import type { HyperliquidClient, InfoRequest } from '../client/index.js';
import { canonicalSymbol, dexNames, leverageOf, midPrices, universe } from '../codec/index.js';

/** How long a listing is cached: numbers of markets are never given again, and new ones are rare. */
const LISTING_MS = 60_000;
/** How long an account's leverage is cached: each read weighs as much as twenty orders. */
const LEVERAGE_MS = 5_000;
const ACCOUNTS_MAX = 1_000;
/** The venue's own dex, as requests leave it out. */
const OWN_DEX = '';
/** Numbers of perpetuals: the venue's own below the first limit; each builder's dex has ten thousand from the second on. */
const OWN_MAX = 10_000;
const BUILDERS_FROM = 100_000;
const DEX_SIZE = 10_000;

interface Known<Value> {
  readonly value: Value;
  readonly atMs: number;
}

/** What mandates depend on, read from the venue: symbols and prices of perpetuals, and the leverages that accounts have set. */
export class Markets {
  readonly #listings = new Map<string, Known<readonly (string | undefined)[]>>();
  /** By account, then by coin. */
  readonly #leverages = new LRUCache<string, Map<string, Known<number>>>({ max: ACCOUNTS_MAX });

  constructor(
    private readonly client: HyperliquidClient,
    private readonly clock: Clock,
  ) {}

  /** Returns perpetuals by their numbers, without those that the venue does not list. */
  async read(names: readonly string[], leveragesOf: string | undefined): Promise<KnownMarkets> {
    const known = new Map<string, MarketFacts>();
    const prices = new Map<string, z.output<typeof midPrices>>();
    for (const name of names) {
      const found = await this.#find(Number(name));
      if (found === undefined) continue;
      const { dex, coin } = found;
      const mids = prices.get(dex) ?? (await this.#ask({ type: 'allMids', ...ofDex(dex) }, midPrices));
      prices.set(dex, mids);
      const leverage = leveragesOf === undefined ? undefined : await this.#leverage(leveragesOf, coin);
      known.set(name, { symbol: canonicalSymbol(coin), midPrice: mids[coin], leverage });
    }
    return known;
  }

  /** Forgets an account's leverages: it sets one. */
  forgetLeverages(account: string): void {
    this.#leverages.delete(account);
  }

  async #find(asset: number): Promise<{ readonly dex: string; readonly coin: string } | undefined> {
    if (asset < OWN_MAX) return this.#coinOf(OWN_DEX, asset);
    if (asset < BUILDERS_FROM) return undefined;
    const dexes = await this.#listing('dexes', { type: 'perpDexs' }, dexNames);
    const dex = dexes[Math.floor((asset - BUILDERS_FROM) / DEX_SIZE)];
    return dex === undefined ? undefined : this.#coinOf(dex, (asset - BUILDERS_FROM) % DEX_SIZE);
  }

  async #coinOf(dex: string, index: number) {
    const coins = await this.#listing(`coins of ${dex}`, { type: 'meta', ...ofDex(dex) }, universe);
    const coin = coins[index];
    return coin === undefined ? undefined : { dex, coin };
  }

  async #listing(
    name: string,
    request: { readonly type: string },
    answer: z.ZodType<readonly (string | undefined)[]>,
  ): Promise<readonly (string | undefined)[]> {
    const known = this.#listings.get(name);
    if (known !== undefined && this.clock.nowMs() - known.atMs < LISTING_MS) return known.value;
    const value = await this.#ask(request, answer);
    this.#listings.set(name, { value, atMs: this.clock.nowMs() });
    return value;
  }

  async #leverage(user: string, coin: string): Promise<number> {
    const known = this.#leverages.get(user)?.get(coin);
    if (known !== undefined && this.clock.nowMs() - known.atMs < LEVERAGE_MS) return known.value;
    const value = await this.#ask({ type: 'activeAssetData', user: user.toLowerCase(), coin }, leverageOf);
    const ofUser = this.#leverages.get(user) ?? new Map<string, Known<number>>();
    this.#leverages.set(user, ofUser.set(coin, { value, atMs: this.clock.nowMs() }));
    return value;
  }

  /** An order waits for the answer. */
  async #ask<Answer>(request: InfoRequest<Answer>['request'], answer: z.ZodType<Answer>): Promise<Answer> {
    return (await this.client.ask({ request, answer, priority: 'money' })).data;
  }
}

function ofDex(dex: string): { readonly dex?: string } {
  return dex === OWN_DEX ? {} : { dex };
}
