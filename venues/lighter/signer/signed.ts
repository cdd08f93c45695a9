import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parseLosslessly } from '../../http/index.js';
import { LighterSignerError } from './errors.js';
import type { SignedAnswer } from './messages.js';
import {
  CANCEL_ALL,
  CANCEL_ALL_MARKET,
  DIRECTIONS,
  GROUPINGS,
  MARGIN_MODES,
  memoOf,
  PERPS,
  TYPES,
  USDC,
} from './numbers.js';
import type { LighterOrder, LighterSignatory, LighterTransaction } from './transactions.js';

/** A transaction as the venue takes it. */
export interface SignedTransaction {
  /** `tx_type` of the venue's `sendTx`. */
  readonly type: number;
  /** `tx_info` of the venue's `sendTx`: JSON text, to be sent as it is. */
  readonly info: string;
  /** What was signed, and what the venue names the transaction by, in hexadecimal. Another signature of the same request has another one. */
  readonly hash: string;
  /** From then on the venue does not accept it, in milliseconds since the Unix epoch: ten minutes after it was signed. */
  readonly expiresAtMs: number;
  /** Text that the owner's wallet must sign too (EIP-191) for the field `L1Sig` of `info`; null where nothing. */
  readonly messageToSign: string | null;
}

/** Of a number in the text that a wallet signs. */
const HEX_DIGITS = 16;
const SIGNATURE_BASE64 = /^[A-Za-z0-9+/]{107}=$/;

const infoSchema = z.looseObject({ ExpiredAt: z.int().positive(), Sig: z.string().regex(SIGNATURE_BASE64) });

/**
 * Returns the signed transaction. Throws `LighterSignerError` (`untrue`) unless its text says, field by field, what was asked for, since the
 * venue does what the text says; and unless what the owner's wallet is to sign is the venue's text for it, word by word.
 */
export function readSigned(
  answer: SignedAnswer,
  signatory: LighterSignatory,
  transaction: LighterTransaction,
): SignedTransaction {
  const { type, info, hash, messageToSign } = answer;
  const { ExpiredAt: expiresAtMs, Sig: _signature, ...said } = readInfo(info);
  const expected = plain({ ...placeOf(signatory, transaction), ...contentOf(transaction) });
  const isTrue = type === TYPES[transaction.kind] && isDeepStrictEqual(plain(said), expected);
  if (!isTrue || messageToSign !== messageOf(signatory, transaction))
    throw new LighterSignerError('untrue', 'the signer signed something else than it was asked to');
  return { type, info, hash, expiresAtMs, messageToSign };
}

function readInfo(info: string) {
  try {
    return infoSchema.parse(parseLosslessly(info));
  } catch {
    throw new LighterSignerError('untrue', 'the signer answered something that is not a signed transaction');
  }
}

/** Integers as text, however large, so that they compare. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_name, each) => (typeof each === 'number' ? String(each) : each));
}

function placeOf({ accountIndex, apiKeyIndex, nonce }: LighterSignatory, { kind }: LighterTransaction) {
  const account = kind === 'fast_withdrawal' ? 'FromAccountIndex' : 'AccountIndex';
  return { [account]: String(accountIndex), ApiKeyIndex: apiKeyIndex, Nonce: String(nonce), L2TxAttributes: null };
}

/** What the owner's wallet must sign too. */
function messageOf(signatory: LighterSignatory, transaction: LighterTransaction): string | null {
  const lines = linesOf(signatory, transaction);
  return lines && [...lines, 'Only sign this message for a trusted client!'].join('\n');
}

