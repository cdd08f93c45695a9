// Why: docs/decisions/runtime/deployment-history.md
import type { Clock } from '@platform/kit/clock';
import { type Connection, storeUnavailableAs } from '@platform/store/mongo';
import type { PipelineStage } from 'mongoose';
import { deploymentModel } from '../record.js';
import { shownAccountModel } from './settings.js';

/** A paper deployment whose account shows it; it does not name the account. */
export interface RankedStrategy {
  /** From 1. */
  readonly displayRank: number;
  readonly name: string;
  readonly framework: string;
  readonly venue: string;
  /** Canonical. */
  readonly symbols: readonly string[];
  /** Whether the money is simulated. */
  readonly simulated: boolean;
  /** Since its first start. */
  readonly daysRunning: number;
  readonly profitPct: number;
  readonly maxDrawdownPct: number;
  /** Closed ones. */
  readonly trades: number;
  /** 0 to 1. */
  readonly winRate: number;
  /** Its first start. */
  readonly startedAt: Date;
}

/** What the store computes of a row. */
type Row = Omit<RankedStrategy, 'displayRank' | 'simulated' | 'daysRunning'>;

const DAY_MS = 86_400_000;
/** How long one has run since it was last started before it is shown. */
const RUNNING_MS_MIN = DAY_MS;
/** The most strategies shown. */
const SHOWN_MAX = 100;

const DISCLAIMER =
  'Paper trading on simulated money, with figures as each strategy reported them. Past results say nothing about future ones. No row is ' +
  'advice to trade.';

const closedTrades = { $subtract: ['$snapshot.trades.total', '$snapshot.trades.open'] };
/** A strategy's process may say anything, also what can't be divided. */
const FINITE = { $gt: Number.NEGATIVE_INFINITY, $lt: Number.POSITIVE_INFINITY };

/** Those of an account that are shown: the status says `starting` too while one that ended by itself is started again. */
function eligible(now: Date) {
  return {
    mode: 'paper',
    status: { $in: ['starting', 'running'] },
    startedAt: { $lte: new Date(now.getTime() - RUNNING_MS_MIN) },
    'equity.firstUsd': { $gt: 0 },
    $expr: { $gt: [closedTrades, 0] },
  };
}

function ranking(now: Date, deployments: string): PipelineStage[] {
  const row = {
    name: 1,
    framework: '$framework.id',
    venue: 1,
    symbols: '$canonicalSymbols',
    profitPct: { $multiply: [100, { $subtract: [{ $divide: ['$equity.lastUsd', '$equity.firstUsd'] }, 1] }] },
    maxDrawdownPct: '$equity.maxDrawdownPct',
    trades: closedTrades,
    winRate: { $min: [1, { $divide: ['$snapshot.trades.wins', closedTrades] }] },
    startedAt: '$equity.since',
  };
  return [
    {
      $lookup: {
        from: deployments,
        localField: '_id',
        foreignField: 'accountId',
        as: 'deployment',
        pipeline: [{ $match: eligible(now) }, { $project: row }],
      },
    },
    { $unwind: '$deployment' },
    { $replaceWith: '$deployment' },
    { $match: { profitPct: FINITE, maxDrawdownPct: FINITE } },
    { $sort: { profitPct: -1, maxDrawdownPct: 1, startedAt: 1, _id: 1 } },
    { $limit: SHOWN_MAX },
    { $project: { _id: 0 } },
  ];
}

/** The public paper deployments, as they are at each read. Every row is real: while there are none, the board is empty. */
export class Leaderboard {
  readonly #accounts: ReturnType<typeof shownAccountModel>;
  readonly #deployments: string;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#accounts = shownAccountModel(connection);
    this.#deployments = deploymentModel(connection).collection.collectionName;
  }

  /** Returns the strategies in the order of their ranks. Throws `leaderboard_store_unavailable`. */
  async read(): Promise<{ readonly strategies: readonly RankedStrategy[]; readonly disclaimer: string }> {
    const now = this.clock.now();
    const rows = await this.#accounts.aggregate<Row>(ranking(now, this.#deployments)).catch((error: unknown) => {
      throw storeUnavailableAs('leaderboard_store_unavailable')(error);
    });
    const strategies = rows.map((row, index) => ({
      ...row,
      displayRank: index + 1,
      simulated: true,
      daysRunning: (now.getTime() - row.startedAt.getTime()) / DAY_MS,
    }));
    return { strategies, disclaimer: DISCLAIMER };
  }
}
