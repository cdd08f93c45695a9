import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { credit } from '../accounts/credit.js';
import { RequestLimits } from '../limits.js';
import type { Market } from '../market.js';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';
import { sendTx, sendTxBatch, type TransactionParts, tx } from './answers.js';
import { Rejected } from './rejected.js';
import { EXECUTION_DELAY_MS, Sequencer } from './sequencer.js';

const hex = z.templateLiteral(['0x', z.string()]);
const recorded = z.object({
  publicKey: hex,
  ownerKey: hex,
  transactions: z.record(z.string(), z.object({ type: z.number(), info: z.string(), hash: z.string() })),
});
/** What the official signer made. */
const FIXTURE = new URL('../fixtures/signed-by-sdk.json', import.meta.url);
const { publicKey, ownerKey, transactions } = recorded.parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
const owner = privateKeyToAccount(ownerKey).address.toLowerCase();
const EXPIRES_MS = Number(z.object({ ExpiredAt: z.number() }).parse(JSON.parse(sentOf('nonce 0').info)).ExpiredAt);
const [ACCOUNT, KEY] = [3, 4];
const PER_MINUTE = 5;
/** Of which sixty go with the published weight. */
const WEIGHT_PER_MINUTE = 2_000;

let directory: string;
let clock: ManualClock;
let parts: TransactionParts;
let injected: Rejected | undefined;
let pauseMs: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  clock = new ManualClock(EXPIRES_MS - 60_000);
  injected = undefined;
  pauseMs = 0;
  parts = open();
  credit(parts.store, owner, 25_000_000n, clock.nowMs());
});
afterEach(() => {
  close();
  rmSync(directory, { recursive: true });
});

function open(): TransactionParts {
  const store = new Store(openJournal(directory));
  const logger = createLogger({ process: 'test', level: 'silent' });
  const takeInjected = () => {
    const taken = injected;
    injected = undefined;
    return taken;
  };
  const shared = { store, markets: new Map<number, Market>(), clock };
  const limits = new RequestLimits({ weightPerMinute: WEIGHT_PER_MINUTE, exceptions: new Map() }, clock);
  return {
    ...shared,
    limits,
    sequencer: new Sequencer({ ...shared, injected: takeInjected, pauseMs: () => pauseMs, logger }),
  };
}

function close(): void {
  parts.sequencer.close();
  parts.store.journal.close();
}

function sentOf(name: string) {
  const sent = transactions[name];
  if (sent === undefined) throw new Error(`${name} is not recorded`);
  return sent;
}

/** Sends a recorded transaction, with other fields where some are given. */
function send(name: string, fields: object = {}): Promise<object> {
  const { type, info } = sentOf(name);
  const changed = JSON.stringify({ ...JSON.parse(info), ...fields });
  return sendTx({ tx_type: String(type), tx_info: changed, price_protection: 'true' }, parts);
}

function pass(): void {
  clock.advance(EXECUTION_DELAY_MS);
  parts.sequencer.executeDue();
}

const told = (name: string) => tx({ by: 'hash', value: sentOf(name).hash }, parts.store);
const key = () => parts.store.apiKey(ACCOUNT, KEY);

describe('an accepted transaction', () => {
  test('is not executed before its time: its key is not registered and its nonce is the next one', async () => {
    const answer = { code: 200, tx_hash: sentOf('nonce 0').hash, predicted_execution_time_ms: expect.any(Number) };
    expect(await send('nonce 0')).toMatchObject(answer);
    expect(told('nonce 0')).toMatchObject({ code: 200, status: 1, executed_at: 0, type: 8, account_index: ACCOUNT });
    parts.sequencer.executeDue();
    expect(key()).toBeUndefined();
    pass();
    expect(key()).toMatchObject({ publicKey, nonce: 1n });
    expect(told('nonce 0')).toMatchObject({ status: 2, executed_at: clock.nowMs(), nonce: 0, api_key_index: KEY });
    expect(tx({ by: 'sequence_index', value: '1' }, parts.store)).toEqual(told('nonce 0'));
  });

  test('is executed by a venue that was killed before', async () => {
    await send('nonce 0');
    close();
    parts = open();
    pass();
    expect(key()).toMatchObject({ nonce: 1n });
  });

  test('is followed by others before it is executed, in the order of their nonces', async () => {
    for (const nonce of [0, 1, 2]) await send(`nonce ${nonce}`);
    await expect(send('nonce 2')).rejects.toMatchObject({ code: 21_104, message: 'invalid nonce' });
    pass();
    expect(key()).toMatchObject({ nonce: 3n });
  });

  test('may be pending for long, and those behind it with it', async () => {
    pauseMs = 20_000;
    await send('nonce 0');
    pass();
    pauseMs = 0;
    await send('nonce 1');
    clock.advance(19_000);
    parts.sequencer.executeDue();
    expect([told('nonce 0'), told('nonce 1')]).toMatchObject([{ status: 1 }, { status: 1 }]);
    clock.advance(1_000);
    parts.sequencer.executeDue();
    expect([told('nonce 0'), told('nonce 1')]).toMatchObject([{ status: 2 }, { status: 2 }]);
  });

  test('may skip nonces where it says so, and none goes back', async () => {
    await send('nonce 0');
    await send('nonce 9, skipping');
    pass();
    expect(key()).toMatchObject({ nonce: 10n });
    await expect(send('nonce 1')).rejects.toMatchObject({ code: 21_104 });
  });
});

