import { networks } from '@platform/kit/networks';
import type { SigningFamily } from '@platform/venues/trading-accounts';
import { type Address, type Hex, keccak256, parseSignature, toBytes } from 'viem';
import { type Token, tokenRow } from '../chains/token.js';
import { type LegReference, legName } from '../operation-reference.js';
import type { PaymentAddresses } from '../venues/payment-addresses.js';
import type { AcceptedTransfer } from './accepted-transfer.js';

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** A transfer that anybody may send on the owner's behalf, once (EIP-3009). */
export interface Erc3009Transfer extends LegReference {
  readonly token: Token;
  readonly from: Address;
  readonly to: Address;
  /** Decimal text of millionths. */
  readonly amountMicroUsdc: string;
  /** Seconds since the Unix epoch; from this instant on the transfer is void. */
  readonly validBefore: number;
  /** Makes a second send harmless: it is derived from the leg. */
  readonly nonce: Hex;
}

/** A signed transfer in the contract's format. */
export interface SignedTransfer {
  readonly transfer: Erc3009Transfer;
  readonly signature: { readonly v: number; readonly r: Hex; readonly s: Hex };
}

/** Returns the family of transfers for this service's own operations. A setup pays its venue alone, where its wallet does. */
export function usdcTransfers(
  payments: Pick<PaymentAddresses, 'require'>,
): SigningFamily<AcceptedTransfer, Erc3009Transfer, SignedTransfer> {
  return {
    name: 'erc3009_transfer',
    venue: undefined,
    askers: ['wallet'],
    parse: async (accepted, from) => {
      const { operation, leg, token, to, amountMicroUsdc } = accepted;
      if (operation.kind === 'setup') await payments.require(accepted.walletId, operation.venue, to);
      const validBefore = Math.floor(accepted.validBefore.getTime() / 1_000);
      const transfer = { operation, leg, token, from, to, amountMicroUsdc: String(amountMicroUsdc) };
      return { ...transfer, validBefore, nonce: authorizationNonce(accepted) };
    },
    sign: async (key, transfer) => {
      const { token, from, to, nonce, amountMicroUsdc, validBefore } = transfer;
      const { address: verifyingContract, domain } = tokenRow(token);
      const { chainId } = networks[token.network];
      const value = BigInt(amountMicroUsdc);
      const signature = await key.signTypedData({
        domain: { ...domain, chainId, verifyingContract },
        types,
        primaryType: 'TransferWithAuthorization',
        message: { from, to, nonce, value, validAfter: 0n, validBefore: BigInt(validBefore) },
      });
      const { r, s, yParity } = parseSignature(signature);
      return { transfer, signature: { r, s, v: yParity === 0 ? 27 : 28 } };
    },
  };
}

/** Returns the EIP-3009 nonce of a leg: the chain accepts it once. */
export function authorizationNonce(leg: LegReference): Hex {
  return keccak256(toBytes(legName(leg)));
}
