import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { IdentityProvider } from './identity-provider.js';
import type { WalletClaim } from './wallet-claims.js';

/** Tokens as the providers publish them: docs.privy.io (identity tokens) and dynamic.xyz/docs (tokens). */

const AUDIENCE = 'platform';
const ISSUERS: Readonly<Record<WalletClaim, string>> = {
  wallet_address: 'https://login.example',
  linked_accounts: 'privy.io',
  verified_credentials: 'app.dynamicauth.com/02203765-a9f5-4bf2-a9c8-e6e2e85c3fe1',
};
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER_WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const SOLANA = '7qvWUFx2yJzGAWhWNQ6ae51TRTrEPYGadByHXpQienKF';
const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
let server: Server;
let privateKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  privateKey = pair.privateKey;
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' }];
  server = createServer((_request, response) => void response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

/** Signs a provider's claims and reads the login from the token. */
async function login(walletClaim: WalletClaim, claims: object, subject = 'did:privy:cl1') {
  const issuer = ISSUERS[walletClaim];
  const token = await new SignJWT({ ...claims, exp: Math.floor(clock.nowMs() / 1_000) + 3_600 })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(subject)
    .sign(privateKey);
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  const provider = new IdentityProvider({ jwksUrl, issuer, audience: AUDIENCE, walletClaim }, clock);
  return provider.verify(new Secret(token));
}

const refused = { code: 'unauthorized' };

describe('linked accounts, as in the identity tokens of Privy', () => {
  const mail = { type: 'email', address: 'Ann@Example.com', lv: 1_764_000_000 };
  const google = { type: 'google_oauth', subject: '1', email: 'b@example.com', name: 'Ann', lv: 1_764_000_000 };
  const solana = { type: 'wallet', address: SOLANA, chain_type: 'solana', wallet_client_type: 'privy', lv: 1 };
  const wallet = { type: 'wallet', address: WALLET, chain_type: 'ethereum', wallet_client_type: 'privy', lv: 1 };
  const privy = (accounts: readonly object[]) => ({
    ...{ cr: '1764000000', sid: 'cl2', custom_metadata: '{"plan":"pro"}' },
    linked_accounts: JSON.stringify(accounts),
  });

  test('name the wallet and the verified address, as text of JSON', async () => {
    expect(await login('linked_accounts', privy([google, mail, solana, wallet]))).toEqual({
      ...{ issuer: 'privy.io', subject: 'did:privy:cl1' },
      ...{ walletAddress: WALLET.toLowerCase(), email: 'ann@example.com' },
    });
  });

  test('may be a list, and the first Ethereum wallet counts', async () => {
    const another = { ...wallet, address: OTHER_WALLET, wallet_client_type: 'metamask' };
    const found = await login('linked_accounts', { linked_accounts: [solana, wallet, another] });
    expect(found).toMatchObject({ walletAddress: WALLET.toLowerCase() });
    expect(found).not.toHaveProperty('email');
  });

  test.each<[string, object]>([
    ['without a wallet', privy([mail, google])],
    ['with a wallet of another chain alone', privy([mail, solana])],
    ['with a smart wallet alone', privy([{ ...wallet, type: 'smart_wallet' }])],
    ['whose wallet is malformed', privy([{ ...wallet, address: '0x1' }])],
    ['that are no JSON', { linked_accounts: '[{' }],
    ['that are no list', { linked_accounts: '{"type":"wallet"}' }],
    ['beyond two hundred', privy(Array.from({ length: 201 }, () => wallet))],
    ['beside which only wallet_address stands', { wallet_address: WALLET }],
  ])('%s are refused', async (_case, claims) => {
    await expect(login('linked_accounts', claims)).rejects.toMatchObject(refused);
  });
});

describe('verified credentials, as in the tokens of Dynamic', () => {
  const common = { public_identifier: WALLET, wallet_name: 'metamask', wallet_provider: 'browserExtension' };
  const wallet = {
    id: 'a764d9a2',
    address: WALLET,
    chain: 'eip155',
    format: 'blockchain',
    name_service: {},
    ...common,
  };
  const another = { ...wallet, id: 'b864d9a2', address: OTHER_WALLET, public_identifier: OTHER_WALLET };
  const solana = { ...wallet, id: 'dff1cf66', address: SOLANA, chain: 'solana', public_identifier: SOLANA };
  const discord = { id: '6640da56', public_identifier: 'ann', format: 'oauth', oauth_provider: 'discord' };
  const mail = { id: '7640da56', public_identifier: 'Ann@Example.com', email: 'Ann@Example.com', format: 'email' };
  const dynamic = (credentials: readonly object[], more: object = {}) => ({
    ...{ sid: '266f77e0', alias: '', environment_id: '02203765', lists: [], missing_fields: [] },
    ...{ email: 'typed@example.com', scope: 'user:basic', new_user: false },
    ...{ verified_credentials: credentials, last_verified_credential_id: wallet.id, ...more },
  });

  test('name the wallet that signed in last, and the verified address instead of the typed one', async () => {
    const credentials = [mail, discord, solana, another, wallet];
    expect(await login('verified_credentials', dynamic(credentials), '025887d9')).toEqual({
      ...{ issuer: ISSUERS.verified_credentials, subject: '025887d9' },
      ...{ walletAddress: WALLET.toLowerCase(), email: 'ann@example.com' },
    });
  });

  test('name the first EVM wallet where something else signed in last', async () => {
    const claims = dynamic([mail, another, wallet], { last_verified_credential_id: mail.id });
    expect(await login('verified_credentials', claims)).toMatchObject({ walletAddress: OTHER_WALLET.toLowerCase() });
  });

  test('without a verified address show none', async () => {
    expect(await login('verified_credentials', dynamic([wallet]))).not.toHaveProperty('email');
  });

  test.each<[string, object]>([
    ['without an EVM wallet', dynamic([mail, discord, solana])],
    ['whose wallet is malformed', dynamic([{ ...wallet, address: '0x7500613737768c5EfD9411503D7a55E57287u817' }])],
    ['of a sign-in that lacks a factor', dynamic([wallet], { scope: 'requiresAdditionalAuth' })],
    ['of a scope that only begins alike', dynamic([wallet], { scope: 'user:basics' })],
    ['without a scope', dynamic([wallet], { scope: undefined })],
    ['that are missing', { scope: 'user:basic', wallet_address: WALLET }],
  ])('%s are refused', async (_case, claims) => {
    await expect(login('verified_credentials', claims)).rejects.toMatchObject(refused);
  });
});

test('lists do not count where one address is configured', async () => {
  const claims = { linked_accounts: [{ type: 'wallet', chain_type: 'ethereum', address: WALLET }] };
  await expect(login('wallet_address', claims)).rejects.toMatchObject(refused);
});
