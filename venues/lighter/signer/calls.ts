import { ALL_MARKETS, CANCEL_ALL, DIRECTIONS, GROUPINGS, MARGIN_MODES, memoOf, PERPS, USDC } from './numbers.js';
import type { LighterOrder, LighterSignatory, LighterTransaction } from './transactions.js';

/** How the library's functions are called: by the header that comes with version 1.1.8. */

const LONG = 'int64_t';
const INT = 'int';
const BYTE = 'uint8_t';
/** Integrator's account, its two fees; what happens when an order meets one of the same owner, and who counts as the same. */
const ATTRIBUTES = [LONG, INT, INT, BYTE, BYTE] as const;
/** Whether nonces may be skipped, the nonce, the key's index, the account. */
const END = [BYTE, LONG, INT, LONG] as const;

/** No integrator, who could take fees; the venue's own default where an owner's orders meet: the resting one expires. */
const NO_ATTRIBUTES = [0n, 0, 0, 0, 0] as const;
/** Nonces are consecutive. */
const NO_SKIPPED_NONCE = 0;
/** Of an order that is modified: whichever version it has. */
const ANY_VERSION = 0n;

/** The name that the type of an order within a group is declared by. */
export const ORDER = 'CreateOrderTxReq';

/** The members of an order within a group, in their order. */
export const ORDER_MEMBERS = {
  ...{ MarketIndex: LONG, ClientOrderIndex: LONG, BaseAmount: LONG, Price: 'uint32_t' },
  ...{ IsAsk: BYTE, Type: BYTE, TimeInForce: BYTE, ReduceOnly: BYTE },
  ...{ TriggerPrice: 'uint32_t', OrderExpiry: LONG },
};

/** The parameters of each function that signs. Of those that move capital, the one that fast withdrawals need is among them. */
export const PARAMETERS = {
  SignCreateOrder: [LONG, LONG, LONG, INT, INT, INT, INT, INT, INT, LONG, ...ATTRIBUTES, ...END],
  SignCreateGroupedOrders: [BYTE, `${ORDER} *`, INT, ...ATTRIBUTES, ...END],
  SignCancelOrder: [LONG, LONG, ...END],
  SignCancelAllOrders: [INT, LONG, LONG, ...END],
  SignModifyOrder: [LONG, LONG, LONG, LONG, LONG, ...ATTRIBUTES, BYTE, LONG, LONG, INT, LONG],
  SignUpdateLeverage: [LONG, INT, INT, ...END],
  SignUpdateMargin: [LONG, LONG, INT, ...END],
  SignChangePubKey: ['str', ...END],
  SignTransfer: [LONG, 'int16_t', BYTE, BYTE, LONG, LONG, 'str', ...END],
} as const;

/** A function of the library that signs. */
export type LibraryFunction = keyof typeof PARAMETERS;

/** Returns the function that signs a transaction, and its arguments. */
export function callOf(
  signatory: LighterSignatory,
  transaction: LighterTransaction,
): { readonly name: LibraryFunction; readonly values: readonly unknown[] } {
  const { nonce, apiKeyIndex, accountIndex } = signatory;
  const end = [NO_SKIPPED_NONCE, nonce, apiKeyIndex, accountIndex];
  switch (transaction.kind) {
    case 'create_order':
      return { name: 'SignCreateOrder', values: [...orderValues(transaction.order), ...NO_ATTRIBUTES, ...end] };
    case 'create_grouped_orders': {
      const orders = transaction.orders.map(orderMembers);
      const group = [GROUPINGS[transaction.grouping], orders, orders.length];
      return { name: 'SignCreateGroupedOrders', values: [...group, ...NO_ATTRIBUTES, ...end] };
    }
    case 'cancel_order':
      return { name: 'SignCancelOrder', values: [transaction.marketIndex, transaction.orderIndex, ...end] };
    case 'cancel_all_orders':
      return cancelAll(CANCEL_ALL.now, 0n, transaction.marketIndex ?? ALL_MARKETS, end);
    case 'schedule_cancel_all':
      return cancelAll(CANCEL_ALL.scheduled, transaction.atMs, ALL_MARKETS, end);
    case 'abort_cancel_all':
      return cancelAll(CANCEL_ALL.abort, 0n, ALL_MARKETS, end);
    case 'modify_order': {
      const { marketIndex, orderIndex, baseAmount, price, triggerPrice } = transaction;
      const modified = [marketIndex, orderIndex, baseAmount, price, triggerPrice, ...NO_ATTRIBUTES];
      const place = [NO_SKIPPED_NONCE, nonce, ANY_VERSION, apiKeyIndex, accountIndex];
      return { name: 'SignModifyOrder', values: [...modified, ...place] };
    }
    case 'update_leverage': {
      const { marketIndex, initialMarginFraction, marginMode } = transaction;
      return {
        name: 'SignUpdateLeverage',
        values: [marketIndex, initialMarginFraction, MARGIN_MODES[marginMode], ...end],
      };
    }
    case 'update_margin': {
      const { marketIndex, usdcAmount, direction } = transaction;
      return { name: 'SignUpdateMargin', values: [marketIndex, usdcAmount, DIRECTIONS[direction], ...end] };
    }
    case 'change_pub_key':
      return { name: 'SignChangePubKey', values: [transaction.publicKey, ...end] };
    case 'fast_withdrawal': {
      const { toAccountIndex, usdcAmount, usdcFee, toAddress } = transaction;
      const amounts = [usdcAmount, usdcFee, memoOf(toAddress)];
      return { name: 'SignTransfer', values: [toAccountIndex, USDC, PERPS, PERPS, ...amounts, ...end] };
    }
  }
}

function cancelAll(mode: number, atMs: bigint, marketIndex: number, end: readonly unknown[]) {
  return { name: 'SignCancelAllOrders', values: [mode, atMs, marketIndex, ...end] } as const;
}

/** Prices are a C `int` here, of which the library takes the 32 bits as an unsigned number. */
function orderValues(order: LighterOrder): readonly unknown[] {
  return [
    ...[order.marketIndex, order.clientOrderIndex, order.baseAmount, asInt(order.price), Number(order.isAsk)],
    ...[order.type, order.timeInForce, Number(order.reduceOnly), asInt(order.triggerPrice), order.expiryMs],
  ];
}

function orderMembers(order: LighterOrder) {
  return {
    ...{ MarketIndex: order.marketIndex, ClientOrderIndex: order.clientOrderIndex, BaseAmount: order.baseAmount },
    ...{ Price: order.price, IsAsk: Number(order.isAsk), Type: order.type, TimeInForce: order.timeInForce },
    ...{ ReduceOnly: Number(order.reduceOnly), TriggerPrice: order.triggerPrice, OrderExpiry: order.expiryMs },
  };
}

function asInt(unsigned: number): number {
  return Number(BigInt.asIntN(32, BigInt(unsigned)));
}
