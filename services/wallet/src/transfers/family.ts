import type { MicroUsdc } from '@platform/kit/money';
import type { VenueId } from '@platform/venues/registry';
import type { SigningFamily } from '@platform/venues/trading-accounts';
import { type Address, type Hex, isAddressEqual, keccak256, parseSignature, toBytes } from 'viem';
import { networks } from '../chains/networks.js';
import type { OperationReference } from '../operation-reference.js';

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

/** USDC to transfer out of a wallet on Arbitrum. */
export interface TransferRequest {
  readonly operation: OperationReference;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  /** Seconds since the Unix epoch; from this instant on the transfer is void. */
  readonly validBefore: number;
}

/** A transfer that anybody may send on the owner's behalf, once (EIP-3009). */
export interface Erc3009Transfer {
  readonly operation: OperationReference;
  readonly from: Address;
  readonly to: Address;
  /** Decimal text of micro-USDC. */
  readonly amountMicroUsdc: string;
  readonly validBefore: number;
  /** Makes a second send harmless: it is derived from the operation. */
  readonly nonce: Hex;
}

/** A signed transfer in the contract's format. */
export interface SignedTransfer {
  readonly transfer: Erc3009Transfer;
  readonly signature: { readonly v: number; readonly r: Hex; readonly s: Hex };
}

/** Returns the family of transfers for this service's own operations. A setup may pay only its venue. */
export function usdcTransfers(
  paymentAddresses: ReadonlyMap<VenueId, Address>,
): SigningFamily<TransferRequest, Erc3009Transfer, SignedTransfer> {
  return {
    name: 'erc3009_transfer',
    venue: undefined,
    askers: ['wallet'],
    parse: async ({ operation, to, amountMicroUsdc, validBefore }, from) => {
      if (operation.kind === 'setup') requirePayment(operation, to);
      const nonce = authorizationNonce(operation);
      return { operation, from, to, amountMicroUsdc: String(amountMicroUsdc), validBefore, nonce };
    },
    sign: async (key, transfer) => {
      const { from, to, nonce, amountMicroUsdc, validBefore } = transfer;
      const { chainId, usdcAddress } = networks.arbitrum;
      const value = BigInt(amountMicroUsdc);
      const signature = await key.signTypedData({
        domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: usdcAddress },
        types,
        primaryType: 'TransferWithAuthorization',
        message: { from, to, nonce, value, validAfter: 0n, validBefore: BigInt(validBefore) },
      });
      const { r, s, yParity } = parseSignature(signature);
      return { transfer, signature: { r, s, v: yParity === 0 ? 27 : 28 } };
    },
  };

  function requirePayment({ id, venue }: OperationReference & { readonly venue: VenueId }, to: Address): void {
    const address = paymentAddresses.get(venue);
    if (address === undefined || !isAddressEqual(to, address))
      throw new Error(`setup ${id} would pay another address than the one of ${venue}`);
  }
}

/** Returns the EIP-3009 nonce of an operation: the chain accepts it once. */
export function authorizationNonce({ kind, id }: OperationReference): Hex {
  return keccak256(toBytes(`${kind}:${id}`));
}
