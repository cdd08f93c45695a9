import { address, flag, hostOf, httpUrl, integer, isLoopback, secretBytes } from '@platform/kit/config';
import { serviceSettings } from '@platform/rpc/service';
import { mongoSettings } from '@platform/store/mongo';
import { objectCacheSettings, objectStoreSettings } from '@platform/store/objects';
import { switches } from '@platform/venues/registry';
import { z } from 'zod';

const environmentText = z
  .string()
  .default('{}')
  .transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text)));

/** Names, separated by commas. */
const nameSet = z
  .string()
  .default('')
  .transform((text) => new Set(text.split(',').flatMap((name) => name.trim() || [])));

/** The value of a label in a cluster. */
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('must be JSON');
    return z.NEVER;
  }
});

/** A token is sent to it: over TLS, or nowhere but to this machine. */
const clusterUrl = httpUrl.refine(
  // What is no address at all is refused as such.
  (url) => !URL.canParse(url) || url.startsWith('https:') || isLoopback(hostOf(url)),
  'must be an https address, unless it is on this machine',
);

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The environment of the runtime service. */
export const settings = {
  ...serviceSettings,
  ...mongoSettings('runtime'),
  ...objectStoreSettings,
  ...objectCacheSettings,
  CONTEXT_GRPC_ADDRESS: address.describe('the context service'),
  WALLET_GRPC_ADDRESS: address.describe('the wallet service, for the capital of live deployments'),
  WORKLOAD_KEY_FILE: z.string().describe("this process's own private key"),
  CURSOR_SECRET: secretBytes(32).describe('key that cursors are signed with; 32 bytes in base64'),
  DATA_DIR: z.string().describe('names this instance, together with the host, so that a restart finds its own leases'),
  PLATFORM_CACHE_DIR: z.string().optional().describe('where provisioned parts are kept'),
  ALLOW_UNISOLATED_STRATEGIES: flag.default(false).describe("run users' strategies even where they can't be isolated"),
  BACKTEST_WORKERS: integer(1, 256)
    .optional()
    .describe('backtests that run at once; unset: one per core, but at least one more than an account may run'),
  BACKTESTS_RUNNING_PER_ACCOUNT: integer(1, 256).default(2).describe('backtests of one account that run at once'),
  BACKTEST_SLICE_SECONDS: integer(1, 3_600)
    .default(5)
    .describe('a backtest that other accounts wait for is paused after it has held its slot for as long'),
  BACKTESTS_PAUSED: integer(0, 1_000)
    .default(8)
    .describe('backtests that are paused at once, each with its memory; 0: none ever is'),
  BACKTESTS_PAUSED_MEMORY_MIB: integer(1, 16_777_216)
    .optional()
    .describe(
      'memory that paused backtests may hold together; unset: what the machine has beside what those that run may hold, but at least what one may',
    ),
  BACKTESTS_QUEUED_PER_ACCOUNT: integer(1, 100_000).default(100).describe('backtests of one account that wait'),
  BACKTEST_PROCESSOR_SECONDS_PER_HOUR: integer(1, 10_000_000)
    .default(3_600)
    .describe('processor seconds that backtests of one account may use within an hour'),
  BACKTEST_STORAGE_MIB_PER_ACCOUNT: integer(64, 1_048_576)
    .default(2_048)
    .describe('what the backtests of one account may hold of the store'),
  DEPLOYMENTS_RUNNING_PER_ACCOUNT: integer(1, 10_000).default(5).describe('deployments of one account that run'),
  DEPLOYMENT_MEMORY_MIB: integer(128, 1_048_576).default(1_024).describe('memory of one deployment'),
  FEATURE_MANAGED_LIVE: switches.FEATURE_MANAGED_LIVE,
  VENUE_PROXY_FILE: z.string().describe('the program of the proxy of an account that trades with real money'),
  VENUE_PROXY_ENVIRONMENT: environmentText.describe('what each such proxy is started with: a JSON object of texts'),
  BOT_SHIM_FILE: z.string().describe('the program that holds a process of bots'),
  RUNNER: z
    .enum(['process', 'kubernetes'], 'must be process or kubernetes')
    .default('process')
    .describe('where strategies run: processes of this machine, or pods of a cluster'),
  KUBERNETES_NAMESPACES: nameSet.describe(
    'namespaces, separated by commas, in which the service may make anything at all',
  ),
  KUBERNETES_INSTALLATION: z
    .string()
    .regex(LABEL, 'must be the value of a label: small letters, digits and hyphens')
    .optional()
    .describe('tells what this platform makes in a cluster from what others do'),
  KUBERNETES_PODS: json
    .optional()
    .describe('namespace, image and whatever else an operator chooses for pods: a JSON object (docs/kubernetes.md)'),
  POD_HOLDER_FILE: z.string().describe('the program that holds a strategy in a pod, by its path in the image'),
  BOTS_HOLDER_FILE: z.string().describe('the program that holds the bots of a pod, by its path in the image'),
  PROXY_HOLDER_FILE: z
    .string()
    .describe("the program that holds the proxy of an account's live bots in a pod, by its path in the image"),
  LEGACY_NAMESPACES: nameSet.describe(
    'namespaces, separated by commas, in which workloads of legacy deployments are read; none: nothing is read',
  ),
  KUBERNETES_API_URL: clusterUrl
    .optional()
    .describe(
      'API of the cluster: of the pods where RUNNER is kubernetes, and of these workloads; unset: the bots of this machine, in the namespace local',
    ),
  KUBERNETES_TOKEN_FILE: z
    .string()
    .default(`${SERVICE_ACCOUNT}/token`)
    .describe('the token of the service account that asks it; read for each request'),
  KUBERNETES_CA_FILE: z
    .string()
    .default(`${SERVICE_ACCOUNT}/ca.crt`)
    .describe("certificate (PEM) of the cluster's authority"),
  BACKTEST_TIMEOUT_SECONDS: integer(1, 86_400).default(1_800).describe('wall time of one backtest'),
  BACKTEST_STALL_SECONDS: integer(1, 86_400).default(60).describe('a backtest that makes no progress for as long ends'),
  BACKTEST_MEMORY_MIB: integer(128, 1_048_576).default(4_096).describe('memory of one backtest'),
  WARM_WORKER_IDLE_SECONDS: integer(0, 86_400)
    .default(60)
    .describe('how long an idle prepared worker is kept after the last backtest'),
};
