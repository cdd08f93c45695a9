import { z } from 'zod';
import {
  LegacyListDeploymentHistoryDocument,
  type LegacyListDeploymentHistoryQuery,
  LegacyListWalletsDocument,
} from '../../generated/operations.js';
import { cursor, text, timestamp } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { absent } from '../absent.js';
import { listOf, nextOf, pageSizes } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import { statusesOf } from './deployment.js';
import { walletsOf } from './wallets.js';

type Ended = LegacyListDeploymentHistoryQuery['deployments']['edges'][number]['node'];
type Trade = Ended['trades']['nodes'][number];

/** So many deployments, each with its hundred newest trades, are as many trades as one document reads. */
const PAGE = { preset: 10, maximum: 20 };

const trade = z
  .object({
    coin: text('Market', 'BTC/USDC:USDC'),
    px: text('Price of its last exit, a decimal string', '97000.5'),
    sz: text('Its size in the base asset, a decimal string', '0.01'),
    side: z.enum(['B', 'A']).describe('The side that closed it: `B` bought, `A` sold'),
    time: z
      .int()
      .meta({ description: 'When it was closed, in milliseconds since the epoch', examples: [1_767_225_600_000] }),
    closed_pnl: text('Its profit after fees in USD, a decimal string', '12.5'),
    dir: z.enum(['Close Long', 'Close Short']).describe('What closed it'),
    fee: text('Fees of all its orders in USD, a decimal string', '0.11'),
  })
  .meta({ id: 'LegacyHistoryTrade', description: 'A trade that a deployment closed, by its close' });

const entry = record(
  {
    id: text('The entry: one for each deployment', 'dpl_01'),
    deployment_id: text('The deployment', 'dpl_01'),
    created_by: text('The account that made it', 'acc_01'),
    updated_by: absent(z.string(), 'it is not kept'),
    wallet_address: text('The wallet that it traded with', '0x1000000000000000000000000000000000000001')
      .nullable()
      .describe('The wallet that it traded with; null for simulated money'),
    pnl: text('Profit of its closed trades after fees in USD, a decimal string', '12.5')
      .nullable()
      .describe(
        'Profit of its closed trades after fees in USD, a decimal string; null where it never said what it had',
      ),
    trades: z
      .array(trade)
      .describe(
        'Its newest closed trades, at most 100; none once it is deleted. A position that is still open is not among them',
      ),
    started_at: timestamp.nullable().describe('When it was last started'),
    ended_at: timestamp
      .nullable()
      .describe('When it failed, or was deleted; null where it was stopped: that is not kept'),
    created_at: timestamp,
  },
  { id: 'LegacyDeploymentHistory', description: 'A deployment that does not run any more' },
);

/** The deployments that have run and run no more. */
export const historyRow: LegacyRoute = defineLegacy({
  method: 'GET',
  path: '/v2/deployment-history',
  name: 'v2.deployment-history.list',
  successor: 'GET /runtime/deployments',
  summary: 'Lists the deployments that ran and run no more, newest first, with the trades that they closed',
  request: z.object({
    ...noFields,
    query: z.object({
      ...pageSizes(PAGE),
      cursor: cursor.exactOptional(),
    }),
  }),
  response: { 200: listOf(entry) },
  operations: [LegacyListDeploymentHistoryDocument, LegacyListWalletsDocument],
  answer: async ({ query }, ask) => {
    const { account, deployments } = await ask(LegacyListDeploymentHistoryDocument, {
      statuses: statusesOf('stopped'),
      first: query.limit ?? query.pageSize,
      after: query.cursor,
    });
    // One that was deleted before it ever ran has no history.
    const ended = deployments.edges.map(({ node }) => node).filter(({ startedAt }) => startedAt !== null);
    const wallets = await walletsOf(ended, ask);
    const items = ended.map((each) => toEntry(each, { accountId: account.id, wallets }));
    return { status: 200, body: { items, nextCursor: nextOf(deployments.pageInfo) } };
  },
});

function toEntry(
  { id, mode, venue, metrics, trades, error, createdAt, startedAt, deletedAt }: Ended,
  { accountId, wallets }: { readonly accountId: string; readonly wallets: ReadonlyMap<string, string> },
): z.input<typeof entry> {
  const hasSaid = metrics.asOf !== createdAt;
  return {
    ...{ id, deployment_id: id, created_by: accountId, updated_by: null },
    wallet_address: mode === 'live' ? (wallets.get(venue) ?? null) : null,
    pnl: hasSaid ? decimal(metrics.pnl.realizedUsd) : null,
    trades: trades.nodes.map(toTrade),
    ...{ started_at: startedAt, ended_at: error?.at ?? deletedAt, created_at: createdAt },
  };
}

function toTrade({ symbol, side, closedAt, closeRate, amount, feesAbs, profitAbs }: Trade): z.input<typeof trade> {
  const isLong = side === 'long';
  return {
    coin: symbol,
    px: decimal(closeRate),
    sz: decimal(amount),
    side: isLong ? 'A' : 'B',
    time: Date.parse(closedAt),
    closed_pnl: decimal(profitAbs),
    dir: isLong ? 'Close Long' : 'Close Short',
    fee: decimal(feesAbs),
  };
}

const DECIMALS = 8;

/** Returns a number as a decimal string, without an exponent and without zeros at its end. */
export function decimal(value: number): string {
  const text = value.toFixed(DECIMALS).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
