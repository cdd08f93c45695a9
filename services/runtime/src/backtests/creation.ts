// Why: docs/decisions/runtime/backtest-requests.md
import { createHash } from 'node:crypto';
import { FairQueue } from '@platform/edge/fair-queue';
import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { CheckStrategyRequest, CreateBacktestRequest } from '@platform/protos/runtime';
import {
  type ClientSession,
  type Connection,
  canonicalHash,
  type IdempotencyRecords,
  inTransaction,
  requireIdempotencyKey,
  Turns,
} from '@platform/store/mongo';
import { NoRoomError, type ObjectStore } from '@platform/store/objects';
import { offers, takerOrderFeeRate } from '@platform/venues/registry';
import pLimit from 'p-limit';
import { pendingChecks } from '../frameworks/checks.js';
import type { Framework, FrameworkDescription, StrategySource } from '../frameworks/framework.js';
import { type Frameworks, listedVersion } from '../frameworks/versions.js';
import type { BacktestInputs, MarketDataSnapshot } from '../records/inputs.js';
import { type BacktestRecord, type BacktestView, viewOf } from '../records/record.js';
import type { BacktestStorage } from '../records/storage.js';
import { canonicalSymbols } from './canonical-symbols.js';
import type { MarketData } from './market-data.js';
import { type Candidate, prepare, requireValid, StrategyRefused } from './preparation.js';
import type { ProcessorTime } from './processor-time.js';
import { type BacktestRequest, type CheckRequest, parseCheckRequest, parseCreateRequest } from './request.js';
import type { BacktestStore } from './store.js';

/** The caller. */
export interface CreationCall {
  readonly accountId: string;
  readonly requestId: string;
  /** Whether the caller has stopped waiting for the answer. */
  isGivenUp(): boolean;
  /** Whether the range may begin and end within a day whatever the framework's callers may ask for: a deployment is replayed. */
  readonly allowsTimestamps?: boolean;
  /** Writes what belongs to the backtest in the transaction that queues it; that may be tried again, and queues nothing where this throws. */
  readonly writeBeside?: (backtest: BacktestView, session: ClientSession) => Promise<void>;
}

/** The record as it was queued, and whether that was by an earlier request under the same key. */
export interface Creation {
  readonly backtest: BacktestView;
  readonly replayed: boolean;
}

/** What a strategy and its config would be refused for; undefined if nothing was found. */
export type StrategyRefusal = StrategyRefused['outcome'] | undefined;

/** The dependencies of creation. */
export interface CreationParts {
  readonly connection: Connection;
  readonly store: BacktestStore;
  readonly idempotency: IdempotencyRecords;
  readonly frameworks: Frameworks;
  readonly marketData: MarketData;
  /** Where there must be space for more than the request itself. */
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly storage: BacktestStorage;
  /** The most backtests of one account that may wait or be held. */
  readonly queuedLimit: number;
  readonly processorTime: ProcessorTime;
  /** Whether another instance of the service can run an image, or may yet. */
  readonly runsElsewhere: (imageDigest: string) => Promise<boolean>;
  /** Called for a version that a request names and that is not ready. */
  readonly want: (version: Framework) => void;
  /** Called once a backtest is queued. */
  readonly onQueued: () => void;
}

const OPERATION = 'createBacktest';
/** Each check is a process of its own: more at once would only slow each other down. */
const CHECKS_AT_ONCE = 4;
/** Below the number of all, so that one account's checks never take all of them. */
const CHECKS_OF_AN_ACCOUNT = { atOnce: CHECKS_AT_ONCE / 2, pieces: 200, waitMs: 20_000 };
/** Of what an account only looks at: it leaves half of the account's checks to what is submitted. */
const LOOKS_OF_AN_ACCOUNT = { atOnce: 1, pieces: 10, waitMs: 10_000 };
/** Of one account or key; further requests are refused until there is capacity. */
const ONE_AT_A_TIME = { atOnce: 1, pieces: 200, waitMs: 20_000 };

/** A request without its key. */
type RequestBody = Omit<CreateBacktestRequest, 'idempotencyKey' | 'checks'> &
  Partial<Pick<CreateBacktestRequest, 'checks'>>;

interface Entry extends Pick<CreationCall, 'writeBeside'> {
  readonly record: BacktestRecord;
  readonly inputs: BacktestInputs;
}

/** Turns requests into queued backtests, or refuses them. */
export class BacktestCreation {
  /** Of this process: requests of one account would conflict in the store. */
  readonly #turns = new FairQueue(ONE_AT_A_TIME);
  /** Of all processes: what an account may have waiting is counted by one at a time. */
  readonly #accountTurns: Turns;
  readonly #checksOfAccount = new FairQueue(CHECKS_OF_AN_ACCOUNT);
  readonly #looksOfAccount = new FairQueue(LOOKS_OF_AN_ACCOUNT);
  readonly #checks = pLimit(CHECKS_AT_ONCE);

