import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Address } from 'viem';
import { getAddress } from 'viem';
import { z } from 'zod';
import type { FeeApproval, VenueApprovals } from '../../trading-accounts/index.js';
import type { HyperliquidClient } from '../client/index.js';
import { isRefusal } from '../codec/index.js';

const LOOKS_MAX = 5;
const LOOK_INTERVAL_MS = 1_000;
const accepted = z.object({ status: z.literal('ok') });
const refused = z.object({ status: z.literal('err'), response: z.string().refine(isRefusal) });
const address = z.string().transform((text) => getAddress(text));
const agents = z.array(z.object({ name: z.string(), address }));
/** Maximum fee in tenths of a basis point. */
const maximumFee = z.number();

/** Sends approvals of wallets to the venue: once each, and after an unclear answer it looks them up, for as long as reads may lag. */
export class HyperliquidApprovals implements VenueApprovals {
  constructor(
    private readonly client: HyperliquidClient,
    private readonly clock: Clock,
  ) {}

  async approveAgent(account: Address, agent: Address, approvalJson: string): Promise<void> {
    await this.#send(approvalJson, async () => (await this.agentsOf(account)).includes(agent));
  }

  async agentsOf(account: Address): Promise<readonly Address[]> {
    return (await this.#ask({ type: 'extraAgents', user: account }, agents)).map((each) => each.address);
  }

  async approveFee(account: Address, { approvalJson, ...terms }: FeeApproval): Promise<void> {
    await this.#send(approvalJson, () => this.isFeeApproved(account, terms));
  }

  async isFeeApproved(account: Address, terms: Omit<FeeApproval, 'approvalJson'>): Promise<boolean> {
    const question = { type: 'maxBuilderFee', user: account, builder: terms.builderAddress };
    return (await this.#ask(question, maximumFee)) >= terms.maximumFeeTenthsOfBasisPoint;
  }

  async #send(approvalJson: string, isThere: () => Promise<boolean>): Promise<void> {
    const sent = await this.client.exchange(approvalJson);
    const answer = sent.kind === 'answered' && sent.answer.status === 200 ? jsonOrNothing(sent.answer.text) : undefined;
    if (accepted.safeParse(answer).success) return;
    const isOpen = sent.kind !== 'unsent' && !refused.safeParse(answer).success;
    for (let look = 0; isOpen && look < LOOKS_MAX; look += 1) {
      await this.clock.sleep(LOOK_INTERVAL_MS);
      if (await isThere()) return;
    }
    throw unavailable(new Error(`an approval was not accepted: ${sent.kind}`));
  }

  async #ask<Answer>(
    request: { readonly type: string } & Readonly<Record<string, unknown>>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> {
    try {
      return (await this.client.ask({ request, answer, priority: 'money' })).data;
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function unavailable(cause: unknown): PlatformError {
  return new PlatformError('wallet_upstream_unavailable', { details: { venue: 'hyperliquid' }, cause });
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
