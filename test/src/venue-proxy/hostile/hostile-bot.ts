import type { Hex } from 'viem';
import type { ProxiedVenue } from './proxied-venue.js';

/** Numbers of markets: the bot's own, and one of another bot. */
const [BTC, ETH, SOL] = [0, 1, 2];
const OWN = [ETH, SOL];
/** Decimals of sizes. */
const SIZE_DECIMALS: Readonly<Record<number, number>> = { [BTC]: 5, [ETH]: 4, [SOL]: 2 };
const NOBODY = `0x${'99'.repeat(20)}`;
const TIFS = ['Gtc', 'Ioc', 'Alo', 'FrontendMarket'];
const FOREIGN_MARKETS = [BTC, 3, 7, 10_001, 110_000, 999_999, -1, 1.5];
const MALFORMED = [
  ...['1e3', '1E3', '-1', '+1', '0x10', 'NaN', 'Infinity', '', ' 1', '1 ', '1.', '.5', '00', '1,5', '١', '1_0'],
  ...['1.123456789012345678', '9'.repeat(30), '0.000000001', '0'],
];
const MONEY_FAMILIES: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'withdraw3', destination: NOBODY, amount: '100', time: 1, hyperliquidChain: 'Mainnet' },
  { type: 'usdSend', destination: NOBODY, amount: '100', time: 1, hyperliquidChain: 'Mainnet' },
  { type: 'spotSend', destination: NOBODY, token: 'USDC', amount: '100', time: 1 },
  { type: 'usdClassTransfer', amount: '100', toPerp: false, nonce: 1 },
  { type: 'approveAgent', agentAddress: NOBODY, agentName: 'thief', nonce: 1 },
  { type: 'approveBuilderFee', builder: NOBODY, maxFeeRate: '1%', nonce: 1 },
  { type: 'vaultTransfer', vaultAddress: NOBODY, isDeposit: true, usd: 100 },
  { type: 'setReferrer', code: 'THIEF' },
  { type: 'reserveRequestWeight', weight: 1_000 },
  { type: 'twapOrder', twap: { a: ETH, b: true, s: '10', r: false, m: 5, t: false } },
  { type: 'updateIsolatedMargin', asset: ETH, isBuy: true, ntli: 50_000_000 },
  { type: 'topUpIsolatedOnlyMargin', asset: ETH, leverage: '2' },
  { type: 'scheduleCancel', time: 9_999_999_999_999 },
  { type: 'noop' },
  { type: '__proto__' },
];

/** Whom the bot attacks, and what it knows. */
export interface HostileParts {
  readonly venue: ProxiedVenue;
  readonly random: () => number;
  readonly key: Hex;
  /** Keys that have power elsewhere: another bot's, another account's agent and its owner's. */
  readonly otherKeys: readonly Hex[];
  /** Orders of others of the account. */
  readonly foreignOids: readonly number[];
  readonly capitalUsd: number;
  readonly leverage: number;
}

interface Order {
  readonly a: number;
  readonly b: boolean;
  readonly p: string;
  readonly s: string;
  readonly r: boolean;
  readonly t: object;
}

/** A bot that speaks to its proxy directly and tries what it may not do, among orders that it may place. */
export class HostileBot {
  readonly #sent: string[] = [];
  #mids: Readonly<Record<string, string>> = {};

  constructor(private readonly parts: HostileParts) {}

