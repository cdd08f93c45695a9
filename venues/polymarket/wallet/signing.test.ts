import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  Side as ClientSide,
  type TickSize as ClientTickSize,
  getContractConfig,
  isV2Order,
  OrderBuilder,
  OrderType,
  orderToJsonV2,
} from '@polymarket/clob-client-v2';
import fc from 'fast-check';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import {
  amountsOf,
  exchangeOf,
  exchangeVersions,
  highestPrice,
  type Order,
  orderBody,
  orderHash,
  SETTLEMENT_CHAIN_ID,
  type Sizing,
  saltOf,
  signatureTypes,
  tickSizes,
  unitsOf,
} from '../codec/index.js';
import { signOrder } from './signing.js';

const account = privateKeyToAccount(`0x${'4c'.repeat(32)}`);
const DEPOSIT_WALLET = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF';
const hex = z.templateLiteral(['0x', z.string()]);
const side = z.enum(['BUY', 'SELL']);
const recorded = z.array(
  z.object({
    kind: z.enum(['limit', 'market']),
    side,
    negRisk: z.boolean(),
    signatureType: z.literal([0, 3]),
    tickSize: z.enum(tickSizes),
    version: z.literal(exchangeVersions),
    orderType: z.enum(['GTC', 'GTD', 'FOK', 'FAK']),
    token: z.string(),
    size: z.string(),
    price: z.string(),
    salt: z.number(),
    timestamp: z.number(),
    makerAmount: z.string(),
    takerAmount: z.string(),
    hash: hex,
    signature: hex,
  }),
);

/** The orders of the official Python client; `test/src/venues/polymarket-orders.test.ts` has it make them again. */
const FIXTURE = new URL('../codec/trading/fixtures/client-orders.json', import.meta.url);
const { orders } = z.object({ orders: recorded }).parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
type Recorded = (typeof orders)[number];

function sizingOf({ kind, size, price }: Pick<Recorded, 'kind' | 'size' | 'price'>): Sizing {
  return kind === 'limit'
    ? { kind, size: unitsOf(size), price: unitsOf(price) }
    : { kind, amount: unitsOf(size), price: unitsOf(price) };
}

function orderOf(from: Omit<Recorded, 'hash' | 'signature' | 'orderType' | 'makerAmount' | 'takerAmount'>): Order {
  const { salt, signatureType, timestamp: timestampMs } = from;
  const own = signatureType === signatureTypes.depositWallet ? DEPOSIT_WALLET : account.address;
  const amounts = amountsOf(sizingOf(from), from.side, from.tickSize);
  return {
    ...amounts,
    salt,
    maker: own,
    signer: own,
    tokenId: BigInt(from.token),
    side: from.side,
    signatureType,
    timestampMs,
  };
}

const kindOf = ({ kind, side, negRisk, signatureType }: Recorded) =>
  `${kind} ${side} ${negRisk ? 'of negative risk' : 'plain'}, signature type ${signatureType}`;
const kinds = [...Map.groupBy(orders, kindOf)];

test('thirty orders of each of sixteen kinds are recorded, at every tick size, order type and version', () => {
  expect(kinds.map(([, all]) => all.length)).toEqual(Array.from({ length: 16 }, () => 30));
  for (const [, all] of kinds) {
    expect(new Set(all.map(({ tickSize }) => tickSize)).size).toBe(tickSizes.length);
    expect(new Set(all.map(({ orderType }) => orderType)).size).toBe(2);
    expect(new Set(all.map(({ version }) => version)).size).toBe(2);
  }
});

test.each(kinds)('%s: amounts, digest and signature are those of the official Python client', async (_kind, all) => {
  for (const each of all) {
    const exchange = exchangeOf(each.version, each.negRisk);
    const order = orderOf(each);
    expect(String(order.makerAmount)).toBe(each.makerAmount);
    expect(String(order.takerAmount)).toBe(each.takerAmount);
    expect(orderHash(order, exchange)).toBe(each.hash);
    expect(await signOrder(account, order, exchange)).toBe(each.signature);
  }
});

test('the exchanges are those of the official TypeScript client', () => {
  const table = getContractConfig(SETTLEMENT_CHAIN_ID);
  expect([exchangeOf(2, false), exchangeOf(2, true), exchangeOf(3, false), exchangeOf(3, true)]).toEqual([
    { version: 2, address: table.exchangeV2 },
    { version: 2, address: table.negRiskExchangeV2 },
    { version: 3, address: table.exchangeV3 },
    { version: 3, address: table.exchangeV3 },
  ]);
});

