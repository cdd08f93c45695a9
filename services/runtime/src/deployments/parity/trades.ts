import type { BacktestStore } from '../../backtests/store.js';
import type { TradePosition as BacktestPosition, StoredTrade as BacktestTrade } from '../../records/output.js';
import type { DeploymentHistory, StoredTrade, TradePosition } from '../history/index.js';
import type { ParityTrade } from './trade.js';

/** Of either side: beyond that the oldest are left out. */
const TRADES_MAX = 5_000;
const PAGE_SIZE = 1_000;

/** Trades that were read. */
export interface ReadTrades {
  readonly trades: readonly ParityTrade[];
  /** All that were opened from then on are among them; undefined: there are no others. */
  readonly wholeFromMs: number | undefined;
}

/** Returns the newest trades that a deployment opened before a time and has closed. */
export async function deployedTrades(
  history: DeploymentHistory,
  deploymentId: string,
  toMs: number,
): Promise<ReadTrades> {
  const trades: ParityTrade[] = [];
  for (let after: TradePosition | undefined; ; ) {
    const page = await history.trades(deploymentId, after, PAGE_SIZE);
    for (const trade of page) if (trade.openedAtMs < toMs) trades.push(toParityTrade(trade, trade.partlyFilled));
    after = page.at(-1);
    if (trades.length > TRADES_MAX) {
      const kept = trades.slice(0, TRADES_MAX);
      // What is left out was closed before, and so was opened before.
      return { trades: kept, wholeFromMs: kept.at(-1)?.closedAtMs };
    }
    if (page.length < PAGE_SIZE) return { trades, wholeFromMs: undefined };
  }
}

/** Returns the trades that a finished backtest closed last. */
export async function replayedTrades(store: BacktestStore, accountId: string, backtestId: string): Promise<ReadTrades> {
  const trades: ParityTrade[] = [];
  let wholeFromMs: number | undefined;
  for (let after: BacktestPosition | undefined; ; ) {
    const page = await store.readTrades(accountId, backtestId, { after, limit: PAGE_SIZE });
    for (const { trade } of page) trades.push(toParityTrade(trade));
    const leftOut = trades.splice(0, Math.max(0, trades.length - TRADES_MAX));
    for (const { closedAtMs } of leftOut) wholeFromMs = Math.max(wholeFromMs ?? 0, closedAtMs);
    if (page.length < PAGE_SIZE) return { trades, wholeFromMs };
    const last = page.at(-1);
    after = last && { sequence: last.sequence, index: last.index };
  }
}

function toParityTrade(trade: StoredTrade | BacktestTrade, isPartlyFilled = false): ParityTrade {
  const { symbol, side, openedAtMs, closedAtMs, openRate, closeRate, amount, exitReason } = trade;
  const money = { feesUsd: trade.feesAbs ?? 0, profitUsd: trade.profitAbs };
  return { symbol, side, openedAtMs, closedAtMs, openRate, closeRate, amount, exitReason, isPartlyFilled, ...money };
}
