import { type Desk, marginOf } from '../desk.js';
import { fillOrder, hashOf } from '../orders/fills.js';
import { endAll } from '../orders/lifecycle.js';
import type { Order } from '../orders/order.js';
import { absolute, formatDecimal, formatUsdc } from '../units.js';
import type { MarginState, ValuedPosition } from './margin.js';

/**
 * Closes, at the mark and all at once, the positions of accounts that have less than their maintenance margin: isolated
 * ones each by its own margin, cross ones together. What the account then owes beyond its cash is the venue's loss.
 */
export function liquidate(desk: Desk): void {
  for (const { address } of desk.store.activeAccounts()) {
    const state = marginOf(desk, address);
    for (const position of state.positions)
      if (position.isolated && position.marginMicroUsdc < position.maintenanceMicroUsdc)
        closeAll(desk, address, state, [position]);
    const rest = marginOf(desk, address);
    if (rest.crossValueMicroUsdc < rest.crossMaintenanceMicroUsdc)
      closeAll(
        desk,
        address,
        rest,
        rest.positions.filter(({ isolated }) => !isolated),
      );
  }
}

function closeAll(desk: Desk, user: string, state: MarginState, positions: readonly ValuedPosition[]): void {
  const isolated = positions.some((position) => position.isolated);
  const leastCash = isolated ? desk.store.accountOrNew(user).cashMicroUsdc : 0n;
  endAll(desk, user, 'liquidatedCanceled');
  for (const position of positions) closeAtMark(desk, user, position);
  const account = desk.store.accountOrNew(user);
  if (account.cashMicroUsdc < leastCash) desk.store.saveAccount({ ...account, cashMicroUsdc: leastCash });
  const [first] = positions;
  const value = positions.reduce((sum, { valueMicroUsdc }) => sum + valueMicroUsdc, 0n);
  desk.store.addEvent('ledger', user, desk.nowMs, {
    time: desk.nowMs,
    hash: hashOf('liquidation', `${user} ${desk.nowMs}`),
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

function closeAtMark(desk: Desk, user: string, { coin, position, markPriceMicro }: ValuedPosition): void {
  const market = desk.markets.get(coin);
  if (market === undefined) return;
  const lots = absolute(position.lots);
  const order: Order = {
    oid: desk.store.journal.next('order'),
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
    placedMs: desk.nowMs,
    status: 'filled',
    statusMs: desk.nowMs,
  };
  const match = { lots, priceMicro: markPriceMicro };
  desk.store.saveOrder(fillOrder(desk, market, order, match, { crossed: true, liquidationMarkMicro: markPriceMicro }));
}
