import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';
import { holder } from './strategies.js';

/** Why deployments do not trade, over the graph, of bots that run on a whole platform. */

const TEST_MS_MAX = 300_000;

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly action: string;
}

/** Looks at its candles, and never enters. */
const WAITER = holder().replace('dataframe["enter_long"] = 1', 'dataframe["enter_long"] = 0');

let platform: Platform;
let caller: Caller;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'asks-why@example.com');
  deployments = await Deployments.of(caller);
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

async function diagnosis(id: string): Promise<Finding[]> {
  const query = 'query($id: ID!) { deployment(id: $id) { diagnosis { code severity message action } } }';
  return (await caller.query(query, { id })).body.data.deployment.diagnosis;
}

const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code);

/** Waits until what is found is as hoped, and returns it. */
function untilFound(id: string, hoped: (codes: readonly string[]) => boolean): Promise<Finding[]> {
  return until(
    'what is found of a deployment',
    () => diagnosis(id),
    (findings) => hoped(codesOf(findings)),
  );
}

test(
  'a bot that waits for a signal is told from one that is blocked, stopped or full',
  async () => {
    const id = await deployments.created(deploymentRequest('waits', { code: WAITER }));
    expect(await diagnosis(id)).toEqual([
      {
        ...{ code: 'not_started', severity: 'blocking', action: 'Start it.' },
        message: 'It was created, and has never been started.',
      },
    ]);

    await deployments.act(id, { action: 'start' });
    await deployments.untilStatus(id, 'running');
    // Its first candle may close meanwhile.
    const [waiting, ...others] = await untilFound(
      id,
      ([code, ...more]) => more.length === 0 && (code === 'waiting_for_candle' || code === 'unknown'),
    );
    const expected = /the next closes at|signals to enter is not known/;
    expect([waiting?.message, others]).toEqual([expect.stringMatching(expected), []]);

    const halted = await caller.query('mutation { haltDeployments(input: { mode: block_entries }) { __typename } }');
    expect(halted.body.errors).toBe(undefined);
    const [blocked] = await diagnosis(id);
    expect(blocked).toMatchObject({ code: 'entries_blocked', severity: 'blocking' });
    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    expect(codesOf(await diagnosis(id))).toEqual(['not_started']);
  },
  TEST_MS_MAX,
);

test(
  'one that has entered all of its markets is told to hold them',
  async () => {
    const id = await deployments.started(deploymentRequest('holds', { code: holder() }));
    await deployments.untilOpen(id, 1);
    const found = await untilFound(id, (codes) => codes.includes('entry_signals'));
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([
      ['markets_held', 'blocking'],
      ['entry_signals', 'info'],
      ['has_traded', 'info'],
    ]);
    const stranger = await Caller.register(platform, 'stranger@example.com');
    const query = 'query($id: ID!) { deployment(id: $id) { diagnosis { code } } }';
    expect((await stranger.query(query, { id })).body.data).toEqual({ deployment: null });
  },
  TEST_MS_MAX,
);
