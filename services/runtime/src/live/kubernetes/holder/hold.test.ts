import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { requestOverSocket } from '../../../feed/socket-request.js';
import { sendCommand } from '../../../runners/kubernetes/commands.js';
import { type LinkPlace, openLink } from '../../../runners/kubernetes/links.js';
import { writeProxyProgram } from '../../testing/program.js';
import { answers, type Command, type CommandName, GRANT_USED, links } from '../control.js';
import { holdProxy } from './hold.js';

/** The holder of a pod and a service in one process, with real links between them, and a proxy that answers with what it knows. */

const place = { accountId: 'acc_1', venue: 'hyperliquid' };
const given = { term: 3, environment: { MARK: 'told' }, proxies: 4 };
const botOf = (deploymentId: string, coin: string) => ({
  ...{ deploymentId, generation: 1, coins: [coin], capitalMicroUsdc: '60000000', maximumLeverage: 2 },
  ...{ maximumOpenOrders: 100, maximumDailyLossMicroUsdc: null, opensUntilMs: null },
});
const serve = { ...given, grant: 'grant-1', place, bots: [botOf('dpl_1', 'ETH')] };
let folder: string;
let program: string;
let at: LinkPlace;
let told: AbortController;
let held: Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-pod-'));
  program = await writeProxyProgram(folder);
  await hold();
});

afterEach(async () => {
  told.abort();
  await held;
  await rm(folder, { recursive: true });
});

/** Begins a pod on what is kept. */
async function hold(): Promise<void> {
  at = { host: '127.0.0.1', port: await freePort(), identity: 'proxies-1', key: systemRandom.bytes(32) };
  told = new AbortController();
  held = holdProxy(at, { folder, program }, told.signal);
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await tell('serving', {}).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function tell<Name extends CommandName>(name: Name, body: Command<Name>): Promise<unknown> {
  return sendCommand(at, links.control, { name, body, timeoutMs: 30_000 });
}

/** What the proxy answers a bot. */
async function ask(body: object): Promise<Record<string, unknown>> {
  const connection = await openLink(links.bots, at);
  const { text } = await requestOverSocket({
    ...{ connection, method: 'POST', path: '/exchange', body, timeoutMs: 10_000, answerBytesMax: 10_000 },
  });
  connection.destroy();
  return JSON.parse(text);
}

test('a proxy is started with what it is given, serves as many bots as it was told of last, and answers what they ask', async () => {
  await tell('serve', serve);
  const first = await ask({ order: 1 });
  expect(first).toMatchObject({ body: '{"order":1}', mark: 'told', grant: 'grant-1', known: ['dpl_1'], proxies: 4 });
  await tell('serve', { ...serve, bots: [botOf('dpl_1', 'ETH'), botOf('dpl_2', 'BTC')] });
  await tell('share', { ...given, proxies: 7 });
  expect(await ask({})).toMatchObject({ pid: first['pid'], known: ['dpl_1', 'dpl_2'], proxies: 7 });
  expect(await tell('serving', {})).toEqual([place]);
});

test('a keeper of an earlier term changes nothing, also after the pod was started again', async () => {
  await tell('serve', serve);
  const late = { ...serve, term: 2, bots: [botOf('dpl_9', 'SOL')] };
  await expect(tell('serve', late)).rejects.toThrow('term 2 has ended');
  await expect(tell('stop', { ...given, term: 2, place })).rejects.toThrow('term 2 has ended');
  expect((await ask({}))['known']).toEqual(['dpl_1']);
  told.abort();
  await held;
  await hold();
  await expect(tell('serve', late)).rejects.toThrow('term 2 has ended');
  await tell('serve', { ...serve, term: 4 });
  await expect(tell('share', given)).rejects.toThrow('term 3 has ended');
});

test('a pod that is told to go ends its proxy, and the next one has the same keys and the same folder', async () => {
  await tell('serve', serve);
  const asked = { place, deploymentId: 'dpl_1', generation: 2 };
  const key = answers.keyOf.parse(await tell('keyOf', asked));
  const pid = Number((await ask({}))['pid']);
  told.abort();
  await held;
  await gone(pid);
  await hold();
  expect(await tell('serving', {})).toEqual([]);
  expect(await tell('keyOf', asked)).toBe(key);
  expect(await tell('keyOf', { ...asked, generation: 3 })).not.toBe(key);
  await tell('serve', serve);
  expect((await ask({}))['pid']).not.toBe(pid);
  expect(await readdir(join(folder, 'proxies'))).toHaveLength(1);
});

/** Settles once a process of this one is gone; its end is told after it. */
async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1)
    try {
      process.kill(pid, 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    } catch {
      return;
    }
  throw new Error(`${pid} runs still`);
}

test('what a bot asks of a proxy that dies, or is not there, has no answer', async () => {
  await expect(ask({})).rejects.toThrow();
  await tell('serve', serve);
  await expect(ask({ dies: true })).rejects.toThrow();
  await tell('serve', serve);
  expect((await ask({}))['known']).toEqual(['dpl_1']);
});

test('a proxy that ends before it answers is not started again with the same grant', async () => {
  await expect(tell('serve', { ...serve, grant: 'refused' })).rejects.toThrow(GRANT_USED);
  await tell('serve', serve);
  expect((await ask({}))['grant']).toBe('grant-1');
});

test('a stop ends the proxy, and what is no command is refused', async () => {
  await tell('serve', serve);
  await tell('stop', { ...given, place });
  expect(await tell('serving', {})).toEqual([]);
  for (const name of ['toString', 'exchange'])
    await expect(sendCommand(at, links.control, { name, body: {}, timeoutMs: 5_000 })).rejects.toThrow('404');
  await expect(sendCommand(at, links.control, { name: 'serve', body: { place }, timeoutMs: 5_000 })).rejects.toThrow(
    '409',
  );
});