  /** Sends one attempt, or some at once; returns its name, and the answers. */
  async attempt(): Promise<{ readonly name: string; readonly answers: readonly string[] }> {
    this.#mids = (await this.parts.venue.read('allMids')) as Readonly<Record<string, string>>;
    const name = this.#one(Object.keys(this.#attempts));
    const bodies = (await this.#attempts[name]?.()) ?? [];
    const answers = await Promise.all(bodies.map((body) => this.parts.venue.exchange(body)));
    for (const [index, body] of bodies.entries())
      if (answers[index]?.includes('"ok"')) this.#sent.push(typeof body === 'string' ? body : JSON.stringify(body));
    return { name, answers };
  }

  readonly #attempts: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
    'an order': () => this.#actions(this.#placing([this.#order()])),
    'a close at the market': () => this.#actions(this.#placing([this.#order({ price: 1.05, usd: 400, reduce: true })])),
    'several orders': () => this.#actions(this.#placing(this.#times(2 + this.#below(3), () => this.#order()))),
    'orders at once': () =>
      this.#actions(...this.#times(4, () => this.#placing([this.#order({ usd: this.parts.capitalUsd })]))),
    'another market': () =>
      this.#actions(this.#placing([{ ...this.#order(), a: this.#one(FOREIGN_MARKETS), r: this.#isHeads() }])),
    'its own and another market': () =>
      this.#actions(this.#placing([this.#order({ usd: 15 }), { ...this.#order(), a: BTC }])),
    'a notional by rounding': () => this.#actions(this.#placing([this.#roundedUp()])),
    'many small orders': () => this.#actions(this.#placing(this.#times(30, () => this.#order({ usd: 12 })))),
    'a low limit that sells at the market': () =>
      this.#actions(this.#placing([this.#order({ buys: false, price: 0.5, usd: 150 })])),
    'a trigger that turns the position': () => this.#actions(this.#placing([this.#trigger(false)])),
    'a trigger that is said to reduce': () => this.#actions(this.#placing([this.#trigger(true)])),
    'a reduce-only lie': () =>
      this.#actions(this.#placing([this.#order({ usd: 50 + this.#below(5_000), reduce: true })])),
    'a builder of its own': () =>
      this.#actions({ ...this.#placing([this.#order()]), builder: { b: NOBODY, f: this.#one([0, 1, 10, 100]) } }),
    'a higher fee': () =>
      this.#actions({ ...this.#placing([this.#order()]), builder: { b: `0x${'b1'.repeat(20)}`, f: 100 } }),
    'another’s key': async () => [
      await this.parts.venue.signed(this.#one(this.parts.otherKeys), this.#placing([this.#order()])),
    ],
    'a change after signing': async () => {
      const request = await this.parts.venue.signed(this.parts.key, this.#placing([this.#order({ usd: 12 })]));
      return [{ ...request, action: this.#placing([this.#order({ usd: 300 })]) }];
    },
    'a replay': async () => this.#times(2, () => this.#one(this.#sent.length > 0 ? this.#sent : ['{}'])),
    'one nonce twice': async () => {
      const nonce = this.parts.venue.clock.nowMs();
      return Promise.all(
        this.#times(2, () => this.parts.venue.signed(this.parts.key, this.#placing([this.#order()]), { nonce })),
      );
    },
    'an old or future nonce': async () => {
      const nonce = this.parts.venue.clock.nowMs() + this.#one([-9e8, -6e5, 9e7, 9e8]);
      return [await this.parts.venue.signed(this.parts.key, this.#placing([this.#order()]), { nonce })];
    },
    'a grouping': () =>
      this.#actions({
        ...this.#placing([this.#order(), this.#trigger(this.#isHeads())]),
        grouping: this.#one(['normalTpsl', 'positionTpsl', { p: 5 }, 'na']),
      }),
    'a change of orders': async () => {
      const own = (await this.parts.venue.read('openOrders')) as readonly { oid: number }[];
      const oid = this.#one([...own.map((order) => order.oid), ...this.parts.foreignOids, 1]);
      const order = this.#order({ usd: this.#one([20, 100, 1_000]), reduce: this.#isHeads() });
      return this.#actions(
        this.#one([
          { type: 'modify', oid, order },
          { type: 'batchModify', modifies: [{ oid, order }] },
        ]),
      );
    },
    'a cancel of others': () => {
      const o = this.#one(this.parts.foreignOids);
      return this.#actions({ type: 'cancel', cancels: [{ a: this.#one([BTC, ETH]), o }] });
    },
    'a cancel of its own': async () => {
      const own = (await this.parts.venue.read('openOrders', {})) as readonly { oid: number; coin: string }[];
      const cancels = own.flatMap(({ oid, coin }) => (coin === 'ETH' ? [{ a: ETH, o: oid }] : []));
      return cancels.length === 0 ? [] : this.#actions({ type: 'cancel', cancels: cancels.slice(0, 3) });
    },
    'malformed numbers': () => {
      const [field, value] = [this.#one(['p', 's']), this.#one(MALFORMED)];
      return this.#actions(this.#placing([{ ...this.#order(), [field]: value, r: this.#isHeads() }]));
    },
    'a number for a text': async () => {
      const request = await this.parts.venue.signed(this.parts.key, this.#placing([this.#order()]));
      return [JSON.stringify(request).replace(/"s":"([\d.]+)"/, '"s":$1')];
    },
    'fields named twice': async () => {
      const request = await this.parts.venue.signed(this.parts.key, this.#placing([this.#order({ usd: 15 })]));
      return [JSON.stringify(request).replace(/"s":"([\d.]+)"/, '"s":"9","s":"$1"')];
    },
    'a vault': async () => [
      await this.parts.venue.signed(this.parts.key, this.#placing([this.#order()]), {
        vaultAddress: `0x${'99'.repeat(20)}`,
      }),
    ],
    'a family that moves money': async () => this.#actions(this.#one(MONEY_FAMILIES)),
    'a leverage': () =>
      this.#actions({
        type: 'updateLeverage',
        asset: this.#one([ETH, SOL, BTC]),
        isCross: this.#isHeads(),
        leverage: this.#one([1, 2, 3, 25, 50, 0, -1]),
      }),
    'a lower leverage, then an order': () =>
      this.#actions(
        { type: 'updateLeverage', asset: ETH, isCross: true, leverage: 1 },
        this.#placing([this.#order({ usd: this.parts.capitalUsd * this.parts.leverage })]),
      ),
  };

