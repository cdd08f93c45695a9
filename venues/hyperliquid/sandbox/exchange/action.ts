import type { Hex } from 'viem';
import type { z } from 'zod';
import type { ExchangeContext } from './exchange-context.js';
import {
  actionHash,
  type L1Envelope,
  l1SigningHash,
  type Network,
  type TypedFields,
  userSigningHash,
} from './signing.js';

/** What an accepted action answers, below `response`. */
export type Outcome =
  | { readonly type: 'default' }
  | { readonly type: 'order' | 'cancel'; readonly data: { readonly statuses: readonly unknown[] } }
  | { readonly type: 'twapOrder' | 'twapCancel'; readonly data: { readonly status: unknown } };

/** The answer of actions that have nothing to tell. */
export const DONE: Outcome = { type: 'default' };

/** An action that was understood. */
export interface ParsedAction {
  /** Whether an agent may sign it for the user; otherwise the user's own key must. */
  readonly agentsMaySign: boolean;
  /** Its own nonce where it carries one, which must be the request's. */
  readonly nonce: number | undefined;
  /** What was signed, for each network that it can have been signed for, the likeliest first. */
  signingHashes(envelope: L1Envelope, networks: readonly Network[]): readonly Hex[];
  /** Does it; throws `ActionRefused` in the venue's words. */
  run(context: ExchangeContext, user: string): Outcome;
}

/** One type of action. */
export interface ActionHandler {
  /** Undefined when the fields are not those of the type. */
  parse(action: unknown): ParsedAction | undefined;
}

/** Understands what has the fields of a schema, and nothing else. */
function handlerOf<Action>(schema: z.ZodType<Action>, understand: (action: Action) => ParsedAction): ActionHandler {
  return {
    parse: (input) => {
      const { data } = schema.safeParse(input);
      return data === undefined ? undefined : understand(data);
    },
  };
}

/** A trading action, which agents may sign. */
export function l1Action<Action extends object>(
  schema: z.ZodType<Action>,
  run: (context: ExchangeContext, user: string, action: Action) => Outcome,
): ActionHandler {
  return handlerOf(schema, (action) => ({
    agentsMaySign: true,
    nonce: undefined,
    signingHashes: (envelope, networks) => {
      const connectionId = actionHash(action, envelope);
      return networks.map((network) => l1SigningHash(connectionId, network));
    },
    run: (context, user) => run(context, user, action),
  }));
}

interface UserSigned {
  readonly hyperliquidChain: string;
  readonly signatureChainId: string;
  readonly time?: number;
  readonly nonce?: number;
}

/** An action that only the user's own key may sign: `name` and `fields` are the typed data's. */
export function userAction<Action extends UserSigned>(
  name: string,
  fields: TypedFields,
  schema: z.ZodType<Action>,
  run: (context: ExchangeContext, user: string, action: Action) => Outcome,
): ActionHandler {
  return handlerOf(schema, (action) => ({
    agentsMaySign: false,
    nonce: action.time ?? action.nonce,
    signingHashes: (_envelope, networks) =>
      networks
        .filter((network) => network === action.hyperliquidChain)
        .map(() => userSigningHash(name, fields, action, Number(action.signatureChainId))),
    run: (context, user) => run(context, user, action),
  }));
}
