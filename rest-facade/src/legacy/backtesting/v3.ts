import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import {
  LegacyCreateBacktestDocument,
  LegacyFindBacktestDocument,
  LegacyFindBacktestLogsDocument,
  type LegacyFindBacktestQuery,
  LegacyFindBacktestResultDocument,
  type LegacyFindBacktestResultQuery,
  LegacyFindMarketOutcomesDocument,
  LegacyStartBacktestDocument,
} from '../../generated/operations.js';
import { count, number, text, timestamp } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';
import { noFields } from '../../routes/route.js';
import { absent } from '../absent.js';
import { listOf, logLine, toLogLine } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import { resultUrlOf, timerange, toLegacyStatus } from './backtest.js';
import { resultFileRow } from './result-file.js';
import { createRefusals } from './runs.js';
import { SLUG_VENUE, symbolsOf } from './slugs.js';

const PATH = '/v3/backtest';
/** Every run of nautilus begins with it, in US dollars. */
const STARTING_BALANCE_USD = 10_000;
const TRADES_SHOWN_MAX = 50;

/** The id that a caller gives a backtest: its name here. */
const backtestId = text('The id that its caller gave it', 'backtest-1a2b3c4d').regex(
  /^[\w-]{1,100}$/,
  'must be 1 to 100 letters, digits, dashes and underscores',
);
const params = z.strictObject({ id: backtestId });

type Found = LegacyFindBacktestQuery['backtests']['edges'][number]['node'];
type FoundResult = LegacyFindBacktestResultQuery['backtests']['edges'][number]['node'];

const status = text('`queued`, `running`, `completed` or `failed`', 'queued');

const wanted = z.object({
  tenantId: text('The tenant; answered as it was sent', 'tenant-1').max(200),
  backtestId,
  strategyId: text('The strategy; answered as it was sent: strategies are not stored', 'strategy-1').max(200),
  marketSlugs: z
    .array(text('Slug of a market', 'will-it-rain-tomorrow').max(200))
    .meta({
      description: 'The markets: every outcome of each whose history is stored is a symbol',
      minItems: 1,
      maxItems: 25,
    })
    .min(1)
    .max(25),
  timerange,
  venueProfile: z
    .unknown()
    .optional()
    .meta({ description: 'Not read: fees are those of the venue', examples: ['default'] }),
  strategySource: text('The strategy: one nautilus file, at most 256 KiB', 'class Quoter(Strategy): ...'),
  strategyConfig: jsonObject.exactOptional().meta({ description: "The strategy's own config", examples: [{}] }),
  startingBalance: z
    .literal(STARTING_BALANCE_USD, `must be ${STARTING_BALANCE_USD}: every run begins with it`)
    .exactOptional()
    .describe('US dollars that the run begins with'),
});

const run = record(
  {
    id: backtestId,
    status,
    result_url: text('Address of the result file', 'https://api.example/v3/backtest/backtest-1/result-file?token=…')
      .nullable()
      .describe('Address of the result file, valid for 7 days; null unless it is completed'),
    created_at: timestamp.nullable(),
    started_at: timestamp.nullable().describe('Null until it runs'),
    completed_at: timestamp.nullable().describe('Null until it ended'),
    k8s_job_name: absent(z.string(), 'runs are not jobs of Kubernetes here'),
  },
  { id: 'LegacyV3Backtest', description: 'A backtest of nautilus by the id that its caller gave it' },
);

const trade = z
  .object({
    instrument_id: text('Framework alias of its market', 'RAIN-YES.EXAMPLE'),
    side: text('long or short', 'long'),
    opened_at: timestamp,
    closed_at: timestamp,
    open_price: number('Average price of its entries', 0.45),
    close_price: number('Price of its last exit', 0.5),
    quantity: number('Its size, in the base asset', 100),
    realized_pnl: number('Its profit after fees, in US dollars', 4.9),
    exit_reason: text('Why it was closed', 'exit_signal'),
  })
  .meta({ id: 'LegacyV3Trade', description: 'A closed trade' });

