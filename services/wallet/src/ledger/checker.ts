import type { Clock } from '@platform/clock';
import type { Logger } from '@platform/logging';
import { formatUsd, type MicroUsdc } from '@platform/money';
import type { Address } from 'viem';
import type { Chain } from '../chains/chain.js';
import type { WalletOwner, WalletOwners } from '../wallets/owners.js';
import type { Ledger } from './ledger.js';
import { inWallet } from './locations.js';

/** A wallet whose ledger and chain differ. */
export interface Disagreement extends WalletOwner {
  readonly address: Address;
  readonly ledgerMicroUsdc: MicroUsdc;
  readonly chainMicroUsdc: MicroUsdc;
}

/**
 * Compares what the ledger says of each wallet on Arbitrum with what the chain finally holds. A difference that stands unchanged
 * for longer than what is under way can take fences the wallet; nothing here ever corrects either side.
 */
export class LedgerChecker {
  constructor(
    private readonly ledger: Ledger,
    private readonly owners: WalletOwners,
    private readonly chain: Chain,
    private readonly clock: Clock,
    private readonly logger: Logger,
    /** How long a difference may stand: a final transfer is booked within moments. */
    private readonly toleranceMs: number,
  ) {}

  /** The differences at this moment, those included that are only under way. */
  async compare(): Promise<Disagreement[]> {
    const found: Disagreement[] = [];
    for (const [address, owner] of await this.owners.all()) {
      const ledgerMicroUsdc = await this.ledger.balance(inWallet(owner.walletId, 'arbitrum'));
      const chainMicroUsdc = await this.chain.finalUsdcBalance(address);
      if (ledgerMicroUsdc !== chainMicroUsdc) found.push({ ...owner, address, ledgerMicroUsdc, chainMicroUsdc });
      else await this.ledger.books.noteAgreement(owner.walletId);
    }
    return found;
  }

  /** One round: notes the differences, and fences the wallets whose difference has stood for too long. */
  async check(): Promise<void> {
    for (const { accountId, walletId, ledgerMicroUsdc: ledger, chainMicroUsdc: chain } of await this.compare()) {
      const since = await this.ledger.books.noteDisagreement(walletId, { ledger, chain });
      if (this.clock.nowMs() - since.getTime() < this.toleranceMs) continue;
      const reason = `ledger ${formatUsd(ledger)}, chain ${formatUsd(chain)}`;
      if (await this.ledger.books.fence(walletId, reason))
        this.logger.error({ accountId, walletId, reason }, 'the wallet is fenced: its ledger and its chain disagree');
    }
  }
}
