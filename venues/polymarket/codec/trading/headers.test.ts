import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createL1Headers, createL2Headers } from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { SETTLEMENT_CHAIN_ID } from './contracts.js';
import { clobAuthTypedData, keyHeaders, requestHeaders } from './headers.js';

const account = privateKeyToAccount(`0x${'4c'.repeat(32)}`);
const wallet = createWalletClient({ account, transport: http('http://127.0.0.1:1') });
const headers = z.record(z.string(), z.string());
const recorded = z.object({
  credentials: z.object({ key: z.string(), secret: z.string(), passphrase: z.string() }),
  timestamp: z.number(),
  keys: z.array(z.object({ nonce: z.number(), headers })).min(2),
  requests: z
    .array(
      z.object({ method: z.enum(['GET', 'POST', 'DELETE']), path: z.string(), body: z.string().optional(), headers }),
    )
    .min(5),
});
/** What the official Python client made; `test/src/venues/polymarket-orders.test.ts` has it make it again. */
const FIXTURE = new URL('./fixtures/client-orders.json', import.meta.url);
const { credentials, timestamp, keys, requests } = recorded.parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));

async function ownKeyHeaders(nonce: number) {
  const signature = await account.signTypedData(clobAuthTypedData(account.address, timestamp, nonce));
  return keyHeaders(account.address, signature, timestamp, nonce);
}

describe('headers are those of the official clients', () => {
  test.each(keys)('for credentials with nonce $nonce', async ({ nonce, headers: python }) => {
    const typescript = await createL1Headers(wallet, SETTLEMENT_CHAIN_ID, nonce, timestamp);
    expect(await ownKeyHeaders(nonce)).toEqual(python);
    expect(await ownKeyHeaders(nonce)).toEqual(typescript);
  });

  test.each(requests)('for $method $path', async ({ headers: python, ...request }) => {
    const { method, path: requestPath, body } = request;
    const asked = { method, requestPath, ...(body !== undefined && { body }) };
    const ours = requestHeaders(account.address, credentials, request, timestamp);
    expect(ours).toEqual(python);
    expect(ours).toEqual(await createL2Headers(wallet, credentials, asked, timestamp));
  });

  test('whichever of the two base64 forms a secret has', () => {
    const secret = credentials.secret.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');
    expect(secret).not.toBe(credentials.secret);
    const [request] = requests;
    if (request === undefined) throw new Error('no request is recorded');
    expect(requestHeaders(account.address, { ...credentials, secret }, request, timestamp)).toEqual(request.headers);
  });
});
