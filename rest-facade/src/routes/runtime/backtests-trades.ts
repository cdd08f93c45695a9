import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { ListBacktestTradesDocument, type ListBacktestTradesQuery } from '../../generated/operations.js';
import { toCsv } from '../csv.js';
import { text, textStream } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

/** The largest page of the graph: each page counts as one request of the caller. */
const PAGE_SIZE = 500;

type Trades = NonNullable<ListBacktestTradesQuery['backtest']['trades']>;
type Trade = Trades['edges'][number]['node'];

/** The columns in order; a trade from before a column was recorded leaves its cell empty. */
const columns = {
  symbol: ({ symbol }) => symbol,
  side: ({ side }) => side,
  opened_at: ({ openedAt }) => openedAt,
  closed_at: ({ closedAt }) => closedAt,
  duration_seconds: ({ durationSeconds }) => durationSeconds,
  open_rate: ({ openRate }) => openRate,
  close_rate: ({ closeRate }) => closeRate,
  amount: ({ amount }) => amount,
  stake_amount: ({ stakeAmount }) => stakeAmount,
  leverage: ({ leverage }) => leverage,
  fees_abs: ({ feesAbs }) => feesAbs,
  profit_abs: ({ profitAbs }) => profitAbs,
  profit_ratio: ({ profitRatio }) => profitRatio,
  entry_tag: ({ entryTag }) => entryTag,
  exit_reason: ({ exitReason }) => exitReason,
} satisfies Readonly<Record<string, (trade: Trade) => string | number | null>>;

const EXAMPLE = `${Object.keys(columns).join(',')}\r
BTC/USDC:USDC,long,2026-01-02T03:00:00.000Z,2026-01-02T09:00:00.000Z,21600,90000,91800,0.011,330,3,1.09,18.71,0.0567,dip,roi\r
`;

/** `GET /runtime/backtests/{id}/trades.csv` */
export const listBacktestTrades = defineRoute({
  method: 'GET',
  path: '/runtime/backtests/{id}/trades.csv',
  summary:
    'Reads every trade of a finished backtest as CSV, in the order that its framework lists them; every 500 trades count ' +
    'as one request',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The backtest', 'bt_01') }) }),
  mediaType: 'text/csv',
  response: {
    200: textStream(
      'CSV (RFC 4180) with a header row and one row per trade; a text that a spreadsheet would read as a formula is ' +
        'prefixed with an apostrophe',
      EXAMPLE,
    ),
  },
  refusals: ['backtest_not_found', 'invalid_state', 'unsupported_runtime_record'],
  operation: ListBacktestTradesDocument,
  variables: ({ params: { id } }) => ({ id, first: PAGE_SIZE }),
  respond: ({ backtest: { id, status, trades } }, _request, askAgain) => {
    if (trades === null) throw new PlatformError('invalid_state', { details: { status, action: 'list_trades' } });
    const nextPage = async (after: string | null) => (await askAgain({ id, first: PAGE_SIZE, after })).backtest.trades;
    return {
      status: 200,
      body: ReadableStream.from(csvOf(trades, nextPage)),
      headers: { 'content-disposition': `attachment; filename="${id}-trades.csv"` },
    };
  },
});

/** Yields one piece of text per page; at most one page is held in memory. */
async function* csvOf(first: Trades, nextPage: (after: string | null) => Promise<Trades | null>) {
  yield toCsv([Object.keys(columns)]);
  for (let page = first; ; ) {
    yield toCsv(page.edges.map(({ node }) => Object.values(columns).map((cellOf) => cellOf(node))));
    if (!page.pageInfo.hasNextPage) return;
    const next = await nextPage(page.pageInfo.endCursor);
    if (next === null) throw new Error('a finished backtest has no trades any more');
    page = next;
  }
}
