import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { gateway, startIdentity, type TestIdentity } from '../testing/identity.js';

const ISSUER = 'https://login.example';
const AUDIENCE = 'platform';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
/** The minimum time between two reads of the provider's keys. */
const COOLDOWN_MS = 1_100;

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

let published: JWK[];
let reads = 0;
let isDown = false;
let server: Server;
let identity: TestIdentity;
let key: Key;
let keys = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    reads += 1;
    response.writeHead(isDown ? 503 : 200).end(JSON.stringify({ keys: published }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

beforeEach(async () => {
  isDown = false;
  published = [];
  key = await publishKey();
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  await identity?.close();
  identity = await startIdentity('test_identity_provider', {
    ...{ jwksUrl, issuer: ISSUER, audience: AUDIENCE },
    walletClaim: 'wallet_address',
  });
});

afterAll(async () => {
  await identity.close();
  server.close();
});

async function publishKey(algorithm = 'ES256'): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  keys += 1;
  const kid = `k${keys}`;
  published.push({ ...(await exportJWK(publicKey)), kid, alg: algorithm });
  return { kid, publicKey, privateKey };
}

const nowSeconds = () => Math.floor(identity.clock.nowMs() / 1_000);
const login = () => ({ iss: ISSUER, aud: AUDIENCE, sub: 'user-1', exp: nowSeconds() + 60, wallet_address: WALLET });

function sign(
  claims: object,
  { kid, privateKey }: Pick<Key, 'kid'> & { privateKey: CryptoKey | Uint8Array } = key,
  alg = 'ES256',
) {
  return new SignJWT({ ...login(), ...claims }).setProtectedHeader({ alg, kid }).sign(privateKey);
}

async function authenticate(bearerToken: string) {
  return identity.client.authenticate({ bearerToken }, await identity.as(gateway));
}

async function account(accountId: string) {
  const caller = { kind: 'user', workload: 'gateway', accountId, credentialId: 'x' } as const;
  const token = await identity.as({ ...caller, credentialType: 'session', permissions: ['all'] });
  return (await identity.client.getAccount({}, token)).account;
}

describe('the first token of a wallet login', () => {
  test('makes its account, which later ones find, whatever they say of wallet and address', async () => {
    const first = await authenticate(await sign({ email: 'Ann@Example.com', email_verified: true }));
    expect(first).toMatchObject({ credentialType: 'session', permissions: ['all'], requestsPerMinute: 600 });
    const other = { wallet_address: '0x0000000000000000000000000000000000000001', email: 'b@example.com' };
    const later = await authenticate(await sign({ ...other, email_verified: true, exp: nowSeconds() + 90 }));
    expect(later).toMatchObject({ accountId: first.accountId, credentialId: first.credentialId });
    expect(await account(first.accountId)).toMatchObject({ email: 'ann@example.com', loginType: 'wallet' });
    const record = await identity.store.collection('accounts').findOne({ loginType: 'wallet' });
    expect(record).toMatchObject({ issuer: ISSUER, subject: 'user-1', loginWallet: WALLET.toLowerCase() });
  });

  test('makes one account when many come at once', async () => {
    const token = await sign({});
    const answers = await Promise.all(Array.from({ length: 10 }, () => authenticate(token)));
    expect(new Set(answers.map(({ accountId }) => accountId)).size).toBe(1);
  });

  test('is never taken for an account of the same address, nor for another subject', async () => {
    const byEmail = await identity.signIn('ann@example.com');
    const byWallet = await authenticate(await sign({ email: 'ann@example.com', email_verified: true }));
    const another = await authenticate(await sign({ email: 'ann@example.com', email_verified: true, sub: 'user-2' }));
    expect(new Set([byEmail.accountId, byWallet.accountId, another.accountId]).size).toBe(3);
  });

  test('shows no address that the provider has not verified', async () => {
    const { accountId } = await authenticate(await sign({ email: 'ann@example.com' }));
    expect(await account(accountId)).not.toHaveProperty('email');
  });
});

describe('a token is refused', () => {
  test.each<[string, () => Promise<string>]>([
    ['of another issuer', () => sign({ iss: 'https://evil.example' })],
    ['for another audience', () => sign({ aud: 'another' })],
    ['past its expiry', () => sign({ exp: nowSeconds() - 1 })],
    ['without an expiry', () => sign({ exp: undefined })],
    ['not valid yet', () => sign({ nbf: nowSeconds() + 60 })],
    ['without a subject', () => sign({ sub: undefined })],
    ['without a wallet', () => sign({ wallet_address: undefined })],
    ['with a wallet that is none', () => sign({ wallet_address: '0x1' })],
    ['that nobody signed', async () => new UnsecuredJWT(login()).encode()],
    [
      'signed with the public key as a secret',
      async () => sign({}, { kid: key.kid, privateKey: Buffer.from(await exportSPKI(key.publicKey)) }, 'HS256'),
    ],
    [
      'signed by a key that is not published',
      async () => sign({}, { kid: key.kid, privateKey: (await generateKeyPair('ES256')).privateKey }),
    ],
    ['of an unknown key', async () => sign({}, { kid: 'unknown', privateKey: key.privateKey })],
    [
      'whose claims were changed',
      async () =>
        (await sign({})).replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ ...login(), sub: 'root' })).toString('base64url')}.`,
        ),
    ],
    ['that is none', async () => 'a.b.c'],
  ])('%s', async (_case, token) => {
    await expect(authenticate(await token())).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await identity.store.collection('accounts').countDocuments()).toBe(0);
  });

  test('where no provider is configured', async () => {
    await identity.close();
    identity = await startIdentity('test_identity_provider');
    await expect(authenticate(await sign({}))).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('the provider’s keys', () => {
  test('are read once for many tokens, and again for a new key', async () => {
    reads = 0;
    await authenticate(await sign({}));
    await authenticate(await sign({ sub: 'user-2' }));
    expect(reads).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, COOLDOWN_MS));
    const next = await publishKey('RS256');
    expect(await authenticate(await sign({}, next, 'RS256'))).toMatchObject({ credentialType: 'session' });
    expect(reads).toBe(2);
  });

  test('are not read again for each token of an unknown key', async () => {
    await authenticate(await sign({}));
    reads = 0;
    const unknown = { kid: 'unknown', privateKey: key.privateKey };
    const attempts = Array.from({ length: 20 }, async () => authenticate(await sign({}, unknown)));
    await Promise.allSettled(attempts);
    expect(reads).toBeLessThanOrEqual(1);
  });

  test('that can’t be read make it service_unavailable, not unauthorized', async () => {
    isDown = true;
    await expect(authenticate(await sign({}))).rejects.toMatchObject({ code: 'service_unavailable' });
    isDown = false;
    expect(await authenticate(await sign({}))).toMatchObject({ credentialType: 'session' });
  });
});
