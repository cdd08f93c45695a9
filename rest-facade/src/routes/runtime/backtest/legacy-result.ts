import { z } from 'zod';
import type { BacktestFieldsFragment } from '../../../generated/operations.js';
import { figures } from './result.js';

const { profit_total_pct, market_change_pct, max_drawdown_pct, trades, win_rate, profit_factor, sharpe } =
  figures.shape;

/** The figures that a record of the older platform kept. */
export const legacyResult = z
  .object({
    profit_total_pct: profit_total_pct.exactOptional(),
    market_change_pct: market_change_pct.exactOptional(),
    max_drawdown_pct: max_drawdown_pct.exactOptional(),
    trades: trades.exactOptional(),
    win_rate: win_rate.exactOptional(),
    profit_factor: profit_factor.exactOptional(),
    sharpe: sharpe.exactOptional(),
  })
  .meta({
    id: 'LegacyBacktestResult',
    description: 'The figures that a finished record of the older platform kept; each is absent if it was not kept',
  });

type Figures = NonNullable<BacktestFieldsFragment['legacyResult']>;

/** Returns the figures in their REST form: an unknown one is absent, never zero or null. */
export function toLegacyResult(shown: Figures): z.input<typeof legacyResult> {
  return {
    ...(shown.profitTotalPct === null ? {} : { profit_total_pct: shown.profitTotalPct }),
    ...(shown.marketChangePct === null ? {} : { market_change_pct: shown.marketChangePct }),
    ...(shown.maxDrawdownPct === null ? {} : { max_drawdown_pct: shown.maxDrawdownPct }),
    ...(shown.trades === null ? {} : { trades: shown.trades }),
    ...(shown.winRate === null ? {} : { win_rate: shown.winRate }),
    ...(shown.profitFactor === null ? {} : { profit_factor: shown.profitFactor }),
    ...(shown.sharpe === null ? {} : { sharpe: shown.sharpe }),
  };
}
