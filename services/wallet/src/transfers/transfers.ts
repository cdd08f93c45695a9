import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { MicroUsdc } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import type { ClientSession } from '@platform/store/mongo';
import type { Chain } from '../chains/chain.js';
import type { Token } from '../chains/token.js';
import type { Ledger } from '../ledger/ledger.js';
import { inWallet, type Location } from '../ledger/locations.js';
import { legName } from '../operation-reference.js';
import type { Relay } from '../relayer/relay.js';
import type { RelayRequest } from '../relayer/relayer.js';
import type { Signer } from '../signing/signer.js';
import type { WalletRecord } from '../wallets/model.js';
import type { Wallets } from '../wallets/wallets.js';
import type { AcceptedTransfer, OutgoingTransfer, TransferSeals } from './accepted-transfer.js';
import type { Authorizations } from './authorizations.js';
import { callOf } from './call.js';
import type { usdcTransfers } from './family.js';
import { needsAuthorizationState, progressOf, type TransferProgress } from './progress.js';

/** How long a transfer may wait for its block: then the authorization is void, and the money free again. */
export const TRANSFER_TTL_MS = 30 * 60_000;

/** What carries transfers out on a network. */
export interface TransferNetwork {
  readonly chain: Chain;
  readonly relay: Relay;
  readonly authorizations: Authorizations;
}

/**
 * The legs of operations: transfers out of wallets for which the platform pays the gas, from acceptance to known outcome. Use: `accept`
 * around the transaction that accepts the operation, or books the leg before; `sign` (an audit record, no effect), then `enqueue` in the
 * transaction that writes the operation as submitting; `progress` until it is `moved` or `not_moved`; then `book` or `release` in the
 * transaction that writes that. The authorization's nonce on the chain is derived from operation and leg, so that even two signed transfers
 * of one leg pay once.
 */
