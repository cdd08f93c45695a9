import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../files/index.js';

/** Bytes in hexadecimal, after 0x. */
export const Hex = z.templateLiteral(['0x', z.string()]);
const Chain = z.object({
  /** The chain itself, which does what only a test's chain can. */
  rpc_url: z.string(),
  /** The node that the platform reads it by: blocks have other numbers there. Absent where no command of an operator reads it. */
  node_url: z.string().optional(),
  chain_id: z.number(),
  usdc_address: Hex,
  faucet_private_key: Hex,
});

const descriptorFile = (dataDirectory: string) => join(dataDirectory, 'sandbox.json');

/** What tells everything outside where the running platform is; parts that are not the sandbox's are absent. */
export const Descriptor = z.object({
  base_url: z.string(),
  graphql_url: z.string(),
  mongodb_uri: z.string(),
  mailbox_dir: z.string().optional(),
  arbitrum: Chain.optional(),
  polygon: Chain.optional(),
  /** Addresses of the sandbox's venues, by venue and kind of address. */
  venues: z.record(z.string(), z.record(z.string(), z.string())),
  /** Gives tokens of wallet logins. */
  identity_provider: z.object({ token_url: z.string() }).optional(),
  /** Takes faults for the sandbox's venues. */
  faults_url: z.string().optional(),
  /** Where each process serves Prometheus metrics. */
  metrics: z.record(z.string(), z.string()),
  /** Names the platform in the dataset releases that it publishes. */
  dataset_environment: z.string().optional(),
  processes: z.record(z.string(), z.int()),
});
export type Descriptor = z.output<typeof Descriptor>;

/** Writes the descriptor, readable by its owner alone: it names the faucet's key and the database. */
export function writeDescriptor(dataDirectory: string, descriptor: Descriptor): Promise<void> {
  return writeWhole(descriptorFile(dataDirectory), `${JSON.stringify(descriptor, null, 2)}\n`, 0o600);
}

/** The descriptor of the platform that runs on the data directory; rejects when none does. */
export async function readDescriptor(dataDirectory: string): Promise<Descriptor> {
  return Descriptor.parse(JSON.parse(await readFile(descriptorFile(dataDirectory), 'utf8')));
}

/** Where the running platform's MongoDB is, for an operator's command; its error says what to do where none runs. */
export async function findRunningMongo(dataDirectory: string): Promise<string> {
  const descriptor = await readDescriptor(dataDirectory).catch((cause: unknown) => {
    const file = descriptorFile(dataDirectory);
    throw new Error(`no platform runs here: ${file} is missing. Start one with npm start, or set MONGODB_URI.`, {
      cause,
    });
  });
  return descriptor.mongodb_uri;
}

/** Takes the descriptor away: the platform is no longer, or not yet, there. */
export function removeDescriptor(dataDirectory: string): Promise<void> {
  return rm(descriptorFile(dataDirectory), { force: true });
}
