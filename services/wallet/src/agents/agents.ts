import type { Clock, IdSource } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { killPoint } from '@platform/kit/kill-points';
import type { Connection } from '@platform/store/mongo';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import type { Address } from 'viem';
import type { Requester } from '../signing/requester.js';
import type { Signer } from '../signing/signer.js';
import type { Vault } from '../vault/vault.js';
import type { Venue } from '../venues/supported-venues.js';
import type { WalletRecord } from '../wallets/model.js';
import { agentModel } from './model.js';

/** A new agent; the process that requested it receives it once. */
export interface IssuedAgent {
  readonly agentAddress: Address;
  readonly privateKey: Secret<Buffer>;
}

/** How an agent stands: `lost` where the venue does not know it any more. */
export type AgentStanding =
  | { readonly state: 'none' }
  | { readonly state: 'attached' | 'lost'; readonly issuedAt: Date };

/** Keys that trade at a venue for a wallet, and can't withdraw: a live bot's proxy holds them. */
export class Agents {
  readonly #agents: ReturnType<typeof agentModel>;

  constructor(
    connection: Connection,
    private readonly vault: Vault,
    private readonly signer: Signer,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.#agents = agentModel(connection);
  }

  /** Creates the indexes; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#agents.createIndexes();
  }

  /**
   * Creates an agent for the wallet, which the venue has accepted when this returns. That ends the agents with the same name, and their keys
   * are deleted. Throws what `Signer.sign` throws, and `wallet_upstream_unavailable` when the venue does not accept it.
   */
  async issue(
    wallet: WalletRecord,
    venue: { readonly id: Venue } & Pick<WalletVenue, 'signing' | 'approvals'>,
    agentName: string,
    requester: Requester,
  ): Promise<IssuedAgent> {
    const { key, privateKey } = await this.vault.createSharedKey({
      walletId: this.ids.next('agt'),
      accountId: wallet.accountId,
    });
    const { walletId: agentId, address: agentAddress, sealedKey } = key;
    const approvalJson = await this.signer.sign(wallet, venue.signing.agent, { agentAddress, agentName }, requester);
    await this.#agents.create({
      _id: agentId,
      accountId: wallet.accountId,
      walletId: wallet._id,
      venue: venue.id,
      agentAddress,
      agentName,
      sealedKey,
      createdAt: this.clock.now(),
    });
    killPoint('live.after_agent_record');
    await venue.approvals.approveAgent(wallet.address, agentAddress, approvalJson);
    killPoint('live.after_approval');
    await this.#forgetFormer(wallet._id, venue.id, agentName, agentId);
    return { agentAddress, privateKey };
  }

  /**
   * Returns how the wallet's agent of a name stands. Throws `wallet_upstream_unavailable` when the venue can't be read, which is not asked
   * where no agent was issued.
   */
  async standing(
    wallet: WalletRecord,
    venue: { readonly id: Venue } & Pick<WalletVenue, 'approvals'>,
    agentName: string,
  ): Promise<AgentStanding> {
    const issued = { walletId: wallet._id, venue: venue.id, agentName, endedAt: { $exists: false } };
    const agent = await this.#agents.findOne(issued).sort({ createdAt: -1, _id: -1 });
    if (agent === null) return { state: 'none' };
    const isKnown = (await venue.approvals.agentsOf(wallet.address)).includes(agent.agentAddress);
    return { state: isKnown ? 'attached' : 'lost', issuedAt: agent.createdAt };
  }

  async #forgetFormer(walletId: string, venue: Venue, agentName: string, current: string): Promise<void> {
    const former = { walletId, venue, agentName, _id: { $ne: current }, sealedKey: { $exists: true } };
    await this.#agents.updateMany(former, { $unset: { sealedKey: 1 }, $set: { endedAt: this.clock.now() } });
  }
}
