import { join } from 'node:path';
import { bundleOf, declaredVariables, startOf } from '@platform/bundler';
import type { Environment } from '@platform/kit/config';
import { type Network, networkNames, networkVariable } from '@platform/kit/networks';
import {
  addressOfKey,
  anvilArguments,
  anvilBinary,
  chainSnapshotFile,
  listenVariable,
  mongodArguments,
  SANDBOX_VENUES,
} from '@platform/sandbox/parts';
import { nativeSigners } from '@platform/venues/signers';
import { addressesOf, embeddedChains, type Instance, instancesOf, local, mongodbUriOf, type Plan } from './plan.js';
import { FEEDS, type InstanceProcess, type Program, programOf, SERVICES, type Service } from './ports.js';
import type { ProcessSpec, Stages } from './processes/process-spec.js';
import { type AwaitReady, grpcReady, httpReady, mongodReady, rpcReady, socketReady } from './processes/readiness.js';
import { secretsOf } from './secrets.js';
import { shareVariables, venueEnvironment } from './venues.js';

/** Returns the parts of the platform for one start, each with exactly the environment it needs. */
export function processTable(plan: Plan): Stages {
  const declared = declaredOf(plan);
  const instances = instancesOf(plan);
  return [
    [...mongod(plan), ...embeddedChains(plan).map((chain) => anvil(chain, plan))],
    [sandbox(plan)],
    instances.flatMap((instance) => [
      ...SERVICES.map((service) => serviceProcess(service, { plan, instance, declared })),
      ...feeds({ plan, instance, declared }),
    ]),
    instances.map((instance) => edge({ plan, instance, declared })),
  ];
}

function mongod({ mongodBinary: file, settings, ports, secrets }: Plan): ProcessSpec[] {
  if (file === undefined) return [];
  const { mongodKeyFile: keyFile } = secrets;
  return [
    {
      name: 'mongod',
      command: () => ({
        file,
        args: mongodArguments({ dbPath: mongodDirectory(settings.DATA_DIR), port: ports.mongod, keyFile }),
      }),
      environment: {},
      awaitReady: mongodReady(local(ports.mongod), keyFile, SERVICES),
      needs: [],
    },
  ];
}

/** Where the embedded mongod keeps its files. */
export const mongodDirectory = (dataDirectory: string) => join(dataDirectory, 'mongod');

function anvil({ name, id, port }: ReturnType<typeof embeddedChains>[number], { settings }: Plan): ProcessSpec {
  const file = anvilBinary();
  const snapshotFile = chainSnapshotFile(settings.DATA_DIR, name);
  return {
    name: `anvil-${name}`,
    command: () => ({ file, args: anvilArguments({ host: '127.0.0.1', port, chainId: id, snapshotFile }) }),
    environment: {},
    awaitReady: rpcReady(`http://${local(port)}`),
    needs: [],
  };
}

function sandbox(plan: Plan): ProcessSpec {
  const { settings, ports, secrets } = plan;
  const { rpcUrl, identityProvider } = addressesOf(plan);
  const embedded = settings.outside === undefined && {
    ...Object.fromEntries(SANDBOX_VENUES.map((id) => [listenVariable(id), local(ports.venues[id])])),
    ...perNetwork('RPC_URL', (network) => rpcUrl[network]),
    ...perNetwork('NODE_LISTEN', (network) => local(ports.nodes[network])),
    FAUCET_KEY_FILE: secrets.faucetKeyFile,
    ...(plan.relayerKey && { RELAYER_ADDRESS: addressOfKey(plan.relayerKey) }),
    SANDBOX_SEED: String(settings.SANDBOX_SEED),
    SANDBOX_WORLD: settings.SANDBOX_WORLD,
    ...(settings.SANDBOX_READ_LAG_MS !== undefined && { SANDBOX_READ_LAG_MS: String(settings.SANDBOX_READ_LAG_MS) }),
    SANDBOX_WEIGHT_PER_MINUTE: String(settings.SANDBOX_WEIGHT_PER_MINUTE),
    SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: String(settings.SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE),
    ...(settings.SANDBOX_RECORDINGS_DIR && { SANDBOX_RECORDINGS_DIR: settings.SANDBOX_RECORDINGS_DIR }),
  };
  const named = { name: 'sandbox', program: 'sandbox', metricsPort: ports.sandboxMetrics } as const;
  return node(plan, named, httpReady(`http://${local(ports.sandbox)}/health`), [], {
    DATA_DIR: settings.DATA_DIR,
    HTTP_LISTEN: local(ports.sandbox),
    ...(settings.SMTP_URL === undefined && { MAILBOX_LISTEN: local(ports.mailbox) }),
    ...embedded,
    ...(identityProvider.isSandbox && pick(identityProvider.environment, /_(ISSUER|AUDIENCE)$/)),
  });
}

