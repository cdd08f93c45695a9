import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Hex } from 'viem';
import { z } from 'zod';
import { parseLosslessly } from '../../http/index.js';
import { CHAIN_IDS, isSignedBy, transactionHash } from './hash.js';
import { ownerMessage } from './owner-messages.js';
import { publicKeyOf } from './signing/schnorr.js';
import { type SignerTransaction, signedTransactions } from './testing/index.js';
import { readTransaction, type SignedTransaction } from './transactions.js';

/** What the official signer made; `test/src/venues/lighter-transactions.test.ts` has it make thirty of each kind. */
const FIXTURE = new URL('./fixtures/signed-transactions.json', import.meta.url);
const { keys, transactions } = signedTransactions(40).parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
const firstOfEachKind = transactions.filter(({ kind }, index) => transactions[index - 1]?.kind !== kind);

function keyOf(index: number): Hex {
  const key = keys[index];
  if (key === undefined) throw new Error(`key ${index} is not recorded`);
  return key.publicKey;
}

function firstOf(kind: string): SignerTransaction {
  const first = transactions.find((each) => each.kind === kind);
  if (first === undefined) throw new Error(`no ${kind} is recorded`);
  return first;
}

function read(type: number, info: unknown): SignedTransaction {
  const result = readTransaction(type, info);
  if (!result.isRead) throw new Error(`${result.name}: ${result.reason}`);
  return result.signed;
}

function rawOf(info: string): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(parseLosslessly(info));
}

/** A recorded transaction with other fields. */
function changed(kind: string, fields: Record<string, unknown>): ReturnType<typeof readTransaction> {
  const { type, info } = firstOf(kind);
  return readTransaction(type, { ...rawOf(info), ...fields });
}

test.each(transactions)('$kind has the hash that the official signer gave it', ({ type, info, hash, chainId }) => {
  expect(transactionHash(read(type, parseLosslessly(info)).transaction, chainId)).toBe(hash);
});

test.each(firstOfEachKind)('$kind is signed by the key that signed it', ({ type, info, key, chainId }) => {
  expect(isSignedBy(read(type, parseLosslessly(info)), keyOf(key), chainId)).toBe(true);
});

test('a transaction is not signed by another key, nor for another chain', () => {
  const { type, info, key, chainId } = firstOf('withdraw');
  const signed = read(type, parseLosslessly(info));
  expect(chainId).toBe(CHAIN_IDS.mainnet);
  expect(isSignedBy(signed, keyOf(1 - key), CHAIN_IDS.mainnet)).toBe(false);
  expect(isSignedBy(signed, keyOf(key), CHAIN_IDS.testnet)).toBe(false);
});

test('public keys are those that the official signer made with the private ones', () => {
  for (const { privateKey, publicKey } of keys) expect(publicKeyOf(privateKey)).toBe(publicKey);
});

test.each(transactions.filter(({ message }) => message !== undefined))(
  'the owner of $kind signs the text that the official signer gives',
  ({ type, info, chainId, message }) => {
    const { transaction } = read(type, parseLosslessly(info));
    if (transaction.kind !== 'changePubKey' && transaction.kind !== 'transfer') throw new Error(transaction.kind);
    expect(ownerMessage(transaction, chainId)).toBe(message);
  },
);

/** Other values of a field, of which at least one is in its bounds. */
function othersThan(name: string, value: unknown): readonly unknown[] {
  if (name === 'PubKey') return [Buffer.alloc(40, 1).toString('base64')];
  const number = z
    .union([z.number(), z.string().regex(/^\d+$/)])
    .transform(BigInt)
    .parse(value);
  // As the client reads them: what a number can't hold is a text.
  return [number + 1n, number - 1n].map((each) => (Number.isSafeInteger(Number(each)) ? Number(each) : String(each)));
}

