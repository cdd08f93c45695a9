/** A machine with deployments over a real database and a runner without processes, and what should have become of each. */
import { setTimeout as wait } from 'node:timers/promises';
import { PlatformError } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { MemoryBotRunner } from '../../bots/testing/memory-runner.js';
import { buildDomain, NO_MARKET_FACTS, NOTHING_LIVE, openDatabase, testLimits } from '../../domain.fixture.js';
import { created } from '../actions/deployments.fixture.js';
import type { DeploymentRecord } from '../record.js';

const NOW_MS = Date.UTC(2026, 5, 1);
const TICK_MS = 500;
/** The database answers meanwhile. */
const TICK_REAL_MS = 2;
const DEPLOYMENTS = 12;
const ACCOUNTS = 3;
/** What an account may be told: anything else fails the test. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid_state', 'positions_open']);

/** What can be told of one at its start. */
const UNHURT = { hasFailed: false, ends: 0, wasGone: false } as const;

/** A deployment, and what its account and its bot did. */
export interface Life {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** What its account asked for last. */
  wanted: 'created' | 'running' | 'stopped' | 'deleted';
  /** The instant of its expiry as it was last told; undefined: never. */
  aliveUntilMs: number | undefined;
  /** Whether the clock has reached that instant since, be it for a moment. */
  hasPassed: boolean;
  /** Whether it was told of it since that it ends once it holds nothing. */
  endsWhenFlat: boolean;
  /** Why it may have failed since its last start: its strategy, ends by itself, a runner that was gone. */
  hasFailed: boolean;
  ends: number;
  wasGone: boolean;
}

/** The change of an expiry, in milliseconds from now; null: never. */
export interface Expiry {
  readonly inMs: number | null;
  readonly mode: 'stop' | 'block_entries';
}

/** Its service and its runner come and go; what is recorded stays. */
export class Lives {
  readonly clock = new ManualClock(NOW_MS);
  readonly runner = new MemoryBotRunner(this.clock);
  readonly lives: Life[] = [];
  #isUp = false;

  private constructor(
    private readonly connection: Connection,
    private domain: Awaited<ReturnType<typeof buildDomain>>,
  ) {}

  /** Opens an empty database with deployments that never ran. */
  static async open(name: string): Promise<Lives> {
    const connection = await openDatabase(name);
    const lives = new Lives(connection, await buildDomain(connection));
    await lives.startService();
    for (let number = 0; number < DEPLOYMENTS; number += 1)
      await lives.#create(`acc_${number % ACCOUNTS}`, `deployment ${number}`);
    return lives;
  }

  async close(): Promise<void> {
    await this.stopService();
    await this.connection.close();
  }

  /** The deployment of a place among twelve: the newest of its name. */
  at(place: number): Life {
    const life = this.lives.findLast(({ name }) => name === `deployment ${place % DEPLOYMENTS}`);
    if (life === undefined) throw new Error(`there is no deployment ${place}`);
    return life;
  }

  get store() {
    return this.domain.deployments.store;
  }

  record({ accountId, id }: Life): Promise<DeploymentRecord> {
    return this.store.get(accountId, id);
  }