/** What is on beside the sandbox, where no real money moves, unless the operator switches it off. */
const SANDBOX_FEATURES = { FEATURE_MANAGED_LIVE: 'true' };

/** What each process is handed of the platform's settings and of the venues' addresses: what it declares, so that a new setting needs no line here. */
type Declared = (program: Program | 'venue-proxy') => Record<string, string>;

/** An instance of a plan, and what its processes are handed of the settings. */
interface Made {
  readonly plan: Plan;
  readonly instance: Instance;
  readonly declared: Declared;
}

function declaredOf(plan: Plan): Declared {
  const declared = declaredVariables();
  const features = plan.settings.outside === undefined ? SANDBOX_FEATURES : {};
  const known: Record<string, string> = {
    ...features,
    OBJECT_CACHE_DIR: join(plan.settings.DATA_DIR, 'object-cache'),
    ...venueEnvironment(plan),
    ...present(plan.inherited),
  };
  return (program) =>
    Object.fromEntries(
      declared[program].flatMap((variable) => {
        const value = known[variable];
        return value === undefined || shareVariables.has(variable) ? [] : [[variable, value]];
      }),
    );
}

function serviceProcess(service: Service, made: Made): ProcessSpec {
  const { plan, instance, declared } = made;
  const { secrets, mongodBinary } = plan;
  const listen = local(instance.ports.services[service]);
  const needs = [...(mongodBinary === undefined ? [] : ['mongod']), ...(service === 'context' ? ['sandbox'] : [])];
  return node(plan, named(service, instance), grpcReady(listen, plan.settings.grpcTls), needs, {
    ...declared(service),
    ...plan.settings.grpcTls,
    GRPC_LISTEN: listen,
    SUBGRAPH_LISTEN: local(instance.ports.subgraphs[service]),
    MONGODB_URI: mongodbUriOf(plan, service),
    // What an earlier start left was ended, and nothing else uses its own mongod.
    ...(mongodBinary !== undefined && { OLDER_PROCESSES_STOPPED: 'true' }),
    TRUSTED_KEYS_FILE: secrets.trustedKeysFile,
    WORKLOAD_KEY_FILE: secrets.workloadKeyFile(service),
    ...secretsOf(service, plan),
    ...environmentOf(service, made),
  });
}

/** One process per venue whose markets deployments follow: it outlives the runtime service, as the bots that ask it do. */
function feeds({ plan, instance, declared }: Made): ProcessSpec[] {
  const { settings, ports, secrets } = plan;
  return FEEDS.map(({ venue, name }) => {
    const socket = join(instance.dataDirectory, 'feeds', `${venue}.sock`);
    return node(plan, named(name, instance), socketReady(socket), [], {
      ...declared('feed'),
      ...settings.grpcTls,
      VENUE: venue,
      FEED_SOCKET: socket,
      FEED_SHARE_FILE: join(instance.dataDirectory, 'feeds', `${venue}.share.json`),
      CONTEXT_GRPC_ADDRESS: local(ports.services.context),
      WORKLOAD_KEY_FILE: secrets.workloadKeyFile('feed'),
    });
  });
}

