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

/** USDC that leaves a wallet on Arbitrum while the platform pays for gas. */
export interface SponsoredTransfer {
  /** The operation it belongs to: one transfer per operation, on the chain too. */
  readonly operation: OperationReference;
  readonly to: Address;
  readonly amountMicroUsdc: MicroUsdc;
  /** From this instant on it can't happen any more: milliseconds since the Unix epoch, whole seconds count. */
  readonly validBeforeMs: number;
}

/**
 * Transfers that the platform pays for. Use: `sign` (an audit record, no effect), then `enqueue` in the transaction that writes
 * the operation as submitting, then `find` until its state is an end: `succeeded` (final on the chain), or one in which the
 * authorization's own state decides (`progressOf`). Its nonce on the chain derives from the operation, so that even two
 * signed transfers of one operation pay once. There is no unsponsored way out.
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

  /** Queues a signed transfer in the caller's transaction; again for the same cause it changes nothing. */
  enqueue(signed: RelayRequest, session: ClientSession): Promise<void> {
    return this.relayer.enqueue(signed, session);
  }

  /** The transaction of a cause, as far as it has come; `undefined` when none was enqueued. */
  find(operation: OperationReference): Promise<ChainTransactionRecord | undefined> {
    return this.relayer.find(operation);
  }
}