  constructor(private readonly parts: CreationParts) {
    this.#accountTurns = new Turns(parts.connection, 'backtest_turns');
  }

  /** Validates a request completely and queues it; a repeated key returns the first answer, whatever has changed since. */
  async create(request: CreateBacktestRequest, call: CreationCall): Promise<Creation> {
    const { idempotencyKey, checks, hold, ...rest } = request;
    // A request that asks for neither is the one that it was before there were any.
    const body = { ...rest, ...(checks.length > 0 && { checks }), ...(hold === true && { hold }) };
    if (idempotencyKey === undefined) return this.#createAnew(parseCreateRequest(request), body, call);
    const key = requireIdempotencyKey(idempotencyKey);
    const identity = { accountId: call.accountId, operation: OPERATION, key, request: body };
    // One at a time under a key: a repetition that comes while the first is checked waits for its answer.
    return this.#turns.take(JSON.stringify([call.accountId, key]), async () => {
      const earlier = await this.parts.idempotency.find<BacktestView>(identity);
      if (earlier !== undefined) return { backtest: earlier, replayed: true };
      try {
        return await this.#createAnew(parseCreateRequest(request), body, call, identity);
      } catch (error) {
        return { backtest: await this.parts.idempotency.answerInstead<BacktestView>(identity, error), replayed: true };
      }
    });
  }

  /**
   * Checks a strategy and its config as `create` does, and queues nothing. Throws where the request itself is wrong, as for a backtest, and
   * `service_unavailable` where the framework is not installed.
   */
  async check(message: CheckStrategyRequest, call: CreationCall): Promise<StrategyRefusal> {
    const request = parseCheckRequest(message);
    const { framework } = this.#place(request);
    if (framework.describe().status !== 'ready')
      throw new PlatformError('service_unavailable', { message: 'The framework is not installed yet.' });
    const check = () => this.#inTurn(call, () => requireValid(framework, sourceOf(request)));
    try {
      await this.#looksOfAccount.take(call.accountId, check);
      return undefined;
    } catch (error) {
      if (error instanceof StrategyRefused) return error.outcome;
      throw error;
    }
  }

  async #createAnew(
    request: BacktestRequest,
    body: RequestBody,
    call: CreationCall,
    identity?: Parameters<IdempotencyRecords['find']>[0],
  ): Promise<Creation> {
    const { writeBeside } = call;
    const entry = { ...(await this.#check(request, body, call)), ...(writeBeside && { writeBeside }) };
    const creation = await this.#turns.take(call.accountId, async () => {
      // A caller that was told of a missing answer finds no backtest either.
      requireWaiting(call.isGivenUp);
      if (identity !== undefined) {
        const { response, replayed } = await this.parts.idempotency.once(identity, (session) =>
          this.#admit(entry, session),
        );
        return { backtest: response, replayed };
      }
      const backtest = await inTransaction(this.parts.connection, (session) => this.#admit(entry, session));
      return { backtest, replayed: false };
    });
    this.parts.onQueued();
    return creation;
  }

  async #check(
    request: BacktestRequest,
    body: RequestBody,
    { accountId, requestId, isGivenUp, allowsTimestamps = false }: CreationCall,
  ): Promise<Entry> {
    const { symbols, range } = request;
    const { framework, venue, canonical } = this.#place(request);
    const { imageDigest, status } = framework.describe();
    if (!allowsTimestamps) requireRange(request, framework);
    requireChecks(request, framework);
    await this.#requireRoom(accountId);
    await this.parts.processorTime.require(accountId);
    await this.parts.storage.requireRoom(accountId);
    await requireDiskSpace(this.parts.objects);
    const id = this.parts.ids.next('bt');
    const createdAt = this.parts.clock.now();
    const seed = seedOf(body);
    const source = sourceOf(request);
    const named = source.strategyClass === undefined ? {} : { strategyClass: source.strategyClass };
    const candidate: Candidate = {
      source,
      venue,
      symbols,
      canonicalSymbols: canonical,
      fromMs: range.from.ms,
      toMs: range.to.ms,
    };
    const cause = { accountId, cause: `backtest ${id}`, requestId };
    const marketData = await this.#marketData(candidate, framework, status, cause, isGivenUp);
    const record: BacktestRecord = {
      _id: id,
      accountId,
      ...(request.name === undefined ? {} : { name: request.name }),
      status: 'queued',
      ...(body.hold === true && { held: true }),
      venue,
      symbols,
      canonicalSymbols: canonical,
      framework: { id: request.framework, imageDigest },
      range: { from: body.rangeFrom, to: body.rangeTo },
      codeSha256: sha256(body.code),
      configSha256: sha256(body.configJson),
      seed,
      createdAt,
      failures: 0,
      interruptions: 0,
      ...(request.checks.length > 0 && { checks: pendingChecks(request.checks) }),
      ...(marketData?.release === undefined ? {} : { release: marketData.release }),
    };
    const inputs: BacktestInputs = {
      _id: id,
      code: body.code,
      configJson: body.configJson,
      fromMs: range.from.ms,
      toMs: range.to.ms,
      feeRate: takerOrderFeeRate(venue),
      seed,
      ...named,
      ...(marketData === undefined ? {} : { marketData }),
    };
    return { record, inputs };
  }

  /** Undefined until the framework is provisioned: the backtest waits, and is checked before it runs. */
  async #marketData(
    candidate: Candidate,
    framework: Framework,
    status: FrameworkDescription['status'],
    cause: Parameters<typeof prepare>[3],
    isGivenUp: CreationCall['isGivenUp'],
  ): Promise<MarketDataSnapshot | undefined> {
    if (status !== 'ready') this.parts.want(framework);
    if (status === 'failed' && !(await this.parts.runsElsewhere(framework.describe().imageDigest)))
      throw new PlatformError('service_unavailable', { message: 'The framework could not be installed.' });
    if (status !== 'ready') return undefined;
    const call = { accountId: cause.accountId, isGivenUp };
    return this.#inTurn(call, () => prepare(candidate, framework, this.parts.marketData, cause));
  }

  /** Of each account as few wait with the others' as it may have at once, so that no account's keep another's waiting. */
  #inTurn<Found>(
    { accountId, isGivenUp }: Pick<CreationCall, 'accountId' | 'isGivenUp'>,
    check: () => Promise<Found>,
  ): Promise<Found> {
    return this.#checksOfAccount.take(accountId, () =>
      this.#checks(() => {
        requireWaiting(isGivenUp);
        return check();
      }),
    );
  }

  /** Where a request would run: the version, the venue and the canonical names of its markets. Throws where it can't at any time. */
  #place(request: CheckRequest) {
    const { venue, symbols } = request;
    const canonical = canonicalSymbols(request.framework, venue, symbols);
    const framework = listedVersion(this.parts.frameworks, request);
    if (!offers(venue, 'backtest')) throw new PlatformError('feature_not_available');
    return { framework, venue, canonical };
  }

  async #admit({ record, inputs, writeBeside }: Entry, session: ClientSession): Promise<BacktestView> {
    await this.#accountTurns.take(record.accountId, session);
    await this.#requireRoom(record.accountId, session);
    await this.parts.storage.requireRoom(record.accountId, session);
    await this.parts.store.insert(record, inputs, session);
    const backtest = viewOf(record);
    await writeBeside?.(backtest, session);
    return backtest;
  }

  async #requireRoom(accountId: string, session?: ClientSession): Promise<void> {
    const queued = await this.parts.store.count(accountId, 'queued', session);
    const limit = this.parts.queuedLimit;
    if (queued < limit) return;
    throw new PlatformError('rate_limited', {
      message: `${limit} backtests of the account are waiting already.`,
      details: { limit: 'queued_backtests', maximum: limit, queued },
    });
  }
}