test.each(firstOfEachKind)('each field of $kind is signed', ({ type, info, hash, chainId }) => {
  const raw = rawOf(info);
  const unsigned = ['Sig', 'L1Sig', 'L2TxAttributes', 'Memo', 'Orders'];
  const names = Object.keys(raw).filter((name) => !unsigned.includes(name));
  expect(names.length).toBeGreaterThan(4);
  const hashes = names.map((name) => {
    const results = othersThan(name, raw[name]).map((value) => readTransaction(type, { ...raw, [name]: value }));
    return results.flatMap((each) => (each.isRead ? [transactionHash(each.signed.transaction, chainId)] : []))[0];
  });
  expect(hashes).not.toContain(undefined);
  expect(new Set([hash, ...hashes]).size).toBe(names.length + 1);
});

test('each field of each order of a group is signed, and their order', () => {
  const { type, info, hash, chainId } = firstOf('group 3');
  const orders = z.array(z.record(z.string(), z.unknown())).length(3).parse(rawOf(info)['Orders']);
  const hashes = orders.flatMap((order, place) =>
    Object.entries(order).map(([name, value]) => {
      const results = othersThan(name, value).map((other) =>
        changed('group 3', { Orders: orders.with(place, { ...order, [name]: other }) }),
      );
      return results.flatMap((each) => (each.isRead ? [transactionHash(each.signed.transaction, chainId)] : []))[0];
    }),
  );
  const turned = read(type, { ...rawOf(info), Orders: orders.toReversed() });
  const all = [hash, ...hashes, transactionHash(turned.transaction, chainId)];
  expect(hashes).not.toContain(undefined);
  expect(new Set(all).size).toBe(32);
});

test('each attribute is signed, but one that says what an absent one says', () => {
  const hashOf = (attributes: unknown) => {
    const result = changed('cancel', { L2TxAttributes: attributes });
    return result.isRead ? transactionHash(result.signed.transaction, CHAIN_IDS.mainnet) : result.reason;
  };
  const said = [
    null,
    { 1: 1 },
    { 2: 1 },
    { 3: 1 },
    { 4: 1 },
    { 5: 0 },
    { 6: 1 },
    { 7: 1 },
    { 8: 1 },
    { 1: 2 },
    { 1: 1, 4: 1 },
  ];
  expect(new Set(said.map(hashOf)).size).toBe(said.length);
  for (const nothing of [undefined, {}, { 1: 0, 2: 0, 3: 0, 4: 0 }, { 5: 255, 6: 0, 7: 0, 8: 0 }])
    expect(hashOf(nothing)).toBe(hashOf(null));
});

test('the memo of a transfer is not signed by the API key: the owner signs it', () => {
  const { info, hash, chainId, message } = firstOf('transfer');
  const result = changed('transfer', { Memo: new Array<number>(32).fill(7) });
  if (!result.isRead || result.signed.transaction.kind !== 'transfer') throw new Error(info);
  expect(transactionHash(result.signed.transaction, chainId)).toBe(hash);
  expect(ownerMessage(result.signed.transaction, chainId)).not.toBe(message);
});

describe('numbers beyond 2^53 - 1 are read without rounding', () => {
  test.each([
    ['order of type 0', 'OrderExpiry', '9223372036854775807'],
    ['cancel', 'Index', '1152921504606846975'],
    ['withdraw', 'Amount', '9007199254740993'],
    ['transfer', 'Nonce', '9007199254740993'],
  ])('%s: %s', (kind, name, digits) => {
    const { type, info } = firstOf(kind);
    const text = info.replace(new RegExp(`"${name}":\\d+`), `"${name}":${digits}`);
    const values: unknown[] = [];
    JSON.stringify(read(type, parseLosslessly(text)), (_name, value: unknown) => {
      values.push(value);
      return typeof value === 'bigint' ? String(value) : value;
    });
    expect(values).toContain(BigInt(digits));
  });
});

