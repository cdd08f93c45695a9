import { expect, test } from '@jest/globals';
import { amountFault, destinationFault, messageOf, USDC_ON_ARBITRUM } from './intent.js';

const POLICY = {
  accountId: 'acc_1',
  mode: 'wallet_signature',
  maskedEmail: null,
  destinationMode: 'locked',
  destinationWallet: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  authorizationTtlSeconds: 600,
} as const;

test('what a login wallet signs expires before the platform would refuse it', () => {
  const intent = {
    source: 'hyperliquid',
    amountUsd: '30.00',
    destinationWallet: POLICY.destinationWallet,
    idempotencyKey: '6c0f4f0e-6d0b-4f5e-9a55-0f6f0d8a1c11',
  };
  expect(messageOf(intent, POLICY, 'nonce', Date.parse('2026-01-31T12:00:00Z'))).toEqual({
    ...intent,
    accountId: 'acc_1',
    chain: 'arbitrum',
    nonce: 'nonce',
    expiresAt: '2026-01-31T12:09:00.000Z',
    assetAddress: USDC_ON_ARBITRUM,
  });
});

test.each(['', '0', '0.00', '-1', '1e3', '1,5', '1.1234567', '31'])(
  '%j cannot be withdrawn from the 30.50 that are there',
  (amount) => {
    expect(amountFault(amount, '30.50')).toBeDefined();
  },
);

test('an amount may be all that is there, and any where that is not known', () => {
  expect(amountFault('30.50', '30.50')).toBeUndefined();
  expect(amountFault('1000', null)).toBeUndefined();
});

test('a destination is an address', () => {
  expect(destinationFault('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')).toBeUndefined();
  expect(destinationFault('7E5F4552091A69125d5DfCb7b8C2659029395Bdf')).toBeDefined();
});
