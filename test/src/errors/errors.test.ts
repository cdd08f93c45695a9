import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { catalogue, type ErrorCode } from '@platform/errors';
import type { Answer, Caller } from '../platform/caller.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { refusals } from './refusals.js';
import { Requests } from './requests.js';

/** Codes that callers meet through REST, on one platform, each with its cause. */

const START_MS = 180_000;
const TEST_MS = 300_000;
const RECOVERED_MS_MAX = 180_000;
const ATTEMPTS_MAX = 3;
/** A service has 20 s to answer the gateway. */
const GRAPH_DEADLINE_MS = 30_000;
/** How long the gateway caches a caller. */
const REMEMBERED_MS = 2_000;
/** The time until a sent request has reached the process that is then ended. */
const REACHED_MS = 300;
let platform: Platform;
let requests: Requests;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.start('its parts are ended and made to hang', {
    FEATURE_WITHDRAWAL_OTP: 'true',
    RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
  });
  requests = await Requests.to(platform);
  caller = await requests.caller();
}, START_MS);

afterAll(() => platform?.[Symbol.asyncDispose](), START_MS);

/** The answer is the documented envelope of the code, with its status. */
function expectError({ status, body, headers }: Answer, code: ErrorCode): void {
  const docsUrl = expect.stringMatching(new RegExp(`/docs/errors/${code}$`));
  expect([status, body]).toEqual([
    catalogue[code].http,
    { error: expect.objectContaining({ code, message: expect.any(String), docs_url: docsUrl }) },
  ]);
  expect(headers.get('x-request-id')).toBeTruthy();
}

describe('a request is refused', () => {
  test.each(Object.keys(refusals) as ErrorCode[])(
    '%s',
    async (code) => {
      const produce = refusals[code];
      expectError(await produce!(requests), code);
    },
    TEST_MS,
  );
});

/** Waits until every part answers again. */
async function untilWhole(): Promise<void> {
  const paths = ['/account', '/wallet', '/context/markets', '/runtime/executions', '/runtime/backtests'];
  await until(
    'every part',
    () => Promise.all(paths.map((path) => caller.send('GET', path))),
    (answers) => answers.every(({ status }) => status === 200),
    { timeoutMs: RECOVERED_MS_MAX },
  );
}

/**
 * Ends parts while restarts are off, for a caller whom the gateway has just authenticated. A failure after the gateway has forgotten the
 * caller proves nothing about the parts: it is retried.
 */
async function whileNothingIsStarted(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await sleep(REMEMBERED_MS);
    const knownFromMs = Date.now();
    await until(
      'the caller being known',
      () => caller.send('GET', '/account'),
      ({ status }) => status === 200,
      { timeoutMs: RECOVERED_MS_MAX },
    );
    const goOn = platform.pauseSupervisor();
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || Date.now() - knownFromMs < REMEMBERED_MS) throw error;
    } finally {
      goOn();
    }
  }
}

/** Makes a part hang. */
async function whileItHangs(name: string, work: () => Promise<void>): Promise<void> {
  const goOn = await platform.pause(name);
  await work().finally(goOn);
}

/** Each service's code when its store can't be reached, by a route that reads only the store. */
const storeCodes: Readonly<Record<string, ErrorCode>> = {
  '/wallet/withdrawals': 'wallet_repository_unavailable',
  '/runtime/executions': 'execution_store_unavailable',
  '/context/datasets': 'context_store_unavailable',
  '/runtime/backtests/dataset?venue=polymarket&market=1.POLYMARKET': 'context_store_unavailable',
  '/context/scan': 'context_store_unavailable',
  '/context/setup/BTC%2FUSDC%3AUSDC': 'context_store_unavailable',
  '/context/leaderboard': 'leaderboard_store_unavailable',
};

