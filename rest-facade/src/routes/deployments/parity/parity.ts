import { z } from 'zod';
import type { GetDeploymentParityQuery, ParityFieldsFragment } from '../../../generated/operations.js';
import { count, number, text, timestamp } from '../../fields.js';
import { backtestStatus } from '../../runtime/backtest/backtest.js';

type Told = NonNullable<GetDeploymentParityQuery['deployment']['parity']>;
type Report = NonNullable<Told['report']>;
type Row = Report['rows'][number];

const cause = z
  .enum([
    'price',
    'slippage',
    'fee',
    'funding',
    'size',
    'partial_fill',
    'exit',
    'late_candle',
    'feed_silent',
    'not_running',
    'entries_blocked',
    'minimum_size',
    'earlier_difference',
    'open_at_end',
    'unexplained',
  ])
  .describe('Why a trade differs, or is missing on one side');

const effects = z
  .object({
    price_usd: number('Of entry and exit prices, in USD', -1.25),
    size_usd: number('Of the amount, in USD', 0),
    fee_usd: number('Of fees, in USD', 0.01),
    funding_usd: number('What is left, in USD: funding, rounding, earlier exits of a trade that has several', -0.02),
  })
  .meta({ id: 'ParityEffects', description: 'What makes profits differ, deployed minus replayed' });

const trade = z
  .object({
    opened_at: timestamp.describe('When it was opened'),
    closed_at: timestamp.describe('When it was closed; a backtest closes what is open as its range ends'),
    open_rate: number('Average price of its entries', 90_000),
    close_rate: number('Price of its last exit', 91_800),
    amount: number('Its size, in the base asset', 0.011),
    fees_usd: number('Fees of all its orders, in USD', 1.09),
    profit_usd: number('Its profit after fees, in USD', 18.71),
    exit_reason: text("Why it was closed, in the framework's or the strategy's own words", 'roi'),
  })
  .meta({ id: 'ParityTrade', description: 'One side of a row' });

const row = z
  .object({
    symbol: text('Framework alias of its market', 'BTC/USDC:USDC'),
    side: z.enum(['long', 'short']).describe('Whether it is long or short'),
    deployed: trade.nullable().describe('As the deployment traded; null where the backtest alone did'),
    replayed: trade.nullable().describe('As the backtest traded; null where the deployment alone did'),
    causes: z.array(cause).describe('Why they differ, or one is missing; empty where they are the same'),
    effects: effects.nullable().describe('Its effects; null where one side has no trade'),
  })
  .meta({ id: 'ParityRow', description: 'A trade of the deployment, of the backtest, or of both' });

const report = z
  .object({
    trades: count('How many trades were compared: those of both count once', 37),
    same: count('How many of them are the same in both', 12),
    explained_pct: number('How many of them are the same, or differ for a known cause, in percent', 100),
    truncated: z
      .boolean()
      .describe('Whether older trades are left out: beyond 5,000 of either side, and beyond 1,000 of the rows'),
    causes: z
      .array(z.object({ cause, trades: count('How many trades it explains', 25) }))
      .describe('How many trades each cause explains'),
    effects,
    rows: z.array(row).describe('The newest 1,000, ascending by the time at which they were opened'),
  })
  .meta({
    id: 'ParityReport',
    description: 'The trades of a deployment compared with those of a backtest of its period',
  });

/** A parity report that was asked for. */
export const parity = z
  .object({
    backtest_id: text("Its backtest, one of the account's own", 'bt_01'),
    status: backtestStatus.describe('The status of the backtest'),
    from: timestamp.describe("Where the period begins: about the deployment's first start"),
    to: timestamp.describe('Where it ends, exclusive: the latest whole candle whose history was stored'),
    created_at: timestamp.describe('When the report was asked for'),
  })
  .meta({ id: 'DeploymentParity', description: 'A deployment beside a backtest of its own period' });

/** The same with what the comparison came to. */
export const comparedParity = parity
  .extend({
    error: z
      .object({
        code: text('Stable code', 'data_unavailable'),
        message: text('What went wrong', 'No candles are stored.'),
      })
      .exactOptional()
      .describe('Present when its status is error'),
    report: report.exactOptional().describe('Present when its status is finished'),
  })
  .meta({ id: 'ComparedParity', description: 'A deployment compared with a backtest of its own period' });

/** Returns a report that was asked for as REST shows it. */
export function toParity(node: ParityFieldsFragment): z.input<typeof parity> {
  return {
    backtest_id: node.backtestId,
    status: node.status,
    from: node.from,
    to: node.to,
    created_at: node.createdAt,
  };
}

/** Returns a report as REST shows it. */
export function toComparedParity(node: Told): z.input<typeof comparedParity> {
  return {
    ...toParity(node),
    ...(node.error != null && { error: node.error }),
    ...(node.report != null && { report: toReport(node.report) }),
  };
}

function toReport({ explainedPct, effects: sums, rows, ...same }: Report): z.input<typeof report> {
  return { ...same, explained_pct: explainedPct, effects: toEffects(sums), rows: rows.map(toRow) };
}

function toRow({ deployed, replayed, effects: own, ...same }: Row): z.input<typeof row> {
  return {
    ...same,
    deployed: deployed == null ? null : toTrade(deployed),
    replayed: replayed == null ? null : toTrade(replayed),
    effects: own == null ? null : toEffects(own),
  };
}

function toEffects({ priceUsd, sizeUsd, feeUsd, fundingUsd }: Report['effects']): z.input<typeof effects> {
  return { price_usd: priceUsd, size_usd: sizeUsd, fee_usd: feeUsd, funding_usd: fundingUsd };
}

function toTrade(node: NonNullable<Row['deployed']>): z.input<typeof trade> {
  return {
    opened_at: node.openedAt,
    closed_at: node.closedAt,
    open_rate: node.openRate,
    close_rate: node.closeRate,
    amount: node.amount,
    fees_usd: node.feesUsd,
    profit_usd: node.profitUsd,
    exit_reason: node.exitReason,
  };
}