describe('it is refused, with its name', () => {
  test.each([
    [9, 'createSubAccount'],
    [18, 'mintShares'],
    [45, 'approveIntegrator'],
    [1, 'l1Deposit'],
    [27, 'internalCreateOrder'],
    [50, 'binaryOptionsOperatorSettleMarket'],
    [34, undefined],
    [255, undefined],
  ])('type %d', (type, name) => {
    const info = parseLosslessly(firstOf('cancel').info);
    expect(readTransaction(type, info)).toEqual({
      isRead: false,
      name,
      reason: `transactions of type ${type} are not read`,
    });
  });

  test.each([
    ['cancel', { Extra: 1 }, 'top'],
    // Go takes a name in any case, and the last one wins.
    ['cancel', { index: 5 }, 'top'],
    ['cancel', { Index: undefined }, 'Index'],
    ['cancel', { Index: 0 }, 'Index'],
    ['cancel', { Index: 1.5 }, 'Index'],
    ['cancel', { Index: '7' }, 'Index'],
    ['cancel', { Index: '1152921504606846976' }, 'Index'],
    ['cancel', { MarketIndex: 255 }, 'MarketIndex'],
    ['cancel', { MarketIndex: -1 }, 'MarketIndex'],
    ['cancel', { AccountIndex: 2 ** 48 - 1 }, 'AccountIndex'],
    ['cancel', { ApiKeyIndex: 255 }, 'ApiKeyIndex'],
    ['cancel', { Nonce: -1 }, 'Nonce'],
    ['cancel', { Sig: 'AAAA' }, 'Sig'],
    ['cancel', { Sig: '!' }, 'Sig'],
    ['cancel', { L2TxAttributes: { 9: 1 } }, 'L2TxAttributes'],
    ['cancel', { L2TxAttributes: { 1: 1, 2: 1, 3: 1, 4: 1, 8: 1 } }, 'L2TxAttributes'],
    ['cancel all', { TimeInForce: 3 }, 'TimeInForce'],
    ['order of type 0', { Type: 7 }, 'Type'],
    ['order of type 0', { Price: 0 }, 'Price'],
    ['order of type 0', { Price: 2 ** 32 }, 'Price'],
    ['order of type 0', { IsAsk: 2 }, 'IsAsk'],
    ['order of type 0', { ClientOrderIndex: 2 ** 48 }, 'ClientOrderIndex'],
    ['group 1', { GroupingType: 0 }, 'GroupingType'],
    ['group 1', { Orders: [] }, 'Orders'],
    ['leverage', { InitialMarginFraction: 0 }, 'InitialMarginFraction'],
    ['margin', { USDCAmount: -5 }, 'USDCAmount'],
    ['withdraw', { Amount: '1152921504606846976' }, 'Amount'],
    ['withdraw', { AssetIndex: 63 }, 'AssetIndex'],
    ['key', { PubKey: Buffer.alloc(40, 255).toString('base64') }, 'PubKey'],
    ['key', { L1Sig: '0x12' }, 'L1Sig'],
    ['transfer', { Memo: new Array<number>(31).fill(7) }, 'Memo'],
  ])('%s with %j', (kind, fields, place) => {
    const result = changed(kind, fields);
    expect(result).toMatchObject({ isRead: false, name: expect.stringMatching(/./) });
    expect(result.isRead ? '' : result.reason).toMatch(new RegExp(`^at ${place}[.\\d]*: `));
  });

  test('what is not an object', () => {
    for (const info of [null, [], 'text', 7]) expect(readTransaction(15, info)).toMatchObject({ isRead: false });
  });
});

test('the owner’s signature is read where there is one', () => {
  const l1Sig = `0x${'AB'.repeat(65)}`;
  const result = changed('key', { L1Sig: l1Sig });
  expect(result).toMatchObject({ isRead: true, signed: { ownerSignature: l1Sig.toLowerCase() } });
  expect(changed('key', {})).toMatchObject({ isRead: true, signed: { ownerSignature: undefined } });
});
