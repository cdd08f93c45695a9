import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { descriptorFile, mailboxDirectory } from '../paths.js';
import { writeWhole } from '../write-whole.js';
import { addressesOf, embeddedChains, type Plan } from './plan.js';

const Hex = z.templateLiteral(['0x', z.string()]);
const Chain = z.object({ rpc_url: z.string(), chain_id: z.number(), usdc_address: Hex, faucet_private_key: Hex });

/** What tells everything outside where the running platform is; parts that are not the sandbox's are absent. */
export const Descriptor = z.object({
  base_url: z.string(),
  graphql_url: z.string(),
  mongodb_uri: z.string(),
  mailbox_dir: z.string().optional(),
  arbitrum: Chain.optional(),
  polygon: Chain.optional(),
  venues: z.object({ hyperliquid: z.object({ url: z.string(), ws_url: z.string() }).optional() }),
  /** Gives tokens of wallet logins. */
  identity_provider: z.object({ token_url: z.string() }).optional(),
  /** Takes faults for the sandbox's venues. */
  faults_url: z.string().optional(),
  /** Where each process serves Prometheus metrics. */
  metrics: z.record(z.string(), z.string()),
  processes: z.record(z.string(), z.int()),
});
export type Descriptor = z.output<typeof Descriptor>;

/** The descriptor of a running platform. */
export async function describePlatform(plan: Plan, processes: Record<string, number>): Promise<Descriptor> {
  const { settings, secrets, ports } = plan;
  const { facadeUrl, gatewayUrl, mongodbUri, rpcUrl, hyperliquid, faultsUrl, identityProvider } = addressesOf(plan);
  const faucetKey = Hex.parse((await readFile(secrets.faucetKeyFile, 'utf8')).trim());
  const chains = embeddedChains(plan).map(({ name, id, usdcAddress }) => [
    name,
    { rpc_url: rpcUrl[name], chain_id: id, usdc_address: usdcAddress, faucet_private_key: faucetKey },
  ]);
  const metrics = Object.entries(ports.metrics).map(([name, port]) => [
    name,
    `http://${settings.METRICS_HOST}:${port}/metrics`,
  ]);
  const isSandbox = settings.outside === undefined;
  return Descriptor.parse({
    base_url: facadeUrl,
    graphql_url: gatewayUrl,
    mongodb_uri: mongodbUri,
    ...(settings.SMTP_URL === undefined && { mailbox_dir: mailboxDirectory(settings.DATA_DIR) }),
    ...Object.fromEntries(chains),
    venues: isSandbox ? { hyperliquid: { url: hyperliquid.url, ws_url: hyperliquid.wsUrl } } : {},
    ...(identityProvider.isSandbox && { identity_provider: { token_url: identityProvider.tokenUrl } }),
    ...(isSandbox && { faults_url: faultsUrl }),
    metrics: Object.fromEntries(metrics),
    processes,
  });
}

/** Writes the descriptor, readable by its owner alone: it names the faucet's key and the database. */
export function writeDescriptor(dataDirectory: string, descriptor: Descriptor): Promise<void> {
  return writeWhole(descriptorFile(dataDirectory), `${JSON.stringify(descriptor, null, 2)}\n`, 0o600);
}

/** The descriptor of the platform that runs on the data directory; rejects when none does. */
export async function readDescriptor(dataDirectory: string): Promise<Descriptor> {
  return Descriptor.parse(JSON.parse(await readFile(descriptorFile(dataDirectory), 'utf8')));
}

/** Takes the descriptor away: the platform is no longer, or not yet, there. */
export function removeDescriptor(dataDirectory: string): Promise<void> {
  return rm(descriptorFile(dataDirectory), { force: true });
}