/** Returns a variable of each network. */
function perNetwork(suffix: string, value: (network: Network) => string): Record<string, string> {
  return Object.fromEntries(networkNames.map((network) => [networkVariable(network, suffix), value(network)]));
}

/** The variables of one service, besides those that all services get. */
function environmentOf(service: Service, { plan, instance, declared }: Made): Record<string, string> {
  const { settings, inherited, ports } = plan;
  const { smtpUrl, nodeUrl, identityProvider, publicUrl } = addressesOf(plan);
  switch (service) {
    case 'identity':
      return {
        SMTP_URL: smtpUrl,
        PUBLIC_URL: publicUrl,
        ...objectStoreOf(plan),
        EMAIL_PROVIDER_CONFIGURED: String(settings.SMTP_URL !== undefined || settings.outside === undefined),
        ...identityProvider.environment,
      };
    case 'wallet':
      return {
        ...perNetwork('RPC_URL', (network) => nodeUrl[network]),
        ...objectStoreOf(plan),
        ...signersEnvironment(settings.PLATFORM_CACHE_DIR),
        IDENTITY_GRPC_ADDRESS: local(ports.services.identity),
        // An embedded chain is short and is watched from its beginning.
        ...(settings.outside === undefined && perNetwork('DEPOSITS_FROM_BLOCK', () => '0')),
      };
    case 'context':
      return {
        ...objectStoreOf(plan),
        DATASET_ENVIRONMENT: settings.DATASET_ENVIRONMENT,
        DATASET_RELEASE_INTERVAL_SECONDS: String(settings.DATASET_RELEASE_INTERVAL_SECONDS),
      };
    case 'runtime':
      return {
        ...pick(inherited, TOOLS),
        ...objectStoreOf(plan),
        DATA_DIR: instance.dataDirectory,
        PLATFORM_CACHE_DIR: settings.PLATFORM_CACHE_DIR,
        ALLOW_UNISOLATED_STRATEGIES: String(settings.ALLOW_UNISOLATED_STRATEGIES),
        CONTEXT_GRPC_ADDRESS: local(ports.services.context),
        BOT_SHIM_FILE: bundleOf('bot-shim'),
        POD_HOLDER_FILE: bundleOf('pod-holder'),
        BOTS_HOLDER_FILE: bundleOf('bots-holder'),
        PROXY_HOLDER_FILE: bundleOf('proxy-holder'),
        WALLET_GRPC_ADDRESS: local(ports.services.wallet),
        VENUE_PROXY_FILE: bundleOf('venue-proxy'),
        VENUE_PROXY_ENVIRONMENT: JSON.stringify({
          ...declared('venue-proxy'),
          ...settings.grpcTls,
          WALLET_GRPC_ADDRESS: local(ports.services.wallet),
          WORKLOAD_KEY_FILE: plan.secrets.workloadKeyFile('venue-proxy'),
        }),
      };
    case 'execution':
      return { WALLET_GRPC_ADDRESS: local(ports.services.wallet) };
  }
}

/** Where AWS's clients find who they are, beside the variables that a service declares. */
const AWS_ROLES =
  /^(HOME|AWS_(PROFILE|CONFIG_FILE|SHARED_CREDENTIALS_FILE|ROLE_ARN|ROLE_SESSION_NAME|WEB_IDENTITY_TOKEN_FILE|CONTAINER_\w+|EC2_METADATA_\w+|CA_BUNDLE))$/;

/** The place of objects. */
function objectStoreOf({ settings, inherited }: Plan): Record<string, string> {
  const { OBJECT_STORE_URL } = settings;
  return { OBJECT_STORE_URL, ...(OBJECT_STORE_URL.startsWith('s3:') && pick(inherited, AWS_ROLES)) };
}

