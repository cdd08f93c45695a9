import { canonicalHash } from '@platform/mongo';
import type { Address, Hex } from 'viem';
import type { Cause } from '../cause.js';

/** A transfer of USDC on Arbitrum that anybody may send on the owner's behalf, once (EIP-3009). */
export interface Erc3009Transfer {
  readonly family: 'erc3009_transfer';
  readonly cause: Cause;
  readonly to: Address;
  /** Decimal text of micro-USDC. */
  readonly amountMicroUsdc: string;
  /** Makes a second send harmless: derived from the cause. */
  readonly nonce: Hex;
  /** Seconds since the Unix epoch; at this instant it is void. */
  readonly validBefore: number;
}

/** A trading action of Hyperliquid. */
export interface HyperliquidL1Action {
  readonly family: 'hyperliquid_l1_action';
  /** In the venue's order of fields, which is signed with it. */
  readonly action: Readonly<Record<string, unknown>>;
  /** Milliseconds; drawn for the key that signs. */
  readonly nonce: number;
  /** Milliseconds since the Unix epoch after which the venue refuses it. */
  readonly expiresAfterMs?: number;
}

/** Lets an agent key trade at Hyperliquid for the wallet; it can't withdraw. */
export interface HyperliquidApproveAgent {
  readonly family: 'hyperliquid_approve_agent';
  readonly agentAddress: Address;
  /** One agent a name: approving another under it ends the former. */
  readonly agentName: string;
  /** Milliseconds; drawn for the key that signs. */
  readonly nonce: number;
}

/** Lets the platform's builder take its fee of the wallet's orders at Hyperliquid. */
export interface HyperliquidApproveBuilderFee {
  readonly family: 'hyperliquid_approve_builder_fee';
  readonly builderAddress: Address;
  readonly maximumFeeTenthsOfBasisPoint: number;
  /** Milliseconds; drawn for the key that signs. */
  readonly nonce: number;
}

/** All that a wallet's key ever signs. */
export type SigningIntent =
  | Erc3009Transfer
  | HyperliquidL1Action
  | HyperliquidApproveAgent
  | HyperliquidApproveBuilderFee;
export type SigningFamily = SigningIntent['family'];

/** Names what was signed, in the audit record; equal intents have equal digests. */
export function intentDigest(intent: SigningIntent): string {
  return canonicalHash(intent);
}
