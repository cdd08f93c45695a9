import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { signerOf } from '@platform/venues/hyperliquid/codec';
import { parseRequest } from './actions.js';
import { type Answer, MALFORMED, refused } from './answer.js';
import type { Appointment } from './appointment.js';
import { TradingDesk } from './desk.js';
import { assetsOf, type Mandate } from './mandate.js';
import type { Venue } from './venue.js';

/** What the desks share: one agent, and one allowance at the venue. */
export interface DesksParts extends Appointment {
  readonly venue: Venue;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The desks of an account's bots, a mandate each. Whose key signed a request is whose desk answers it. */
export class TradingDesks {
  /** By the bot's address, with the mandate as it was written. */
  #desks: ReadonlyMap<string, { readonly terms: string; readonly desk: TradingDesk }> = new Map();

  constructor(private readonly parts: DesksParts) {}

  /** Answers one request. */
  async answer(body: unknown): Promise<Answer> {
    const parsed = parseRequest(body);
    if (parsed.kind === 'malformed') return MALFORMED;
    if (parsed.kind === 'refused') return this.#refuse(parsed.reason);
    const signer = await signerOf(parsed.request);
    if (signer === undefined) return this.#refuse('Unable to recover signer.');
    const known = this.#desks.get(signer);
    return known === undefined
      ? this.#refuse(`User or API Wallet ${signer} does not exist.`)
      : known.desk.answer(parsed.request);
  }

  /** Serves these bots from now on and no others; what is known of a bot whose mandate stays the same is kept. */
  async serve(bots: readonly Mandate[]): Promise<void> {
    const terms = bots.map((mandate) => ({ mandate, terms: termsOf(mandate) }));
    const isSame = terms.length === this.#desks.size && terms.every((each) => this.#known(each) !== undefined);
    if (isSame) return;
    const meta = await this.parts.venue.ask({ type: 'meta' });
    this.#desks = new Map(
      terms.map((each) => {
        const desk = this.#known(each) ?? this.#open(each.mandate, meta);
        return [each.mandate.bot, { terms: each.terms, desk }];
      }),
    );
    this.parts.logger.info({ deployments: bots.map(({ deploymentId }) => deploymentId) }, 'serving bots');
  }

  #known({ mandate, terms }: { readonly mandate: Mandate; readonly terms: string }): TradingDesk | undefined {
    const known = this.#desks.get(mandate.bot);
    return known?.terms === terms ? known.desk : undefined;
  }

  #open(mandate: Mandate, meta: unknown): TradingDesk {
    const { account, agent, venue, clock, logger } = this.parts;
    const agentIsNew = this.#desks.size === 0;
    const policy = { mandate, assets: assetsOf(mandate, meta) };
    return new TradingDesk({ account, policy, agent, agentIsNew, venue, clock, logger });
  }

  #refuse(reason: string): Answer {
    this.parts.logger.warn({ reason }, 'refused an action');
    return refused(reason);
  }
}

function termsOf(mandate: Mandate): string {
  return JSON.stringify(mandate, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
