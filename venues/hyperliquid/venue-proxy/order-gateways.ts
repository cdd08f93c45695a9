import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import type { BotLimits } from '../../live-bots/index.js';
import { signerOf } from '../codec/index.js';
import { parseRequest } from './actions.js';
import { type Answer, MALFORMED, refused } from './answer.js';
import { BotJournal, type OrderJournal } from './journal/index.js';
import { OrderGateway } from './order-gateway.js';
import { assetsOf } from './policy/assets.js';
import type { PlatformBuilder, Policy } from './policy/policy.js';
import type { AgentPower } from './renewal/power.js';
import type { VenueConnection } from './venue/index.js';

/** The shared parts of the gateways: one agent, and one allowance at the venue. */
export interface OrderGatewaysParts {
  /** The account at the venue, and what signs for it. */
  readonly account: Address;
  readonly agent: AgentPower;
  readonly venue: VenueConnection;
  /** The platform's builder; absent where the platform takes no fee. */
  readonly builder?: PlatformBuilder | undefined;
  readonly journal: OrderJournal;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One order gateway per bot of an account. A request goes to the gateway of the bot whose key signed it. */
export class OrderGateways {
  /** By the bot's address, with its limits as configured. */
  #gateways: ReadonlyMap<string, { readonly terms: string; readonly gateway: OrderGateway }> = new Map();

  constructor(private readonly parts: OrderGatewaysParts) {}

  /** Answers one request. */
  async answer(body: unknown): Promise<Answer> {
    const parsed = parseRequest(body);
    if (parsed.kind === 'malformed') return MALFORMED;
    if (parsed.kind === 'refused') return this.#refuse(parsed.reason);
    const signer = await signerOf(parsed.request);
    if (signer === undefined) return this.#refuse('Unable to recover signer.');
    const known = this.#gateways.get(signer);
    return known === undefined
      ? this.#refuse(`User or API Wallet ${signer} does not exist.`)
      : known.gateway.answer(parsed.request);
  }

  /** Serves only these bots from now on; what is known of a bot's orders outlives a change of its limits. */
  async serve(bots: readonly BotLimits[]): Promise<void> {
    const terms = bots.map((limits) => ({ limits, terms: termsOf(limits) }));
    const isSame = terms.length === this.#gateways.size && terms.every((each) => this.#known(each) !== undefined);
    if (isSame) return;
    // A share of the allowance that many divide may take half a minute to cover it.
    const meta = await this.parts.venue.ask({ type: 'meta' }, 'proof');
    const isFirst = this.#gateways.size === 0;
    const served = terms.map((each): [string, { terms: string; gateway: OrderGateway }] => {
      const policy = { limits: each.limits, assets: assetsOf(each.limits, meta), builder: this.parts.builder };
      const known = this.#gateways.get(each.limits.bot)?.gateway;
      known?.limitTo(policy);
      return [each.limits.bot, { terms: each.terms, gateway: known ?? this.#open(policy, isFirst) }];
    });
    this.#gateways = new Map(served);
    this.parts.logger.info({ deployments: bots.map(({ deploymentId }) => deploymentId) }, 'serving bots');
  }

  #known({ limits, terms }: { readonly limits: BotLimits; readonly terms: string }): OrderGateway | undefined {
    const known = this.#gateways.get(limits.bot);
    return known?.terms === terms ? known.gateway : undefined;
  }

  #open(policy: Policy, agentIsNew: boolean): OrderGateway {
    const { account, agent, venue, clock, logger } = this.parts;
    const journal = new BotJournal(this.parts.journal, policy.limits.deploymentId, policy.assets);
    return new OrderGateway({ account, policy, agent, agentIsNew, journal, venue, clock, logger });
  }

  #refuse(reason: string): Answer {
    this.parts.logger.warn({ reason }, 'refused an action');
    return refused(reason);
  }
}

function termsOf(limits: BotLimits): string {
  return JSON.stringify(limits, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
