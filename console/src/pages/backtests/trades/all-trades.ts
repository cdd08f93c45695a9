import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../../../graph/problem.js';
import { ask } from '../../../graph/use-query.js';
import { TradesDocument } from '../result/generated/documents.js';
import type { Trade } from '../result/trades.js';

/** Trades of a page: as many as the platform gives at once. */
export const PAGE_SIZE = 500;
/** As many as the platform keeps of a run. */
const TRADES_MAX = 100_000;

/** A page of trades as the graph gives it. */
interface TradePage<Each> {
  readonly nodes: readonly Each[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A page, or why there is none; undefined where what it belongs to is gone. */
type Read<Each> = { readonly page: TradePage<Each> | undefined } | { readonly problem: Problem };

/** Where trades are read from, page by page. */
export interface TradeSource<Each> {
  /** What tells it from another one. */
  readonly id: string;
  /** How many are read at most. */
  readonly tradesMax: number;
  readonly read: (id: string, after: string | null) => Promise<Read<Each>>;
}

/** The trades that are there so far. */
export interface AllTrades<Each = Trade> {
  readonly trades: readonly Each[];
  /** Whether no more are read: these are all, or as many as are read at most. */
  readonly isComplete: boolean;
  readonly problem?: Problem;
}

/** The trades of one of the caller's backtests. */
export function tradesOf(id: string): TradeSource<Trade> {
  return { id, tradesMax: TRADES_MAX, read: readPage };
}

async function readPage(id: string, after: string | null): Promise<Read<Trade>> {
  const { data, problem } = await ask(TradesDocument, { id, first: PAGE_SIZE, after });
  return problem === undefined ? { page: data.backtest?.trades ?? undefined } : { problem };
}

/** Reads all trades, page by page; shows those that are there already. */
export function useAllTrades<Each>(source: TradeSource<Each>): AllTrades<Each> {
  const [state, setState] = useState<AllTrades<Each>>({ trades: [], isComplete: false });
  // A source is known by its id
  useEffect(() => {
    let isWanted = true;
    void readAllTrades(source, (next) => {
      if (isWanted) setState(next);
      return isWanted;
    });
    return () => {
      isWanted = false;
    };
  }, [source.id]);
  return state;
}

/** Reads page after page, while `seen` returns true; returns what there is in the end. */
export async function readAllTrades<Each>(
  { id, tradesMax, read }: TradeSource<Each>,
  seen: (state: AllTrades<Each>) => boolean,
): Promise<AllTrades<Each>> {
  let state: AllTrades<Each> = { trades: [], isComplete: false };
  let after: string | null = null;
  for (;;) {
    const answer: Read<Each> = await read(id, after);
    state = 'problem' in answer ? { ...state, problem: answer.problem } : next(state, answer.page, tradesMax);
    if (!seen(state) || state.isComplete || 'problem' in answer) return state;
    after = answer.page?.pageInfo.endCursor ?? null;
  }
}

function next<Each>({ trades }: AllTrades<Each>, page: TradePage<Each> | undefined, max: number): AllTrades<Each> {
  const all = [...trades, ...(page?.nodes ?? [])];
  const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {};
  return { trades: all.slice(0, max), isComplete: !hasNextPage || endCursor === null || all.length >= max };
}