describe('a part is away', () => {
  beforeEach(() => untilWhole(), TEST_MS);

  test(
    'the wallet: nothing is executed',
    async () => {
      await whileNothingIsStarted(async () => {
        await platform.end('wallet');
        expectError(await requests.execute(caller), 'execution_provider_unavailable');
        expectError(await caller.send('GET', '/wallet'), 'service_unavailable');
      });
    },
    TEST_MS,
  );

  test(
    'a venue: its markets are left out and it is named; of all venues: nothing can be listed',
    async () => {
      const down = { kind: 'down', count: 1_000, when: 'before_accept', scope: 'all' } as const;
      // A cached listing is returned for some more seconds.
      const listed = (hoped: (answer: Answer) => boolean) =>
        until('the end of a listing', () => caller.send('GET', '/context/markets?query=perp'), hoped);
      try {
        await injectFault(platform, down);
        const { body } = await listed((answer) => answer.body.unavailable_venues?.length === 1);
        expect(body.unavailable_venues).toEqual(['hyperliquid']);
        expect(body.markets.some(({ venue }: { venue: string }) => venue === 'lighter')).toBe(true);
        const alone = await caller.query('{ markets(venue: "hyperliquid") { nodes { symbol } } }');
        expect(alone.body.errors[0].extensions.code).toBe('context_upstream_unavailable');
        for (const venue of ['lighter', 'polymarket'] as const) await injectFault(platform, { ...down, venue });
        expectError(await listed(({ status }) => status !== 200), 'context_upstream_unavailable');
      } finally {
        await clearFaults(platform);
      }
    },
    TEST_MS,
  );

  test(
    'who knows the callers: the deadline passes',
    async () => {
      const unknown = await requests.caller();
      await whileItHangs('identity', async () => {
        await sleep(REMEMBERED_MS);
        expectError(await unknown.send('GET', '/account'), 'deadline_exceeded');
      });
    },
    TEST_MS,
  );

  test(
    'the mail provider, then who sends: no code leaves',
    async () => {
      await whileItHangs('sandbox', async () => {
        const email = { email: 'unreached@example.com' };
        expectError(await requests.send('POST', '/account/register', email), 'email_delivery_failed');
        await whileNothingIsStarted(async () => {
          const code = requests.sendCode(caller);
          await requests.messageIsCounted(caller);
          await sleep(REACHED_MS);
          await platform.end('identity');
          expectError(await code, 'withdrawal_otp_unavailable');
        });
      });
    },
    TEST_MS,
  );

  test(
    'a service that hangs: the graph loses its fields alone, with an error for each, within the deadline',
    async () => {
      const query = `{
        account { id wallet { address } runtimeUsage { runningBacktests } }
        mine: wallet { deposits { edges { cursor } } }
        executions { edges { cursor } }
      }`;
      await whileItHangs('wallet', async () => {
        let tookMs = 0;
        const ask = async () => {
          const askedAtMs = performance.now();
          const answer = await caller.query(query);
          tookMs = performance.now() - askedAtMs;
          return answer;
        };
        // On a busy machine the authentication may take too long.
        const answered = await until('an answer in parts', ask, ({ body }) => body.data !== undefined, {
          timeoutMs: TEST_MS / 2,
        });
        const { data, errors } = answered.body;
        expect(tookMs).toBeLessThan(GRAPH_DEADLINE_MS);
        expect(data).toEqual({
          account: { id: caller.accountId, wallet: null, runtimeUsage: { runningBacktests: expect.any(Number) } },
          mine: null,
          executions: { edges: expect.any(Array) },
        });
        const paths = errors.map(({ path }: { path: string[] }) => path.join('.'));
        expect(paths.sort()).toEqual(['account.wallet', 'mine']);
        for (const { extensions } of errors)
          expect(['deadline_exceeded', 'service_unavailable']).toContain(extensions.code);
      });
    },
    TEST_MS,
  );

  test(
    'who sends codes: nobody can say how a withdrawal is proved',
    async () => {
      await whileNothingIsStarted(async () => {
        await platform.end('identity');
        const policy = await caller.send('GET', '/wallet/withdraw/authorization');
        expectError(policy, 'withdrawal_authorization_unavailable');
      });
    },
    TEST_MS,
  );

  // Last, since it takes longest to be back.
  test(
    'the store: each service says so by its own code',
    async () => {
      let asked = Object.entries(storeCodes);
      for (let attempt = 0; attempt < ATTEMPTS_MAX && asked.length > 0; attempt += 1) {
        await untilWhole();
        await whileNothingIsStarted(async () => {
          await platform.end('mongod');
          const answers = await Promise.all(asked.map(([path]) => caller.send('GET', path)));
          // A busy machine may answer too late.
          const isLate = answers.map(({ status }) => status === catalogue.deadline_exceeded.http);
          for (const [index, [, code]] of asked.entries()) if (!isLate[index]) expectError(answers[index]!, code);
          asked = asked.filter((_each, index) => isLate[index]);
        });
      }
      expect(asked).toEqual([]);
    },
    TEST_MS,
  );
});
