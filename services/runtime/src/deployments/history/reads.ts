import { parse } from '@platform/errors';
import type { Secret } from '@platform/kit/config';
import { CursorCodec, type Page, readPage } from '@platform/kit/cursors';
import type { GetDeploymentEquityRequest, ListDeploymentTradesRequest } from '@platform/protos/runtime';
import { z } from 'zod';
import type { DeploymentStore } from '../store.js';
import type { StoredTrade, TradePosition } from './closed-trades.js';
import type { EquityColumns } from './equity-points.js';
import type { DeploymentHistory } from './history.js';

const TRADES_LIMIT_MAX = 500;
const TIME_MS_MAX = 8.64e15;

const tradesSchema = z.object({
  id: z.string(),
  limit: z.int().min(1, 'must be at least 1').max(TRADES_LIMIT_MAX, `must be at most ${TRADES_LIMIT_MAX}`),
  cursor: z.string().optional(),
});

const timeMs = z.int().min(-TIME_MS_MAX).max(TIME_MS_MAX).optional();
const equitySchema = z
  .object({ id: z.string(), fromMs: timeMs, toMs: timeMs })
  .refine(({ fromMs, toMs }) => (fromMs ?? -TIME_MS_MAX) <= (toMs ?? TIME_MS_MAX), {
    path: ['fromMs'],
    message: 'must not be after to',
  });

/** What reads need. */
export interface HistoryParts {
  readonly store: DeploymentStore;
  readonly history: DeploymentHistory;
  readonly tradeCursors: CursorCodec<TradePosition>;
}

/** Makes the cursors of the trades, signed with a secret. */
export function tradeCursors(secret: Secret<Buffer>): CursorCodec<TradePosition> {
  return new CursorCodec(secret, z.object({ closedAtMs: z.int(), number: z.int() }));
}

/**
 * Returns closed trades of one of the account's deployments, the newest first. Throws `invalid_request`, `invalid_cursor` and
 * `deployment_not_found`.
 */
export async function listDeploymentTrades(
  { store, history, tradeCursors: cursors }: HistoryParts,
  accountId: string,
  request: ListDeploymentTradesRequest,
): Promise<Page<StoredTrade>> {
  const { id, ...page } = parse(tradesSchema, request);
  await store.get(accountId, id);
  return readPage(page, {
    cursors,
    scope: { list: 'deployment trades', accountId, filters: { deployment: id } },
    find: (after, count) => history.trades(id, after, count),
    positionOf: ({ closedAtMs, number }) => ({ closedAtMs, number }),
  });
}

/** Returns what one of the account's deployments was worth. Throws `invalid_request` and `deployment_not_found`. */
export async function readDeploymentEquity(
  { store, history }: HistoryParts,
  accountId: string,
  request: GetDeploymentEquityRequest,
): Promise<EquityColumns> {
  const nameOf = (path: readonly PropertyKey[]) => path.map(String).join('.').replace(/Ms$/, '');
  const { id, ...window } = parse(equitySchema, request, { nameOf });
  await store.get(accountId, id);
  return history.equity(id, window);
}
