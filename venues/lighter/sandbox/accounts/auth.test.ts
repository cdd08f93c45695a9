import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';
import { checkAuth } from './auth.js';
import { credit } from './credit.js';
import { ownerOf } from './owner.js';

/** What the official signer made, for ten minutes. */
const FIXTURE = new URL('../fixtures/signed-by-sdk.json', import.meta.url);
const recorded = z.object({ publicKey: z.string(), authToken: z.string() });
const { publicKey, authToken } = recorded.parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
const MADE_MS = 1_795_000_000_000;
const MINUTE_MS = 60_000;
const [ACCOUNT, KEY] = [3, 4];

let directory: string;
let store: Store;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  store = new Store(openJournal(directory));
  store.saveApiKey({ accountIndex: ACCOUNT, apiKeyIndex: KEY, publicKey, nonce: 1n, changedMs: MADE_MS });
});
afterEach(() => {
  store.journal.close();
  rmSync(directory, { recursive: true });
});

const check =
  (token: unknown, account = ACCOUNT, nowMs = MADE_MS) =>
  () =>
    checkAuth(store, token, account, nowMs);

test('a token of the official signer opens its account until it expires', () => {
  expect(check(authToken)).not.toThrow();
  expect(check(authToken, ACCOUNT, MADE_MS + 10 * MINUTE_MS - 1)).not.toThrow();
  expect(check(authToken, ACCOUNT, MADE_MS + 10 * MINUTE_MS)).toThrow('invalid param: auth');
});

test('a token that ends later than in eight hours is not valid yet', () => {
  const latestMs = MADE_MS + 10 * MINUTE_MS - 8 * 60 * MINUTE_MS;
  expect(check(authToken, ACCOUNT, latestMs)).not.toThrow();
  expect(check(authToken, ACCOUNT, latestMs - 1)).toThrow('invalid param: auth');
});

test.each([
  ['no token', undefined],
  ['what is none', 'token'],
  ['another expiry', authToken.replace('1795000600', '1795000601')],
  ['another account', authToken.replace(':3:', ':5:')],
  ['another key', authToken.replace(':4:', ':5:')],
  ['another signature', authToken.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
])('%s opens nothing', (_name, token) => {
  expect(check(token)).toThrow('invalid param: auth');
});

test('a token opens no other account, and nothing once its key was replaced', () => {
  expect(check(authToken, 5)).toThrow('invalid param: auth');
  const other = `0x${'01'.repeat(40)}`;
  store.saveApiKey({ accountIndex: ACCOUNT, apiKeyIndex: KEY, publicKey: other, nonce: 1n, changedMs: MADE_MS });
  expect(check(authToken)).toThrow('invalid param: auth');
});

test('a request is of the owner whom it names, of the account that it names, or of the one that its token is of', () => {
  const OWNER = '0x8ba1f109551bd432803012645ac136ddd64dba72';
  const account = String(credit(store, OWNER, 1n, MADE_MS).index);
  const named: Record<string, string>[] = [
    ...[{ l1_address: OWNER.toUpperCase().replace('0X', '0x') }, { from_addr: OWNER }, { account_index: account }],
    ...[
      { by: 'l1_address', value: OWNER },
      { by: 'index', value: account },
      { by: 'account_index', value: account },
    ],
  ];
  for (const fields of [...named, { auth: authToken }]) expect(ownerOf(store, fields)).toBe(OWNER);
  for (const fields of [{}, { account_index: '99' }, { auth: 'none' }, { by: 'hash', value: account }])
    expect(ownerOf(store, fields)).toBeUndefined();
});
