import { Writable } from 'node:stream';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { Standing } from '@platform/venues/live-bots';
import type { DeploymentRecord } from '../deployments/record.js';
import type { Fields } from '../deployments/store.js';
import { AccountWatch } from './account-watch.js';
import type { GrantedDeployment } from './agent-grants.js';
import type { VenueStanding } from './wallet.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW_MS = Date.UTC(2026, 5, 1);
const place = { accountId: 'acc_1', venue: 'hyperliquid' };

let clock: ManualClock;
let standing: VenueStanding;
let told: Standing | undefined;
let renewed: GrantedDeployment[];
let noted: Fields[];
let alerts: string[];
let watch: AccountWatch;

beforeEach(() => {
  clock = new ManualClock(NOW_MS);
  standing = { address: '0x1', equityUsd: 60, positions: [], agent: 'attached', agentIssuedAtMs: NOW_MS };
  [told, renewed, noted, alerts] = [undefined, [], [], []];
  watch = watchOf();
});

/** The watch of a service, as a restart makes it. */
function watchOf(credentialsStatus: 'attached' | 'missing' = 'attached'): AccountWatch {
  const lines = new Writable({
    write: (line: Buffer, _code, done) => {
      alerts.push(String(line));
      done();
    },
  });
  return new AccountWatch({
    wallet: { standing: async () => standing },
    proxies: {
      standing: async () => told,
      renewAgent: async (deployment) => {
        renewed.push(deployment);
      },
    },
    store: {
      note: async (all) => {
        noted.push(...all.map(({ fields }) => fields));
      },
    },
    marketsOf: async () => [],
    fieldsOf: () => ({ credentialsStatus }),
    clock,
    logger: createLogger({ process: 'test', level: 'error' }, lines),
  });
}

function running(fields: Partial<DeploymentRecord> = {}): DeploymentRecord {
  return {
    ...{ _id: 'dpl_1', accountId: 'acc_1', name: 'one', status: 'running', mode: 'live', venue: 'hyperliquid' },
    ...{ framework: { id: 'freqtrade', imageDigest: 'sha256:0' }, region: 'eu', symbols: [], canonicalSymbols: [] },
    ...{ codeSha256: '', feeRate: 0, node: 'test', generation: 1, stopsWhenFlat: false, onExpiry: 'stop' },
    ...{ restarts: 0, restartsInARow: 0, createdAt: new Date(NOW_MS) },
    ...fields,
  };
}

/** Lets days pass, and looks. */
async function lookAfter(days: number): Promise<void> {
  clock.advance(days * DAY_MS);
  await watch.look(place, [running()]);
}

describe('an agent', () => {
  test('is renewed a month before its end at the venue, and not before', async () => {
    await lookAfter(149);
    expect(renewed).toEqual([]);
    await lookAfter(1);
    expect(renewed).toEqual([{ ...place, deploymentId: 'dpl_1' }]);
  });

  test('is asked for each minute until there is a young one', async () => {
    await lookAfter(150);
    clock.advance(MINUTE_MS - 1);
    await watch.look(place, [running()]);
    expect(renewed).toHaveLength(1);
    clock.advance(1);
    await watch.look(place, [running()]);
    expect(renewed).toHaveLength(2);
    standing = { ...standing, agentIssuedAtMs: clock.nowMs() };
    await lookAfter(1);
    expect(renewed).toHaveLength(2);
  });

  test('that the venue has ended is replaced only once its owner has attached credentials again', async () => {
    standing = { ...standing, agent: 'lost' };
    watch = watchOf('missing');
    await lookAfter(1);
    expect([renewed, noted]).toEqual([[], [{ credentialsStatus: 'missing' }]]);
    watch = watchOf('attached');
    await lookAfter(1);
    expect(renewed).toHaveLength(1);
  });

  test('of an account whose bots have stopped is left as it is', async () => {
    clock.advance(170 * DAY_MS);
    await watch.look(place, []);
    expect(renewed).toEqual([]);
  });
});

describe('what differs', () => {
  const vanished = { kind: 'order', coin: null, text: 'A stop vanished.', sinceMs: NOW_MS };
  const tell = (differences: readonly (typeof vanished)[]) => {
    const bot = { deploymentId: 'dpl_1', positions: [], orders: [], fillsCount: 0, differences: [...differences] };
    told = { asOfMs: clock.nowMs(), agentIssuedAtMs: NOW_MS, bots: [bot] };
  };
  const shown = [{ kind: 'order', symbol: null, text: 'A stop vanished.', since: new Date(NOW_MS) }];

  test('is noted with one alert, and forgotten once nothing does', async () => {
    tell([vanished]);
    await watch.look(place, [running()]);
    expect(noted.at(-1)).toEqual({ differences: shown });
    clock.advance(10_000);
    await watch.look(place, [running({ differences: shown })]);
    expect(alerts).toEqual([expect.stringContaining('a live deployment and its venue differ')]);
    tell([]);
    clock.advance(10_000);
    await watch.look(place, [running({ differences: shown })]);
    expect(noted.at(-1)).toEqual({ differences: [] });
  });

  test('stays as it was while the proxy tells nothing', async () => {
    await watch.look(place, [running({ differences: shown })]);
    expect(noted.filter(({ differences }) => differences !== undefined)).toEqual([]);
  });
});