describe('the API refuses, and the nonce stays unused,', () => {
  test.each([
    ['nonce 1', {}, 21_104, 'invalid nonce'],
    ['by another key', {}, 21_120, 'invalid signature'],
    ['by another owner', {}, 21_120, 'invalid signature'],
    ['for the testnet', {}, 21_120, 'invalid signature'],
    ['nonce 0', { Nonce: 1 }, 21_120, 'invalid signature'],
    ['nonce 0', { L1Sig: '' }, 21_120, 'invalid signature'],
    ['nonce 0', { AccountIndex: 4 }, 21_100, 'account not found'],
    ['of a reserved index', {}, 20_001, 'invalid param: ApiKeyIndex'],
    ['nonce 0', { Extra: 1 }, 20_001, 'invalid param: tx_info'],
  ])('%s with %j', async (name, fields, code, message) => {
    await expect(send(name, fields)).rejects.toMatchObject({ code, message });
    expect(await send('nonce 0')).toMatchObject({ code: 200 });
  });

  test('what has expired', async () => {
    clock.advance(60_000);
    await expect(send('nonce 0')).rejects.toMatchObject({ message: 'invalid param: ExpiredAt' });
  });

  test.each([
    [{ tx_type: '99', tx_info: '{}' }, 'tx_type'],
    [{ tx_type: '45', tx_info: '{}' }, 'tx_info'],
    [{ tx_type: '8', tx_info: '{' }, 'tx_info'],
    [{ tx_type: 'x', tx_info: '{}' }, 'tx_type'],
    [undefined, 'query'],
  ])('%j', async (form, name) => {
    await expect(sendTx(form, parts)).rejects.toMatchObject({ code: 20_001, message: `invalid param: ${name}` });
  });
});

describe('the sequencer rejects', () => {
  const reasonOf = (name: string) => {
    const { status, event_info } = z.object({ status: z.number(), event_info: z.string() }).parse(told(name));
    expect(status).toBe(0);
    return JSON.parse(z.object({ ae: z.string() }).parse(JSON.parse(event_info)).ae);
  };

  test('for a reason that uses the nonce: the next one is taken', async () => {
    await send('nonce 0');
    pass();
    injected = new Rejected(21_739, 'not enough margin to create the order', true);
    await send('nonce 1');
    pass();
    expect(reasonOf('nonce 1')).toEqual({ code: 21_739, message: 'not enough margin to create the order' });
    expect(key()).toMatchObject({ nonce: 2n });
  });

  test('for a reason that does not use the nonce: those behind it fail too, and it may be sent again', async () => {
    await send('nonce 0');
    pass();
    injected = new Rejected(21_739, 'not enough margin to create the order', false);
    await send('nonce 1');
    await send('nonce 2');
    pass();
    expect(reasonOf('nonce 2')).toEqual({ code: 21_104, message: 'invalid nonce' });
    expect(key()).toMatchObject({ nonce: 1n });
    await send('nonce 1');
    pass();
    expect(told('nonce 1')).toMatchObject({ status: 2 });
  });

  test('what expired while it waited', async () => {
    await send('nonce 0');
    clock.advance(60_000);
    parts.sequencer.executeDue();
    expect(reasonOf('nonce 0')).toMatchObject({ message: 'transaction expired' });
    expect(key()).toBeUndefined();
  });
});

test('an account that has sent too much within a minute waits for the next one', async () => {
  for (let sent = 0; sent < PER_MINUTE; sent += 1) await send('nonce 1').catch(() => undefined);
  await expect(send('nonce 0')).rejects.toMatchObject({ code: 23_000, status: 429 });
  clock.advance(60_000 - 1);
  await expect(send('nonce 0')).rejects.toMatchObject({ code: 23_000 });
});

describe('a batch', () => {
  const sendAll = (...names: string[]) => {
    const all = names.map(sentOf);
    const forms = { tx_types: all.map(({ type }) => type), tx_infos: all.map(({ info }) => info) };
    return sendTxBatch({ tx_types: JSON.stringify(forms.tx_types), tx_infos: JSON.stringify(forms.tx_infos) }, parts);
  };

  test('is accepted whole, and executed in its order', async () => {
    expect(await sendAll('nonce 0', 'nonce 1')).toMatchObject({
      code: 200,
      tx_hash: [sentOf('nonce 0').hash, sentOf('nonce 1').hash],
    });
    pass();
    expect(key()).toMatchObject({ nonce: 2n });
  });

  test('is refused whole where one of it is', async () => {
    await expect(sendAll('nonce 0', 'nonce 2')).rejects.toMatchObject({ code: 21_104 });
    expect(() => told('nonce 0')).toThrow('transaction not found');
    expect(await send('nonce 0')).toMatchObject({ code: 200 });
  });
});
