/** What the venue knows: an action that names it may be taken. */
export interface KnownThings {
  readonly tokenId: string;
  readonly conditionId: string;
  readonly orderId: string;
  /** A price on the token's ticks at which an order to buy rests. */
  readonly restingPrice: string;
  /** The time of expirations, in seconds since the Unix epoch. */
  readonly endS: number;
}

/** An action as a caller may write it. */
export interface WrittenAction {
  /** What was done to it, in words. */
  readonly what: string;
  /** JSON text, or nearly. */
  readonly text: string;
}

type Fields = Record<string, unknown>;

const CHANGES_MAX = 3;
const JUNK_LEVELS = 3;
/** The fields that any form has, and some that none has. */
const NAMES = [
  ...['type', 'tokenID', 'positionID', 'side', 'size', 'price', 'amount', 'orderType', 'expiration', 'postOnly'],
  ...['order', 'tokenId', 'makerAmount', 'takerAmount', 'orderID', 'orderIDs', 'market', 'asset_id', 'conditionId'],
  ...['maker', 'funder', 'feeRateBps', 'builder', 'salt', 'metadata', 'deferExec', 'toString', 'constructor', 'Side'],
] as const;
/** Fields that the server sets alone, in spellings that are recognised. */
const SERVER_OWNED = ['signature', 'private_key', 'Private-Key', 'nonce', 'apiKey', 'POLY_TIMESTAMP', 'secret', 'url'];
const VALUES: readonly unknown[] = [
  ...[null, true, false, [], {}, ['1'], { toString: '1' }],
  ...['', ' ', '0', '-1', '1', '01', '1.', '.5', '1e2', '0x10', '１２', '0.1234567', '999999999999', '1234567'],
  ...[0, -1, 1, 0.5, 0.1234567, 1e21, 2 ** 53, 1e-7, 'NaN', 'Infinity', '\ud800', 'a\u0000b', '1\n'],
  ...['BUY', 'buy', 'SELL', 'GTD', 'FOK', 'GTC', 'IOC', 'x'.repeat(300), String(2n ** 256n), '9'.repeat(78)],
];
/** Spoilt texts: what no parser of JSON may write. */
const TEXTS: readonly (readonly [string, (text: string) => string])[] = [
  ['cut off', (text) => text.slice(0, Math.floor(text.length / 2))],
  ['with a field twice', (text) => text.replace('{', '{"side":"SELL","side":"BUY",')],
  ['with a prototype', (text) => text.replace('{', '{"__proto__":{"type":"cancelAll"},')],
  ['with a number beyond all', (text) => text.replace('{', '{"size":1e999,')],
  ['with a number that no double holds', (text) => text.replace('{', '{"amount":9007199254740993,')],
  ['deep', (text) => text.replace('{', `{"x":${'['.repeat(60)}${']'.repeat(60)},`)],
  ['in a list', (text) => `[${text}]`],
  ['in a text', (text) => JSON.stringify(text)],
];

/** Actions as callers may write them: valid ones, valid ones with changes, and junk. The same numbers make the same actions. */
export class ActionsAtRandom {
  constructor(
    /** Numbers from 0 to 1. */
    private readonly random: () => number,
    private readonly known: KnownThings,
  ) {}

  /** Returns the next one. */
  next(): WrittenAction {
    if (this.#oneIn(10)) return { what: 'junk', text: JSON.stringify(this.#junk(JUNK_LEVELS)) };
    const action = this.#pick(this.#valid());
    const changes = [String(action['type'])];
    for (let left = Math.floor(this.random() * (CHANGES_MAX + 1)); left > 0; left -= 1)
      changes.push(this.#change(action));
    const text = JSON.stringify(action);
    if (!this.#oneIn(8)) return { what: changes.join(', '), text };
    const [what, spoil] = this.#pick(TEXTS);
    return { what: [...changes, what].join(', '), text: spoil(text) };
  }

  /** Returns valid actions of every form. */
  #valid(): readonly Fields[] {
    const { tokenId, conditionId, orderId, restingPrice: price, endS } = this.known;
    const limit = { type: 'placeLimitOrder', tokenID: tokenId, side: 'BUY', size: this.#pick(['5', 7.5, '10']), price };
    const market = {
      type: 'placeMarketOrder',
      tokenID: tokenId,
      side: 'BUY',
      amount: this.#pick([2, '3.5']),
      price: 0.9,
    };
    // Five shares at the price, in millionths.
    const cost = String(Math.round(Number(price) * 5_000_000));
    const order = { tokenId, side: 'BUY', makerAmount: cost, takerAmount: '5000000' };
    return [
      limit,
      { ...limit, orderType: 'GTD', expiration: endS, postOnly: true },
      { ...limit, side: 'SELL' },
      market,
      { ...market, orderType: 'FAK', side: 'SELL' },
      { type: 'order', order, orderType: this.#pick(['GTC', 'FOK', 'FAK']) },
      { type: 'order', order: { ...order, makerAmount: this.#pick(['400001', '1234567']) }, orderType: 'GTC' },
      { type: 'order', order: { ...order, expiration: String(endS) }, orderType: 'GTD', postOnly: false },
      { type: 'cancelOrder', orderID: orderId },
      { type: 'cancelOrder', tokenID: tokenId, side: 'BUY', size: '5', price },
      { type: 'cancelOrders', orderIDs: [orderId, orderId.replace('0x', '0x0').slice(0, orderId.length)] },
      { type: 'cancelMarketOrders', market: conditionId },
      { type: 'cancelMarketOrders', asset_id: tokenId },
      { type: 'cancelAll' },
      { type: 'redeemPositions', conditionId },
      { type: 'splitPosition', conditionId, amount: '1' },
      { type: 'mergePositions', conditionId, amount: 1 },
    ];
  }

  /** Changes an action, or the order in it, and says how. */
  #change(action: Fields): string {
    const inner = action['order'];
    const fields = isFields(inner) && this.#oneIn(2) ? inner : action;
    const name = this.#pick(Object.keys(fields).length === 0 ? NAMES : Object.keys(fields));
    switch (Math.floor(this.random() * 7)) {
      case 0:
        delete fields[name];
        return `without ${name}`;
      case 1:
        return this.#set(fields, this.#pick(NAMES), this.#pick(VALUES));
      case 2:
        return this.#set(fields, this.#pick(SERVER_OWNED), this.#pick(VALUES));
      case 3:
        return this.#set(fields, name, [fields[name]]);
      case 4:
        return this.#set(
          fields,
          'type',
          this.#pick([...this.#valid().map(({ type }) => type), 'createOrder', ['order']]),
        );
      case 5:
        return this.#set(fields, name, this.#junk(JUNK_LEVELS));
      default:
        return this.#set(fields, name, this.#pick(VALUES));
    }
  }

  #set(fields: Fields, name: string, value: unknown): string {
    fields[name] = value;
    return `${name} changed`;
  }

  /** Returns any JSON value. */
  #junk(levels: number): unknown {
    const kind = levels === 0 ? 2 : Math.floor(this.random() * 3);
    const children = () => Array.from({ length: Math.floor(this.random() * 4) }, () => this.#junk(levels - 1));
    if (kind === 0) return children();
    if (kind === 1) return Object.fromEntries(children().map((child) => [this.#pick(NAMES), child]));
    return this.#pick(VALUES);
  }

  #pick<Each>(from: readonly Each[]): Each {
    const picked = from[Math.floor(this.random() * from.length)];
    if (picked === undefined) throw new Error('there is nothing to pick');
    return picked;
  }

  #oneIn(times: number): boolean {
    return this.random() * times < 1;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
