import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../../../graph/problem.js';
import { ask, type Outcome } from '../../../graph/use-query.js';
import { TradesDocument, type TradesQuery } from './generated/documents.js';
import type { Trade } from './trades.js';

const PAGE_SIZE = 500;

type Page = NonNullable<TradesQuery['backtest']>['trades'] | undefined;

/** The trades that are there so far. */
export interface AllTrades {
  readonly trades: readonly Trade[];
  /** Whether these are all. */
  readonly isComplete: boolean;
  readonly problem?: Problem;
}

/** Reads all trades of a backtest, page by page; shows those that are there already. */
export function useAllTrades(id: string): AllTrades {
  const [state, setState] = useState<AllTrades>({ trades: [], isComplete: false });
  useEffect(() => {
    let isWanted = true;
    void readAllTrades(id, (next) => {
      if (isWanted) setState(next);
      return isWanted;
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  return state;
}

/** Reads page after page, while `seen` returns true; returns what there is in the end. */
export async function readAllTrades(id: string, seen: (state: AllTrades) => boolean): Promise<AllTrades> {
  const trades: Trade[] = [];
  let after: string | null = null;
  for (;;) {
    const answer: Outcome<TradesQuery> = await ask(TradesDocument, { id, first: PAGE_SIZE, after });
    if (answer.problem !== undefined) return told(seen, { trades, isComplete: false, problem: answer.problem });
    const page: Page = answer.data.backtest?.trades;
    trades.push(...(page?.nodes ?? []));
    const isComplete = page?.pageInfo.hasNextPage !== true;
    const state = { trades: [...trades], isComplete };
    if (!seen(state) || isComplete) return state;
    after = page?.pageInfo.endCursor ?? null;
  }
}

function told(seen: (state: AllTrades) => boolean, state: AllTrades): AllTrades {
  seen(state);
  return state;
}
