import { expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { openPolymarket } from './index.js';

const WALLET = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const NOWHERE = 'http://127.0.0.1:1';
const unasked = () => Promise.reject(new Error('nobody is asked'));

test.each([
  ['no builder', {}],
  ['half of a builder', { POLYMARKET_BUILDER_KEY: new Secret('a-key') }],
])('a platform with %s gives no address to pay at, and no process an agent', async (_, builder) => {
  const venue = openPolymarket(
    {
      ...{ POLYMARKET_CLOB_URL: NOWHERE, POLYMARKET_BRIDGE_URL: NOWHERE, POLYMARKET_RELAYER_URL: NOWHERE },
      POLYMARKET_CLOB_REQUESTS_PER_MINUTE: 1_000,
      ...builder,
    },
    {
      nonces: undefined,
      chain: () => ({ ask: unasked, finalBlock: unasked }),
      secrets: { has: async () => false, put: unasked, use: async () => undefined },
      clock: systemClock,
    },
  );
  const { to, isOpen } = venue.payment;
  expect(isOpen).toBe(false);
  if (to.kind !== 'by_wallet') throw new Error('all wallets have one address');
  await expect(to.request(WALLET)).rejects.toMatchObject({
    code: 'wallet_upstream_unavailable',
    cause: { message: 'no wallet can be set up without the relayer' },
  });
  expect(venue.signing.agent.askers).toEqual([]);
  expect(await venue.openOrders(WALLET)).toEqual([]);
  await expect(venue.signing.readHeaders?.(WALLET, '/data/orders')).rejects.toMatchObject({
    code: 'account_not_ready',
  });
  await venue.close();
});
