import { PlatformError } from '@platform/errors';
import type { Clock, Random } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import { getAddress } from 'viem';
import type { Requester } from '../signing/requester.js';
import type { Signer } from '../signing/signer.js';
import type { Venue } from '../venues/supported-venues.js';
import type { WalletRecord } from '../wallets/model.js';
import { agentModel } from './model.js';

const ADDRESS_BYTES = 20;

/** Ends agents: a venue ends an agent when another address is approved under its name. */
export class AgentEndings {
  readonly #agents: ReturnType<typeof agentModel>;

  constructor(
    connection: Connection,
    private readonly signer: Signer,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {
    this.#agents = agentModel(connection);
  }

  /**
   * Has the venue accept an address whose key nobody has in the place of an agent, and deletes the agent's key. Throws
   * `wallet_upstream_unavailable` unless the venue shows the agent no more. Safe to repeat.
   */
  async end(
    wallet: WalletRecord,
    venue: { readonly id: Venue } & Pick<WalletVenue, 'signing' | 'approvals'>,
    agentName: string,
    requester: Requester,
  ): Promise<void> {
    const nobody = getAddress(`0x${this.random.bytes(ADDRESS_BYTES).toString('hex')}`);
    const request = { agentAddress: nobody, agentName };
    const approvalJson = await this.signer.sign(wallet, venue.signing.agent, request, requester);
    await venue.approvals.approveAgent(wallet.address, nobody, approvalJson);
    const named = { walletId: wallet._id, venue: venue.id, agentName };
    const issued = await this.#agents.distinct('agentAddress', named);
    const left = await venue.approvals.agentsOf(wallet.address);
    if (issued.some((agent) => left.includes(agent)))
      throw new PlatformError('wallet_upstream_unavailable', { details: { venue: venue.id } });
    const ended = { ...named, endedAt: { $exists: false } };
    await this.#agents.updateMany(ended, { $set: { endedAt: this.clock.now() }, $unset: { sealedKey: 1 } });
  }
}
