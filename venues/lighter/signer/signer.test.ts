import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import type { LighterSigner } from './index.js';
import {
  answering,
  CANCEL,
  LIMIT,
  requestOf,
  SIGNATORY,
  STOP,
  signerProcesses,
  withProgram,
} from './signer.fixture.js';
import { officialLibrary, PROGRAM, signerOf } from './testing/index.js';
import type { LighterOrder, LighterTransaction } from './transactions.js';

const SIGNER = `
  import { closeSync, openSync, readFileSync } from 'node:fs';
  import { systemClock } from '@platform/kit/clock';
  import { LighterSigner } from ${JSON.stringify(new URL('../../dist/lighter/signer/index.js', import.meta.url).href)};
  const program = ${JSON.stringify(PROGRAM)};
  const signer = new LighterSigner({ program, library: process.env.LIBRARY, clock: systemClock });
`;
/** A process that has a signer, and says which process that is. */
const PARENT = `${SIGNER}
  await signer.generateKey();
  process.stdout.write(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'));
`;
/** A process that has no descriptor left when it needs a signer, and then some again; it says what came of both. */
const FULL = `${SIGNER}
  const made = () => signer.generateKey().then(() => 'made', ({ failure }) => failure);
  const open = [];
  const first = await new Promise((resolve) => {
    try { for (;;) open.push(openSync('/dev/null')); } catch { resolve(made()); }
  });
  for (const each of open) closeSync(each);
  process.stdout.write(first + ', ' + (await made()));
  await signer.close();
`;
const KEY_OF_NOBODY = `0x${'9'.repeat(80)}`;
const MEMORY_KIBIBYTES_MAX = 160 * 1024;

let library: string;
let signer: LighterSigner;

beforeAll(async () => {
  library = await officialLibrary();
  signer = signerOf({ library });
});

afterAll(() => signer.close());

/** The one process of the signer, which runs from then on. */
async function runningProcess(): Promise<number> {
  await signer.generateKey();
  const [found, ...others] = await signerProcesses();
  expect(others).toEqual([]);
  if (found === undefined) throw new Error('no signer runs');
  return found;
}

async function untilGone(id: number): Promise<void> {
  while (existsSync(`/proc/${id}`)) await sleep(5);
  // Node hears of it a moment later.
  await sleep(50);
}

const create = (order: Partial<LighterOrder>): LighterTransaction => ({
  kind: 'create_order',
  order: { ...LIMIT, ...order },
});
const trigger = { timeInForce: 0, triggerPrice: 90_000, reduceOnly: true } as const;
const takeProfit: LighterOrder = { ...STOP, type: 4, triggerPrice: 110_000 };

