import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import {
  LegacyGetBacktestResultFileDocument,
  type LegacyGetBacktestResultFileQuery,
} from '../../generated/operations.js';
import { text, textStream } from '../../routes/fields.js';
import { type Ask, noFields, type Route } from '../../routes/route.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';

/** The largest page of the graph: each page counts as one request of the address that asks. */
const PAGE_SIZE = 500;

type File = LegacyGetBacktestResultFileQuery['backtestResultFile'];
type Trade = File['trades']['edges'][number]['node'];

const EXAMPLE =
  '{"strategy":{"Momentum":{"backtest_start":"2026-01-01","backtest_end":"2026-02-01","total_trades":0,"trades":[]}}}';

/** The result file of a backtest: who has its address reads it, without a key. */
export function resultFileRow(path: Route['path'], name: string): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${path}/{id}/result-file`,
    name,
    successor: 'GET /runtime/backtests/{id}',
    summary: 'Reads the result file that `result_url` names: figures and every trade, as freqtrade names them',
    authentication: 'none',
    request: z.object({
      ...noFields,
      params: z.strictObject({ id: text('The backtest', 'bt_01') }),
      query: z.object({ token: text('As `result_url` has it', 'brl_…') }),
    }),
    response: { 200: textStream('A JSON object; figures and trades stand under `strategy.<name>`', EXAMPLE) },
    mediaType: 'application/json',
    refusals: ['backtest_not_found', 'result_link_invalid', 'result_link_expired'],
    operations: [LegacyGetBacktestResultFileDocument],
    answer: async ({ params: { id }, query: { token } }, ask) => {
      const first = await pageOf(ask, token, null);
      if (first.id !== id) throw new PlatformError('result_link_invalid');
      return {
        status: 200,
        body: ReadableStream.from(textOf(first, (after) => pageOf(ask, token, after))),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${id}.json"`,
        },
      };
    },
  });
}

async function pageOf(ask: Ask, token: string, after: string | null): Promise<File> {
  return (await ask(LegacyGetBacktestResultFileDocument, { token, first: PAGE_SIZE, after })).backtestResultFile;
}

/** Yields the file piece by piece; at most one page of trades is held in memory. */
async function* textOf(file: File, nextPage: (after: string | null) => Promise<File>) {
  const figures = JSON.stringify(figuresOf(file));
  yield `{"strategy":{${JSON.stringify(file.strategyName)}:${figures.slice(0, -1)},"trades":[`;
  for (let [page, isFirst] = [file.trades, true]; ; isFirst = false) {
    const trades = page.edges.map(({ node }) => JSON.stringify(toTrade(node))).join(',');
    yield isFirst || trades === '' ? trades : `,${trades}`;
    if (!page.pageInfo.hasNextPage) break;
    page = (await nextPage(page.pageInfo.endCursor)).trades;
  }
  yield ']}}}';
}

/** Figures under freqtrade's names (freqtrade.optimize.optimize_reports); ratios of freqtrade are fractions. */
function figuresOf({ id, framework, venue, symbols, range, result }: File) {
  return {
    backtest_id: id,
    framework: framework.id,
    exchange: venue,
    pairlist: symbols,
    backtest_start: range.from,
    backtest_end: range.to,
    total_trades: result.trades,
    starting_balance: result.startingBalance,
    final_balance: result.endingBalance,
    profit_total_abs: result.totalPnl,
    profit_total: result.profitTotalPct / 100,
    max_drawdown_account: result.maxDrawdownPct === null ? null : result.maxDrawdownPct / 100,
    winrate: result.winRate,
    profit_factor: result.profitFactor,
    sharpe: result.sharpe,
    market_change: result.marketChangePct === null ? null : result.marketChangePct / 100,
  };
}

function toTrade(trade: Trade) {
  return {
    pair: trade.symbol,
    is_short: trade.side === 'short',
    open_date: trade.openedAt,
    close_date: trade.closedAt,
    open_rate: trade.openRate,
    close_rate: trade.closeRate,
    amount: trade.amount,
    stake_amount: trade.stakeAmount,
    leverage: trade.leverage,
    fees_abs: trade.feesAbs,
    profit_abs: trade.profitAbs,
    profit_ratio: trade.profitRatio,
    enter_tag: trade.entryTag,
    exit_reason: trade.exitReason,
  };
}