const result = z
  .object({
    starting_balance: number('US dollars; null where it is not kept', STARTING_BALANCE_USD).nullable(),
    ending_balance: number('US dollars; null where it is not kept', 10_150).nullable(),
    total_pnl: number('US dollars; null where it is not kept', 150).nullable(),
    total_return_pct: number('Percent of the starting balance', 1.5),
    total_trades: count('Closed trades', 12),
    total_orders: absent(z.int(), 'orders are not kept'),
    total_fills: absent(z.int(), 'fills are not kept'),
    trades: z.array(trade).describe(`The first ${TRADES_SHOWN_MAX}; the result file has all`),
    positions: z
      .array(z.unknown())
      .meta({ description: 'Empty: every run closes its positions as it ends', examples: [[]] }),
  })
  .meta({ id: 'LegacyV3BacktestResult', description: 'What a backtest came to' });

const resultBody = record(
  {
    backtest_id: backtestId,
    status,
    result_uri: text(
      'Address of the result file',
      'https://api.example/v3/backtest/bt_01/result-file?token=…',
    ).nullable(),
    result: result.nullable().describe('Null unless it is completed'),
    message: text('What is so', 'The backtest is completed.'),
  },
  { id: 'LegacyV3BacktestOutcome', description: 'The state of a backtest, and its result once there is one' },
);

/** Backtests of nautilus by the ids of their callers, which are their names here. A run starts when it is created: no published client starts it. */
export const v3BacktestRows: readonly LegacyRoute[] = [
  createRow(),
  readRow('', 'v3.backtest.get', 'Reads one backtest'),
  readRow('/status', 'v3.backtest.status', 'Reads the status of one backtest'),
  startRow(),
  resultRow(),
  logsRow(),
  resultFileRow(PATH, 'v3.backtest.result-file'),
];

function createRow(): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: PATH,
    effect: 'adds',
    name: 'v3.backtest.create',
    successor: 'POST /runtime/backtests',
    summary:
      'Checks a nautilus strategy and starts its backtest; for 24 hours, repeating an id returns the first response',
    request: z.object({ ...noFields, body: wanted }),
    response: {
      201: record(
        {
          tenantId: wanted.shape.tenantId,
          backtestId,
          strategyId: wanted.shape.strategyId,
          status,
          result_uri: absent(z.string(), 'it is not completed yet'),
        },
        { id: 'LegacyV3BacktestCreation', description: 'A backtest that was created' },
      ),
    },
    refusals: createRefusals,
    operations: [LegacyCreateBacktestDocument, LegacyFindMarketOutcomesDocument],
    answer: async ({ body }, ask) => {
      const symbols = await symbolsOf(ask, body.marketSlugs);
      const { createBacktest } = await ask(LegacyCreateBacktestDocument, {
        input: {
          ...{ framework: 'nautilus', venue: SLUG_VENUE, symbols, code: body.strategySource, name: body.backtestId },
          configJson: JSON.stringify({ ...body.strategyConfig, instrument_ids: symbols }),
          range: { from: body.timerange.start, to: body.timerange.end },
          idempotencyKey: `v3-backtest-${body.backtestId}`,
        },
      });
      const { tenantId, backtestId: id, strategyId } = body;
      const made = toStatus(createBacktest.backtest);
      return { status: 201, body: { tenantId, backtestId: id, strategyId, status: made, result_uri: null } };
    },
  });
}