describe('the official library signs', () => {
  test.each<[string, number, LighterTransaction]>([
    ['a limit order', 14, create({})],
    ['a market order', 14, create({ type: 1, timeInForce: 0, expiryMs: 0n })],
    ['a stop loss', 14, create({ type: 2, ...trigger })],
    ['a stop loss limit', 14, create({ type: 3, ...trigger })],
    ['a take profit', 14, create({ type: 4, ...trigger })],
    ['a take profit limit', 14, create({ type: 5, ...trigger, timeInForce: 2 })],
    ['a TWAP', 14, create({ type: 6 })],
    [
      'the largest numbers of an order',
      14,
      create({
        ...{ marketIndex: 254, clientOrderIndex: 2n ** 48n - 1n, baseAmount: 2n ** 48n - 1n, price: 2 ** 32 - 1 },
        expiryMs: 2n ** 48n - 1n,
      }),
    ],
    [
      'an entry with its stop and its take profit',
      28,
      {
        kind: 'create_grouped_orders',
        grouping: 'one_triggers_one_cancels_other',
        orders: [LIMIT, { ...STOP, baseAmount: 0n }, { ...takeProfit, baseAmount: 0n }],
      },
    ],
    [
      'an entry with its stop',
      28,
      { kind: 'create_grouped_orders', grouping: 'one_triggers_other', orders: [LIMIT, { ...STOP, baseAmount: 0n }] },
    ],
    [
      'a stop and a take profit, the largest price in each',
      28,
      {
        kind: 'create_grouped_orders',
        grouping: 'one_cancels_other',
        orders: [
          { ...STOP, price: 2 ** 32 - 1 },
          { ...takeProfit, triggerPrice: 2 ** 32 - 1 },
        ],
      },
    ],
    ['a cancel by the number of the client', 15, CANCEL],
    ['a cancel by the largest number of the venue', 15, { ...CANCEL, orderIndex: 2n ** 60n - 1n }],
    ['a cancel of all orders', 16, { kind: 'cancel_all_orders', marketIndex: null }],
    ['a cancel of all orders of a market', 16, { kind: 'cancel_all_orders', marketIndex: 0 }],
    ['a cancel of all orders at a time', 16, { kind: 'schedule_cancel_all', atMs: 1_795_885_482_858n }],
    ['an end of that', 16, { kind: 'abort_cancel_all' }],
    [
      'a change of an order',
      17,
      {
        kind: 'modify_order',
        ...{ marketIndex: 1, orderIndex: 2n ** 53n + 1n, baseAmount: 5n },
        price: 7,
        triggerPrice: 0,
      },
    ],
    [
      'a leverage',
      20,
      { kind: 'update_leverage', marketIndex: 1, initialMarginFraction: 10_000, marginMode: 'isolated' },
    ],
    ['more margin', 29, { kind: 'update_margin', marketIndex: 1, usdcAmount: 2n ** 60n - 1n, direction: 'add' }],
    ['less margin', 29, { kind: 'update_margin', marketIndex: 1, usdcAmount: 1n, direction: 'remove' }],
  ])('%s', async (_what, type, transaction) => {
    const signed = await signer.sign(requestOf(transaction));
    // That its text says what was asked is checked by the signer, on each call.
    expect(signed).toMatchObject({ type, messageToSign: null });
    expect(signed.info).toContain(`"Nonce":${SIGNATORY.nonce}`);
    expect(signed.hash).toMatch(/^[0-9a-f]{80}$/);
    expect(Math.abs(signed.expiresAtMs - (Date.now() + 599_000))).toBeLessThan(60_000);
  });

  test('a key that it makes, with the text that the owner signs', async () => {
    const { privateKey, publicKey } = await signer.generateKey();
    const signatory = { ...SIGNATORY, accountIndex: 255n, nonce: 0n };
    const signed = await signer.sign({ signatory, privateKey, transaction: { kind: 'change_pub_key', publicKey } });
    expect(signed).toMatchObject({ type: 8 });
    expect(signed.messageToSign).toBe(
      `Register Lighter Account\n\npubkey: ${publicKey}\nnonce: 0x0000000000000000\naccount index: 0x00000000000000ff\napi key index: 0x0000000000000004\nOnly sign this message for a trusted client!`,
    );
    expect(await signer.generateKey()).not.toMatchObject({ publicKey });
  });

  test('by any key that is well formed: only the venue knows whose it is', async () => {
    const other = { ...requestOf(CANCEL), privateKey: new Secret(KEY_OF_NOBODY) };
    expect(await signer.sign(other)).toMatchObject({ type: 15 });
  });

  test('the same request with another signature each time', async () => {
    const [first, second] = [await signer.sign(requestOf(CANCEL)), await signer.sign(requestOf(CANCEL))];
    const signatureOf = ({ info }: { info: string }) => JSON.parse(info).Sig;
    expect(signatureOf(first)).not.toBe(signatureOf(second));
  });

  test('a thousand in a row, by one process that does not grow', async () => {
    const before = await runningProcess();
    for (let nonce = 0n; nonce < 1_000n; nonce += 1n) {
      const signatory = { ...SIGNATORY, nonce };
      const { info } = await signer.sign({ ...requestOf(create({ clientOrderIndex: nonce })), signatory });
      expect(info).toContain(`"Nonce":${nonce},`);
    }
    expect(await runningProcess()).toBe(before);
    const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${before}/status`, 'utf8')) ?? [];
    expect(Number(kibibytes)).toBeLessThan(MEMORY_KIBIBYTES_MAX);
  });

  test('many that are asked at once, each with its own answer', async () => {
    const nonces = Array.from({ length: 100 }, (_, index) => BigInt(index));
    const signed = await Promise.all(
      nonces.map((nonce) => signer.sign({ ...requestOf(CANCEL), signatory: { ...SIGNATORY, nonce } })),
    );
    expect(signed.map(({ info }) => /"Nonce":(\d+)/.exec(info)?.[1])).toEqual(nonces.map(String));
  });
});

describe('nothing is signed', () => {
  const place = (signatory: Partial<typeof SIGNATORY | Record<keyof typeof SIGNATORY, unknown>>) =>
    ({ ...requestOf(CANCEL), signatory: { ...SIGNATORY, ...signatory } }) as never;

  test.each([
    ['a key index of the venue', place({ apiKeyIndex: 3 }), /apiKeyIndex/],
    ['a key index that the library takes for 4', place({ apiKeyIndex: 260 }), /apiKeyIndex/],
    ['a nonce that the library would ask the venue for', place({ nonce: -1n }), /nonce/],
    ['a nonce beyond 64 bits', place({ nonce: 2n ** 63n }), /nonce/],
    ['a nonce that is a number', place({ nonce: 1 }), /nonce/],
    ['an account beyond 48 bits', place({ accountIndex: 2n ** 48n }), /accountIndex/],
    ['no account', place({ accountIndex: 0n }), /accountIndex/],
    ['the number that stands for no market', requestOf({ ...CANCEL, marketIndex: 255 } as never), /marketIndex/],
    ['an order that never ends by the library’s default', requestOf(create({ expiryMs: -1n })), /expiryMs/],
    ['a price beyond 32 bits', requestOf(create({ price: 2 ** 32 })), /price/],
    ['a price that is no whole number', requestOf(create({ price: 1.5 })), /price/],
    ['an order of a type of the venue alone', requestOf(create({ type: 7 })), /type/],
    [
      'margin below nothing, which the library signs',
      requestOf({ kind: 'update_margin', marketIndex: 1, usdcAmount: -5n, direction: 'remove' }),
      /usdcAmount/,
    ],
    [
      'four orders in a group',
      requestOf({ kind: 'create_grouped_orders', grouping: 'one_cancels_other', orders: Array(4).fill(STOP) }),
      /orders/,
    ],
    ['a withdrawal', requestOf({ kind: 'withdraw', assetIndex: 3, amount: 1n } as never), /transaction/],
    ['a transfer', requestOf({ kind: 'transfer', toAccountIndex: 1n } as never), /transaction/],
    ['a field too many', requestOf({ ...CANCEL, skipNonce: 1 } as never), /skipNonce/],
  ])('for %s', async (_what, request, field) => {
    await expect(signer.sign(request)).rejects.toMatchObject({
      failure: 'invalid',
      message: expect.stringMatching(field),
    });
  });

  test.each([
    ['too short', '0x12'],
    ['without its beginning', 'c0'.repeat(40)],
    ['of other letters', `0x${'zz'.repeat(40)}`],
    ['of zeros', `0x${'00'.repeat(40)}`],
  ])('by a private key %s', async (_what, key) => {
    const request = { ...requestOf(CANCEL), privateKey: new Secret(key) };
    const refused = signer.sign(request);
    await expect(refused).rejects.toMatchObject({ failure: 'invalid', message: expect.stringMatching(/privateKey/) });
  });

  test('where the library refuses, in its words, and the process goes on', async () => {
    const before = await runningProcess();
    const market = create({ type: 1, timeInForce: 1 });
    await expect(signer.sign(requestOf(market))).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringMatching(/TimeInForce/i),
    });
    expect(await runningProcess()).toBe(before);
  });
});

describe('a process', () => {
  test('that is killed between two calls is replaced', async () => {
    const id = await runningProcess();
    process.kill(id, 'SIGKILL');
    await untilGone(id);
    expect(await signer.sign(requestOf(CANCEL))).toMatchObject({ type: 15 });
    expect(await runningProcess()).not.toBe(id);
  });

  test.each([
    ['SIGKILL', /ended: SIGKILL$/],
    // The library has a handler, which ends the process in one way or another.
    ['SIGSEGV', /ended: (SIG\w+|exit status \d+)$/],
  ] as const)(
    'that dies of %s within a call fails that call alone, those behind it are signed by the next',
    async (signal, end) => {
      const id = await runningProcess();
      process.kill(id, 'SIGSTOP');
      const cut = signer.sign(requestOf(CANCEL));
      const behind = signer.sign(requestOf(CANCEL));
      process.kill(id, signal);
      process.kill(id, 'SIGCONT');
      await expect(cut).rejects.toMatchObject({ failure: 'ended', message: expect.stringMatching(end) });
      expect(await behind).toMatchObject({ type: 15 });
      expect(await runningProcess()).not.toBe(id);
    },
  );

  test('that hangs is ended after its time, and the next call has another one', async () => {
    const impatient = signerOf({ library, limits: { answerMs: 300 } });
    await impatient.generateKey();
    const [id = 0] = (await signerProcesses()).slice(-1);
    process.kill(id, 'SIGSTOP');
    await expect(impatient.sign(requestOf(CANCEL))).rejects.toMatchObject({ failure: 'late' });
    await untilGone(id);
    expect(await impatient.sign(requestOf(CANCEL))).toMatchObject({ type: 15 });
    await impatient.close();
  });

  test('ends with the process that started it, however that ends', async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
      env: { LIBRARY: library, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [id] = await once(parent.stdout, 'data');
    expect(existsSync(`/proc/${Number(id)}`)).toBe(true);
    parent.kill('SIGKILL');
    await untilGone(Number(id));
  });

  test('that the machine has nothing left for costs a call, and not the process that asks', async () => {
    const command = ['-c', 'ulimit -n 256; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', FULL];
    const parent = spawn('/bin/sh', command, {
      env: { LIBRARY: library, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    parent.stdout.on('data', (piece) => {
      said += String(piece);
    });
    await once(parent, 'close');
    expect(said).toBe('unavailable, made');
  });

  test('is not started for what is invalid, and none is left when the signer is closed', async () => {
    const running = await signerProcesses();
    const closed = signerOf({ library });
    await expect(closed.sign(requestOf(create({ price: 0 })))).rejects.toMatchObject({ failure: 'invalid' });
    expect(await signerProcesses()).toEqual(running);
    await closed.generateKey();
    const underWay = expect(closed.generateKey()).rejects.toMatchObject({
      failure: expect.stringMatching(/ended|unavailable/),
    });
    await closed.close();
    await underWay;
    expect(await signerProcesses()).toEqual(running);
    await expect(closed.generateKey()).rejects.toMatchObject({ failure: 'unavailable' });
  });

  test('that does not start says so, and is not started without end', async () => {
    const clock = new ManualClock(0);
    const hopeless = signerOf({ library: '/no/such/library.so', clock, limits: { startsPerMinute: 2 } });
    for (const _start of [1, 2])
      await expect(hopeless.generateKey()).rejects.toMatchObject({
        failure: 'unavailable',
        message: "the signer could not be started: the signer's process ended: exit status 1",
      });
    await expect(hopeless.generateKey()).rejects.toThrow('was started 2 times within a minute');
    clock.advance(60_000);
    await expect(hopeless.generateKey()).rejects.toThrow('exit status 1');
    await hopeless.close();
  });

  test('that never says that it is ready is ended after its time', async () => {
    await withProgram('setInterval(() => {}, 1_000);', async (program) => {
      const waiting = signerOf({ library, program, limits: { startMs: 300 } });
      await expect(waiting.generateKey()).rejects.toMatchObject({ failure: 'unavailable' });
      await waiting.close();
    });
  });
});

describe('calls', () => {
  test('beyond the number that may wait are refused at once', async () => {
    const narrow = signerOf({ library, limits: { callsMax: 2 } });
    const calls = await Promise.allSettled([1, 2, 3].map(() => narrow.sign(requestOf(CANCEL))));
    expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(calls[2]).toMatchObject({ reason: { failure: 'busy' } });
    expect(await narrow.sign(requestOf(CANCEL))).toMatchObject({ type: 15 });
    await narrow.close();
  });

  test('whose time is over while others are answered are never asked', async () => {
    const slow = answering(`
      globalThis.asked = (globalThis.asked ?? 0) + 1;
      if (question.id === 2) await new Promise((resolve) => setTimeout(resolve, 4_000));
      const privateKey = '0x' + String(globalThis.asked).repeat(80);
      say({ kind: 'generated', id: question.id, privateKey, publicKey: '0x' + '0'.repeat(80) });
    `);
    await withProgram(slow, async (program) => {
      const asked = signerOf({ library, program, limits: { callMs: 3_000, answerMs: 20_000 } });
      await asked.generateKey();
      const late = await Promise.allSettled([asked.generateKey(), asked.generateKey()]);
      expect(late).toMatchObject([{ reason: { failure: 'late' } }, { reason: { failure: 'late' } }]);
      await sleep(2_000);
      const { privateKey } = await asked.generateKey();
      expect(privateKey.reveal()).toMatch(/^0x3+$/);
      await asked.close();
    });
  });
});
