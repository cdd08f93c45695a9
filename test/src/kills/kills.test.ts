import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isSampling, sampled, seedFor } from '@platform/kit/sampling';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { untilFundingIsStored } from '../platform/stored.js';
import { backtestsUnderFire } from './under-fire.js';

const RETRY_MS_MAX = 60_000;
/** CONTRIBUTING.md names the command for more. */
const BACKTESTS = Number(process.env['BACKTESTS_UNDER_FIRE'] ?? (isSampling ? 8 : 12));
const SERVICE_KILLS = BACKTESTS < 50 ? 2 : 5;
const SLOTS_OF_AN_ACCOUNT = 2;
const seed = Number(process.env['BACKTESTS_UNDER_FIRE_SEED'] ?? seedFor('backtests under fire') ?? randomInt(2 ** 31));
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.start('its processes are killed');
  caller = await Caller.register(platform, 'kills@example.com');
  for (const symbol of ['BTC/USDC:USDC', 'ETH/USDC:USDC']) await untilFundingIsStored(caller, symbol);
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Repeats a creation as a client does whose connection broke: same key, same body, until it is answered. */
async function createPersistently(key: string): Promise<string> {
  const startedAtMs = performance.now();
  for (;;) {
    const answer = await caller
      .send('POST', '/runtime/backtests', backtestRequest(), { 'idempotency-key': key })
      .catch(() => undefined);
    if (answer?.status === 202) return answer.body.id;
    if (performance.now() - startedAtMs > RETRY_MS_MAX) throw new Error(`not created: ${JSON.stringify(answer?.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function untilFinished(id: string): Promise<string> {
  const startedAtMs = performance.now();
  for (;;) {
    const answer = await caller.send('GET', `/runtime/backtests/${id}`).catch(() => undefined);
    if (answer?.status === 200 && ['finished', 'error'].includes(answer.body.status)) return answer.body.status;
    if (performance.now() - startedAtMs > RETRY_MS_MAX) throw new Error(`not ended: ${JSON.stringify(answer?.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const processes = [
  'identity',
  'wallet',
  'context',
  'runtime',
  'execution',
  'edge',
  'mongod',
  'anvil-arbitrum',
  'anvil-polygon',
  'sandbox',
  'feed:hyperliquid',
  'feed:lighter',
];

describe('a backtest outlives the sudden death of any one process', () => {
  test('the list is every process there is', async () => {
    expect(Object.keys((await platform.descriptor()).processes).sort()).toEqual([...processes].sort());
  });

  test.each(sampled({ name: 'killed processes', cases: processes, nameOf: (name) => name, count: 3 }))(
    '%s',
    async (name) => {
      const key = `kill-${name}`;
      const id = await createPersistently(key);
      await platform.kill(name);
      expect(await untilFinished(id)).toBe('finished');
      expect(await createPersistently(key)).toBe(id);
    },
    300_000,
  );
});

test(`${BACKTESTS} backtests of three accounts end with their results, in turn, however often their service and workers die`, async () => {
  const fire = { backtests: BACKTESTS, serviceKills: SERVICE_KILLS, workerKills: Math.ceil(BACKTESTS / 4), seed };
  try {
    const aftermath = await backtestsUnderFire(platform, fire);
    // biome-ignore lint/suspicious/noConsole: the figures of a full run are to be seen.
    console.info({ ...fire, ...aftermath });
    const { statuses, errors, wrong, missing, twice, serviceKills, seen, lead, outOfOrder } = aftermath;
    expect({ statuses, errors, wrong, missing, twice }).toEqual({
      statuses: { finished: BACKTESTS },
      errors: [],
      wrong: [],
      missing: [],
      twice: [],
    });
    expect(serviceKills).toBe(SERVICE_KILLS);
    // A run that ends between two polls is not seen; most take longer.
    expect(seen).toBeGreaterThanOrEqual(BACKTESTS / 2);
    // A restarted service has forgotten the order of the queue.
    expect(lead).toBeLessThanOrEqual(SLOTS_OF_AN_ACCOUNT + SERVICE_KILLS);
    expect(outOfOrder).toBeLessThanOrEqual(SLOTS_OF_AN_ACCOUNT + SERVICE_KILLS);
  } catch (cause) {
    throw new Error(`BACKTESTS_UNDER_FIRE_SEED=${seed}`, { cause });
  }
}, 1_800_000);
