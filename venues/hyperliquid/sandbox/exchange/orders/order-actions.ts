import { type ActionHandler, DONE, l1Action, type Outcome } from '../action.js';
import { ActionRefused } from '../refused.js';
import { cancelTwap, placeTwap } from '../twap/twaps.js';
import { l1Actions } from '../wire.js';
import { scheduleCancel } from './schedule.js';
import { cancelOrder, modifyOrder, type OrderOutcome, placeOrders } from './trading.js';

/** Actions on orders. */
export const orderActions: Readonly<Record<string, ActionHandler>> = {
  order: l1Action(l1Actions.order, (desk, user, { orders, grouping, builder }) =>
    statuses('order', placeOrders(desk, user, orders, { grouping, builder })),
  ),
  cancel: l1Action(l1Actions.cancel, (desk, user, { cancels }) =>
    statuses(
      'cancel',
      cancels.map(({ a, o }) => cancelOrder(desk, user, a, o)),
    ),
  ),
  cancelByCloid: l1Action(l1Actions.cancelByCloid, (desk, user, { cancels }) =>
    statuses(
      'cancel',
      cancels.map(({ asset, cloid }) => cancelOrder(desk, user, asset, cloid)),
    ),
  ),
  modify: l1Action(l1Actions.modify, (desk, user, modification) => {
    const [outcome] = modifyOrder(desk, user, modification);
    if (typeof outcome === 'object' && 'error' in outcome) throw new ActionRefused(outcome.error);
    return DONE;
  }),
  batchModify: l1Action(l1Actions.batchModify, (desk, user, { modifies }) =>
    statuses(
      'order',
      modifies.flatMap((modification) => modifyOrder(desk, user, modification)),
    ),
  ),
  twapOrder: l1Action(l1Actions.twapOrder, (desk, user, action) => ({
    type: 'twapOrder',
    data: { status: placeTwap(desk, user, action) },
  })),
  twapCancel: l1Action(l1Actions.twapCancel, (desk, user, action) => ({
    type: 'twapCancel',
    data: { status: cancelTwap(desk, user, action) },
  })),
  scheduleCancel: l1Action(l1Actions.scheduleCancel, (desk, user, { time }) => {
    scheduleCancel(desk, user, time);
    return DONE;
  }),
  noop: l1Action(l1Actions.noop, () => DONE),
};

function statuses(type: 'order' | 'cancel', outcomes: readonly OrderOutcome[]): Outcome {
  return { type, data: { statuses: outcomes } };
}
