import { type ExchangeContext, marginOf } from '../exchange-context.js';
import { fillOrder, hashOf } from '../orders/fills.js';
import { endAll } from '../orders/lifecycle.js';
import type { Order } from '../orders/order.js';
import { absolute, formatDecimal, formatUsdc } from '../units.js';
import type { MarginState, ValuedPosition } from './margin.js';

/**
 * Closes, at the mark and all at once, the positions of accounts that have less than their maintenance margin: isolated ones each by its
 * own margin, cross ones together. The account's debt beyond its cash is the venue's loss.
 */
export function liquidate(context: ExchangeContext): void {
  for (const { address } of context.store.activeAccounts()) {
    const state = marginOf(context, address);
    for (const position of state.positions)
      if (position.isolated && position.marginMicroUsdc < position.maintenanceMicroUsdc)
        closeAll(context, address, state, [position]);
    const rest = marginOf(context, address);
    if (rest.crossValueMicroUsdc < rest.crossMaintenanceMicroUsdc)
      closeAll(
        context,
        address,
        rest,
        rest.positions.filter(({ isolated }) => !isolated),
      );
  }
}

/** Liquidates all positions of an account, whatever its margin. */
export function liquidateAccount(context: ExchangeContext, user: string): void {
  const state = marginOf(context, user);
  if (state.positions.length > 0) closeAll(context, user, state, state.positions);
}

function closeAll(
  context: ExchangeContext,
  user: string,
  state: MarginState,
  positions: readonly ValuedPosition[],
): void {
  const isolated = positions.some((position) => position.isolated);
  const leastCash = isolated ? context.store.accountOrNew(user).cashMicroUsdc : 0n;
  endAll(context, user, 'liquidatedCanceled');
  for (const position of positions) closeAtMark(context, user, position);
  const account = context.store.accountOrNew(user);
  if (account.cashMicroUsdc < leastCash) context.store.saveAccount({ ...account, cashMicroUsdc: leastCash });
  const [first] = positions;
  const value = positions.reduce((sum, { valueMicroUsdc }) => sum + valueMicroUsdc, 0n);
  context.store.addEvent('ledger', user, context.nowMs, {
    time: context.nowMs,
    hash: hashOf('liquidation', `${user} ${context.nowMs}`),
    delta: {
      type: 'liquidation',
      liquidatedNtlPos: formatUsdc(value),
      accountValue: formatUsdc(first?.isolated ? first.marginMicroUsdc : state.crossValueMicroUsdc),
      leverageType: isolated ? 'Isolated' : 'Cross',
      liquidatedPositions: positions.map(({ coin, position, perpetual }) => ({
        coin,
        szi: formatDecimal(position.lots, perpetual.szDecimals),
      })),
    },
  });
}

function closeAtMark(context: ExchangeContext, user: string, { coin, position, markPriceMicro }: ValuedPosition): void {
  const market = context.markets.get(coin);
  if (market === undefined) return;
  const lots = absolute(position.lots);
  const order: Order = {
    oid: context.store.journal.next('order'),
    user,
    coin,
    cloid: null,
    side: position.lots > 0n ? 'A' : 'B',
    limitPriceMicro: markPriceMicro,
    originalLots: lots,
    lots,
    reduceOnly: true,
    tif: 'LiquidationMarket',
    trigger: null,
    parentOid: null,
    ofPosition: false,
    builder: null,
    twapId: null,
    placedMs: context.nowMs,
    status: 'filled',
    statusMs: context.nowMs,
  };
  const match = { lots, priceMicro: markPriceMicro };
  context.store.saveOrder(
    fillOrder(context, market, order, match, { crossed: true, liquidationMarkMicro: markPriceMicro }),
  );
}
