import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { z } from 'zod';
import { NO_TROUBLE } from '../../../simulation/index.js';
import { depositHistory } from '../bridge/answers.js';
import { Bridge } from '../bridge/bridge.js';
import { accountTransactions } from '../sequencer/account-transactions.js';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';
import { TRADING_ANSWERS } from '../trading/answers.js';
import { credit } from './credit.js';

/** What the official signer made, for ten minutes. */
const FIXTURE = new URL('../fixtures/signed-by-sdk.json', import.meta.url);
const recorded = z.object({ publicKey: z.string(), authToken: z.string() });
const { publicKey, authToken: auth } = recorded.parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
const NOW_MS = 1_795_000_000_000;
const OWNER = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const STRANGER = '0x0000000000000000000000000000000000000001';
const CREDIT_DELAY_MS = 25 * 60_000;
const KEY = `0x${'11'.repeat(32)}` as const;
let directory: string;
let store: Store;
let account: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  store = new Store(openJournal(directory));
  account = credit(store, OWNER, 25_000_000n, NOW_MS).index;
  credit(store, STRANGER, 1n, NOW_MS);
  store.saveApiKey({ accountIndex: account, apiKeyIndex: 4, publicKey, nonce: 1n, changedMs: NOW_MS });
});
afterEach(() => {
  store.journal.close();
  rmSync(directory, { recursive: true });
});

test('an account’s transactions are its own, the newest first, of the types that are asked for', () => {
  for (const [nonce, type] of [
    [0n, 8],
    [1n, 14],
    [2n, 15],
    [3n, 14],
  ] as const) {
    const times = { expiresMs: NOW_MS, queuedMs: NOW_MS };
    const sent = { accountIndex: account, apiKeyIndex: 4, nonce, type, hash: `hash ${nonce}`, info: '{}', ...times };
    store.transactions.add(sent);
  }
  const ask = (query: object) =>
    accountTransactions({ by: 'account_index', value: String(account), limit: '2', auth, ...query }, store, NOW_MS);
  expect(ask({})).toMatchObject({ code: 200, txs: [{ hash: 'hash 3', status: 1 }, { hash: 'hash 2' }] });
  expect(ask({ types: '14' })).toMatchObject({ txs: [{ nonce: 3 }, { nonce: 1 }] });
  expect(ask({ types: ['8', '15'] })).toMatchObject({ txs: [{ type: 15 }, { type: 8 }] });
  expect(() => ask({ auth: undefined })).toThrow('invalid param: auth');
  expect(() => ask({ value: String(account + 1) })).toThrow('invalid param: auth');
  expect(() => ask({ value: '99' })).toThrow('account not found');
  expect(() => ask({ index: '3' })).toThrow('invalid param: index');
});

test('what positions have paid is listed, the newest first, by market and side', () => {
  for (const [market_id, position_side] of [
    [0, 'long'],
    [1, 'short'],
    [0, 'short'],
  ] as const)
    store.fundings.add(account, market_id, { market_id, position_side });
  const ask = (query: object = {}) =>
    TRADING_ANSWERS['/api/v1/positionFunding']?.(
      { account_index: String(account), auth, limit: '2', ...query },
      { store, markets: new Map(), nowMs: NOW_MS },
    );
  expect(ask()).toMatchObject({ next_cursor: '2', position_fundings: [{ funding_id: 3 }, { funding_id: 2 }] });
  expect(ask({ cursor: '2' })).toMatchObject({ next_cursor: '', position_fundings: [{ funding_id: 1 }] });
  expect(ask({ market_ids: '0,2' })).toMatchObject({ position_fundings: [{ funding_id: 3 }, { funding_id: 1 }] });
  expect(ask({ side: 'long' })).toMatchObject({ position_fundings: [{ funding_id: 1 }] });
  expect(() => ask({ auth: undefined })).toThrow('invalid param: auth');
  expect(() => ask({ start_timestamp: '1' })).toThrow('invalid param: start_timestamp');
});

test('an owner’s deposits are listed with what became of them', () => {
  const logger = createLogger({ process: 'test', level: 'silent' });
  const clock = new ManualClock(NOW_MS + CREDIT_DELAY_MS);
  const arbitrum = { rpcUrl: 'http://127.0.0.1:1', usdcAddress: STRANGER, faucetPrivateKey: KEY } as const;
  const shared = { store, delayMs: CREDIT_DELAY_MS, trouble: () => NO_TROUBLE, clock, logger };
  const bridge = new Bridge({ ...shared, arbitrum });
  const arrive = (arrivedMs: number, credited: bigint | undefined, l1Address = OWNER) =>
    bridge.deposits.add(
      { l1Address, intentAddress: STRANGER, amountMicroUsdc: 7_000_000n, transactionHash: `0x${arrivedMs}`, arrivedMs },
      credited,
    );
  arrive(NOW_MS, 7_000_000n);
  arrive(NOW_MS + 1, 7_000_000n);
  arrive(NOW_MS + 2, undefined);
  arrive(NOW_MS + 3, 7_000_000n, STRANGER);
  bridge.creditDue();
  const ask = (query: object = {}) =>
    depositHistory({ account_index: String(account), l1_address: OWNER, auth, ...query }, bridge, {
      ...{ store, nowMs: NOW_MS },
    });
  expect(ask()).toEqual({
    code: 200,
    cursor: '',
    deposits: [
      expect.objectContaining({ status: 'failed' }),
      expect.objectContaining({ status: 'pending', timestamp: NOW_MS + 1 }),
      {
        ...{ id: '1', amount: '7.000000', timestamp: NOW_MS, status: 'completed' },
        ...{ l1_tx_hash: `0x${NOW_MS}`, asset_id: 3 },
      },
    ],
  });
  expect(ask({ filter: 'pending' })).toMatchObject({ deposits: [{ id: '2' }] });
  expect(ask({ cursor: '2' })).toMatchObject({ deposits: [{ id: '1' }] });
  expect(ask({ filter: 'claimable' })).toMatchObject({ deposits: [] });
  expect(() => ask({ l1_address: STRANGER })).toThrow('invalid param: l1_address');
  expect(() => ask({ auth: undefined })).toThrow('invalid param: auth');
});
