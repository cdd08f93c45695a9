import { botLimitsSchema, standingSchema } from '@platform/venues/live-bots';
import { z } from 'zod';

/** What is said between the runtime service and a pod with the proxy of an account's live bots. The service opens all links. */

/** The links of a pod: on one the service tells what is to be done, on the other it passes on what bots ask. */
export const links = { control: 'proxy-control', bots: 'proxy-bots' } as const;

/** Said where a proxy ended before it answered: each of its starts takes a grant of its own. */
export const GRANT_USED = 'the proxy ended before it answered, and the grant is used';

const placeSchema = z.strictObject({ accountId: z.string().min(1), venue: z.string().min(1) });
const deploymentSchema = placeSchema.extend({ deploymentId: z.string().min(1) });

/** What every command has that changes something. */
const given = {
  /** Of the keeper that gives it: a pod does nothing for one that another has followed. */
  term: z.int().positive(),
  /** What the proxy is started with: addresses, and the files of its keys by their paths in the pod. */
  environment: z.record(z.string(), z.string()),
  /** Among how many proxies of all machines the venue's allowance for live bots is divided. */
  proxies: z.int().positive(),
};
/** One that lets a proxy ask the wallet service for an agent, or for its end. */
const granted = { ...given, grant: z.string() };

/** What a pod can be told, by its path. */
export const commands = {
  serve: z.strictObject({
    ...granted,
    place: placeSchema,
    bots: z.array(botLimitsSchema.omit({ bot: true }).extend({ generation: z.int().positive() })).min(1),
  }),
  share: z.strictObject(given),
  stop: z.strictObject({ ...given, place: placeSchema }),
  renewAgent: z.strictObject({ ...granted, deployment: deploymentSchema }),
  endAgent: z.strictObject({ ...granted, deployment: deploymentSchema }),
  keyOf: z.strictObject({ place: placeSchema, deploymentId: z.string(), generation: z.int().positive() }),
  serving: z.strictObject({}),
  standing: z.strictObject({ place: placeSchema }),
} as const;

/** What it answers, where that says anything. */
export const answers = {
  keyOf: z.string().regex(/^0x[0-9a-f]+$/),
  serving: z.array(placeSchema),
  standing: standingSchema.nullable(),
} as const;

/** A command's name. */
export type CommandName = keyof typeof commands;
/** What a command says. */
export type Command<Name extends CommandName> = z.input<(typeof commands)[Name]>;
