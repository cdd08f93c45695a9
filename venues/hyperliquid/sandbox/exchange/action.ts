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

/** The answer of an accepted action, below `response`. */
export type Outcome =
  | { readonly type: 'default' }
  | { readonly type: 'order' | 'cancel'; readonly data: { readonly statuses: readonly unknown[] } }
  | { readonly type: 'twapOrder' | 'twapCancel'; readonly data: { readonly status: unknown } };

/** The answer of actions without data. */
export const DONE: Outcome = { type: 'default' };

/** A parsed action. */
export interface ParsedAction {
  /** Whether an agent may sign it for the user; otherwise only the user's own key may. */
  readonly agentsMaySign: boolean;
  /** The action's own nonce, if it has one; it must be the request's. */
  readonly nonce: number | undefined;
  /** Returns the signed hash for each possible network, the likeliest first. */
  signingHashes(envelope: L1Envelope, networks: readonly Network[]): readonly Hex[];
  /** Runs the action; throws `ActionRefused` in the venue's words. */
  run(context: ExchangeContext, user: string): Outcome;
}

/** One type of action. */
export interface ActionHandler {
  /** Returns undefined when the fields are not those of the type. */
  parse(action: unknown): ParsedAction | undefined;
}

/** Returns a handler that parses exactly the fields of a schema. */
function handlerOf<Action>(schema: z.ZodType<Action>, understand: (action: Action) => ParsedAction): ActionHandler {
  return {
    parse: (input) => {
      const { data } = schema.safeParse(input);
      return data === undefined ? undefined : understand(data);
    },
  };
}

/** Returns the handler of a trading action, which agents may sign. */
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

/** Returns the handler of an action that only the user's own key may sign: `name` and `fields` are the typed data's. */
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
