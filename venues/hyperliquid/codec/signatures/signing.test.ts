import { expect, test } from '@jest/globals';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { TradingAction } from '../actions.js';
import { signAction, signerOf } from './signing.js';

const t = { limit: { tif: 'Gtc' } } as const;
const orders = [{ ...{ a: 1, b: true, p: '2000', s: '0.03', r: false }, t }];
const action: TradingAction = { type: 'order', orders, grouping: 'na' };

test.each([undefined, 1_700_000_005_000])(
  'signatures are those of the public client, with an expiry of %s',
  async (expiresAfter) => {
    for (let nonce = 1_700_000_000_000; nonce < 1_700_000_000_020; nonce += 1) {
      const key = generatePrivateKey();
      const wallet = privateKeyToAccount(key);
      const signature = await signAction(key, { action, nonce, expiresAfter });
      const expected = { action, nonce, ...(expiresAfter === undefined ? {} : { expiresAfter }) };
      expect(signature).toEqual(await signL1Action({ wallet, ...expected }));
      expect(await signerOf({ action, nonce, expiresAfter, signature })).toBe(wallet.address.toLowerCase());
    }
  },
);

test('a signature of something else is another address’s, and one of no point is nobody’s', async () => {
  const key = generatePrivateKey();
  const address = privateKeyToAccount(key).address.toLowerCase();
  const signed = { action, nonce: 1_700_000_000_000, expiresAfter: undefined };
  const signature = await signAction(key, signed);
  expect(await signerOf({ ...signed, nonce: signed.nonce + 1, signature })).not.toBe(address);
  const r = `0x${'00'.repeat(32)}` as const;
  expect(await signerOf({ ...signed, signature: { ...signature, r } })).toBeUndefined();
  expect(await signerOf({ ...signed, signature: { ...signature, r: `0x${'ff'.repeat(32)}` } })).toBeUndefined();
});

test('zero is no key', async () => {
  await expect(signAction(`0x${'00'.repeat(32)}`, { action, nonce: 1, expiresAfter: undefined })).rejects.toThrow(
    'curve',
  );
});
