import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { standingSchema } from '@platform/venues/live-bots';
import { privateKeyToAccount } from 'viem/accounts';
import { PROCESSES_HOOK_MS_MAX } from '../processes/processes.js';
import { BUILDER } from './bot.js';
import { ProxiedAccount } from './proxied-account.js';

/** A proxy's process dies between the journal, the venue and the answer; the next one finds out what the venue has. */

let proxied: ProxiedAccount;
let folder: string;
let lastNonce = 0;

beforeAll(async () => {
  proxied = await ProxiedAccount.open();
  folder = await mkdtemp(join(tmpdir(), 'proxy-kills-'));
}, PROCESSES_HOOK_MS_MAX);

afterAll(async () => {
  await proxied[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const openOrders = async (): Promise<{ oid: number; cloid: string }[]> => proxied.read('frontendOpenOrders');

/** Has the bot place an order that rests far below the market. */
async function buy(url: string): Promise<string> {
  const { levels } = await proxied.read('l2Book', { coin: 'ETH' });
  const price = Math.round(Number(levels[0][0].px) * 0.7);
  const size = (15 / price).toFixed(4).replace(/0+$/, '');
  const order = { a: 1, b: true, p: String(price), s: size, r: false, t: { limit: { tif: 'Gtc' } } };
  const builder = { b: BUILDER.address, f: BUILDER.feeTenthsOfBasisPoint };
  const action = { type: 'order', orders: [order], grouping: 'na', builder };
  lastNonce = Math.max(Date.now(), lastNonce + 1);
  const request = { action, nonce: lastNonce };
  const signature = await signL1Action({ wallet: privateKeyToAccount(proxied.botKey), ...request });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ ...request, signature });
  return (await fetch(`${url}/exchange`, { method: 'POST', headers, body })).text();
}

test.each([
  ['after_journal', 0],
  ['after_answer', 1],
])(
  'an order during which a proxy dies %s is never sent again, and nothing about it stays open',
  async (point, placed) => {
    const before = (await openOrders()).length;
    const KILL_POINT_FILE = join(folder, point);
    const JOURNAL_FILE = join(folder, 'journal');
    const { url, child } = await proxied.startProxyOf([proxied.limits()], { KILL_POINT_FILE, JOURNAL_FILE });
    await writeFile(KILL_POINT_FILE, `venue_proxy.${point}`);
    const ended = once(child, 'exit');
    await expect(buy(url)).rejects.toThrow();
    await ended;
    const next = await proxied.startProxyOf([proxied.limits()], { JOURNAL_FILE });
    const look = async () => standingSchema.parse(await (await fetch(`${next.url}/standing`)).json());
    while ((await look()).asOfMs === null) await wait(200);
    expect(await openOrders()).toHaveLength(before + placed);
    expect(await buy(next.url)).toContain('resting');
    const shown = (await openOrders()).map(({ cloid }) => cloid);
    expect(shown).toHaveLength(before + placed + 1);
    expect(new Set(shown).size).toBe(shown.length);
    // Longer than an order may be in doubt.
    await wait(12_000);
    expect((await look()).bots).toMatchObject([{ deploymentId: 'dep_1', differences: [] }]);
    const stopped = once(next.child, 'exit');
    next.child.kill('SIGKILL');
    await stopped;
    const answers = (await readFile(JOURNAL_FILE, 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"kind":"order"'));
    expect(answers.at(-1)).toContain(placed === 1 ? '"state":"placed"' : '"state":"ended"');
  },
  300_000,
);
