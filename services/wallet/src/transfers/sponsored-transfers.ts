import type { MicroUsdc } from '@platform/kit/money';
import type { ClientSession } from '@platform/store/mongo';
import { type Address, encodeFunctionData, parseAbi } from 'viem';
import { networks } from '../chains/networks.js';
import type { OperationReference } from '../operation-reference.js';
import type { ChainTransactionRecord } from '../relayer/model.js';
import type { Relayer, RelayRequest } from '../relayer/relayer.js';
import type { Signer } from '../signing/signer.js';
import type { WalletRecord } from '../wallets/model.js';
import type { usdcTransfers } from './family.js';

const usdcAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
]);

/** A USDC transfer out of a wallet on Arbitrum for which the platform pays the gas. */
export interface SponsoredTransfer {
  /** The operation that it belongs to: one transfer per operation, on the chain too. */
  readonly operation: OperationReference;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  /** From this instant on the transfer can no longer happen: milliseconds since the Unix epoch, counted in whole seconds. */
  readonly validBeforeMs: number;
}

/**
 * Transfers that the platform pays for. Use: `sign` (an audit record, no effect), then `enqueue` in the transaction that writes the
 * operation as submitting, then `find` until its state is an end: `succeeded` (final on the chain), or one in which the authorization's own
 * state decides (`progressOf`). Its nonce on the chain is derived from the operation, so that even two signed transfers of one operation
 * pay once. Every transfer out of a wallet is sponsored.
 */
export class SponsoredTransfers {
  constructor(
    private readonly family: ReturnType<typeof usdcTransfers>,
    private readonly signer: Signer,
    private readonly relayer: Relayer,
  ) {}

  /** Signs the transfer as the wallet; nothing happens until the result is enqueued. */
  async sign(wallet: WalletRecord, request: SponsoredTransfer): Promise<RelayRequest> {
    const { operation, to, amountMicroUsdc, validBeforeMs } = request;
    const validBefore = Math.floor(validBeforeMs / 1_000);
    const { transfer, signature } = await this.signer.sign(
      wallet,
      this.family,
      { operation, to, amountMicroUsdc, validBefore },
      { workload: 'wallet', accountId: wallet.accountId, cause: `${operation.kind} ${operation.id}` },
    );
    const { from, nonce } = transfer;
    const { v, r, s } = signature;
    const args = [from, to, amountMicroUsdc, 0n, BigInt(validBefore), nonce, v, r, s] as const;
    const data = encodeFunctionData({ abi: usdcAbi, functionName: 'transferWithAuthorization', args });
    return { operation, to: networks.arbitrum.usdcAddress, data, validBefore: new Date(validBefore * 1_000) };
  }

  /** Queues a signed transfer in the caller's transaction; a repeated call for the same operation changes nothing. */
  enqueue(signed: RelayRequest, session: ClientSession): Promise<void> {
    return this.relayer.enqueue(signed, session);
  }

  /** Returns the transaction of an operation in its present state; `undefined` when none was queued. */
  find(operation: OperationReference): Promise<ChainTransactionRecord | undefined> {
    return this.relayer.find(operation);
  }
}
