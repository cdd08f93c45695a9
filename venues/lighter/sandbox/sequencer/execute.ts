import type { Transaction } from '../../transactions/index.js';
import { transfer } from '../fast-withdrawals/execute.js';
import { cancelAllOrders, updateLeverage, updateMargin } from '../trading/account-actions.js';
import { createGroupedOrders, settleGroups } from '../trading/groups.js';
import { cancelOrder, createOrder, modifyOrder } from '../trading/place.js';
import type { ExecutionContext } from './context.js';

const SENT: ReadonlySet<Transaction['kind']> = new Set<Transaction['kind']>([
  'changePubKey',
  'createOrder',
  'createGroupedOrders',
  'cancelOrder',
  'cancelAllOrders',
  'modifyOrder',
  'updateLeverage',
  'updateMargin',
]);

/** Returns whether the sandbox takes a kind of transactions by `sendTx`; a transfer comes by the endpoint of fast withdrawals alone. */
export function isSent(kind: Transaction['kind']): boolean {
  return SENT.has(kind);
}

/** Executes a transaction, or throws its rejection. */
export function execute(transaction: Transaction, context: ExecutionContext): void {
  switch (transaction.kind) {
    case 'changePubKey':
      changePubKey(transaction, context);
      break;
    case 'createOrder':
      createOrder(transaction, context);
      break;
    case 'createGroupedOrders':
      createGroupedOrders(transaction, context);
      break;
    case 'cancelOrder':
      cancelOrder(transaction, context);
      break;
    case 'cancelAllOrders':
      cancelAllOrders(transaction, context);
      break;
    case 'modifyOrder':
      modifyOrder(transaction, context);
      break;
    case 'updateLeverage':
      updateLeverage(transaction, context);
      break;
    case 'updateMargin':
      updateMargin(transaction, context);
      break;
    case 'transfer':
      transfer(transaction, context);
      break;
    default:
      throw new Error(`transactions of the kind ${transaction.kind} are not executed`);
  }
  settleGroups(context);
}

function changePubKey(
  { accountIndex, apiKeyIndex, publicKey, nonce }: Extract<Transaction, { kind: 'changePubKey' }>,
  { store, nowMs }: ExecutionContext,
): void {
  store.saveApiKey({ accountIndex, apiKeyIndex, publicKey, nonce, changedMs: nowMs });
}