  async startService(): Promise<void> {
    if (this.#isUp) return;
    const { clock, runner } = this;
    const world = { marketsOf: async () => [], marketFactsOf: NO_MARKET_FACTS };
    const bots = { runner, botLimits: { memoryBytes: 2 ** 30 }, ...world, live: NOTHING_LIVE };
    const limits = { ...testLimits, runningDeployments: DEPLOYMENTS };
    this.domain = await buildDomain(this.connection, { clock, bots, limits });
    await this.domain.deployments.workers.start();
    this.#isUp = true;
  }

  async stopService(): Promise<void> {
    if (this.#isUp) await this.domain.deployments.workers.close();
    this.#isUp = false;
  }

  /** Has the runner give no answer, or nothing at all. */
  takeRunner(how: 'silent' | 'gone'): void {
    if (how === 'silent') this.runner.isSilent = true;
    else this.runner.isGone = true;
    if (how === 'gone') for (const life of this.lives) life.wasGone = true;
  }

  returnRunner(): void {
    this.runner.isSilent = false;
    this.runner.isGone = false;
  }

  /** Ends every bot as the platform does when it stops. */
  tellAllToStop(): void {
    for (const { id } of this.lives)
      if (this.runner.stateOf(id)?.ended === null)
        this.runner.change(id, { state: 'stopped', ended: { atMs: this.clock.nowMs(), by: 'told' } });
  }

  /** Lets time pass. */
  async pass(durationMs: number): Promise<void> {
    for (let passedMs = 0; passedMs < durationMs; passedMs += TICK_MS) {
      this.clock.advance(TICK_MS);
      this.#noteTime();
      await wait(TICK_REAL_MS);
    }
  }

  /** Sets the clock forward or back. */
  set(byMs: number): void {
    this.clock.set(byMs);
    this.#noteTime();
  }

  start(life: Life, expiry: Expiry | undefined): Promise<void> {
    const { lifecycle } = this.domain.deployments;
    return this.#ask(life, 'running', () => lifecycle.start(life.accountId, life.id, this.#changeOf(expiry)));
  }

  stop(life: Life): Promise<void> {
    return this.#ask(life, 'stopped', () => this.domain.deployments.lifecycle.stop(life.accountId, life.id));
  }

  patch(life: Life, expiry: Expiry): Promise<void> {
    const { lifecycle } = this.domain.deployments;
    return this.#ask(life, undefined, () => lifecycle.patch(life.accountId, life.id, this.#changeOf(expiry)));
  }

  /** Deletes a deployment, and creates another of its name. */
  async delete(life: Life, acknowledged: boolean): Promise<void> {
    const { accountId, id } = life;
    const { lifecycle } = this.domain.deployments;
    await this.#ask(life, 'deleted', async () => (await lifecycle.delete(accountId, id, { acknowledged })).deployment);
    if (life.wanted === 'deleted') await this.#create(accountId, life.name);
  }

  /** Ends the bot of a deployment by itself, where one runs. */
  end(life: Life, code: string | undefined): void {
    if (this.runner.stateOf(life.id)?.ended !== null) return;
    if (code === undefined) life.ends += 1;
    else life.hasFailed = true;
    this.runner.end(life.id, code === undefined ? null : { code, message: 'no' });
  }

  /** Has a bot hold a position, or none. */
  hold(life: Life, isOpen: boolean): void {
    if (this.runner.stateOf(life.id)?.ended !== null) return;
    const position = { symbol: 'BTC/USDC:USDC', side: 'long', sizeUsd: 100 } as const;
    const trades = { total: 1, open: isOpen ? 1 : 0, wins: isOpen ? 0 : 1, losses: 0 };
    const figures = { trades, realizedUsd: 0, unrealizedUsd: 0, balanceUsd: 1_000 };
    const snapshot = { ...figures, atMs: this.clock.nowMs(), positions: isOpen ? [position] : [] };
    this.runner.change(life.id, { snapshot });
  }

  async #create(accountId: string, name: string): Promise<void> {
    const { _id: id } = await created(this.domain, accountId, name);
    const nothing = { aliveUntilMs: undefined, hasPassed: false, endsWhenFlat: false };
    this.lives.push({ id, accountId, name, wanted: 'created', ...nothing, ...UNHURT });
  }

  async #ask(life: Life, wanted: Life['wanted'] | undefined, act: () => Promise<DeploymentRecord>): Promise<void> {
    try {
      const before = await this.record(life);
      const { aliveUntil, stopsWhenFlat, status } = await act();
      if (aliveUntil?.getTime() !== life.aliveUntilMs) life.hasPassed = false;
      life.aliveUntilMs = aliveUntil?.getTime();
      life.endsWhenFlat = stopsWhenFlat;
      const isNewStart = wanted === 'running' && before.status !== 'starting' && before.status !== 'running';
      if (isNewStart) Object.assign(life, UNHURT, { wasGone: this.runner.isGone });
      // Its time was over: it was not its account that stopped it.
      const hasStopped = status === 'stopping' || status === 'stopped';
      life.wanted = wanted ?? (hasStopped ? 'stopped' : life.wanted);
      this.#noteTime();
    } catch (error) {
      if (!(error instanceof PlatformError) || !REFUSALS.has(error.code)) throw error;
    }
  }

  #changeOf(expiry: Expiry | undefined) {
    if (expiry === undefined) return {};
    const { inMs, mode: onExpiry } = expiry;
    return { aliveUntil: inMs === null ? null : new Date(this.clock.nowMs() + inMs), onExpiry };
  }

  #noteTime(): void {
    for (const life of this.lives)
      if (life.aliveUntilMs !== undefined && life.aliveUntilMs <= this.clock.nowMs()) life.hasPassed = true;
  }
}
