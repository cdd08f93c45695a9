import type { Hex, LocalAccount } from 'viem';
import {
  depositWalletSignature,
  depositWalletTypedData,
  type Exchange,
  type Order,
  orderTypedData,
  signatureTypes,
} from '../codec/index.js';

/** Signs an order as its signature type wants: the digest itself, or what the account's deposit wallet verifies. */
export async function signOrder(key: LocalAccount, order: Order, exchange: Exchange): Promise<Hex> {
  if (order.signatureType === signatureTypes.key) return key.signTypedData(orderTypedData(order, exchange));
  const signature = await key.signTypedData(depositWalletTypedData(order, exchange));
  return depositWalletSignature(signature, order, exchange);
}