/** The files of venues' signers: their libraries may still be on their way. */
function signersEnvironment(cacheDirectory: string): Record<string, string> {
  return Object.fromEntries(
    nativeSigners.flatMap(({ program, library }) => {
      const file = library.fileIn(cacheDirectory);
      return [[program.variable, bundleOf(program.bundle)], ...(file === undefined ? [] : [[library.variable, file]])];
    }),
  );
}

/** Where the edge listens: several of them are reached through the balancer alone. */
function listenHostOf({ settings }: Plan): string {
  return settings.INSTANCES === 1 ? settings.LISTEN_HOST : '127.0.0.1';
}

function edge({ plan, instance, declared }: Made): ProcessSpec {
  const { settings, ports, secrets } = plan;
  const { publicUrl, publicGraphqlUrl, identityProvider } = addressesOf(plan);
  const subgraphs = SERVICES.map((service) => [
    `${service.toUpperCase()}_SUBGRAPH_URL`,
    `${settings.grpcTls === undefined ? 'http' : 'https'}://${local(ports.subgraphs[service])}/graphql`,
  ]);
  // Its other port listens before this one.
  return node(plan, named('edge', instance), httpReady(`http://${local(instance.ports.facade)}/health`), [], {
    ...declared('edge'),
    ...settings.grpcTls,
    PORT: String(instance.ports.facade),
    GATEWAY_PORT: String(instance.ports.gateway),
    LISTEN_HOST: listenHostOf(plan),
    IDENTITY_GRPC_ADDRESS: local(ports.services.identity),
    RUNTIME_GRPC_ADDRESS: local(ports.services.runtime),
    EXECUTION_GRPC_ADDRESS: local(ports.services.execution),
    WALLET_GRPC_ADDRESS: local(ports.services.wallet),
    WORKLOAD_KEY_FILE: secrets.workloadKeyFile('gateway'),
    PUBLIC_URL: publicUrl,
    PUBLIC_GRAPHQL_URL: publicGraphqlUrl,
    SANDBOX: String(settings.outside === undefined),
    ...(identityProvider.isSandbox && { IDENTITY_PROVIDER_TOKEN_URL: identityProvider.tokenUrl }),
    ...Object.fromEntries(subgraphs),
  });
}

/** How a process is named, what it runs, and where its metrics are served. */
interface Named {
  readonly name: string;
  readonly program: Program;
  readonly metricsPort: number;
}

function named(name: InstanceProcess, { suffix, ports }: Instance): Named {
  return { name: `${name}${suffix}`, program: programOf(name), metricsPort: ports.metrics[name] };
}

/** A Node process of the platform's own. */
function node(
  { settings, inherited }: Plan,
  { name, program, metricsPort }: Named,
  awaitReady: AwaitReady,
  needs: readonly string[],
  environment: Record<string, string>,
): ProcessSpec {
  const args = startOf(program);
  return {
    name,
    command: () => ({ file: process.execPath, args }),
    environment: {
      ...pick(inherited, /^(TZ|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|KILL_POINT_FILE)$/),
      NODE_ENV: 'production',
      // One heap of native memory per process instead of one per thread.
      MALLOC_ARENA_MAX: '1',
      LOG_LEVEL: settings.LOG_LEVEL,
      ...pick(inherited, /^OTEL_EXPORTER_OTLP_(ENDPOINT|HEADERS)$/),
      METRICS_HOST: settings.METRICS_HOST,
      METRICS_PORT: String(metricsPort),
      ...environment,
    },
    awaitReady,
    needs,
  };
}

/** What the programs that a part runs (pip, the isolation tool) are found and configured by; none of it is the platform's. */
const TOOLS =
  /^(PATH|HOME|USER|LANG|LC_[A-Z]+|TMPDIR|XDG_CACHE_HOME|PIP_[A-Z_]+|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|(https?|all|no)_proxy|(HTTPS?|ALL|NO)_PROXY)$/;

function pick(environment: Environment, names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(present(environment)).filter(([name]) => names.test(name)));
}

/** What an environment sets: an empty variable counts as unset. */
function present(environment: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
