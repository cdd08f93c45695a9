import { type ActionHandler, DONE, l1Action, type Outcome } from '../action.js';
import { ActionRefused } from '../refused.js';
import { cancelTwap, placeTwap } from '../twap/twaps.js';
import { l1Actions } from '../wire.js';
import { scheduleCancel } from './schedule.js';
import { cancelOrder, modifyOrder, type OrderOutcome, placeOrders } from './trading.js';

/** Actions on orders. */
export const orderActions: Readonly<Record<string, ActionHandler>> = {
  order: l1Action(l1Actions.order, (context, user, { orders, grouping, builder }) =>
    statuses('order', placeOrders(context, user, orders, { grouping, builder })),
  ),
  cancel: l1Action(l1Actions.cancel, (context, user, { cancels }) =>
    statuses(
      'cancel',
      cancels.map(({ a, o }) => cancelOrder(context, user, a, o)),
    ),
  ),
  cancelByCloid: l1Action(l1Actions.cancelByCloid, (context, user, { cancels }) =>
    statuses(
      'cancel',
      cancels.map(({ asset, cloid }) => cancelOrder(context, user, asset, cloid)),
    ),
  ),
  modify: l1Action(l1Actions.modify, (context, user, modification) => {
    const [outcome] = modifyOrder(context, user, modification);
    if (typeof outcome === 'object' && 'error' in outcome) throw new ActionRefused(outcome.error);
    return DONE;
  }),
  batchModify: l1Action(l1Actions.batchModify, (context, user, { modifies }) =>
    statuses(
      'order',
      modifies.flatMap((modification) => modifyOrder(context, user, modification)),
    ),
  ),
  twapOrder: l1Action(l1Actions.twapOrder, (context, user, action) => ({
    type: 'twapOrder',
    data: { status: placeTwap(context, user, action) },
  })),
  twapCancel: l1Action(l1Actions.twapCancel, (context, user, action) => ({
    type: 'twapCancel',
    data: { status: cancelTwap(context, user, action) },
  })),
  scheduleCancel: l1Action(l1Actions.scheduleCancel, (context, user, { time }) => {
    scheduleCancel(context, user, time);
    return DONE;
  }),
  noop: l1Action(l1Actions.noop, () => DONE),
};

function statuses(type: 'order' | 'cancel', outcomes: readonly OrderOutcome[]): Outcome {
  return { type, data: { statuses: outcomes } };
}
