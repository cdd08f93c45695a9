import { z } from 'zod';
import { botTrade } from '../frames.js';
import { observationSchema } from '../observation.js';
import { workloadBotSchema, workloadSchema } from '../placement.js';

/** What is said between the runtime service and a pod of bots, JSON over HTTP. The service opens all links. */

/** The links of a pod: on one the service tells what is to be done, on the other it is asked what bots want to know. */
export const links = { control: 'bots-control', questions: 'bots-questions' } as const;

/** Where what is asked over the second link begins that is for the account's proxy, and not for a feed; and what may be asked of it. */
export const PROXY = 'proxy';
export const proxyPaths = ['/info', '/exchange'] as const;

const placeSchema = z.strictObject({ workloadId: z.string(), deploymentId: z.string() });

/** What a pod can be told, by its path. */
export const commands = {
  place: z.strictObject({ workload: workloadSchema, bot: workloadBotSchema }),
  observe: z.strictObject({}),
  stop: placeSchema,
  remove: placeSchema,
  logs: z.strictObject({ place: placeSchema, sinceNs: z.string().regex(/^\d+$/), limit: z.int().nonnegative() }),
  closedTrades: z.strictObject({ place: placeSchema, from: z.int().nonnegative() }),
} as const;

/** What it answers, where that says anything. */
export const answers = {
  observe: z.array(observationSchema),
  /** Of how many bots the pod still keeps anything. */
  remove: z.strictObject({ kept: z.int() }),
  /** Stamps in decimal, each with its message. */
  logs: z.array(z.tuple([z.string(), z.string()])),
  closedTrades: z.array(botTrade),
} as const;

/** A command's name. */
export type CommandName = keyof typeof commands;
/** What a command says. */
export type Command<Name extends CommandName> = z.output<(typeof commands)[Name]>;
