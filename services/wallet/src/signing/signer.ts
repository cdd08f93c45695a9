import { ApproveAgentTypes, ApproveBuilderFeeTypes } from '@nktkas/hyperliquid/api/exchange';
import { createL1ActionHash, type Signature, signL1Action, signUserSignedAction } from '@nktkas/hyperliquid/signing';
import type { Clock, IdSource } from '@platform/clock';
import type { Connection } from '@platform/mongo';
import { type Hex, type LocalAccount, parseSignature } from 'viem';
import { networks } from '../chains/networks.js';
import type { Vault } from '../vault/vault.js';
import type { WalletRecord } from '../wallets/model.js';
import {
  type Erc3009Transfer,
  type HyperliquidApproveAgent,
  type HyperliquidApproveBuilderFee,
  type HyperliquidL1Action,
  intentDigest,
  type SigningIntent,
} from './intents.js';
import { signatureModel } from './model.js';
import { type Requester, requireAllowed } from './policy.js';

/** The chain whose id user-signed actions of Hyperliquid carry: Arbitrum One. */
const SIGNATURE_CHAIN_ID = '0xa4b1';

const TENTHS_OF_BASIS_POINT_A_PERCENT = 1_000;

const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** An approval of an agent or of a fee, as the venue takes it. */
export interface SignedApproval {
  readonly action: Readonly<Record<string, unknown>>;
  readonly signature: Signature;
}

/** Signs typed intents that policy allows, and nothing else; each signature leaves an audit record first. */
export class Signer {
  readonly #audit: ReturnType<typeof signatureModel>;

  constructor(
    connection: Connection,
    private readonly vault: Vault,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.#audit = signatureModel(connection);
  }

  /** Makes the indexes of the audit records; to be awaited before the first call. */
  async initialize(): Promise<void> {
    await this.#audit.createIndexes();
  }

  /** Signs a transfer of USDC out of the wallet. */
  async signTransfer(wallet: WalletRecord, intent: Erc3009Transfer, requester: Requester): Promise<Signature> {
    const account = await this.#authorize(wallet, intent, requester);
    const { chainId, usdcAddress } = networks.arbitrum;
    const { to, nonce, amountMicroUsdc, validBefore } = intent;
    const signature = await account.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: usdcAddress },
      types: transferTypes,
      primaryType: 'TransferWithAuthorization',
      message: {
        from: wallet.address,
        ...{ to, nonce },
        value: BigInt(amountMicroUsdc),
        validAfter: 0n,
        validBefore: BigInt(validBefore),
      },
    });
    const { r, s, yParity } = parseSignature(signature);
    return { r, s, v: yParity === 0 ? 27 : 28 };
  }

  /** Signs a trading action; `actionHash` names it at the venue. */
  async signL1Action(
    wallet: WalletRecord,
    intent: HyperliquidL1Action,
    requester: Requester,
  ): Promise<{ signature: Signature; actionHash: Hex }> {
    const account = await this.#authorize(wallet, intent, requester);
    const { action, nonce, expiresAfterMs } = intent;
    const signed = { action, nonce, ...(expiresAfterMs !== undefined && { expiresAfter: expiresAfterMs }) };
    return { signature: await signL1Action({ wallet: account, ...signed }), actionHash: createL1ActionHash(signed) };
  }

  /** Signs that an agent may trade for the wallet. */
  async signApproveAgent(
    wallet: WalletRecord,
    intent: HyperliquidApproveAgent,
    requester: Requester,
  ): Promise<SignedApproval> {
    const account = await this.#authorize(wallet, intent, requester);
    const { agentAddress, agentName, nonce } = intent;
    const action = {
      type: 'approveAgent',
      signatureChainId: SIGNATURE_CHAIN_ID,
      hyperliquidChain: 'Mainnet',
      agentAddress: agentAddress.toLowerCase(),
      agentName,
      nonce,
    } as const;
    return { action, signature: await signUserSignedAction({ wallet: account, action, types: ApproveAgentTypes }) };
  }

  /** Signs that a builder may take a fee of the wallet's orders. */
  async signApproveBuilderFee(
    wallet: WalletRecord,
    intent: HyperliquidApproveBuilderFee,
    requester: Requester,
  ): Promise<SignedApproval> {
    const account = await this.#authorize(wallet, intent, requester);
    const { builderAddress, maximumFeeTenthsOfBasisPoint, nonce } = intent;
    const action = {
      type: 'approveBuilderFee',
      signatureChainId: SIGNATURE_CHAIN_ID,
      hyperliquidChain: 'Mainnet',
      maxFeeRate: `${maximumFeeTenthsOfBasisPoint / TENTHS_OF_BASIS_POINT_A_PERCENT}%`,
      builder: builderAddress.toLowerCase(),
      nonce,
    } as const;
    return {
      action,
      signature: await signUserSignedAction({ wallet: account, action, types: ApproveBuilderFeeTypes }),
    };
  }

  async #authorize(wallet: WalletRecord, intent: SigningIntent, requester: Requester): Promise<LocalAccount> {
    requireAllowed(intent, requester);
    const { _id: walletId, accountId, address, sealedKey } = wallet;
    if (accountId !== requester.accountId)
      throw new Error(`wallet ${walletId} is not of account ${requester.accountId}`);
    await this.#audit.create({
      _id: this.ids.next('sig'),
      ...{ accountId, walletId, address },
      family: intent.family,
      intentDigest: intentDigest(intent),
      workload: requester.workload,
      cause: requester.cause,
      createdAt: this.clock.now(),
    });
    return this.vault.signer({ walletId, address, sealedKey });
  }
}
