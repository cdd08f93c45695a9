import type { Clock } from '@platform/kit/clock';
import { type Address, bytesToHex } from 'viem';
import { z } from 'zod';
import { type AgentAuthority, address, type BotAssignment, type BotLimits } from '../../live-bots/index.js';
import { approve } from './approval.js';
import { type AgentSigner, agentSigner } from './signing.js';
import type { VenueConnection } from './venue.js';

/** A trading account, and the agent that signs for it. */
export interface TradingAgent {
  /** The account at the venue: the address of the wallet. */
  readonly account: Address;
  readonly agent: AgentSigner;
}

/** Maximum fee in tenths of a basis point. */
const maximumFee = z.number();
const agents = z.array(z.object({ name: z.string(), address }));
const approvedAgent = z.object({ action: z.object({ agentAddress: address }) });

/** Makes the wallet service issue, and end, the account's one agent at the venue. */
export class AgentLifecycle {
  /** The signed request that ends the agent: signed once, since it spends its grant, and sent until the venue has accepted it. */
  #ending: string | undefined;

  constructor(
    private readonly authority: AgentAuthority,
    private readonly venue: VenueConnection,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the wallet service issue an agent for the account and the venue accept it. Its key stays in this process's memory: a restart
   * requests another one of the same name, by a grant of its own, which ends the former. The fee that the bots' orders pay is approved too,
   * once. Throws when the venue does not accept either.
   */
  async issue({ grant, bots }: BotAssignment): Promise<TradingAgent> {
    const issued = await this.authority.issue(grant);
    const account = address.parse(issued.address);
    await this.#approveAgent(account, issued.approvalJson);
    for (const { builder } of bots)
      if (builder !== null && !(await this.#isFeeApproved(account, builder)))
        await this.#approveFee(account, grant, builder);
    return { account, agent: agentSigner(bytesToHex(issued.agentPrivateKey), this.clock) };
  }

  /** Ends the agent, by a grant of its own. Throws when the venue has not accepted that; the caller then repeats the call. */
  async end({ grant }: BotAssignment, { account }: TradingAgent): Promise<void> {
    this.#ending ??= await this.authority.end(grant);
    await this.#approveAgent(account, this.#ending);
  }

  async #approveAgent(user: Address, json: string): Promise<void> {
    const { agentAddress } = approvedAgent.parse(JSON.parse(json)).action;
    const isThere = async () =>
      agents.parse(await this.venue.ask({ type: 'extraAgents', user })).some((each) => each.address === agentAddress);
    await approve(this.venue, this.clock, { what: 'agent', json, isThere });
  }

  async #approveFee(account: Address, grant: string, builder: NonNullable<BotLimits['builder']>): Promise<void> {
    const fee = await this.authority.approveFee(grant);
    const isCovered =
      address.parse(fee.builderAddress) === builder.address &&
      fee.maximumFeeTenthsOfBasisPoint >= builder.feeTenthsOfBasisPoint;
    if (!isCovered) throw new Error(`a bot's limits name another builder or a higher fee than the platform takes`);
    const isThere = () => this.#isFeeApproved(account, builder);
    await approve(this.venue, this.clock, { what: 'fee', json: fee.approvalJson, isThere });
  }

  async #isFeeApproved(user: Address, builder: NonNullable<BotLimits['builder']>): Promise<boolean> {
    const approved = maximumFee.parse(await this.venue.ask({ type: 'maxBuilderFee', user, builder: builder.address }));
    return approved >= builder.feeTenthsOfBasisPoint;
  }
}
