import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { requestOverSocket } from '../../feed/socket-request.js';
import { type LinkPlace, openLink, serveLinks } from '../../runners/kubernetes/links.js';
import { links } from './control.js';
import { proxySocketOf, Questions, questionSocketOf } from './holder/questions.js';
import { QuestionLinks } from './question-links.js';

/** What bots of a pod ask, and who answers: a pod and a service in one process, with real links between them. */

const OWNER = { venue: 'hyperliquid', accountDigest: 'digest-1' };
const LONG = 'x'.repeat(300_000);
let folder: string;
let at: LinkPlace;
let pod: { close(): void };
let questions: Questions;
let service: QuestionLinks;
let feed: Server;
let taken: TLSSocket[];
/** The paths that the feed was asked. */
let asked: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'questions-'));
  [taken, asked] = [[], []];
  at = { host: '127.0.0.1', port: await freePort(), identity: 'bots-1', key: systemRandom.bytes(32) };
  questions = new Questions();
  await questions.serve(join(folder, 'pod'));
  pod = await serveLinks(at, {
    ...{ names: Object.values(links), connectionsMax: 8 },
    onLink: (_name, link) => {
      taken.push(link);
      questions.take(link);
    },
  });
  feed = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.pipe(response.writeHead(200));
  });
  feed.listen(join(folder, 'feed.sock'));
  await once(feed, 'listening');
  service = serviceAgain();
});
afterEach(async () => {
  service.close();
  questions.close();
  pod.close();
  feed.close();
  feed.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const serviceAgain = () =>
  new QuestionLinks({
    feedSocket: (venue) => (venue === 'hyperliquid' ? join(folder, 'feed.sock') : '/nowhere'),
    askProxy: async (whose, path, text) => {
      asked.push(`${whose.accountDigest} ${whose.venue} ${path}`);
      if (text.includes('lost')) throw new Error('the link to the proxy has ended');
      return { status: 200, text };
    },
  });

/** What a bot is told. */
function ask(path: `/${string}`, body: unknown, venue = 'hyperliquid') {
  const socketPath = questionSocketOf(join(folder, 'pod'), venue);
  return requestOverSocket({ socketPath, method: 'POST', path, body, timeoutMs: 30_000, answerBytesMax: 1_000_000 });
}

test('a question reaches the feed of its venue, and its answer the bot, however many are asked at once', async () => {
  service.keep('shared-1', at, OWNER);
  const texts = Array.from({ length: 20 }, (_, index) => ({ index, coin: 'BTC' }));
  const told = await Promise.all(texts.map((text) => ask('/book', text)));
  expect(told).toEqual(texts.map((text) => ({ status: 200, text: JSON.stringify(text) })));
  expect(new Set(asked)).toEqual(new Set(['/book']));
});

test('a question waits for a service that is started again', async () => {
  const waiting = ask('/candles', { waits: true });
  await new Promise((resolve) => setTimeout(resolve, 300));
  service.keep('shared-1', at, OWNER);
  expect((await waiting).status).toBe(200);
  service.close();
  const again = ask('/candles', { waits: true });
  service = serviceAgain();
  service.keep('shared-1', at, OWNER);
  expect((await again).status).toBe(200);
});

test('a link that ended without a word is opened again', async () => {
  service.keep('shared-1', at, OWNER);
  expect((await ask('/book', {})).status).toBe(200);
  for (const link of taken) link.destroy();
  const asking = ask('/book', {});
  const keeping = setInterval(() => service.keep('shared-1', at, OWNER), 50);
  expect((await asking).status).toBe(200);
  clearInterval(keeping);
});

test('what is no question, too long, or of a venue without a feed is refused, and reaches no feed', async () => {
  service.keep('shared-1', at, OWNER);
  for (const [path, body, venue] of [
    ['/orders', {}, 'hyperliquid'],
    ['/book', { coin: LONG }, 'hyperliquid'],
    ['/book', {}, 'lighter'],
  ] as const)
    expect(await ask(path, body, venue)).toEqual({ status: 503, text: expect.stringContaining('reason') });
  expect(asked).toEqual([]);
});

/** What a live bot is told by its account's proxy. */
function askProxy(path: `/${string}`, body: unknown) {
  const socketPath = proxySocketOf(join(folder, 'pod'));
  return requestOverSocket({ socketPath, method: 'POST', path, body, timeoutMs: 30_000, answerBytesMax: 1_000_000 });
}

test('an order reaches the proxy of the account whose pod it is, whatever is said in it', async () => {
  service.keep('shared-1', at, OWNER);
  expect(await askProxy('/exchange', { account: 'another' })).toEqual({ status: 200, text: '{"account":"another"}' });
  expect(asked).toEqual(['digest-1 hyperliquid /exchange']);
  expect((await askProxy('/standing', {})).status).toBe(503);
  expect(asked).toHaveLength(1);
});

test('an order whose answer is lost is not sent a second time, and has no answer', async () => {
  service.keep('shared-1', at, OWNER);
  await expect(askProxy('/exchange', { is: 'lost' })).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

test('what is asked goes over another link while the service at the newest one stands still', async () => {
  service.keep('shared-1', at, OWNER);
  expect((await ask('/book', {})).status).toBe(200);
  const standing = await openLink(links.questions, at);
  // Nobody reads it, as of a process that is stopped.
  standing.pause();
  while (taken.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  expect((await ask('/book', {})).status).toBe(200);
  expect((await askProxy('/exchange', {})).status).toBe(200);
  standing.destroy();
});

test('an order waits for a service that is started again', async () => {
  const waiting = askProxy('/exchange', {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  service.keep('shared-1', at, OWNER);
  expect((await waiting).status).toBe(200);
});

test('who does not have the key opens no link', async () => {
  service.keep('shared-1', { ...at, key: systemRandom.bytes(32) }, OWNER);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(taken).toEqual([]);
});
