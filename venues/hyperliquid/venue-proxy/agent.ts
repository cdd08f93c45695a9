import type { Clock } from '@platform/kit/clock';
import { type Address, bytesToHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { type AgentAuthority, address, type BotAssignment } from '../../live-bots/index.js';
import type { PlatformBuilder } from './policy/policy.js';
import { type AgentSigner, agentSigner } from './signing.js';

/** A trading account, and the agent that signs for it. */
export interface TradingAgent {
  /** The account at the venue: the address of the wallet. */
  readonly account: Address;
  readonly agent: AgentSigner;
  /** The agent's own address, in lower case. */
  readonly address: Address;
}

/** Has the wallet service issue, and end, the account's one agent at the venue. */
export class AgentLifecycle {
  constructor(
    private readonly authority: AgentAuthority,
    private readonly clock: Clock,
  ) {}

  /**
   * Has the wallet service issue an agent that the venue accepts. Its key stays in this process's memory: a restart requests another one of
   * the same name, by a grant of its own, which ends the former. The fee that the bots' orders pay, if any, is approved too. Throws when the
   * venue does not accept either.
   */
  async issue({ grant }: BotAssignment, builder: PlatformBuilder | undefined): Promise<TradingAgent> {
    const issued = await this.authority.issue(grant);
    if (builder !== undefined) {
      const fee = await this.authority.approveFee(grant);
      const isCovered =
        address.parse(fee.builderAddress) === builder.address &&
        fee.maximumFeeTenthsOfBasisPoint >= builder.feeTenthsOfBasisPoint;
      if (!isCovered)
        throw new Error('the wallet service approved another builder or a lower fee than orders would pay');
    }
    const account = address.parse(issued.address);
    const key = bytesToHex(issued.agentPrivateKey);
    return { account, agent: agentSigner(key, this.clock), address: address.parse(privateKeyToAddress(key)) };
  }

  /** Ends the agent, by a grant of its own. Throws when the venue has not accepted that; the caller then repeats the call. */
  async end({ grant }: BotAssignment): Promise<void> {
    await this.authority.end(grant);
  }
}
