import { beforeAll, expect, test } from '@jest/globals';
import { parseLosslessly } from '@platform/venues/http';
import {
  isSignedBy,
  ownerMessage,
  publicKeyOf,
  readTransaction,
  transactionHash,
} from '@platform/venues/lighter/transactions';
import { signedTransactions } from '@platform/venues/lighter/transactions/testing';
import type { z } from 'zod';
import { provisionPython, runScript } from './python.js';

const PROVISIONING_MS_MAX = 10 * 60_000;
const SCRIPT = '../../../venues/lighter/transactions/fixtures/signed_transactions.py';
const OF_EACH_KIND = 30;
const KINDS = 20;
/** A verification takes ten milliseconds or more. */
const VERIFIED_OF_EACH_KIND = 3;

let made: z.output<ReturnType<typeof signedTransactions>>;

beforeAll(async () => {
  const python = await provisionPython('lighter-sdk');
  made = signedTransactions(OF_EACH_KIND * KINDS).parse(await runScript(python, SCRIPT, [String(OF_EACH_KIND)]));
}, PROVISIONING_MS_MAX);

test('what Lighter’s official signer makes of transactions of each kind is what the platform makes of them', () => {
  const different = made.transactions.filter(({ type, info, hash, chainId, message }) => {
    const read = readTransaction(type, parseLosslessly(info));
    if (!read.isRead || transactionHash(read.signed.transaction, chainId) !== hash) return true;
    const { transaction } = read.signed;
    const isOwners = transaction.kind === 'changePubKey' || transaction.kind === 'transfer';
    return (isOwners ? ownerMessage(transaction, chainId) : undefined) !== message;
  });
  expect(different).toEqual([]);
});

test('the platform verifies what Lighter’s official signer signed, and knows its keys', () => {
  expect(made.keys.map(({ privateKey }) => publicKeyOf(privateKey))).toEqual(made.keys.map((each) => each.publicKey));
  const some = made.transactions.filter((_each, index) => index % OF_EACH_KIND < VERIFIED_OF_EACH_KIND);
  const unverified = some.filter(({ type, info, chainId, key }) => {
    const read = readTransaction(type, parseLosslessly(info));
    const publicKey = made.keys[key]?.publicKey;
    return !read.isRead || publicKey === undefined || !isSignedBy(read.signed, publicKey, chainId);
  });
  expect(some).toHaveLength(VERIFIED_OF_EACH_KIND * KINDS);
  expect(unverified).toEqual([]);
});
