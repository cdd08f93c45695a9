import type { BotLimits, BotStanding, Difference } from '../../../live-bots/index.js';
import type { JournalledOrder, JournalState } from '../journal/index.js';
import type { Stray } from './positions.js';
import type { SeenAccount, SeenOrder } from './readings.js';

/** What a whole look at the venue showed. */
export interface Look {
  readonly startedAtMs: number;
  readonly account: SeenAccount;
  readonly orders: readonly SeenOrder[];
  /** The positions that nothing explains, and since when. */
  readonly strays: readonly (Stray & { readonly sinceMs: number })[];
}

/** Returns the standing of a bot; `overdue`: orders that should have been found by now. */
export function standingOf(
  { deploymentId, coins }: BotLimits,
  look: Look | undefined,
  state: JournalState,
  overdue: readonly JournalledOrder[],
): BotStanding {
  const deployment = state.deployment(deploymentId);
  const orders = (look?.orders ?? []).filter(({ coin }) => coins.includes(coin));
  const positions = [...(look?.account.positions ?? [])].filter(([coin]) => coins.includes(coin));
  const own = state.orders().filter((order) => order.deploymentId === deploymentId);
  const baseAtMs = deployment?.base?.atMs ?? Number.POSITIVE_INFINITY;
  const isForeign = ({ cloid, timestamp }: SeenOrder) =>
    timestamp > baseAtMs && (cloid == null || state.order(cloid) === undefined);
  const differences: Difference[] = [
    ...orders.filter(isForeign).map(foreignOrder),
    ...own.filter((order) => order.state === 'vanished').map(vanished),
    ...Object.entries(deployment?.liquidations ?? {}).map(liquidation),
    ...(look?.strays ?? []).filter((stray) => stray.deploymentId === deploymentId).map(unexplained),
    ...overdue.filter((order) => order.deploymentId === deploymentId).map(unknown),
  ];
  return {
    deploymentId,
    positions: positions.map(([coin, size]) => ({ coin, size })),
    orders: orders.map(shownOrder),
    fillsCount: deployment?.fillsCount ?? 0,
    differences,
  };
}

function shownOrder({ cloid, oid, coin, side, sz, limitPx, reduceOnly, isTrigger }: SeenOrder) {
  const named = { cloid: cloid ?? null, oid, coin, side: sideOf(side) };
  return { ...named, size: sz, price: limitPx, reduceOnly, isTrigger };
}

function foreignOrder({ coin, side, sz, limitPx, oid, timestamp }: SeenOrder): Difference {
  const text = `An order that the bot did not place rests at the venue: ${sideOf(side)} ${sz} ${coin} at ${limitPx} (${oid}).`;
  return { kind: 'foreign_order', coin, text, sinceMs: timestamp };
}

function vanished(order: JournalledOrder): Difference {
  const text = `The venue no longer has ${named(order)}: it did not fill, and the bot did not cancel it.`;
  return { kind: 'order_vanished', coin: order.coin, text, sinceMs: order.changedAtMs };
}

function liquidation([coin, atMs]: [string, number]): Difference {
  return { kind: 'liquidation', coin, text: `The venue liquidated the position in ${coin}.`, sinceMs: atMs };
}

function unexplained({ coin, shown, explained, sinceMs }: Look['strays'][number]): Difference {
  const text = `The position in ${coin} is ${shown}; the bot's fills make it ${explained}.`;
  return { kind: 'position_unexplained', coin, text, sinceMs };
}

function unknown(order: JournalledOrder): Difference {
  const text = `Nobody knows yet whether the venue has ${named(order)}.`;
  return { kind: 'outcome_unknown', coin: order.coin, text, sinceMs: order.sentAtMs };
}

function named({ side, size, coin, price, trigger, oid }: JournalledOrder): string {
  const what = trigger === null ? `at ${price}` : `at the trigger ${trigger}`;
  return `the order to ${side} ${size} ${coin} ${what}${oid === null ? '' : ` (${oid})`}`;
}

function sideOf(side: 'A' | 'B'): 'buy' | 'sell' {
  return side === 'B' ? 'buy' : 'sell';
}
