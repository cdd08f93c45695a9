import type { MicroUsdc } from '@platform/money';
import type { ClientSession } from '@platform/mongo';
import { type Address, encodeFunctionData, type Hex, keccak256, parseAbi, toBytes } from 'viem';
import type { Cause } from '../cause.js';
import { networks } from '../chains/networks.js';
import type { Signer } from '../signing/signer.js';
import type { Wallets } from '../wallets/wallets.js';
import type { ChainTransactionRecord } from './model.js';
import type { Relayer, RelayRequest } from './relayer.js';

const usdcAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);

/** USDC that leaves an account's wallet on Arbitrum while the platform pays for gas. */
export interface SponsoredTransfer {
  readonly accountId: string;
  /** The operation it belongs to: one transfer a cause, on the chain too. */
  readonly cause: Cause;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  /** From this instant on it can't happen any more: milliseconds since the Unix epoch, whole seconds count. */
  readonly validBeforeMs: number;
}

/**
 * Transfers that the platform pays for. Use: `sign` (an audit record, no effect), then `enqueue` in the transaction that writes
 * the operation as submitting, then `find` until its state is an end: `succeeded` (final on the chain), `reverted`,
 * `refused` or `displaced` (money has not moved). Its nonce on the chain derives from the cause, so that even two
 * signed transfers of one cause pay once. There is no unsponsored way out.
 */
export class SponsoredTransfers {
  constructor(
    private readonly wallets: Wallets,
    private readonly signer: Signer,
    private readonly relayer: Relayer,
  ) {}

  /** Signs the transfer as the account's primary wallet; nothing happens until the result is enqueued. */
  async sign({ accountId, cause, to, amountMicroUsdc, validBeforeMs }: SponsoredTransfer): Promise<RelayRequest> {
    const wallet = await this.wallets.primary(accountId);
    const nonce = authorizationNonce(cause);
    const validBefore = Math.floor(validBeforeMs / 1_000);
    const { r, s, v } = await this.signer.signTransfer(
      wallet,
      { family: 'erc3009_transfer', cause, to, amountMicroUsdc: String(amountMicroUsdc), nonce, validBefore },
      { workload: 'wallet', accountId, cause: `${cause.kind} ${cause.id}` },
    );
    const args = [wallet.address, to, amountMicroUsdc, 0n, BigInt(validBefore), nonce, v, r, s] as const;
    const data = encodeFunctionData({ abi: usdcAbi, functionName: 'transferWithAuthorization', args });
    return { cause, to: networks.arbitrum.usdcAddress, data };
  }

  /** Queues a signed transfer in the caller's transaction; again for the same cause it changes nothing. */
  enqueue(signed: RelayRequest, session: ClientSession): Promise<void> {
    return this.relayer.enqueue(signed, session);
  }

  /** The transaction of a cause, as far as it has come; `undefined` when none was enqueued. */
  find(cause: Cause): Promise<ChainTransactionRecord | undefined> {
    return this.relayer.find(cause);
  }
}

/** The EIP-3009 nonce of a cause: the chain takes it once. */
export function authorizationNonce({ kind, id }: Cause): Hex {
  return keccak256(toBytes(`${kind}:${id}`));
}
