// Why: docs/decisions/runtime/deployment-history.md
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { ClosedTrade } from '../../bots/frames.js';
import type { Incident } from '../../bots/observation.js';
import { deploymentModel } from '../record.js';
import { type DeploymentStatus, deploymentStatuses } from '../state.js';
import { ClosedTrades, type StoredTrade, type TradePosition } from './closed-trades.js';
import { figuresWith } from './equity-figures.js';
import { type EquityColumns, EquityPoints, type TimeWindow } from './equity-points.js';
import { Incidents } from './incidents.js';

/** One that is being deleted keeps nothing more. */
const KEPT: readonly DeploymentStatus[] = deploymentStatuses.filter(
  (status) => status !== 'deleting' && status !== 'deleted',
);

/** What deployments did: the trades that they closed, what they were worth, and when they saw nothing; until they are deleted. */
export class DeploymentHistory {
  readonly #records: ReturnType<typeof deploymentModel>;
  readonly #trades: ClosedTrades;
  readonly #points: EquityPoints;
  readonly #incidents: Incidents;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#records = deploymentModel(connection);
    this.#trades = new ClosedTrades(connection);
    this.#points = new EquityPoints(connection);
    this.#incidents = new Incidents(connection);
  }

  /** Makes the indexes. */
  async initialize(): Promise<void> {
    await Promise.all([this.#trades, this.#points, this.#incidents].map((part) => part.initialize()));
  }

  /** Stores trades that a bot has closed; the same trade may be told again. One that is being deleted keeps none. */
  async noteTrades(deploymentId: string, trades: readonly ClosedTrade[]): Promise<void> {
    if (trades.length > 0 && (await this.#keeps(deploymentId))) await this.#trades.note(deploymentId, trades);
  }

  /** Stores times in which a bot was not told what its venue did; the same may be told again. One that is being deleted keeps none. */
  async noteIncidents(deploymentId: string, incidents: readonly Incident[]): Promise<void> {
    if (incidents.length > 0 && (await this.#keeps(deploymentId))) await this.#incidents.note(deploymentId, incidents);
  }

  /**
   * Stores what a bot is worth: its figures, and the point of its five minutes, where the latest balance wins. One that is older than what
   * was noted before is left out.
   */
  async noteEquity(deploymentId: string, atMs: number, balanceUsd: number): Promise<void> {
    const at = new Date(atMs);
    const noted = await this.#records.updateOne(
      { _id: deploymentId, status: { $in: KEPT }, 'equity.lastAt': { $not: { $gt: at } } },
      figuresWith(at, balanceUsd),
      { updatePipeline: true },
    );
    if (noted.matchedCount > 0) await this.#points.note(deploymentId, atMs, balanceUsd);
  }

  /** Returns up to `limit` closed trades of a deployment, the newest first, those after a position. */
  trades(deploymentId: string, after: TradePosition | undefined, limit: number): Promise<StoredTrade[]> {
    return this.#trades.page(deploymentId, after, limit);
  }

  /** Returns the highest number of a deployment's closed trades; undefined where it has none. */
  lastTradeNumber(deploymentId: string): Promise<number | undefined> {
    return this.#trades.lastNumber(deploymentId);
  }

  /** Returns what a deployment was worth within a window. */
  equity(deploymentId: string, window: TimeWindow): Promise<EquityColumns> {
    return this.#points.read(deploymentId, window, this.clock.nowMs());
  }

  /** Returns the times within a window in which a deployment was not told what its venue did, ascending. */
  incidents(deploymentId: string, window: TimeWindow): Promise<Incident[]> {
    return this.#incidents.read(deploymentId, window);
  }

  /** Removes what a deployment did. */
  async remove(deploymentId: string): Promise<void> {
    await Promise.all([this.#trades, this.#points, this.#incidents].map((part) => part.remove(deploymentId)));
  }

  /** Removes what is past its retention. */
  async sweep(): Promise<void> {
    await this.#points.sweep(this.clock.nowMs());
  }

  async #keeps(deploymentId: string): Promise<boolean> {
    return (await this.#records.exists({ _id: deploymentId, status: { $in: KEPT } })) !== null;
  }
}
