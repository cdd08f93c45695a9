import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import { z } from 'zod';
import type { BotAssignment } from '../../../live-bots/index.js';
import type { AgentLifecycle, TradingAgent } from '../agent.js';
import type { PlatformBuilder } from '../policy/policy.js';
import type { VenueConnection } from '../venue/index.js';
import { AgentPower } from './power.js';

const agentsSchema = z.array(z.object({ address: z.string() }));

interface RenewalParts {
  readonly lifecycle: AgentLifecycle;
  readonly venue: VenueConnection;
  /** The platform's builder; undefined where the platform takes no fee. */
  readonly builder: PlatformBuilder | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The account's agent over the proxy's life: one per grant, each with a key of its own. */
export class AgentRenewal {
  readonly power: AgentPower;
  readonly #account: Address;
  #address: string;
  /** The grant that was used last: each is good for one agent. */
  #spent: string;
  #issuedAtMs: number;

  constructor(
    { account, agent, address }: TradingAgent,
    { grant }: BotAssignment,
    private readonly parts: RenewalParts,
  ) {
    this.power = new AgentPower(agent);
    this.#account = account;
    this.#address = address;
    this.#spent = grant;
    this.#issuedAtMs = parts.clock.nowMs();
  }

  /** When the agent that signs now was issued, UTC milliseconds. */
  get issuedAtMs(): number {
    return this.#issuedAtMs;
  }

  /**
   * Has another agent issued where the assignment has another grant: no action is under way meanwhile, so none is refused. Returns whether the
   * proxy can go on: not where the venue has ended the former agent and it got no other one. Rejects where the venue can't tell.
   */
  async follow(assignment: BotAssignment): Promise<boolean> {
    if (assignment.grant === this.#spent) return true;
    this.#spent = assignment.grant;
    const { lifecycle, builder, clock, logger } = this.parts;
    try {
      await this.power.replace(async () => {
        const { agent, address } = await lifecycle.issue(assignment, builder);
        this.#address = address;
        this.#issuedAtMs = clock.nowMs();
        return agent;
      });
      logger.info({ agent: this.#address }, 'another agent signs');
      return true;
    } catch (error) {
      logger.error({ err: error }, 'no other agent was issued');
      return this.#isKnown();
    }
  }

  async #isKnown(): Promise<boolean> {
    const agents = agentsSchema.parse(await this.parts.venue.ask({ type: 'extraAgents', user: this.#account }));
    return agents.some(({ address }) => address.toLowerCase() === this.#address);
  }
}
