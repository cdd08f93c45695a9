import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';
import { ACCOUNT_ANSWERS } from './answers.js';
import { credit } from './credit.js';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const OWNER = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const PUBLIC_KEY = `0x${'ab'.repeat(40)}`;
let directory: string;
let store: Store;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  store = new Store(openJournal(directory));
});
afterEach(() => {
  store.journal.close();
  rmSync(directory, { recursive: true });
});

const ask = (path: string, query: Record<string, string>) =>
  ACCOUNT_ANSWERS[`/api/v1/${path}`]?.(query, { store, markets: new Map(), nowMs: NOW_MS });
const refusal = (path: string, query: Record<string, string>) => {
  try {
    return ask(path, query);
  } catch (error) {
    return error;
  }
};

test('an owner has no account before the first deposit', () => {
  const refused = { code: 21_100, message: 'account not found' };
  expect(refusal('accountsByL1Address', { l1_address: OWNER })).toMatchObject(refused);
  expect(refusal('account', { by: 'l1_address', value: OWNER })).toMatchObject(refused);
  expect(refusal('nextNonce', { account_index: '3', api_key_index: '4' })).toMatchObject(refused);
});

test('the first deposit creates an account and the next ones are added to it', () => {
  credit(store, OWNER, 25_000_000n, NOW_MS);
  credit(store, OWNER, 500_001n, NOW_MS);
  credit(store, '0x0000000000000000000000000000000000000001', 1n, NOW_MS);
  const { sub_accounts } = JSON.parse(
    JSON.stringify(ask('accountsByL1Address', { l1_address: OWNER.toUpperCase().replace('0X', '0x') })),
  );
  expect(sub_accounts).toMatchObject([{ index: 3, l1_address: OWNER, collateral: '25.500001', status: 1 }]);
  const byOwner = ask('account', { by: 'l1_address', value: OWNER });
  expect(ask('account', { by: 'index', value: '3' })).toEqual(byOwner);
  expect(byOwner).toMatchObject({
    code: 200,
    total: 1,
    accounts: [{ index: 3, available_balance: '25.500001', positions: [], assets: [{ margin_balance: '25.500001' }] }],
  });
  expect(ask('account', { by: 'index', value: '4' })).toMatchObject({ accounts: [{ collateral: '0.000001' }] });
});

test('keys are shown without 0x, with the nonce of their next transaction', () => {
  const { index } = credit(store, OWNER, 25_000_000n, NOW_MS);
  const account_index = String(index);
  const missing = { code: 21_109, message: 'api key not found' };
  expect(refusal('apikeys', { account_index })).toMatchObject(missing);
  expect(ask('nextNonce', { account_index, api_key_index: '4' })).toEqual({ code: 200, nonce: 0 });
  store.saveApiKey({ accountIndex: index, apiKeyIndex: 4, publicKey: PUBLIC_KEY, nonce: 7n, changedMs: NOW_MS });
  const shown = { account_index: index, api_key_index: 4, nonce: 7, public_key: 'ab'.repeat(40) };
  expect(ask('apikeys', { account_index })).toMatchObject({ code: 200, api_keys: [shown] });
  expect(ask('apikeys', { account_index, api_key_index: '4' })).toMatchObject({ api_keys: [shown] });
  expect(refusal('apikeys', { account_index, api_key_index: '5' })).toMatchObject(missing);
  expect(ask('nextNonce', { account_index, api_key_index: '4' })).toEqual({ code: 200, nonce: 7 });
});

test.each([
  ['accountsByL1Address', { l1_address: 'nobody' }, 'l1_address'],
  ['account', { by: 'name', value: 'x' }, 'by'],
  ['account', { by: 'index', value: '-1' }, 'value'],
  ['nextNonce', { account_index: '3', api_key_index: '255' }, 'api_key_index'],
])('%s refuses a wrong parameter by its name', (path, query, name) => {
  expect(refusal(path, query)).toMatchObject({ code: 20_001, message: `invalid param: ${name}` });
});

test('accounts and keys survive a restart', () => {
  const { index } = credit(store, OWNER, 25_000_000n, NOW_MS);
  store.saveApiKey({ accountIndex: index, apiKeyIndex: 4, publicKey: PUBLIC_KEY, nonce: 2n ** 60n, changedMs: NOW_MS });
  store.journal.close();
  store = new Store(openJournal(directory));
  expect(store.accountOfOwner(OWNER)).toMatchObject({ index, collateralMicroUsdc: 25_000_000n });
  expect(store.apiKey(index, 4)).toMatchObject({ publicKey: PUBLIC_KEY, nonce: 2n ** 60n });
});
