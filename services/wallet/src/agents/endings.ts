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

  /** Signs an approval, to be sent to the venue, for an address whose key nobody has, and deletes the agent's key. */
  async end(
    wallet: WalletRecord,
    venue: { readonly id: Venue } & Pick<WalletVenue, 'signing'>,
    agentName: string,
    requester: Requester,
  ): Promise<string> {
    const nobody = getAddress(`0x${this.random.bytes(ADDRESS_BYTES).toString('hex')}`);
    const request = { agentAddress: nobody, agentName };
    const approvalJson = await this.signer.sign(wallet, venue.signing.agent, request, requester);
    const ended = { walletId: wallet._id, venue: venue.id, agentName, endedAt: { $exists: false } };
    await this.#agents.updateMany(ended, { $set: { endedAt: this.clock.now() }, $unset: { sealedKey: 1 } });
    return approvalJson;
  }
}