export class Transfers {
  constructor(
    private readonly parts: {
      readonly ledger: Ledger;
      readonly wallets: Wallets;
      readonly family: ReturnType<typeof usdcTransfers>;
      readonly signer: Signer;
      readonly seals: TransferSeals;
      readonly networks: Readonly<Record<Network, TransferNetwork>>;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Runs the transaction that accepts an operation. `accept` calls `hold` with the operation's transfer once it is sure to accept: that counts
   * its gas and reserves its amount. Throws what `GasBudget.accepting` and `Ledger.reserve` throw.
   */
  async accept<Result>(
    { accountId, address }: WalletRecord,
    token: Token,
    accept: (session: ClientSession, hold: (transfer: AcceptedTransfer) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const { chain, relay } = this.parts.networks[token.network];
    const finalChainMicroUsdc = await chain.finalBalance(address);
    const result = await relay.gas.accepting(accountId, (session, take) =>
      accept(session, async (transfer) => {
        await take();
        await this.#reserve(transfer, finalChainMicroUsdc, session);
      }),
    );
    killPoint('transfer.after_accept');
    return result;
  }

  /**
   * Returns what a wallet may spend of a token now, and whether that is fenced; undefined when the chain can't be read. To be shown: `accept`
   * decides.
   */
  async spendable(
    { _id: walletId, address }: WalletRecord,
    token: Token,
  ): Promise<{ readonly availableMicroUsdc: MicroUsdc; readonly isFenced: boolean } | undefined> {
    const { ledger, networks } = this.parts;
    const location = inWallet(walletId, token);
    try {
      const availableMicroUsdc = await ledger.spendable(
        location,
        await networks[token.network].chain.finalBalance(address),
      );
      return { availableMicroUsdc, isFenced: await ledger.books.isFenced(location) };
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'wallet_upstream_unavailable') return undefined;
      throw error;
    }
  }

  /**
   * Runs the transaction that accepts an operation whose transfer on a network comes later. `accept` calls `count` once it is sure to accept:
   * that counts the transfer's gas. Throws what `GasBudget.accepting` throws.
   */
  acceptLater<Result>(
    accountId: string,
    network: Network,
    accept: (session: ClientSession, count: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    return this.parts.networks[network].relay.gas.accepting(accountId, accept);
  }

  /**
   * Returns what reserves the amount of a transfer whose gas was counted before, in the caller's transaction; see `Ledger.reserve`. Throws
   * `wallet_upstream_unavailable` when the chain can't be read.
   */
  async holder(
    { address }: WalletRecord,
    token: Token,
  ): Promise<(transfer: AcceptedTransfer, session: ClientSession) => Promise<void>> {
    const finalChainMicroUsdc = await this.parts.networks[token.network].chain.finalBalance(address);
    return (transfer, session) => this.#reserve(transfer, finalChainMicroUsdc, session);
  }

  /** Returns the seal of a transfer that is about to be accepted. */
  seal(transfer: AcceptedTransfer): string {
    return this.parts.seals.seal(transfer);
  }

  /** Throws `SealBrokenError` for a transfer that differs from the accepted one. */
  proved(transfer: OutgoingTransfer): void {
    this.parts.seals.proved(transfer);
  }

  /**
   * Signs a transfer; nothing happens until the result is queued. The same transfer produces the same bytes. Returns undefined while its
   * wallet is fenced. Throws `SealBrokenError` for a transfer that differs from the accepted one.
   */
  async sign(transfer: OutgoingTransfer): Promise<RelayRequest | undefined> {
    const { ledger, seals, signer, wallets, family } = this.parts;
    seals.proved(transfer);
    if (await ledger.books.isFenced(locationOf(transfer).location)) return undefined;
    const { accountId, walletId } = transfer;
    const wallet = await wallets.get(walletId);
    if (wallet.accountId !== accountId) throw new Error(`wallet ${walletId} is not of account ${accountId}`);
    const requester = { workload: 'wallet', accountId, cause: legName(transfer) } as const;
    return callOf(await signer.sign(wallet, family, transfer, requester));
  }

  /**
   * Queues a signed transfer in the caller's transaction; a repeated call for the same leg changes nothing. Throws unless the leg holds its
   * amount.
   */
  async enqueue(transfer: AcceptedTransfer, signed: RelayRequest, session: ClientSession): Promise<void> {
    await this.parts.ledger.requireReserved({ ...transfer, ...locationOf(transfer) }, session);
    await this.#on(transfer).relay.relayer.enqueue(signed, session);
    // The caller's transaction is still open.
    killPoint('transfer.after_queue');
  }

  /** Has queued transfers of a network sent now. */
  wake({ token }: Pick<AcceptedTransfer, 'token'>): void {
    this.parts.networks[token.network].relay.runner.wake();
  }

  /** Returns the progress of a queued transfer. Throws `wallet_upstream_unavailable` when the chain is needed and can't be read. */
  async progress(transfer: AcceptedTransfer): Promise<TransferProgress> {
    const { walletId, validBefore } = transfer;
    const { relay, authorizations } = this.#on(transfer);
    const relayed = await relay.relayer.find(transfer);
    if (relayed === undefined) throw new Error(`the transfer of ${legName(transfer)} was never queued`);
    const { state, inclusion, attempts } = relayed;
    const sent = {
      state,
      txHash: inclusion?.hash ?? attempts.findLast(({ isCancellation }) => !isCancellation)?.hash,
      isDone: inclusion?.succeeded === true,
    };
    const isPastValidity = validBefore.getTime() <= this.parts.clock.nowMs();
    if (!needsAuthorizationState(state, isPastValidity)) return progressOf(sent);
    const { address } = await this.parts.wallets.get(walletId);
    return progressOf(sent, await authorizations.state(address, transfer));
  }

  /** Books that a transfer has moved its amount to a location, in the caller's transaction; safe to repeat. */
  async book(transfer: AcceptedTransfer, to: Location, session: ClientSession): Promise<void> {
    const { accountId, walletId, operation, leg: step, amountMicroUsdc } = transfer;
    const postings = [
      { ...locationOf(transfer), amountMicroUsdc: -amountMicroUsdc },
      { location: to, amountMicroUsdc },
    ];
    await this.parts.ledger.consume({ accountId, walletId, operation, step, postings }, session);
    // The caller's transaction is still open.
    killPoint('transfer.after_book');
  }

  /** Frees the amount of a transfer that has not happened and never will; safe to repeat. */
  release(transfer: AcceptedTransfer, session: ClientSession): Promise<void> {
    return this.parts.ledger.release(transfer, session);
  }

  #reserve(transfer: AcceptedTransfer, finalChainMicroUsdc: MicroUsdc, session: ClientSession): Promise<void> {
    return this.parts.ledger.reserve({ ...transfer, ...locationOf(transfer), finalChainMicroUsdc }, session);
  }

  #on({ token }: AcceptedTransfer): TransferNetwork {
    return this.parts.networks[token.network];
  }
}

function locationOf({ walletId, token }: AcceptedTransfer) {
  return { location: inWallet(walletId, token) };
}