function readRow(part: '' | '/status', name: string, summary: string): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${PATH}/{id}${part}`,
    ...{ name, summary, successor: 'GET /runtime/backtests/{id}' },
    request: z.object({ ...noFields, params, query: z.object({}) }),
    response: { 200: run },
    refusals: ['backtest_not_found'],
    operations: [LegacyFindBacktestDocument],
    answer: async ({ params: { id } }, ask, { publicUrl }) => {
      const node = found((await ask(LegacyFindBacktestDocument, { name: id })).backtests);
      return { status: 200, body: toRun(node, id, publicUrl) };
    },
  });
}

function startRow(): LegacyRoute {
  return defineLegacy({
    method: 'PUT',
    path: `${PATH}/{id}/status`,
    effect: 'changes',
    name: 'v3.backtest.set-status',
    successor: null,
    summary: 'Answers the state of a backtest: its run started when it was created',
    request: z.object({
      ...noFields,
      params,
      body: z.object({ action: z.enum(['start']).describe('What it is to do') }),
    }),
    response: { 200: run },
    refusals: ['backtest_not_found', 'unsupported_runtime_record'],
    operations: [LegacyStartBacktestDocument, LegacyFindBacktestDocument],
    answer: async ({ params: { id } }, ask, { publicUrl }) => {
      const node = found((await ask(LegacyFindBacktestDocument, { name: id })).backtests);
      await ask(LegacyStartBacktestDocument, { input: { id: node.id } });
      return { status: 200, body: toRun(node, id, publicUrl) };
    },
  });
}

function resultRow(): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${PATH}/{id}/result`,
    name: 'v3.backtest.result',
    successor: 'GET /runtime/backtests/{id}',
    summary: 'Reads what a backtest came to; 202 while it has not ended',
    request: z.object({ ...noFields, params, query: z.object({}) }),
    response: { 200: resultBody, 202: resultBody },
    refusals: ['backtest_not_found'],
    operations: [LegacyFindBacktestResultDocument],
    answer: async ({ params: { id } }, ask, { publicUrl }) => {
      const node = found((await ask(LegacyFindBacktestResultDocument, { name: id })).backtests);
      const shown = toStatus(node);
      const isOver = shown === 'completed' || shown === 'failed';
      const body = {
        backtest_id: id,
        status: shown,
        result_uri: resultUrlOf(node, publicUrl + PATH),
        result: toResult(node),
        message: node.error?.message ?? `The backtest is ${shown}.`,
      };
      return { status: isOver ? 200 : 202, body };
    },
  });
}

function logsRow(): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `${PATH}/{id}/logs`,
    name: 'v3.backtest.logs',
    successor: 'GET /runtime/backtests/{id}/logs',
    summary: 'Reads the lines that a backtest printed, oldest first, all of them on one page',
    request: z.object({ ...noFields, params, query: z.object({}) }),
    response: { 200: listOf(logLine).extend({ backtest_id: backtestId }) },
    refusals: ['backtest_not_found'],
    operations: [LegacyFindBacktestLogsDocument],
    answer: async ({ params: { id } }, ask) => {
      const { logs } = found((await ask(LegacyFindBacktestLogsDocument, { name: id })).backtests);
      return { status: 200, body: { items: logs.map(toLogLine), nextCursor: null, backtest_id: id } };
    },
  });
}

/** Returns the newest backtest of that name. Throws `backtest_not_found`. */
function found<Node>({ edges: [newest] }: { readonly edges: readonly { readonly node: Node }[] }): Node {
  if (newest === undefined) throw new PlatformError('backtest_not_found');
  return newest.node;
}

/** A run that waits for a place is `queued` here, as clients of this version know it. */
function toStatus(node: Parameters<typeof toLegacyStatus>[0]): string {
  return node.status === 'queued' ? 'queued' : toLegacyStatus(node);
}

function toRun(node: Found, id: string, publicUrl: string): z.input<typeof run> {
  return {
    id,
    status: toStatus(node),
    result_url: resultUrlOf(node, publicUrl + PATH),
    created_at: node.createdAt,
    started_at: node.startedAt,
    completed_at: node.finishedAt,
    k8s_job_name: null,
  };
}

function toResult({ result: figures, trades }: FoundResult): z.input<typeof result> | null {
  if (figures === null) return null;
  return {
    starting_balance: figures.startingBalance,
    ending_balance: figures.endingBalance,
    total_pnl: figures.totalPnl,
    total_return_pct: figures.profitTotalPct,
    total_trades: figures.trades,
    total_orders: null,
    total_fills: null,
    trades: (trades?.edges ?? []).map(({ node }) => ({
      instrument_id: node.symbol,
      side: node.side,
      opened_at: node.openedAt,
      closed_at: node.closedAt,
      open_price: node.openRate,
      close_price: node.closeRate,
      quantity: node.amount,
      realized_pnl: node.profitAbs,
      exit_reason: node.exitReason,
    })),
    positions: [],
  };
}