/** An order as its user writes it, at a price of the market's ticks; the client takes numbers. */
const written = fc
  .record({
    kind: fc.constantFrom('limit' as const, 'market' as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    negRisk: fc.boolean(),
    signatureType: fc.constantFrom(0 as const, 3 as const),
    version: fc.constantFrom(...exchangeVersions),
    tickSize: fc.constantFrom(...tickSizes),
    token: fc.bigInt(1n, 2n ** 256n - 1n).map(String),
    // In units of 10^-6: up to a million, with decimals that the client cuts.
    units: fc.integer({ min: 10_000, max: 1_000_000_000_000 }),
    step: fc.nat(),
  })
  .map(({ units, step, ...rest }) => {
    const tick = unitsOf(rest.tickSize);
    const price = tick * (1n + (BigInt(step) % (highestPrice(rest.tickSize) / tick)));
    const text = (value: bigint) => String(Number(value) / 1_000_000);
    return { ...rest, size: text(BigInt(units)), price: text(price) };
  });

/** 100,000 pUSD or shares: up to there the client's floats hold an order's amounts exactly. */
const FLOATS_MAX = 100_000_000_000;
/** The last decimal of amounts at the coarsest tick. */
const THOUSANDTH = 1_000n;

describe('the official TypeScript client', () => {
  const wallet = createWalletClient({ account, transport: http('http://127.0.0.1:1') });
  const toClient = { BUY: ClientSide.BUY, SELL: ClientSide.SELL };

  test('makes the same amounts and signatures of any order; of one over 100,000 its floats may lose the last decimal', async () => {
    await fc.assert(
      fc.asyncProperty(written, async (each) => {
        const funder = each.signatureType === signatureTypes.depositWallet ? DEPOSIT_WALLET : undefined;
        const client = new OrderBuilder(wallet, SETTLEMENT_CHAIN_ID, each.signatureType, funder);
        const asked = { tokenID: each.token, side: toClient[each.side], price: Number(each.price) };
        const options = { tickSize: each.tickSize satisfies ClientTickSize, negRisk: each.negRisk };
        const theirs =
          each.kind === 'limit'
            ? await client.buildOrder({ ...asked, size: Number(each.size) }, options, each.version)
            : await client.buildMarketOrder({ ...asked, amount: Number(each.size) }, options, each.version);
        if (!isV2Order(theirs)) throw new Error('the client made an order of the first version');
        const { salt, timestamp, makerAmount, takerAmount, signature } = theirs;
        const ours = orderOf({ ...each, salt: Number(salt), timestamp: Number(timestamp) });
        if (Number(makerAmount) < FLOATS_MAX && Number(takerAmount) < FLOATS_MAX) {
          expect([ours.makerAmount, ours.takerAmount].map(String)).toEqual([makerAmount, takerAmount]);
          expect(await signOrder(account, ours, exchangeOf(each.version, each.negRisk))).toBe(signature);
        } else {
          for (const lost of [ours.makerAmount - BigInt(makerAmount), ours.takerAmount - BigInt(takerAmount)]) {
            expect(lost).toBeGreaterThanOrEqual(0n);
            expect(lost).toBeLessThanOrEqual(THOUSANDTH);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [OrderType.GTC, false, { orderType: 'GTC', postOnly: false }],
    [OrderType.GTC, true, { orderType: 'GTC', postOnly: true }],
    [OrderType.GTD, true, { orderType: 'GTD', postOnly: true, expirationS: 1_800_000_000 }],
    [OrderType.FOK, false, { orderType: 'FOK' }],
    [OrderType.FAK, false, { orderType: 'FAK' }],
  ] as const)('posts the same text for %s, post-only %s', async (orderType, postOnly, terms) => {
    const client = new OrderBuilder(wallet, SETTLEMENT_CHAIN_ID, signatureTypes.depositWallet, DEPOSIT_WALLET);
    const expiration = 'expirationS' in terms ? terms.expirationS : 0;
    const asked = { tokenID: '7', side: ClientSide.SELL, price: 0.25, size: 12.5, expiration };
    const theirs = await client.buildOrder(asked, { tickSize: '0.01', negRisk: false }, 2);
    if (!isV2Order(theirs)) throw new Error('the client made an order of the first version');
    const { salt, timestamp, makerAmount, takerAmount } = theirs;
    const order: Order = {
      ...{ salt: Number(salt), timestampMs: Number(timestamp), tokenId: 7n, side: 'SELL' },
      ...{ maker: DEPOSIT_WALLET, signer: DEPOSIT_WALLET, signatureType: signatureTypes.depositWallet },
      ...{ makerAmount: BigInt(makerAmount), takerAmount: BigInt(takerAmount) },
    };
    const signature = await signOrder(account, order, exchangeOf(2, false));
    expect(orderBody(order, signature, terms, 'an-api-key')).toBe(
      JSON.stringify(orderToJsonV2(theirs, 'an-api-key', orderType, postOnly)),
    );
  });
});

test('an execution’s salt is its own, and a number that JSON holds exactly', () => {
  const salts = Array.from({ length: 1_000 }, (_, index) => saltOf(`exe_${index}`));
  expect(new Set(salts).size).toBe(salts.length);
  expect(salts.every((salt) => Number.isSafeInteger(salt) && salt > 0)).toBe(true);
  expect(saltOf('exe_1')).toBe(salts[1]);
});
