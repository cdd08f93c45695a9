import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../files/index.js';
import { byNetwork } from '../networks/index.js';

/** Bytes in hexadecimal, after 0x. */
export const Hex = z.templateLiteral(['0x', z.string()]);
const Chain = z.object({
  /** The chain itself, which also supports the methods of a test chain. */
  rpc_url: z.string(),
  /** The node through which the platform reads the chain: blocks have other numbers there. Absent where no operator command reads it. */
  node_url: z.string().optional(),
  chain_id: z.number(),
  usdc_address: Hex,
  faucet_private_key: Hex,
});

/** The file with the addresses of MongoDB for operators and their tools: a line `<service> <uri>` each, `admin` first. */
export const mongodbAddressesFile = (dataDirectory: string) => join(dataDirectory, 'keys', 'mongodb-operator');

const descriptorFile = (dataDirectory: string) => join(dataDirectory, 'sandbox.json');

/** The addresses of the running platform for programs outside it; parts that are not the sandbox's are absent. */
export const Descriptor = z.object({
  base_url: z.string(),
  graphql_url: z.string(),
  /** Where subscriptions are executed. */
  streams_url: z.string(),
  mongodb_uri: z.string(),
  mailbox_dir: z.string().optional(),
  ...byNetwork(() => Chain.optional()),
  /** Addresses of the sandbox's venues, by venue and kind of address. */
  venues: z.record(z.string(), z.record(z.string(), z.string())),
  /** Issues tokens of wallet logins. */
  identity_provider: z.object({ token_url: z.string() }).optional(),
  /** Accepts faults for the sandbox's venues. */
  faults_url: z.string().optional(),
  /** The address of each process's Prometheus metrics. */
  metrics: z.record(z.string(), z.string()),
  /** The platform's name in the dataset releases that it publishes. */
  dataset_environment: z.string().optional(),
  /** Where its objects are. Absent where no operator command reads them. */
  object_store_url: z.string().optional(),
  processes: z.record(z.string(), z.int()),
});
export type Descriptor = z.output<typeof Descriptor>;

/** Writes the descriptor, readable by its owner alone: it names the faucet's key and the database. */
export function writeDescriptor(dataDirectory: string, descriptor: Descriptor): Promise<void> {
  return writeWhole(descriptorFile(dataDirectory), `${JSON.stringify(descriptor, null, 2)}\n`, 0o600);
}

/** Returns the descriptor of the platform that runs on the data directory; rejects when none runs. */
export async function readDescriptor(dataDirectory: string): Promise<Descriptor> {
  return Descriptor.parse(JSON.parse(await readFile(descriptorFile(dataDirectory), 'utf8')));
}

/** Returns the address of a data directory's MongoDB for a user: a service's name, or `admin`. */
export async function readMongodbUri(dataDirectory: string, user: string): Promise<string> {
  const lines = (await readFile(mongodbAddressesFile(dataDirectory), 'utf8')).split('\n');
  const line = lines.find((each) => each.startsWith(`${user} `));
  if (line === undefined) throw new Error(`${mongodbAddressesFile(dataDirectory)} names no ${user}`);
  return line.slice(user.length + 1);
}

/**
 * Returns the address of the running platform's MongoDB for an operator's command on a service's database; its error names the remedy where
 * none runs.
 */
export async function findRunningMongo(dataDirectory: string, service: string): Promise<string> {
  await readDescriptor(dataDirectory).catch((cause: unknown) => {
    const file = descriptorFile(dataDirectory);
    throw new Error(`no platform runs here: ${file} is missing. Start one with npm start, or set MONGODB_URI.`, {
      cause,
    });
  });
  return readMongodbUri(dataDirectory, service);
}

/** Removes the descriptor: the platform no longer runs, or does not run yet. */
export function removeDescriptor(dataDirectory: string): Promise<void> {
  return rm(descriptorFile(dataDirectory), { force: true });
}
