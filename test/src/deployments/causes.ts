import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@platform/errors';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { type Answer, Caller } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Before any history of any venue. */
const LONG_AGO_MS = Date.UTC(2010, 0, 1);
const PAST = { alive_until: new Date(LONG_AGO_MS).toISOString() };
/** A deployment that does not exist. */
const UNKNOWN = 'dpl_unknown';
/** More than an account may store. */
const TOO_MANY_BYTES = 1e12;
const ATTEMPTS_MAX = 3;
const LIVE_ONLY = 'only a deployment with real money is refused so: live/live.test.ts and live/refusals.test.ts';
/** Longer than the gateway remembers a caller. */
const REMEMBERED_MS = 2_500;
/** What any part may say without the store. */
const OF_OTHERS: ReadonlySet<string> = new Set(['service_unavailable', 'deadline_exceeded']);

/** A record whose id is a text. */
interface Stored {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** Requests that are refused; changes of the stored data stand for the passage of time, and for bots that run for days. */
export class Stage {
  /** The deployments that were created. */
  readonly accepted: string[] = [];

  private constructor(
    readonly platform: Platform,
    readonly caller: Caller,
    readonly deployments: Deployments,
  ) {}

  /** A new account. */
  static async of(platform: Platform): Promise<Stage> {
    const caller = await Caller.register(platform, `refused-${randomUUID()}@example.com`);
    return new Stage(platform, caller, await Deployments.of(caller));
  }

  /** A deployment of the account that was never started. */
  async created(name = 'accepted'): Promise<string> {
    const { body } = await this.create({ name });
    return body.id;
  }

  /** A deployment that is deleted, or is about to be. */
  async deleted(): Promise<string> {
    const id = await this.created();
    await this.deployments.send('DELETE', id);
    return id;
  }

  /** A deployment that ran for two days, and has stopped. */
  async ran(fromMs = Date.now() - 3 * DAY_MS): Promise<string> {
    const id = await this.created();
    const times = { firstStartedAt: new Date(fromMs), heartbeatAt: new Date(fromMs + 2 * DAY_MS) };
    await this.change('deployments', id, { status: 'stopped', ...times });
    return id;
  }

  /** Changes a record of the runtime service. */
  async change(collection: string, id: string, fields: Record<string, unknown>): Promise<void> {
    await withStore(this.platform, 'runtime', (store) =>
      store.collection<Stored>(collection).updateOne({ _id: id }, { $set: fields }),
    );
  }

  /** Adds a record of the account to a collection of the runtime service. */
  async insert(collection: string, id: string, fields: object): Promise<void> {
    const { accountId } = this.caller;
    await withStore(this.platform, 'runtime', (store) =>
      store.collection<Stored>(collection).insertOne({ _id: id, accountId, ...fields }),
    );
  }

