import { PlatformError } from '@platform/errors';
import { type Connection, type ConnectionArguments, toConnection } from '@platform/rpc/subgraph';
import type { RuntimeContext } from './context.js';
import { toSummary } from './mapping.js';
import type { Backtest } from './schema/backtest.js';

/** Returns a page of the caller's backtests; the tables of a result are fetched only when a query selects them, for all of a page at once. */
export async function backtestPage(
  request: Parameters<RuntimeContext['client']['listBacktests']>[0],
  page: ConnectionArguments,
  { client, call, backtests: whole }: Pick<RuntimeContext, 'client' | 'call' | 'backtests'>,
): Promise<Connection<Backtest>> {
  const { backtests, cursors, nextCursor } = await client.listBacktests(request, call);
  const nodes = backtests.map((message) => toSummary(message, (id) => wholeOf(whole, id)));
  return toConnection({ nodes, cursors, nextCursor }, page);
}

/** Loads many below a list in one call; throws `response_too_large` when their total size is too large. */
async function wholeOf(backtests: RuntimeContext['backtests'], id: string): Promise<Backtest> {
  const backtest = await backtests.load(id);
  if (backtest === null) throw new PlatformError('backtest_not_found');
  return backtest;
}
