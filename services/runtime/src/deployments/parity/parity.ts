// Why: docs/decisions/runtime/parity.md
import { FairQueue } from '@platform/edge/fair-queue';
import { isPlainName, PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { type ClientSession, type Connection, Turns } from '@platform/store/mongo';
import type { BacktestCreation, CreationCall } from '../../backtests/creation.js';
import { BACKTEST_NAME_MAX } from '../../backtests/request.js';
import type { BacktestStore } from '../../backtests/store.js';
import type { Framework, Pace } from '../../frameworks/framework.js';
import { type Frameworks, listedVersion } from '../../frameworks/versions.js';
import type { BacktestView } from '../../records/record.js';
import type { DeploymentHistory } from '../history/index.js';
import type { DeploymentRecord, DeploymentStrategy } from '../record.js';
import type { DeploymentStore } from '../store.js';
import { comparisonOf } from './comparison.js';
import { candlesOf, type Period, refused, storedPart, timeOf } from './period.js';
import type { ParityRecord, ParityRecords } from './records.js';
import type { ParityReport } from './report.js';

/** What a parity report needs. */
export interface ParityParts {
  readonly connection: Connection;
  readonly store: DeploymentStore;
  readonly history: DeploymentHistory;
  readonly records: ParityRecords;
  readonly frameworks: Frameworks;
  readonly backtests: { readonly creation: BacktestCreation; readonly store: BacktestStore };
  readonly clock: Clock;
  /** Called for a version that a replay needs and that is not ready. */
  readonly want: (version: Framework) => void;
}

/** A deployment beside a backtest of its own period. */
export interface Parity {
  readonly backtestId: string;
  /** Of the backtest. */
  readonly status: BacktestView['status'];
  readonly fromMs: number;
  readonly toMs: number;
  readonly createdAt: Date;
  /** Why the backtest has no result; absent unless its status is `error`. */
  readonly error?: { readonly code: string; readonly message: string };
  /** Absent until the backtest is finished. */
  readonly report?: ParityReport;
}

/** The caller who asks for a report. */
type Caller = Pick<CreationCall, 'requestId' | 'isGivenUp'>;

/** A report that was asked for, with its backtest. */
interface Current {
  readonly parity: ParityRecord;
  readonly backtest: BacktestView;
}

/** Ends a transaction where another process has queued a backtest that is under way. */
class UnderWay extends Error {
  constructor(readonly current: Current) {
    super('a backtest is under way');
  }
}

/** Of one deployment in this process: what comes meanwhile finds the backtest of the first. */
const STARTS = { atOnce: 1, pieces: 20, waitMs: 20_000 };
/** Of one account: each reads up to 100,000 trades. */
const COMPARISONS = { atOnce: 1, pieces: 20, waitMs: 10_000 };
/** Each may find another table that is stored less far. */
const ATTEMPTS_MAX = 10;

/** Compares deployments with backtests of their own periods. */
export class ParityReports {
  readonly #starts = new FairQueue(STARTS);
  readonly #comparisons = new FairQueue(COMPARISONS);
  /** Of a deployment, of all processes. */
  readonly #turns: Turns;

  constructor(private readonly parts: ParityParts) {
    this.#turns = new Turns(parts.connection, 'parity_turns');
  }

  /**
   * Queues a backtest of the deployment's own period, up to where history is stored, as one of the account's backtests; returns the one that is
   * under way where there is one. Throws `deployment_not_found`, `invalid_state` (it never ran, no candle has passed, or it is deleted),
   * `service_unavailable` (its framework is not installed), and what the creation of a backtest throws.
   */
  async start(accountId: string, deploymentId: string, caller: Caller): Promise<Parity> {
    return this.#starts.take(`${accountId} ${deploymentId}`, async () => {
      const deployment = await this.parts.store.get(accountId, deploymentId);
      const current = await this.#current(accountId, deploymentId);
      if (current !== undefined && isUnderWay(current.backtest)) return toParity(current);
      const { requestId, isGivenUp } = caller;
      const call = { accountId, requestId, isGivenUp, allowsTimestamps: true };
      try {
        return toParity(await this.#queue(deployment, call));
      } catch (error) {
        if (error instanceof UnderWay) return toParity(error.current);
        throw error;
      }
    });
  }

  /**
   * Returns the report that was asked for last; undefined where there was none, or its backtest was deleted. Throws `deployment_not_found`, and
   * `rate_limited` where too many of the account are read at once.
   */
  async get(accountId: string, deploymentId: string): Promise<Parity | undefined> {
    const deployment = await this.parts.store.get(accountId, deploymentId);
    const current = await this.#current(accountId, deploymentId);
    if (current === undefined) return undefined;
    if (current.backtest.status !== 'finished') return toParity(current);
    const { history, backtests } = this.parts;
    const sources = { history, backtests: backtests.store };
    const report = await this.#comparisons.take(accountId, () => comparisonOf(deployment, current.parity, sources));
    return { ...toParity(current), report };
  }

  async #current(accountId: string, deploymentId: string, session?: ClientSession): Promise<Current | undefined> {
    const parity = await this.parts.records.find(accountId, deploymentId, session);
    if (parity === undefined) return undefined;
    const [backtest] = await this.parts.backtests.store.findMany(accountId, [parity.backtestId]);
    return backtest && { parity, backtest };
  }

  async #queue(deployment: DeploymentRecord, call: CreationCall): Promise<Current> {
    const { store, records, clock } = this.parts;
    const { _id, accountId, symbols } = deployment;
    const time = timeOf(deployment, clock.nowMs());
    const framework = this.#installed(deployment);
    const strategy = await store.strategyOf(_id);
    if (strategy === undefined) throw refused('deleted', 'The deployment is deleted.');
    const pace = await framework.pace({ code: strategy.code, configJson: strategy.configJson, symbols });
    const wanted = candlesOf(time, pace);
    if (wanted === undefined)
      throw refused(deployment.status, 'No candle has passed since the deployment was first started.');
    const held = (deployment.snapshot?.positions ?? []).map(({ symbol, side }) => ({ symbol, side }));
    const { candleMs } = pace;
    const same = { _id, accountId, candleMs, held, createdAt: clock.now() };
    const current = await this.#replay(deployment, strategy, { wanted, pace }, call, (period, backtest, session) =>
      this.#record({ ...same, ...period, backtestId: backtest._id }, session),
    );
    // One that was deleted meanwhile keeps nothing.
    const { status } = await store.get(accountId, _id);
    if (status === 'deleting' || status === 'deleted') await records.remove(_id);
    return current;
  }

  /** Records a report together with its backtest. Throws `UnderWay` where another process has queued one meanwhile. */
  async #record(parity: ParityRecord, session: ClientSession): Promise<ParityRecord> {
    const { _id, accountId } = parity;
    await this.#turns.take(_id, session);
    const current = await this.#current(accountId, _id, session);
    if (current !== undefined && isUnderWay(current.backtest)) throw new UnderWay(current);
    await this.parts.records.put(parity, session);
    return parity;
  }

  /** Queues the backtest; where history is stored less far than was wanted, of the part that is stored. */
  async #replay(
    deployment: DeploymentRecord,
    { code, configJson }: DeploymentStrategy,
    { wanted, pace }: { readonly wanted: Period; readonly pace: Pace },
    call: CreationCall,
    record: (period: Period, backtest: BacktestView, session: ClientSession) => Promise<ParityRecord>,
  ): Promise<Current> {
    const { framework, venue, symbols, name } = deployment;
    const { id, imageDigest } = framework;
    const same = { framework: id, imageDigest, venue, symbols: [...symbols], code, configJson, checks: [] };
    let period = wanted;
    for (let attempt = 1; ; attempt += 1)
      try {
        const range = { rangeFrom: instant(period.fromMs), rangeTo: instant(period.toMs) };
        const request = { ...same, ...range, name: nameOf(name) };
        let parity: ParityRecord | undefined;
        const writeBeside: CreationCall['writeBeside'] = async (backtest, session) => {
          parity = await record(period, backtest, session);
        };
        const { backtest } = await this.parts.backtests.creation.create(request, { ...call, writeBeside });
        if (parity === undefined) throw new Error(`${backtest._id} was queued without its report`);
        return { parity, backtest };
      } catch (error) {
        const stored = storedPart(period, pace, error);
        if (stored === undefined || attempt >= ATTEMPTS_MAX) throw error;
        period = stored;
      }
  }

  #installed({ framework: { id, imageDigest } }: DeploymentRecord): Framework {
    const version = listedVersion(this.parts.frameworks, { framework: id, image_digest: imageDigest });
    if (version.describe().status === 'ready') return version;
    this.parts.want(version);
    throw new PlatformError('service_unavailable', { message: 'The framework of the deployment is not installed.' });
  }
}

function isUnderWay({ status }: BacktestView): boolean {
  return status === 'queued' || status === 'running';
}

function toParity({ parity, backtest: { status, error } }: Current): Parity {
  const { backtestId, fromMs, toMs, createdAt } = parity;
  const failed = error === undefined ? {} : { error: { code: error.code, message: error.message } };
  return { backtestId, status, fromMs, toMs, createdAt, ...failed };
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The name of the backtest, cut where a backtest's may not be longer, and not within a character. */
function nameOf(deploymentName: string): string {
  let name = `parity of ${deploymentName}`.slice(0, BACKTEST_NAME_MAX);
  while (!isPlainName(name)) name = name.slice(0, -1);
  return name;
}
