import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { NonceError } from '@platform/venues/trading-accounts';
import { ConsecutiveNonces } from './consecutive-nonces.js';

const KEY = 'account 7, key 3';
let connection: Connection;
let nonces: ConsecutiveNonces;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_consecutive_nonces');
});

beforeEach(async () => {
  await resetDatabase(connection);
  nonces = open();
});

afterAll(() => connection.close());

/** Opens the nonces as another process does. */
function open(): ConsecutiveNonces {
  return new ConsecutiveNonces(connection, 'lighter');
}

const refusal = (reason: NonceError['reason']) => ({ name: 'NonceError', reason });

describe('a claim', () => {
  beforeEach(() => nonces.adopt(KEY, 5));

  test('has the venue’s next nonce, and has it still for the same operation in another process', async () => {
    expect(await nonces.claim(KEY, 'exe_1')).toBe(5);
    expect(await open().claim(KEY, 'exe_1')).toBe(5);
    expect(await open().openClaim(KEY)).toEqual({ operation: 'exe_1', nonce: 5 });
  });

  test('of another operation is refused while one is open, with an error that says so and names no operation', async () => {
    await nonces.claim(KEY, 'exe_1');
    const refused: unknown = await open()
      .claim(KEY, 'exe_2')
      .catch((error: unknown) => error);
    expect(refused).toMatchObject(refusal('claim_open'));
    expect(String(refused)).toMatch(/account 7, key 3: an operation has the next one/);
    expect(await nonces.openClaim(KEY)).toEqual({ operation: 'exe_1', nonce: 5 });
  });

  test('that was used is followed by the next nonce', async () => {
    await nonces.claim(KEY, 'exe_1');
    await nonces.used(KEY, 'exe_1');
    expect(await nonces.openClaim(KEY)).toBeUndefined();
    expect(await nonces.claim(KEY, 'exe_2')).toBe(6);
  });

  test('that was given back is followed by the same nonce', async () => {
    await nonces.claim(KEY, 'exe_1');
    await nonces.giveBack(KEY, 'exe_1');
    expect(await nonces.openClaim(KEY)).toBeUndefined();
    expect(await nonces.claim(KEY, 'exe_2')).toBe(5);
  });

  test('keeps what its operation is looked up by until it ends', async () => {
    await nonces.claim(KEY, 'exe_1');
    await nonces.keep(KEY, 'exe_1', 'a hash');
    expect(await open().claim(KEY, 'exe_1')).toBe(5);
    expect(await open().openClaim(KEY)).toEqual({ operation: 'exe_1', nonce: 5, kept: 'a hash' });
    await nonces.giveBack(KEY, 'exe_1');
    await expect(nonces.keep(KEY, 'exe_1', 'a hash')).rejects.toMatchObject(refusal('not_claimed'));
    await nonces.claim(KEY, 'exe_2');
    expect(await nonces.openClaim(KEY)).toEqual({ operation: 'exe_2', nonce: 5 });
    await nonces.keep(KEY, 'exe_2', 'another hash');
    await nonces.used(KEY, 'exe_2');
    await nonces.claim(KEY, 'exe_3');
    expect(await nonces.openClaim(KEY)).toEqual({ operation: 'exe_3', nonce: 6 });
  });

  test('may be used or given back again by a process that died behind it', async () => {
    await nonces.claim(KEY, 'exe_1');
    await nonces.giveBack(KEY, 'exe_1');
    await open().giveBack(KEY, 'exe_1');
    await nonces.claim(KEY, 'exe_1');
    await nonces.used(KEY, 'exe_1');
    await open().used(KEY, 'exe_1');
    expect(await nonces.claim(KEY, 'exe_2')).toBe(6);
    await open().used(KEY, 'exe_1');
    await open().giveBack(KEY, 'exe_3');
    expect(await nonces.openClaim(KEY)).toEqual({ operation: 'exe_2', nonce: 6 });
  });

  test('of an operation that has used a nonce is refused, however many came since: it would be sent twice', async () => {
    for (const operation of ['exe_1', 'exe_2', 'exe_3']) {
      await nonces.claim(KEY, operation);
      await nonces.used(KEY, operation);
    }
    await expect(open().claim(KEY, 'exe_1')).rejects.toMatchObject(refusal('used'));
    await nonces.claim(KEY, 'exe_4');
    await expect(open().claim(KEY, 'exe_1')).rejects.toMatchObject(refusal('used'));
    await expect(open().giveBack(KEY, 'exe_1')).rejects.toMatchObject(refusal('used'));
    expect(await nonces.openClaim(KEY)).toEqual({ operation: 'exe_4', nonce: 8 });
  });

  test('that nobody made is not used, also while another is open', async () => {
    await expect(nonces.used(KEY, 'exe_1')).rejects.toMatchObject(refusal('not_claimed'));
    await nonces.claim(KEY, 'exe_1');
    await expect(nonces.used(KEY, 'exe_2')).rejects.toMatchObject(refusal('not_claimed'));
    expect(await nonces.openClaim(KEY)).toEqual({ operation: 'exe_1', nonce: 5 });
  });

  test('is refused for a key whose nonce nobody adopted, which has no claim', async () => {
    await expect(nonces.claim('another key', 'exe_1')).rejects.toMatchObject(refusal('unknown_signer'));
    expect(await nonces.openClaim('another key')).toBeUndefined();
  });

  test('of one key holds up no other', async () => {
    await nonces.adopt('another key', 0);
    await nonces.claim(KEY, 'exe_1');
    expect(await nonces.claim('another key', 'exe_2')).toBe(0);
    expect(await nonces.claim('another key', 'exe_2')).toBe(0);
  });
});

describe('the venue’s next nonce', () => {
  test('is adopted by twenty processes at once, and again while nothing is open', async () => {
    await Promise.all(Array.from({ length: 20 }, () => open().adopt(KEY, 3)));
    expect(await nonces.claim(KEY, 'exe_1')).toBe(3);
  });

  test('is adopted where others have used the key', async () => {
    await nonces.adopt(KEY, 3);
    await nonces.adopt(KEY, 9);
    expect(await nonces.claim(KEY, 'exe_1')).toBe(9);
  });

  test('is not adopted while a claim is open', async () => {
    await nonces.adopt(KEY, 3);
    await nonces.claim(KEY, 'exe_1');
    for (const next of [3, 4]) await expect(nonces.adopt(KEY, next)).rejects.toMatchObject(refusal('claim_open'));
    expect(await nonces.claim(KEY, 'exe_1')).toBe(3);
  });

  test('is not adopted where it was given out already: a venue that lags would have it used twice', async () => {
    await nonces.adopt(KEY, 3);
    await nonces.claim(KEY, 'exe_1');
    await nonces.used(KEY, 'exe_1');
    await expect(nonces.adopt(KEY, 3)).rejects.toMatchObject(refusal('behind'));
    expect(await nonces.claim(KEY, 'exe_2')).toBe(4);
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('%p is no nonce', async (next) => {
    await expect(nonces.adopt(KEY, next)).rejects.toThrow(RangeError);
    await expect(nonces.claim(KEY, 'exe_1')).rejects.toMatchObject(refusal('unknown_signer'));
  });

  test('beyond 32 bits is counted on', async () => {
    await nonces.adopt(KEY, 2 ** 31 - 1);
    await nonces.claim(KEY, 'exe_1');
    await nonces.used(KEY, 'exe_1');
    expect(await nonces.claim(KEY, 'exe_2')).toBe(2 ** 31);
  });
});
