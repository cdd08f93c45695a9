import type { Clock } from '@platform/kit/clock';
import type { BotPlace, BotRunner } from '../bot-runner.js';
import type { ClosedTrade } from '../frames.js';
import type { BotLogLine } from '../log-file.js';
import type { BotState, Observation, Snapshot } from '../observation.js';
import type { Workload, WorkloadBot } from '../placement.js';

const NOTHING: Omit<Snapshot, 'atMs'> = {
  trades: { total: 0, open: 0, wins: 0, losses: 0 },
  realizedUsd: 0,
  unrealizedUsd: 0,
  positions: [],
  balanceUsd: 1_000,
};

/** A runner without processes: its bots trade from the moment they are placed, and end when they are told to or a test says so. */
export class MemoryBotRunner implements BotRunner {
  readonly #bots = new Map<string, { workloadId: string; state: BotState; trades: ClosedTrade[] }>();
  /** How often a bot was placed that did not run. */
  starts = 0;
  /** What its bots have logged. */
  lines: readonly BotLogLine[] = [];
  /** While set, nothing is known of any bot. */
  isSilent = false;
  /** While set, it rejects whatever it is asked. */
  isGone = false;

  constructor(private readonly clock: Clock) {}

  async place({ workloadId }: Workload, { deploymentId, generation, entriesBlocked }: WorkloadBot): Promise<void> {
    this.#requireThere();
    const known = this.#bots.get(deploymentId);
    if (known?.state.ended === null) {
      if (known.state.generation !== generation) throw new Error('an earlier start of the bot runs');
      this.change(deploymentId, { entriesBlocked });
      return;
    }
    if (known?.state.generation === generation) return;
    this.starts += 1;
    const atMs = this.clock.nowMs();
    this.#bots.set(deploymentId, {
      workloadId,
      trades: [],
      state: {
        ...{ deploymentId, generation, entriesBlocked, processId: this.starts, startedAtMs: atMs },
        ...{ state: 'running', failure: null, heartbeatAtMs: atMs, strategyErrors: 0, lastStrategyError: null },
        snapshot: { ...NOTHING, atMs },
        ...{ closedTrades: 0, feedSilentSinceMs: null, incidents: [], ended: null },
      },
    });
  }

  async observe(wanted?: string): Promise<readonly Observation[]> {
    this.#requireThere();
    const byWorkload = Map.groupBy(this.#bots.values(), ({ workloadId }) => workloadId);
    return [...byWorkload].flatMap(([workloadId, bots]) => {
      if (wanted !== undefined && workloadId !== wanted) return [];
      const states = this.isSilent ? [] : bots.map(({ state }) => state);
      return [{ workloadId, nonce: '1', state: this.isSilent ? 'silent' : 'running', bots: states } as const];
    });
  }

  async stop({ deploymentId }: BotPlace): Promise<void> {
    this.#requireThere();
    if (this.stateOf(deploymentId)?.ended === null)
      this.change(deploymentId, { state: 'stopped', ended: { atMs: this.clock.nowMs(), by: 'told' } });
  }

  async remove({ deploymentId }: BotPlace): Promise<void> {
    this.#requireThere();
    this.#bots.delete(deploymentId);
  }

  async logs(_place: BotPlace, { limit }: { readonly limit: number }): Promise<readonly BotLogLine[]> {
    this.#requireThere();
    return this.lines.slice(-limit);
  }

  async closedTrades({ deploymentId }: BotPlace, from: number): Promise<readonly ClosedTrade[]> {
    this.#requireThere();
    return this.#bots.get(deploymentId)?.trades.slice(from, from + 2) ?? [];
  }

  stateOf(deploymentId: string): BotState | undefined {
    return this.#bots.get(deploymentId)?.state;
  }

  /** Changes what a bot says of itself. */
  change(deploymentId: string, changes: Partial<BotState>): void {
    const bot = this.#bots.get(deploymentId);
    if (bot === undefined) throw new Error(`${deploymentId} was not placed`);
    bot.state = { ...bot.state, ...changes };
  }

  /** Ends a bot by itself, with a reason where it says one. */
  end(deploymentId: string, failure: BotState['failure'] = null): void {
    const state = failure === null ? 'stopped' : 'failed';
    this.change(deploymentId, { state, failure, ended: { atMs: this.clock.nowMs(), by: 'itself' } });
  }

  /** Loses a bot with all that it kept. */
  lose(deploymentId: string): void {
    this.#bots.delete(deploymentId);
  }

  #requireThere(): void {
    if (this.isGone) throw new Error('the runner is gone');
  }

  /** Has a bot close trades. */
  close(deploymentId: string, trades: readonly ClosedTrade[]): void {
    const bot = this.#bots.get(deploymentId);
    bot?.trades.push(...trades);
    this.change(deploymentId, { closedTrades: bot?.trades.length ?? 0 });
  }
}
