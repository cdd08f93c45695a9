import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { until } from '../platform/wait.js';
import { PROCESSES_HOOK_MS_MAX } from '../processes/processes.js';
import { ProxiedAccount } from './proxied-account.js';

/** Another agent takes the place of one that grows old, while its bots trade. */

const TEST_MS_MAX = 400_000;
const RENEWALS = 4;
/** Room for all orders of the test at once, beside those that the venue's reads may lack. */
const CAPITAL_MICRO_USDC = String(100_000 * 1_000_000);
/** Two bots that order and cancel for some eight seconds stay below the 300 changes that a proxy takes in a minute, on any machine. */
const PAUSE_MS = 200;

/** A bot of the test: a key, and the market that it trades. */
interface Trader {
  readonly key: Hex;
  readonly asset: number;
  readonly coin: string;
  readonly size: string;
}

const traders: readonly Trader[] = [
  { key: generatePrivateKey(), asset: 0, coin: 'BTC', size: '0.001' },
  { key: generatePrivateKey(), asset: 1, coin: 'ETH', size: '0.02' },
];
let proxied: ProxiedAccount;
let url: string;
let assignmentFile: string;
let proxy: ChildProcess;
let lastNonce = 0;

const bots = () =>
  traders.map(({ key, coin }) =>
    proxied.limits({
      ...{ deploymentId: `dep_${coin}`, bot: privateKeyToAddress(key), coins: [coin] },
      capitalMicroUsdc: CAPITAL_MICRO_USDC,
    }),
  );

beforeAll(async () => {
  proxied = await ProxiedAccount.open();
  ({ url, assignmentFile, child: proxy } = await proxied.startProxyOf(bots()));
}, PROCESSES_HOOK_MS_MAX);

afterAll(() => proxied[Symbol.asyncDispose]());

/** Sends an action of a bot; returns what the venue answered. */
async function act({ key }: Trader, action: Record<string, unknown>) {
  lastNonce = Math.max(Date.now(), lastNonce + 1);
  const request = { action, nonce: lastNonce };
  const signature = await signL1Action({ wallet: privateKeyToAccount(key), ...request });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ ...request, signature });
  const response = await fetch(`${url}/exchange`, { method: 'POST', headers, body });
  const text = await response.text();
  return { text, oid: Number(/"oid":(\d+)/.exec(text)?.[1]) };
}

/** Places an order that rests, and cancels it; returns what went wrong. */
async function roundOf(trader: Trader, price: string): Promise<string[]> {
  const { asset: a, size: s } = trader;
  const order = { a, b: true, p: price, s, r: false, t: { limit: { tif: 'Gtc' } } };
  const placed = await act(trader, { type: 'order', orders: [order], grouping: 'na' });
  if (!placed.text.includes('resting')) return [placed.text];
  const ended = await act(trader, { type: 'cancel', cancels: [{ a, o: placed.oid }] });
  return ended.text.includes('"success"') ? [] : [ended.text];
}

async function priceOf({ coin }: Trader): Promise<string> {
  const { levels } = await proxied.read('l2Book', { coin });
  return String(Math.round(Number(levels[0][0].px) * 0.7));
}

const agents = async (): Promise<string[]> =>
  (await proxied.read('extraAgents')).map(({ address }: { address: string }) => address);

/** Has the proxy renew its agent; returns the new one's address. */
async function renewed(former: string): Promise<string> {
  await proxied.assign(assignmentFile, bots());
  const [agent = ''] = await until('another agent', agents, (all) => all.length === 1 && all[0] !== former);
  return agent;
}

test(
  'no order of two bots is refused while their agent is replaced again and again, and no address comes twice',
  async () => {
    let isOver = false;
    const rounds = traders.map(async (trader) => {
      const price = await priceOf(trader);
      const wrong: string[] = [];
      let count = 0;
      for (; !isOver; count += 1) {
        wrong.push(...(await roundOf(trader, price)));
        await wait(PAUSE_MS);
      }
      return { wrong, count };
    });
    const seen = await agents();
    for (let renewal = 0; renewal < RENEWALS; renewal += 1) {
      await wait(1_000);
      seen.push(await renewed(seen.at(-1) ?? ''));
    }
    await wait(1_000);
    isOver = true;
    for (const { wrong, count } of await Promise.all(rounds)) {
      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(RENEWALS);
    }
    expect(new Set(seen).size).toBe(RENEWALS + 1);
    expect(await proxied.read('openOrders')).toEqual([]);
  },
  TEST_MS_MAX,
);

test(
  'bots whose agent the venue has ended are refused in its words until another grant, and trade on then',
  async () => {
    const [trader] = traders;
    if (trader === undefined) throw new Error('there is no bot');
    const price = await priceOf(trader);
    const [former = ''] = await agents();
    proxied.endAgents();
    expect(await roundOf(trader, price)).toEqual([expect.stringContaining('does not exist')]);
    expect(await renewed(former)).not.toBe(former);
    await until(
      'an order that rests',
      () => roundOf(trader, price),
      ({ length }) => length === 0,
    );
    expect(proxy.exitCode).toBeNull();
  },
  TEST_MS_MAX,
);

test(
  'a proxy that gets no other agent ends, where the venue has ended the one that it had',
  async () => {
    const exited = new Promise((resolve) => proxy.once('exit', resolve));
    proxied.endAgents();
    await proxied.assign(assignmentFile, bots(), 'of nobody');
    await exited;
  },
  TEST_MS_MAX,
);
