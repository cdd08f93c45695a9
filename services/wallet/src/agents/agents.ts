import type { Clock, IdSource } from '@platform/clock';
import type { Secret } from '@platform/config';
import type { Connection } from '@platform/mongo';
import type { Address } from 'viem';
import type { HyperliquidNonces } from '../signing/hyperliquid-nonces.js';
import type { Requester } from '../signing/policy.js';
import type { SignedApproval, Signer } from '../signing/signer.js';
import type { Vault } from '../vault/vault.js';
import type { Wallets } from '../wallets/wallets.js';
import { agentModel } from './model.js';

/** A new agent, as it is told to the process that asked, once. */
export interface IssuedAgent {
  readonly walletAddress: Address;
  readonly agentAddress: Address;
  readonly privateKey: Secret<Buffer>;
  /** To be sent to the venue; without it the agent can do nothing. */
  readonly approval: SignedApproval & { readonly nonce: number };
}

/** Keys that trade at Hyperliquid for a wallet, and can't withdraw: what a live bot's proxy holds. */
export class Agents {
  readonly #agents: ReturnType<typeof agentModel>;

  constructor(
    connection: Connection,
    private readonly vault: Vault,
    private readonly wallets: Wallets,
    private readonly signer: Signer,
    private readonly nonces: HyperliquidNonces,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.#agents = agentModel(connection);
  }

  /** Makes the indexes; to be awaited before the first call. */
  async initialize(): Promise<void> {
    await this.#agents.createIndexes();
  }

  /** Makes an agent for the account's primary wallet and signs its approval. Throws `insufficient_permissions` by policy. */
  async issue(agentName: string, requester: Requester): Promise<IssuedAgent> {
    const wallet = await this.wallets.primary(requester.accountId);
    const { key, privateKey } = await this.vault.createSharedKey(this.ids.next('agt'));
    const nonce = await this.nonces.draw(wallet.address);
    const intent = { family: 'hyperliquid_approve_agent', agentAddress: key.address, agentName, nonce } as const;
    const approval = await this.signer.signApproveAgent(wallet, intent, requester);
    await this.#agents.create({
      _id: key.walletId,
      accountId: wallet.accountId,
      walletAddress: wallet.address,
      agentAddress: key.address,
      agentName,
      sealedKey: key.sealedKey,
      createdAt: this.clock.now(),
    });
    return { walletAddress: wallet.address, agentAddress: key.address, privateKey, approval: { ...approval, nonce } };
  }
}
