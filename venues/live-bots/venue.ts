import type { Clock, Random } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { z } from 'zod';
import type { BotAssignment } from './bot-limits.js';

/** An agent: a key that may trade for an account at the venue, and cannot withdraw. */
export interface IssuedAgent {
  /** The account at the venue: the address of the wallet. */
  readonly address: string;
  readonly agentPrivateKey: Uint8Array;
}

/** The fee on the bots' orders that the venue has accepted. */
export interface ApprovedFee {
  readonly builderAddress: string;
  readonly maximumFeeTenthsOfBasisPoint: number;
}

/** What the wallet service approves of an account at the venue of a proxy, each by a grant of the runtime service. */
export interface AgentAuthority {
  /** Issues the account's agent, which the venue has accepted; the key of an earlier one of the same name has lost its power. */
  issue(grant: string): Promise<IssuedAgent>;
  /** Ends the agent; resolves once the venue shows it no more. Safe to repeat. */
  end(grant: string): Promise<void>;
  /** Has the venue accept the platform's fee. */
  approveFee(grant: string): Promise<ApprovedFee>;
}

/** The options of a proxy. */
export interface ProxyOptions {
  /** `host:port`, port 0 picks a free one; or the path of a socket. */
  readonly listen: string;
  /** The bots that it serves at first: at least one. */
  readonly assignment: BotAssignment;
  /** Path of the file where each action is written down before it is sent; it outlives the proxy. */
  readonly journalFile: string;
  readonly authority: AgentAuthority;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** A running proxy. */
export interface RunningProxy {
  readonly url: string;
  /** Serves the bots of a new assignment; without any bots the agent is ended, and the proxy is done. */
  follow(assignment: BotAssignment): Promise<'again' | 'done'>;
  /** Compares the venue with what the bots did there, where that is due; called about once a second. Rejects where the venue can't be read. */
  compare(): Promise<void>;
  /** The parts to close, in order. */
  readonly parts: readonly Closeable[];
}

/** A venue whose live bots have a proxy, which speaks the venue's own API towards them. */
export interface ProxiedVenue<Shape extends z.ZodRawShape> {
  /** The environment settings of the venue. */
  readonly settings: Shape;
  /**
   * Has the wallet service issue an agent that the venue accepts, and serves the bots. Rejects when the venue does not accept the agent.
   */
  start(environment: z.output<z.ZodObject<Shape>>, options: ProxyOptions): Promise<RunningProxy>;
}
