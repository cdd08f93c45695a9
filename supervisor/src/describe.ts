import { readFile } from 'node:fs/promises';
import { Descriptor, Hex } from '@platform/kit/descriptor';
import { mailboxDirectory, OPERATOR } from '@platform/sandbox/parts';
import { addressesOf, embeddedChains, instancesOf, mongodbUriOf, type Plan } from './plan.js';
import { describeVenues } from './venues.js';

/** Returns the descriptor of a running platform. */
export async function describePlatform(plan: Plan, processes: Record<string, number>): Promise<Descriptor> {
  const { settings, secrets, ports } = plan;
  const { facadeUrl, gatewayUrl, rpcUrl, nodeUrl, faultsUrl, identityProvider } = addressesOf(plan);
  const faucetKey = Hex.parse((await readFile(secrets.faucetKeyFile, 'utf8')).trim());
  const chains = embeddedChains(plan).map(({ name, id, usdcAddress }) => [
    name,
    {
      ...{ rpc_url: rpcUrl[name], node_url: nodeUrl[name] },
      ...{ chain_id: id, usdc_address: usdcAddress, faucet_private_key: faucetKey },
    },
  ]);
  const served = instancesOf(plan).flatMap(({ suffix, ports: { metrics: own } }) =>
    Object.entries(own).map(([name, port]): [string, number] => [`${name}${suffix}`, port]),
  );
  const metrics = [['sandbox', ports.sandboxMetrics], ...served].map(([name, port]) => [
    name,
    `http://${settings.METRICS_HOST}:${port}/metrics`,
  ]);
  const isSandbox = settings.outside === undefined;
  return Descriptor.parse({
    base_url: facadeUrl,
    graphql_url: gatewayUrl,
    streams_url: `${facadeUrl}/streams`,
    mongodb_uri: withoutCredentials(mongodbUriOf(plan, OPERATOR)),
    ...(settings.SMTP_URL === undefined && { mailbox_dir: mailboxDirectory(settings.DATA_DIR) }),
    ...Object.fromEntries(chains),
    venues: isSandbox ? describeVenues(plan) : {},
    ...(identityProvider.isSandbox && { identity_provider: { token_url: identityProvider.tokenUrl } }),
    ...(isSandbox && { faults_url: faultsUrl }),
    dataset_environment: settings.DATASET_ENVIRONMENT,
    object_store_url: settings.OBJECT_STORE_URL,
    metrics: Object.fromEntries(metrics),
    processes,
  });
}

/** Returns an address without the part between `//` and `@`. */
function withoutCredentials(uri: string): string {
  return uri.replace(/(?<=^[^/]*:\/\/)[^/?@]*@/, '');
}
