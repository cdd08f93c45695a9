import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { hashTypedData, recoverTypedDataAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { z } from 'zod';
import { withdrawalDocument } from './document.js';

const FILE = new URL('../../../../../docs/withdrawal-authorization.json', import.meta.url);
const hex = z.templateLiteral(['0x', z.string()]);

/** The document as a stranger reads it. */
const Published = z.object({
  domain: z.object({ name: z.string(), version: z.string(), chainId: z.number(), verifyingContract: hex }),
  primaryType: z.literal('WithdrawalAuthorization'),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  vectors: z.array(
    z.object({ private_key: hex, digest: hex, signature: hex, message: z.record(z.string(), z.string()) }),
  ),
});

test('the published typed data is what the service checks', async () => {
  expect(await readFile(FILE, 'utf8')).toBe(await withdrawalDocument());
});

test('each of its three vectors is true for a stranger who reads nothing else', async () => {
  const { vectors, ...typed } = Published.parse(JSON.parse(await readFile(FILE, 'utf8')));
  expect(vectors).toHaveLength(3);
  for (const { private_key, digest, signature, message } of vectors) {
    expect(hashTypedData({ ...typed, message })).toBe(digest);
    const signer = await recoverTypedDataAddress({ ...typed, message, signature });
    expect(signer).toBe(privateKeyToAddress(private_key));
    expect(message['destinationWallet']).toBe(signer);
  }
});
