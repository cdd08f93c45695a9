import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { changesService, type WatchResponse } from '@platform/protos/changes';
import { walletService } from '@platform/protos/wallet';
import { createStreamClient, type GrpcServer, servedStreams, startGrpcServer } from '../index.js';

const GATEWAY: Caller = { kind: 'workload', workload: 'gateway', cause: 'a test' };
const clock = new ManualClock(1_700_000_000_000);
const logger = createLogger({ process: 'wallet', level: 'silent' });
let tokens: TestTokens;
let server: GrpcServer<Pick<typeof walletService.definition, 'GetWallet'>>;
let client: ReturnType<typeof createStreamClient<typeof changesService.definition>>;
/** What the handler does. */
let answer: (signal: AbortSignal) => AsyncIterable<WatchResponse>;

function message(sequence: string): WatchResponse {
  const rest = { atMs: 0, accountId: '', entity: '', id: '', part: '', removed: false };
  return { kind: 'change', sequence, ...rest };
}

async function* numbered(count: number, text = ''): AsyncGenerator<WatchResponse> {
  for (let index = 1; index <= count; index += 1) yield message(`${index}${text}`);
}

beforeAll(async () => {
  tokens = await createTestTokens(clock);
  server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: {
      ...walletService,
      definition: { GetWallet: walletService.definition.GetWallet },
      access: { GetWallet: { users: 'none' } },
      handlers: { GetWallet: async () => ({ wallet: null }) },
    },
    streams: servedStreams({
      ...changesService,
      access: { Watch: { users: 'none', workloads: ['gateway'] } },
      handlers: { Watch: (_request, { signal }) => answer(signal) },
    }),
    verifier: tokens.verifier('wallet'),
    logger,
  });
  client = createStreamClient(changesService.definition, `127.0.0.1:${server.port}`);
});

beforeEach(() => {
  answer = () => numbered(3);
});

afterAll(async () => {
  client.close();
  await server.close();
  await tokens.remove();
});

async function watch(caller: Caller, signal = new AbortController().signal) {
  const token = await tokens.mint(caller, 'wallet');
  return client.watch({}, { token, requestId: 'streams', signal });
}

describe('a stream of a service', () => {
  test('arrives whole and in order, and ends', async () => {
    const seen: string[] = [];
    for await (const { sequence } of await watch(GATEWAY)) seen.push(sequence);
    expect(seen).toEqual(['1', '2', '3']);
  });

  test.each<[string, Caller]>([
    ['another service', { kind: 'workload', workload: 'runtime', cause: 'a test' }],
    ['a user, whatever the key', testUser('acc_1')],
    ['nobody', { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' }],
  ])('is closed to %s', async (_name, caller) => {
    const stream = (await watch(caller))[Symbol.asyncIterator]();
    await expect(stream.next()).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });

  test('is closed without a token for the service', async () => {
    const token = await tokens.mint(GATEWAY, 'runtime');
    const options = { token, requestId: 'streams', signal: new AbortController().signal };
    await expect(client.watch({}, options)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('that fails says so as a call does, and shows nothing of an unknown error', async () => {
    answer = async function* fail() {
      yield message('1');
      throw new Error('canary');
    };
    const stream = (await watch(GATEWAY))[Symbol.asyncIterator]();
    await stream.next();
    await expect(stream.next()).rejects.toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('canary'),
    });
  });

  test('tells its handler that the caller left', async () => {
    const left = Promise.withResolvers<void>();
    answer = async function* wait(signal) {
      yield message('1');
      signal.addEventListener('abort', () => left.resolve());
      await left.promise;
    };
    const leaving = new AbortController();
    const seen: string[] = [];
    for await (const { sequence } of await watch(GATEWAY, leaving.signal)) {
      seen.push(sequence);
      leaving.abort();
    }
    await left.promise;
    expect(seen).toEqual(['1']);
  });

  test('is made no faster than it is read', async () => {
    let made = 0;
    answer = async function* endless() {
      for (;;) {
        made += 1;
        yield message('x'.repeat(64 * 1024));
        await turn();
      }
    };
    const leaving = new AbortController();
    const stream = (await watch(GATEWAY, leaving.signal))[Symbol.asyncIterator]();
    await stream.next();
    let before = 0;
    while (before !== made) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(made).toBeLessThan(200);
    leaving.abort();
  });
});
