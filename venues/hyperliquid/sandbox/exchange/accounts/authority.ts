import type { ExchangeContext } from '../exchange-context.js';
import { ActionRefused } from '../refused.js';
import { parseDecimal } from '../units.js';

/** An agent's lifetime unless its name sets another, and the longest one. */
const AGENT_LIFE_MS = 180 * 24 * 3_600_000;
const NAMED_AGENTS_MAX = 3;
const NAME_LENGTH_MAX = 16;
/** A name may end with the time until which the agent is valid. */
const VALID_UNTIL = /^(.*) valid_until (\d{1,15})$/;

/** Allows an agent to sign trading actions for the user, in place of the user's agent of the same name. */
export function approveAgent({ store, nowMs }: ExchangeContext, user: string, agent: string, agentName: string): void {
  const [, named, until] = VALID_UNTIL.exec(agentName) ?? [];
  const name = named ?? agentName;
  const validUntilMs = until === undefined ? nowMs + AGENT_LIFE_MS : Number(until);
  if (name.length > NAME_LENGTH_MAX)
    throw new ActionRefused('Extra agent name must be between 1 and 16 characters long');
  if (validUntilMs <= nowMs || validUntilMs > nowMs + AGENT_LIFE_MS) throw new ActionRefused('Invalid valid until.');
  const known = store.agent(agent);
  if (store.account(agent) !== undefined || (known !== undefined && known.user !== user))
    throw new ActionRefused('Extra agent already used.');
  const others = store.agentsOf(user).filter((other) => other.name !== '' && other.name !== name);
  if (name !== '' && others.filter(({ validUntilMs: end }) => end > nowMs).length >= NAMED_AGENTS_MAX)
    throw new ActionRefused('Too many extra agents.');
  store.saveAgent({ address: agent, user, name, validUntilMs });
}

/** Ends all agents of a user. */
export function endAgents({ store, nowMs }: ExchangeContext, user: string): void {
  for (const agent of store.agentsOf(user)) store.saveAgent({ ...agent, validUntilMs: nowMs });
}

/** Allows a builder to take a fee of the user's orders, up to a percentage such as `0.01%`. */
export function approveBuilderFee({ store }: ExchangeContext, user: string, builder: string, maxFeeRate: string): void {
  const tenthsOfBasisPoint = parseDecimal(maxFeeRate.slice(0, -1), 3);
  if (tenthsOfBasisPoint === undefined || tenthsOfBasisPoint > 1_000n)
    throw new ActionRefused('Builder fee has to be at most 1%.');
  const account = store.accountOrNew(user);
  store.saveAccount({ ...account, builderFees: { ...account.builderFees, [builder]: Number(tenthsOfBasisPoint) } });
}

/** Stores the user's referrer, once. */
export function setReferrer({ store }: ExchangeContext, user: string, code: string): void {
  const account = store.accountOrNew(user);
  if (account.referrer !== null) throw new ActionRefused('Referrer already set.');
  store.saveAccount({ ...account, referrer: code });
}
