import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { type WithdrawalMessage, withdrawalDigest, withdrawalTypedData } from './typed-data.js';

/** The domain's members, which some libraries want and others derive. */
const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;

/** Keys that everybody knows, with what each signs. */
const EXAMPLES: readonly (Omit<WithdrawalMessage, 'destinationWallet' | 'assetAddress' | 'chain'> & { key: Hex })[] = [
  {
    key: `0x${'1'.padStart(64, '0')}`,
    accountId: 'acc_01jd8x4c3v9q2s7k5m6n8p0r1t',
    source: 'arbitrum',
    amountUsd: '30.00',
    idempotencyKey: '6c0f4f0e-6d0b-4f5e-9a55-0f6f0d8a1c11',
    nonce: '2f1a6f6e-9f0b-4c57-8e0a-6b1f4a3c9d21',
    expiresAt: '2026-01-31T12:00:00.000Z',
  },
  {
    key: `0x${'2'.padStart(64, '0')}`,
    accountId: 'acc_01jd8x4c3v9q2s7k5m6n8p0r1v',
    source: 'arbitrum',
    amountUsd: '0.01',
    idempotencyKey: '00000000-0000-4000-8000-000000000001',
    nonce: '00000000-0000-4000-8000-000000000002',
    expiresAt: '2027-12-31T23:59:59.999Z',
  },
  {
    key: `0x${'3'.padStart(64, '0')}`,
    accountId: 'acc_01jd8x4c3v9q2s7k5m6n8p0r1w',
    source: 'arbitrum',
    amountUsd: '1234.567891',
    idempotencyKey: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
    nonce: 'fffffffe-ffff-4fff-bfff-ffffffffffff',
    expiresAt: '2026-02-28T00:00:00.001Z',
  },
];

/** Returns the document from which a stranger makes proofs, as JSON: the typed data, and three test vectors. */
export async function withdrawalDocument(): Promise<string> {
  const { domain, primaryType, types } = withdrawalTypedData;
  const vectors = await Promise.all(EXAMPLES.map(vectorOf));
  return `${JSON.stringify({ domain, primaryType, types: { EIP712Domain: DOMAIN_TYPE, ...types }, vectors }, null, 2)}\n`;
}

async function vectorOf({ key, ...example }: (typeof EXAMPLES)[number]) {
  const account = privateKeyToAccount(key);
  const { accountId, source, amountUsd, ...rest } = example;
  const message = {
    ...{ accountId, source, amountUsd, chain: 'arbitrum', ...rest },
    ...{ destinationWallet: account.address, assetAddress: tokenRow(usdcOn('arbitrum')).address },
  };
  return {
    private_key: key,
    message,
    digest: withdrawalDigest(message),
    signature: await account.signTypedData({ ...withdrawalTypedData, message }),
  };
}
