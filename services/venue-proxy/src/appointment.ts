import type { TokenMinter } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import type { WalletServiceDefinition } from '@platform/protos/wallet';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import { type Address, bytesToHex } from 'viem';
import { z } from 'zod';
import { approve } from './approval.js';
import { address, type Mandate, type Orders } from './mandate.js';
import { type AgentSigner, agentSigner } from './signing.js';
import type { Venue } from './venue.js';

const AUDIENCE = 'wallet';
const VENUE = 'hyperliquid';

/** A trading account, and the agent that signs for it. */
export interface Appointment {
  /** The account at the venue: the address of the wallet. */
  readonly account: Address;
  readonly agent: AgentSigner;
}

/** For whom an agent is asked of the wallet service. */
export interface AppointmentOptions {
  readonly wallet: GrpcClient<WalletServiceDefinition>;
  readonly minter: TokenMinter;
  readonly accountId: string;
  /** One for all bots of the account at the venue. */
  readonly agentName: string;
  readonly clock: Clock;
}

/** Maximum fee in tenths of a basis point. */
const maximumFee = z.number();
const agents = z.array(z.object({ name: z.string(), address }));
const approvedAgent = z.object({ action: z.object({ agentAddress: address }) });

/** Has the account's one agent at the venue issued and ended. */
export class Appointments {
  /** What ends the agent: signed once, since its grant is spent by it, and sent until the venue has accepted it. */
  #ending: string | undefined;

  constructor(
    private readonly options: AppointmentOptions,
    private readonly venue: Venue,
  ) {}

  /**
   * Has the wallet service issue an agent for the account and the venue accept it. Its key stays in this process's memory: a
   * restart asks for another one of the same name, by a grant of its own, which ends the former. The fee that the bots' orders
   * pay is approved too, once. Throws when the venue does not accept either.
   */
  async appoint({ grant, bots }: Orders): Promise<Appointment> {
    const { wallet, accountId, agentName, clock } = this.options;
    const issued = await wallet.issueAgent({ accountId, venue: VENUE, agentName, grant }, await this.#call());
    const account = address.parse(issued.address);
    await this.#approveAgent(account, issued.approvalJson);
    for (const { builder } of bots)
      if (builder !== null && !(await this.#isFeeApproved(account, builder)))
        await this.#approveFee(account, grant, builder);
    return { account, agent: agentSigner(bytesToHex(issued.agentPrivateKey), clock) };
  }

  /** Ends the agent, by a grant of its own. Throws when the venue has not accepted that; to be called again then. */
  async dismiss({ grant }: Orders, { account }: Appointment): Promise<void> {
    const { wallet, accountId, agentName } = this.options;
    this.#ending ??= (
      await wallet.endAgent({ accountId, venue: VENUE, agentName, grant }, await this.#call())
    ).approvalJson;
    await this.#approveAgent(account, this.#ending);
  }

  async #call(): Promise<CallOptions> {
    const { minter, accountId, agentName } = this.options;
    const cause = `venue proxy ${agentName}`;
    const caller = { kind: 'workload', workload: 'venue-proxy', accountId, cause } as const;
    return { token: await minter.mint(caller, AUDIENCE), requestId: agentName };
  }

  async #approveAgent(user: Address, json: string): Promise<void> {
    const { agentAddress } = approvedAgent.parse(JSON.parse(json)).action;
    const isThere = async () =>
      agents.parse(await this.venue.ask({ type: 'extraAgents', user })).some((each) => each.address === agentAddress);
    await approve(this.venue, this.options.clock, { what: 'agent', json, isThere });
  }

  async #approveFee(account: Address, grant: string, builder: NonNullable<Mandate['builder']>): Promise<void> {
    const { wallet, accountId, clock } = this.options;
    const fee = await wallet.signFeeApproval({ accountId, venue: VENUE, grant }, await this.#call());
    const isMandated =
      address.parse(fee.builderAddress) === builder.address &&
      fee.maximumFeeTenthsOfBasisPoint >= builder.feeTenthsOfBasisPoint;
    if (!isMandated) throw new Error(`a mandate names another builder or a higher fee than the platform takes`);
    const isThere = () => this.#isFeeApproved(account, builder);
    await approve(this.venue, clock, { what: 'fee', json: fee.approvalJson, isThere });
  }

  async #isFeeApproved(user: Address, builder: NonNullable<Mandate['builder']>): Promise<boolean> {
    const approved = maximumFee.parse(await this.venue.ask({ type: 'maxBuilderFee', user, builder: builder.address }));
    return approved >= builder.feeTenthsOfBasisPoint;
  }
}
