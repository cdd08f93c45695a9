import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { accountActions } from './accounts/account-actions.js';
import { orderActions } from './orders/order-actions.js';
import { type Network, recoverSigner } from './signing.js';
import { envelope } from './wire.js';

interface Vector {
  name: string;
  network: Network;
  request: { action: Record<string, unknown> } & Record<string, unknown>;
}

/** Made by the official Python SDK: see fixtures/sdk_signatures.py. */
const { signer, vectors } = JSON.parse(
  readFileSync(new URL('fixtures/sdk-signatures.json', import.meta.url), 'utf8'),
) as { signer: string; vectors: Vector[] };
const handlers = { ...orderActions, ...accountActions };

async function signerOf(request: unknown, network: Network): Promise<string | undefined> {
  const parsed = envelope.parse(request);
  const action = handlers[parsed.action.type]?.parse(parsed.action);
  const [hash] = action?.signingHashes(parsed, [network]) ?? [];
  return hash && recoverSigner(hash, parsed.signature);
}

describe('the signer of an action signed by the official SDK', () => {
  test.each(vectors.map((vector) => [`${vector.name} on ${vector.network}`, vector] as const))(
    '%s is recognised',
    async (_name, { request, network }) => {
      expect(await signerOf(request, network)).toBe(signer);
    },
  );

  test('every action has a vector', () => {
    const signed = new Set(vectors.map(({ request }) => request.action['type']));
    expect([...signed].sort()).toEqual(Object.keys(handlers).sort());
  });
});

describe('another signature than the one of the action', () => {
  const order = vectors.find(({ name, network }) => name === 'orders of every kind' && network === 'Mainnet')!;

  test('is of another signer when the action was changed after signing', async () => {
    const orders = (order.request.action['orders'] as object[]).map((each) => ({ ...each, r: true }));
    const tampered = { ...order.request, action: { ...order.request.action, orders } };
    expect(await signerOf(tampered, 'Mainnet')).not.toBe(signer);
  });

  test.each([
    ['the nonce', { nonce: 1 }],
    ['a vault', { vaultAddress: '0x6813eb9362372eef6200f3b1dbc3f819671cba69' }],
    ['an expiry', { expiresAfter: 1_763_716_900_000 }],
  ])('is of another signer with %s changed', async (_what, change) => {
    expect(await signerOf({ ...order.request, ...change }, 'Mainnet')).not.toBe(signer);
  });

  test('is of another signer on the other network', async () => {
    expect(await signerOf(order.request, 'Testnet')).not.toBe(signer);
  });

  test('is refused when no key can have made it', async () => {
    const signature = { r: `0x${'0'.repeat(64)}`, s: `0x${'0'.repeat(64)}`, v: 27 };
    await expect(signerOf({ ...order.request, signature }, 'Mainnet')).rejects.toThrow('Unable to recover signer.');
  });

  test('is of the same signer when only fields changed places or decimals gained zeros', async () => {
    const { type, orders, ...rest } = order.request.action;
    const shuffled = (orders as { p: string; a: number }[]).map(({ p, a, ...others }) => ({
      ...others,
      p: p.includes('.') ? `${p}0` : `${p}.0`,
      a,
    }));
    expect(await signerOf({ ...order.request, action: { ...rest, orders: shuffled, type } }, 'Mainnet')).toBe(signer);
  });
});