  /** Asks for a deployment that differs from a valid one. */
  async create(overrides: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer> {
    const request = deploymentRequest('refused', overrides);
    const answer = await this.caller.send('POST', '/runtime/deployments', request, headers);
    if (answer.status === 201) this.accepted.push(answer.body.id);
    return answer;
  }

  /** Asks for a parity report. */
  compare(id: string): Promise<Answer> {
    return this.deployments.send('POST', id, '/parity');
  }
}

/** Makes a request refused; a text says why no caller can be met with the code on paper. */
type Cause = ((stage: Stage) => Promise<Answer>) | string;

const LISTED = 'markets that were listed once are known while their venue is down';
const CHECKED_AT_CREATION = 'its creation was refused, and what it names does not change';

/** The header of a new key of the account that may trade a market of no deployment here. */
async function narrowKey({ caller }: Stage): Promise<Record<string, string>> {
  const { body } = await caller.sendAsSession('POST', '/account/keys', { mandate: { symbols: ['SOL/USDC:USDC'] } });
  return { 'x-api-key': body.api_key };
}

const ofUnknown =
  (method: string, rest = '', body?: object) =>
  ({ deployments }: Stage) =>
    deployments.send(method, UNKNOWN, rest, body);

/** Of the older platform: it is known, and this platform reads no namespace. */
const ofLegacy =
  (method: string, rest = '', body?: object) =>
  async (stage: Stage) => {
    const id = randomUUID();
    await stage.insert('legacy_deployments', id, { state: 'ambiguous', storedStatus: 'running', digest: '' });
    return stage.deployments.send(method, id, rest, body);
  };

/** What a parity report of a strategy is refused for that was accepted as it was created. */
async function compareWith(stage: Stage, fields: Record<string, unknown>): Promise<Answer> {
  const id = await stage.ran();
  await stage.change('deployment_strategies', id, fields);
  return stage.compare(id);
}

/** The causes of the codes that the routes of deployments declare, by the route. */
export const causes: Readonly<Record<string, Readonly<Partial<Record<ErrorCode, Cause>>>>> = {
  'POST /runtime/deployments': {
    invalid_request: (stage) => stage.create({ region: 'nowhere' }),
    strategy_invalid: (stage) => stage.create({ code: 'class Broken(' }),
    config_invalid: (stage) => stage.create({ config: { stake_amount: 100 } }),
    venue_not_supported: (stage) => stage.create({ venue: 'polymarket' }),
    feature_not_available: (stage) =>
      stage.create({
        ...{ mode: 'live', framework: 'nautilus' },
        config: { instrument_ids: ['ETH-PERP.HYPERLIQUID'], available_capital: 60 },
      }),
    name_taken: async (stage) => {
      await stage.created('taken');
      return stage.create({ name: 'taken' });
    },
    mandate_exceeded: async (stage) => stage.create({}, await narrowKey(stage)),
    idempotency_key_conflict: async (stage) => {
      const headers = { 'idempotency-key': randomUUID() };
      await stage.create({ name: 'first' }, headers);
      return stage.create({ name: 'second' }, headers);
    },
    context_upstream_unavailable: LISTED,
    context_store_unavailable: (stage) => withoutStore(stage, () => stage.create({})),
  },

  'GET /runtime/deployments': {},

  'GET /runtime/deployments/{id}': {
    deployment_not_found: ofUnknown('GET'),
    unsupported_runtime_record: ofLegacy('GET'),
  },

  'PATCH /runtime/deployments/{id}': {
    invalid_request: async (stage) => stage.deployments.send('PATCH', await stage.created(), '', PAST),
    deployment_not_found: ofUnknown('PATCH', '', { name: 'renamed' }),
    unsupported_runtime_record: ofLegacy('PATCH', '', { name: 'renamed' }),
    invalid_state: async (stage) => stage.deployments.send('PATCH', await stage.deleted(), '', { name: 'renamed' }),
    name_taken: async (stage) => {
      await stage.created('taken');
      return stage.deployments.send('PATCH', await stage.created('free'), '', { name: 'taken' });
    },
    mandate_exceeded: LIVE_ONLY,
  },

  'PUT /runtime/deployments/{id}/status': {
    invalid_request: async (stage) => stage.deployments.act(await stage.created(), { action: 'start', ...PAST }),
    deployment_not_found: ofUnknown('PUT', '/status', { action: 'start' }),
    unsupported_runtime_record: ofLegacy('PUT', '/status', { action: 'start' }),
    invalid_state: async (stage) => stage.deployments.act(await stage.created(), { action: 'stop' }),
    mandate_exceeded: async (stage) => {
      const path = `/runtime/deployments/${await stage.created()}/status`;
      return stage.caller.send('PUT', path, { action: 'start' }, await narrowKey(stage));
    },
    feature_not_available: LIVE_ONLY,
    symbols_in_use: LIVE_ONLY,
    venue_setup_in_progress: LIVE_ONLY,
    venue_not_ready: LIVE_ONLY,
    insufficient_held_balance: LIVE_ONLY,
    account_not_funded: LIVE_ONLY,
    credentials_missing: LIVE_ONLY,
    wallet_upstream_unavailable: LIVE_ONLY,
  },

  'DELETE /runtime/deployments/{id}': {
    deployment_not_found: ofUnknown('DELETE'),
    unsupported_runtime_record: ofLegacy('DELETE'),
    positions_open: async (stage) => {
      const id = await stage.ran();
      const position = { symbol: 'BTC/USDC:USDC', side: 'long', sizeUsd: 100 };
      await stage.change('deployments', id, { snapshot: { positions: [position] } });
      return stage.deployments.send('DELETE', id);
    },
    wallet_upstream_unavailable: LIVE_ONLY,
  },

  'GET /runtime/deployments/{id}/logs': {
    deployment_not_found: ofUnknown('GET', '/logs'),
    unsupported_runtime_record: ofLegacy('GET', '/logs'),
  },

  'GET /runtime/deployments/{id}/metrics': {
    deployment_not_found: ofUnknown('GET', '/metrics'),
    unsupported_runtime_record: ofLegacy('GET', '/metrics'),
  },

  'PUT /runtime/deployments/{id}/credentials': {
    deployment_not_found: ofUnknown('PUT', '/credentials', {}),
    unsupported_runtime_record: ofLegacy('PUT', '/credentials', {}),
    credential_scope_unsafe: async (stage) =>
      stage.deployments.send('PUT', await stage.created(), '/credentials', { scope: 'withdraw' }),
    feature_not_available: async (stage) =>
      stage.deployments.send('PUT', await stage.created(), '/credentials', { type: 'self_custody' }),
    invalid_state: async (stage) => stage.deployments.send('PUT', await stage.deleted(), '/credentials', {}),
  },

  'GET /runtime/deployments/{id}/parity': {
    deployment_not_found: ofUnknown('GET', '/parity'),
    unsupported_runtime_record: ofLegacy('GET', '/parity'),
    invalid_state: async (stage) => stage.deployments.send('GET', await stage.created(), '/parity'),
  },

  'POST /runtime/deployments/{id}/parity': {
    deployment_not_found: ofUnknown('POST', '/parity'),
    unsupported_runtime_record: ofLegacy('POST', '/parity'),
    invalid_state: async (stage) => stage.compare(await stage.created()),
    strategy_invalid: (stage) => compareWith(stage, { code: 'class Broken(' }),
    config_invalid: (stage) => compareWith(stage, { configJson: JSON.stringify({ stake_amount: 'much' }) }),
    data_unavailable: async (stage) => stage.compare(await stage.ran(LONG_AGO_MS)),
    venue_not_supported: CHECKED_AT_CREATION,
    feature_not_available: CHECKED_AT_CREATION,
    market_not_found: CHECKED_AT_CREATION,
    processor_time_exhausted: async (stage) => {
      const id = await stage.ran();
      await stage.insert('processor_time', stage.caller.accountId, { startsAt: new Date(), usedMs: HOUR_MS });
      return stage.compare(id);
    },
    quota_exceeded: async (stage) => {
      const id = await stage.ran();
      await stage.insert('backtests', `bt_${randomUUID()}`, { storedBytes: TOO_MANY_BYTES });
      return stage.compare(id);
    },
    context_upstream_unavailable: LISTED,
    context_store_unavailable: async (stage) => {
      const id = await stage.ran();
      // History is stored as the platform runs: it is damaged again until some is there that is asked for.
      const compare = async () => {
        await damageHistory(stage.platform);
        return stage.compare(id);
      };
      return until('stored history', compare, ({ body }) => body.error?.code !== 'data_unavailable');
    },
  },
};

/** Stored history is other than it was when it was stored. */
async function damageHistory(platform: Platform): Promise<void> {
  await withStore(platform, 'context', (store) =>
    store
      .collection('tables')
      .updateMany({ venue: 'hyperliquid' }, { $set: { 'segments.$[].sha256': '0'.repeat(64) } }),
  );
}

/** Asks while the store is away. The gateway may have forgotten the caller meanwhile, which proves nothing: it is tried again. */
async function withoutStore({ platform, caller }: Stage, ask: () => Promise<Answer>): Promise<Answer> {
  const store = async () => (await platform.descriptor()).processes['mongod'];
  for (let attempt = 1; ; attempt += 1) {
    await sleep(REMEMBERED_MS);
    await caller.send('GET', '/account');
    const before = await store();
    const goOn = platform.pauseSupervisor();
    const answer = await platform.end('mongod').then(ask).finally(goOn);
    await until('another store', store, (pid) => pid !== before);
    await untilWhole(caller);
    if (attempt === ATTEMPTS_MAX || !OF_OTHERS.has(answer.body.error?.code)) return answer;
  }
}

/** Waits until every part answers. */
async function untilWhole(caller: Caller): Promise<void> {
  const paths = ['/account', '/wallet', '/context/markets', '/runtime/deployments'];
  await until(
    'every part',
    () => Promise.all(paths.map((path) => caller.send('GET', path))),
    (answers) => answers.every(({ status }) => status === 200),
  );
}
