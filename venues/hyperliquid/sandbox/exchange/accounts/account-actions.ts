import { type ActionHandler, DONE, l1Action, userAction } from '../action.js';
import { l1Actions, userActions } from '../wire.js';
import { approveAgent, approveBuilderFee, setReferrer } from './authority.js';
import { topUpIsolatedMargin, updateIsolatedMargin, updateLeverage } from './leverage.js';
import { moveBetweenClasses, reserveRequests, sendUsdc, withdraw } from './money.js';

const TRANSFER_FIELDS = [
  { name: 'destination', type: 'string' },
  { name: 'amount', type: 'string' },
  { name: 'time', type: 'uint64' },
];

/** Actions on an account: margin, money, and authority. */
export const accountActions: Readonly<Record<string, ActionHandler>> = {
  updateLeverage: l1Action(l1Actions.updateLeverage, (context, user, { asset, isCross, leverage }) => {
    updateLeverage(context, user, asset, isCross, leverage);
    return DONE;
  }),
  updateIsolatedMargin: l1Action(l1Actions.updateIsolatedMargin, (context, user, { asset, ntli }) => {
    updateIsolatedMargin(context, user, asset, BigInt(ntli));
    return DONE;
  }),
  topUpIsolatedOnlyMargin: l1Action(l1Actions.topUpIsolatedOnlyMargin, (context, user, { asset, leverage }) => {
    topUpIsolatedMargin(context, user, asset, leverage);
    return DONE;
  }),
  reserveRequestWeight: l1Action(l1Actions.reserveRequestWeight, (context, user, { weight, destination }) => {
    reserveRequests(context, user, weight, destination ?? user);
    return DONE;
  }),
  setReferrer: l1Action(l1Actions.setReferrer, (context, user, { code }) => {
    setReferrer(context, user, code);
    return DONE;
  }),
  usdSend: userAction('UsdSend', TRANSFER_FIELDS, userActions.usdSend, (context, user, { destination, amount }) => {
    sendUsdc(context, user, destination.toLowerCase(), amount);
    return DONE;
  }),
  withdraw3: userAction('Withdraw', TRANSFER_FIELDS, userActions.withdraw3, (context, user, action) => {
    withdraw(context, user, action.destination.toLowerCase(), action.amount, action.time);
    return DONE;
  }),
  usdClassTransfer: userAction(
    'UsdClassTransfer',
    [
      { name: 'amount', type: 'string' },
      { name: 'toPerp', type: 'bool' },
      { name: 'nonce', type: 'uint64' },
    ],
    userActions.usdClassTransfer,
    (context, user, { amount, toPerp }) => {
      moveBetweenClasses(context, user, amount, toPerp);
      return DONE;
    },
  ),
  approveAgent: userAction(
    'ApproveAgent',
    [
      { name: 'agentAddress', type: 'address' },
      { name: 'agentName', type: 'string' },
      { name: 'nonce', type: 'uint64' },
    ],
    userActions.approveAgent,
    (context, user, { agentAddress, agentName }) => {
      approveAgent(context, user, agentAddress, agentName);
      return DONE;
    },
  ),
  approveBuilderFee: userAction(
    'ApproveBuilderFee',
    [
      { name: 'maxFeeRate', type: 'string' },
      { name: 'builder', type: 'address' },
      { name: 'nonce', type: 'uint64' },
    ],
    userActions.approveBuilderFee,
    (context, user, { builder, maxFeeRate }) => {
      approveBuilderFee(context, user, builder, maxFeeRate);
      return DONE;
    },
  ),
};
