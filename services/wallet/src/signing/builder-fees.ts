import { PlatformError } from '@platform/errors';
import { BUILDER_FEE_TENTHS_OF_BASIS_POINT } from '@platform/venue-hyperliquid';
import type { Address } from 'viem';
import type { Wallets } from '../wallets/wallets.js';
import type { HyperliquidNonces } from './hyperliquid-nonces.js';
import type { Requester } from './policy.js';
import type { SignedApproval, Signer } from './signer.js';

/** That the platform's builder may take its fee, as the venue takes it. */
export interface BuilderFeeApproval {
  readonly builderAddress: Address;
  readonly maximumFeeTenthsOfBasisPoint: number;
  readonly approval: SignedApproval & { readonly nonce: number };
}

/** The fee that live bots' orders at Hyperliquid pay the platform: whoever asks names neither builder nor fee. */
export class BuilderFees {
  constructor(
    /** `undefined`: the platform takes none. */
    private readonly builderAddress: Address | undefined,
    private readonly wallets: Wallets,
    private readonly signer: Signer,
    private readonly nonces: HyperliquidNonces,
  ) {}

  /** Signs the approval of the account's primary wallet. Throws `feature_not_available` and `insufficient_permissions`. */
  async approve(requester: Requester): Promise<BuilderFeeApproval> {
    const { builderAddress } = this;
    if (builderAddress === undefined) throw new PlatformError('feature_not_available');
    const wallet = await this.wallets.primary(requester.accountId);
    const nonce = await this.nonces.draw(wallet.address);
    const fee = { builderAddress, maximumFeeTenthsOfBasisPoint: BUILDER_FEE_TENTHS_OF_BASIS_POINT };
    const intent = { family: 'hyperliquid_approve_builder_fee', ...fee, nonce } as const;
    const approval = await this.signer.signApproveBuilderFee(wallet, intent, requester);
    return { ...fee, approval: { ...approval, nonce } };
  }
}