  /** Each signed by the bot. */
  #actions(...actions: readonly Readonly<Record<string, unknown>>[]): Promise<readonly unknown[]> {
    return Promise.all(actions.map((action) => this.parts.venue.signed(this.parts.key, { ...action })));
  }

  #placing(orders: readonly object[]): Readonly<Record<string, unknown>> {
    return { type: 'order', orders, grouping: 'na' };
  }

  /** An order of an own market; what is not given is drawn: often one that the bot may place. */
  #order(given: { buys?: boolean; price?: number; usd?: number; reduce?: boolean } = {}): Order {
    const asset = this.#one(OWN);
    const mid = this.#midOf(asset);
    const { buys = this.#isHeads(), reduce = false } = given;
    // Takes from the book, or rests a little beside it.
    const aside = this.#one([0.02, -0.01]) * (buys ? 1 : -1);
    const price = mid * (given.price === undefined ? 1 + aside : buys ? given.price : 2 - given.price);
    const usd = given.usd ?? this.#one([12, 30, 80, 150, 250]);
    const t = { limit: { tif: this.#one(TIFS) } };
    return { a: asset, b: buys, p: priceText(price), s: this.#sizeText(asset, usd / mid), r: reduce, t };
  }

  /** As much as fits, and the smallest unit more. */
  #roundedUp(): Order {
    const order = this.#order();
    const unit = 10 ** -(SIZE_DECIMALS[order.a] ?? 0);
    const fits = (this.parts.capitalUsd * this.parts.leverage) / this.#midOf(order.a);
    return { ...order, s: this.#sizeText(order.a, Math.ceil(fits / unit) * unit + unit) };
  }

  #trigger(reduce: boolean): Order {
    const order = this.#order({ usd: this.#one([20, 150, 400, 2_000]), reduce });
    const fires = this.#midOf(order.a) * this.#one([0.9, 0.999, 1.001, 1.1]);
    const tpsl = this.#one(['tp', 'sl']);
    return { ...order, t: { trigger: { isMarket: this.#isHeads(), triggerPx: priceText(fires), tpsl } } };
  }

  #midOf(asset: number): number {
    return Number(this.#mids[asset === ETH ? 'ETH' : 'SOL']);
  }

  #sizeText(asset: number, size: number): string {
    return String(Number(size.toFixed(SIZE_DECIMALS[asset] ?? 0)));
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('there is nothing to draw from');
    return item;
  }

  #below(count: number): number {
    return Math.floor(this.parts.random() * count);
  }

  #isHeads(): boolean {
    return this.parts.random() < 0.5;
  }

  #times<Item>(count: number, make: () => Item): Item[] {
    return Array.from({ length: count }, make);
  }
}

/** Five significant figures. */
function priceText(price: number): string {
  return String(Number(price.toPrecision(5)));
}
