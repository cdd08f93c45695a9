import type { Clock } from '@platform/kit/clock';
import type { RelayRequest } from '../relayer/relayer.js';

import type { Wallets } from '../wallets/wallets.js';
import type { Authorizations } from './authorizations.js';
import { needsAuthorizationState, progressOf, type TransferProgress } from './progress.js';
import type { SponsoredTransfers } from './sponsored-transfers.js';
import type { AcceptedTransfer, TransferSeals } from './transfer-seals.js';

/** How long a transfer may wait for its block: then the authorization is void, and the money free again. */
export const TRANSFER_TTL_MS = 30 * 60_000;

/** A transfer out of a wallet, as an operation stores it. */
export interface OutgoingTransfer extends AcceptedTransfer {
  /** See `TransferSeals`. */
  readonly seal?: string | undefined;
}

/** The sponsored transfers of setups and withdrawals, from signature to known outcome. */
export class Transfers {
  constructor(
    private readonly sponsored: SponsoredTransfers,
    private readonly authorizations: Authorizations,
    private readonly wallets: Wallets,
    private readonly seals: TransferSeals,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs a transfer; nothing happens until the result is queued. The same transfer produces the same bytes. Throws `SealBrokenError` for a
   * transfer that differs from the accepted one.
   */
  async sign({ seal, ...transfer }: OutgoingTransfer): Promise<RelayRequest> {
    this.seals.require(transfer, seal);
    const { accountId, walletId, operation, to, amountMicroUsdc, validBefore } = transfer;
    const wallet = await this.wallets.get(walletId);
    if (wallet.accountId !== accountId) throw new Error(`wallet ${walletId} is not of account ${accountId}`);
    return this.sponsored.sign(wallet, { operation, to, amountMicroUsdc, validBeforeMs: validBefore.getTime() });
  }

  /** Queues a signed transfer in the caller's transaction; a repeated call for the same operation changes nothing. */
  enqueue(...[signed, session]: Parameters<SponsoredTransfers['enqueue']>): Promise<void> {
    return this.sponsored.enqueue(signed, session);
  }

  /** Returns the progress of a queued transfer. Throws `wallet_upstream_unavailable` when the chain is needed and can't be read. */
  async progress(
    transfer: Pick<OutgoingTransfer, 'walletId' | 'operation' | 'validBefore'>,
  ): Promise<TransferProgress> {
    const { walletId, operation, validBefore } = transfer;
    const relayed = await this.sponsored.find(operation);
    if (relayed === undefined) throw new Error(`the transfer of ${operation.kind} ${operation.id} was never queued`);
    const { state, inclusion, attempts } = relayed;
    const sent = {
      state,
      txHash: inclusion?.hash ?? attempts.findLast(({ isCancellation }) => !isCancellation)?.hash,
      isDone: inclusion?.succeeded === true,
    };
    const isPastValidity = validBefore.getTime() <= this.clock.nowMs();
    if (!needsAuthorizationState(state, isPastValidity)) return progressOf(sent);
    const { address } = await this.wallets.get(walletId);
    return progressOf(sent, await this.authorizations.state(address, operation, validBefore));
  }
}
