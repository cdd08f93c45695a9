import {
  cloidPrefix,
  type Entry,
  type JournalledFill,
  type JournalState,
  type OrderJournal,
} from '../journal/index.js';
import { CLOCK_SKEW_MS, READ_LAG_MS } from '../timing.js';
import type { AccountReads, SeenFill } from './readings.js';

/**
 * Takes the account's new fills over into the journal: those of its deployments, and liquidations in the coins of those that run. Others,
 * of orders placed by hand, are nobody's. Returns the newest foreign one of each coin.
 */
export async function takeFills(
  journal: OrderJournal,
  reads: AccountReads,
  options: { readonly account: string; readonly running: ReadonlySet<string>; readonly nowMs: number },
): Promise<ReadonlyMap<string, number>> {
  const { state } = journal;
  const { account, running, nowMs } = options;
  const startedAtMs = Math.min(nowMs, ...state.deployments().map((each) => each.startedAtMs));
  const sinceMs = state.fillsFromMs ?? startedAtMs - CLOCK_SKEW_MS;
  const foreign = new Map<string, number>();
  const entries: Entry[] = [];
  for (const fill of (await reads.fillsSince(sinceMs)).toSorted((one, other) => one.time - other.time)) {
    const own = ownedFill(fill, state, account, running);
    if (own === undefined) foreign.set(fill.coin, fill.time);
    else if (!state.hasFill(fill.tid)) entries.push({ kind: 'fill', ...own });
  }
  // A later read may still show earlier fills that this one lacked.
  const fillsFromMs = Math.max(sinceMs, nowMs - CLOCK_SKEW_MS - READ_LAG_MS);
  await journal.note([...entries, { kind: 'cursor', fillsFromMs }]);
  return foreign;
}

function ownedFill(
  fill: SeenFill,
  state: JournalState,
  account: string,
  running: ReadonlySet<string>,
): JournalledFill | undefined {
  const isLiquidation = fill.liquidation?.liquidatedUser?.toLowerCase() === account;
  const { coin, tid, oid, time: atMs } = fill;
  const owner = isLiquidation
    ? state.deployments().find(({ deploymentId, coins }) => running.has(deploymentId) && coins.includes(coin))
    : state.deployments().find(({ deploymentId }) => fill.cloid?.startsWith(cloidPrefix(deploymentId)));
  const deploymentId = owner?.deploymentId ?? state.orders().find((order) => order.oid === oid)?.deploymentId;
  if (deploymentId === undefined) return undefined;
  return { tid, oid, atMs, deploymentId, coin, size: `${fill.side === 'A' ? '-' : ''}${fill.sz}`, isLiquidation };
}
