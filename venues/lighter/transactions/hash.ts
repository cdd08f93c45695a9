import type { Hex } from 'viem';
import { attributeElements } from './attributes.js';
import { cancelTimings, groupings, marginDirections, marginModes, orderTypes, routes, timesInForce } from './fields.js';
import { transactionTypes } from './kinds.js';
import { type FourHash, hashToFour, hashToQuintic } from './signing/poseidon2.js';
import { hexOf, type Quintic, quinticOfHex } from './signing/quintic.js';
import { verifies } from './signing/schnorr.js';
import type { Order, SignedTransaction, Transaction } from './transactions.js';

/** Lighter's mainnet and its testnet. A transaction signed for one is not valid on the other. */
export const CHAIN_IDS = { mainnet: 304, testnet: 300 } as const;

const HALF_BITS = 32n;
const LOW_HALF = 2n ** HALF_BITS - 1n;

/** Returns the hash of a transaction in hexadecimal digits without `0x`, as the venue names it. */
export function transactionHash(transaction: Transaction, chainId: number): string {
  return hexOf(hashOf(transaction, chainId));
}

/** Whether an API key signed a transaction for a chain. Takes ten milliseconds or more. */
export function isSignedBy({ transaction, signature }: SignedTransaction, publicKey: Hex, chainId: number): boolean {
  return verifies(publicKey, hashOf(transaction, chainId), signature);
}

function hashOf(transaction: Transaction, chainId: number): Quintic {
  const { kind, nonce, expiredAt, accountIndex, apiKeyIndex, attributes } = transaction;
  const numbers = [chainId, transactionTypes[kind], nonce, expiredAt, accountIndex, apiKeyIndex];
  const hash = hashToQuintic([...numbers.map(BigInt), ...fieldsOf(transaction)]);
  const elements = attributeElements(attributes);
  return elements === undefined ? hash : hashToQuintic([...hash, ...hashToQuintic(elements)]);
}

/** Returns the elements of a transaction's own fields, in the order in which the official library hashes them. */
function fieldsOf(transaction: Transaction): readonly bigint[] {
  switch (transaction.kind) {
    case 'createOrder':
      return orderElements(transaction.order);
    case 'createGroupedOrders':
      return [placeOf(groupings, transaction.grouping), ...groupElements(transaction.orders)];
    case 'cancelOrder':
      return [BigInt(transaction.marketIndex), transaction.index];
    case 'cancelAllOrders':
      return [placeOf(cancelTimings, transaction.timing), transaction.time];
    case 'modifyOrder': {
      const { marketIndex, index, baseAmount, price, triggerPrice } = transaction;
      return [marketIndex, index, baseAmount, price, triggerPrice].map(BigInt);
    }
    case 'updateLeverage': {
      const { marketIndex, initialMarginFraction, marginMode } = transaction;
      return [BigInt(marketIndex), BigInt(initialMarginFraction), placeOf(marginModes, marginMode)];
    }
    case 'updateMargin': {
      const { marketIndex, amount, direction } = transaction;
      return [BigInt(marketIndex), ...halves(amount), placeOf(marginDirections, direction)];
    }
    case 'changePubKey':
      return publicKeyElements(transaction.publicKey);
    case 'withdraw': {
      const { assetIndex, route, amount } = transaction;
      return [BigInt(assetIndex), placeOf(routes, route), ...halves(amount)];
    }
    case 'transfer': {
      const { toAccountIndex, assetIndex, fromRoute, toRoute, amount, fee } = transaction;
      const between = [placeOf(routes, fromRoute), placeOf(routes, toRoute)];
      // The memo is not signed by the API key; the owner's message holds it.
      return [BigInt(toAccountIndex), BigInt(assetIndex), ...between, ...halves(amount), ...halves(fee)];
    }
  }
}

/** Returns the hash of all orders of a group: each one's own, and each next one joined to those before it. */
function groupElements(orders: readonly Order[]): readonly bigint[] {
  let group: FourHash | undefined;
  for (const order of orders) {
    const hash = hashToFour(orderElements(order));
    group = group === undefined ? hash : hashToFour([...group, ...hash]);
  }
  if (group === undefined) throw new Error('a group has an order');
  return group;
}

function orderElements(order: Order): readonly bigint[] {
  const { marketIndex, clientOrderIndex, baseAmount, price, isAsk, isReduceOnly, triggerPrice, orderExpiry } = order;
  return [
    ...[marketIndex, clientOrderIndex, baseAmount, price, isAsk].map(BigInt),
    placeOf(orderTypes, order.type),
    placeOf(timesInForce, order.timeInForce),
    ...[isReduceOnly, triggerPrice, orderExpiry].map(BigInt),
  ];
}

function publicKeyElements(publicKey: Hex): Quintic {
  const element = quinticOfHex(publicKey.slice(2));
  if (element === undefined) throw new Error('the public key is not five elements of the field');
  return element;
}

/** An amount is hashed as its lower and its upper 32 bits. */
function halves(amount: bigint): readonly [bigint, bigint] {
  return [amount & LOW_HALF, amount >> HALF_BITS];
}

function placeOf<const Name extends string>(names: readonly Name[], name: Name): bigint {
  return BigInt(names.indexOf(name));
}