function linesOf(signatory: LighterSignatory, transaction: LighterTransaction): readonly string[] | null {
  const { chainId, accountIndex, apiKeyIndex, nonce } = signatory;
  switch (transaction.kind) {
    case 'change_pub_key': {
      const place = [`account index: ${hex(accountIndex)}`, `api key index: ${hex(apiKeyIndex)}`];
      return ['Register Lighter Account\n', `pubkey: ${transaction.publicKey}`, `nonce: ${hex(nonce)}`, ...place];
    }
    case 'fast_withdrawal': {
      const { toAccountIndex, usdcAmount, usdcFee, toAddress } = transaction;
      const route = `(route ${hex(PERPS)})`;
      const from = [`from: ${hex(accountIndex)} ${route}`, `api key: ${hex(apiKeyIndex)}`];
      const what = [`asset: ${hex(USDC)}`, `amount: ${hex(usdcAmount)}`, `fee: ${hex(usdcFee)}`];
      const to = [`to: ${hex(toAccountIndex)} ${route}`, ...what, `chainId: ${hex(chainId)}`];
      return ['Transfer\n', `nonce: ${hex(nonce)}`, ...from, ...to, `memo: ${memoOf(toAddress)}`];
    }
    default:
      return null;
  }
}

function hex(value: bigint | number): string {
  return `0x${value.toString(16).padStart(HEX_DIGITS, '0')}`;
}

function contentOf(transaction: LighterTransaction): Readonly<Record<string, unknown>> {
  switch (transaction.kind) {
    case 'create_order':
      return contentOfOrder(transaction.order);
    case 'create_grouped_orders':
      return { GroupingType: GROUPINGS[transaction.grouping], Orders: transaction.orders.map(contentOfOrder) };
    case 'cancel_order':
      return { MarketIndex: transaction.marketIndex, Index: String(transaction.orderIndex) };
    case 'cancel_all_orders': {
      const { marketIndex } = transaction;
      const attributes = marketIndex === null ? null : { [CANCEL_ALL_MARKET]: marketIndex };
      return { TimeInForce: CANCEL_ALL.now, Time: 0, L2TxAttributes: attributes };
    }
    case 'schedule_cancel_all':
      return { TimeInForce: CANCEL_ALL.scheduled, Time: String(transaction.atMs) };
    case 'abort_cancel_all':
      return { TimeInForce: CANCEL_ALL.abort, Time: 0 };
    case 'modify_order': {
      const { marketIndex, orderIndex, baseAmount, price, triggerPrice } = transaction;
      const amounts = { BaseAmount: String(baseAmount), Price: price, TriggerPrice: triggerPrice };
      return { MarketIndex: marketIndex, Index: String(orderIndex), ...amounts };
    }
    case 'update_leverage': {
      const { marketIndex, initialMarginFraction, marginMode } = transaction;
      const margin = { InitialMarginFraction: initialMarginFraction, MarginMode: MARGIN_MODES[marginMode] };
      return { MarketIndex: marketIndex, ...margin };
    }
    case 'update_margin': {
      const { marketIndex, usdcAmount, direction } = transaction;
      return { MarketIndex: marketIndex, USDCAmount: String(usdcAmount), Direction: DIRECTIONS[direction] };
    }
    case 'change_pub_key':
      return { PubKey: Buffer.from(transaction.publicKey.slice(2), 'hex').toString('base64'), L1Sig: '' };
    case 'fast_withdrawal':
      return contentOfTransfer(transaction);
  }
}

function contentOfTransfer(transfer: Extract<LighterTransaction, { kind: 'fast_withdrawal' }>) {
  const { toAccountIndex, usdcAmount, usdcFee, toAddress } = transfer;
  const asset = { AssetIndex: USDC, FromRouteType: PERPS, ToRouteType: PERPS };
  const amounts = { Amount: String(usdcAmount), USDCFee: String(usdcFee) };
  const memo = { Memo: [...Buffer.from(memoOf(toAddress), 'hex')] };
  return { ToAccountIndex: String(toAccountIndex), ...asset, ...amounts, ...memo, L1Sig: '' };
}

function contentOfOrder(order: LighterOrder) {
  return {
    ...{ MarketIndex: order.marketIndex, ClientOrderIndex: String(order.clientOrderIndex) },
    ...{ BaseAmount: String(order.baseAmount), Price: order.price, IsAsk: Number(order.isAsk), Type: order.type },
    ...{ TimeInForce: order.timeInForce, ReduceOnly: Number(order.reduceOnly) },
    ...{ TriggerPrice: order.triggerPrice, OrderExpiry: String(order.expiryMs) },
  };
}