function sourceOf({ code, config, symbols, strategy_class: strategyClass }: CheckRequest): StrategySource {
  return { code, configJson: config, symbols, ...(strategyClass === undefined ? {} : { strategyClass }) };
}

/** Backtests are what a platform short of space refuses first. */
async function requireDiskSpace(objects: ObjectStore): Promise<void> {
  try {
    await objects.requireRoom();
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error;
    throw new PlatformError('service_unavailable', { message: 'The platform is short of disk space.', cause: error });
  }
}

function requireWaiting(isGivenUp: () => boolean): void {
  if (isGivenUp()) throw new PlatformError('deadline_exceeded');
}

function requireRange({ framework: id, range: { from, to } }: BacktestRequest, framework: Framework): void {
  if (framework.takesTimestamps()) return;
  const message = `must be a date, YYYY-MM-DD: ${id} takes no timestamps`;
  const details = Object.entries({ from, to }).flatMap(([end, { isTimestamp }]) =>
    isTimestamp ? [{ path: `range.${end}`, message }] : [],
  );
  if (details.length > 0) throw new PlatformError('invalid_request', { details });
}

function requireChecks({ framework: id, image_digest: wanted, checks }: BacktestRequest, framework: Framework): void {
  const version = wanted === undefined ? id : `${id} of this image_digest`;
  const details = checks.flatMap((name, index) =>
    framework.makesCheck(name) ? [] : [{ path: `checks.${index}`, message: `${version} has no ${name} check` }],
  );
  const [first] = details;
  if (first !== undefined) throw new PlatformError('invalid_request', { message: `${first.message}.`, details });
}

/**
 * The same request has the same seed, so that it returns the same result, whatever it is called, what is checked beside, whether it
 * is held and whether it pins its version: after an upgrade only a pin repeats what ran before. 31 bits, which every reader of it holds.
 */
function seedOf({ name: _name, checks: _checks, hold: _hold, imageDigest: _digest, ...body }: RequestBody): number {
  return Number.parseInt(canonicalHash(body).slice(0, 8), 16) >>> 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
