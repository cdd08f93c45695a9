import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where the bundles stand: beside each other, so that each module in them is equally far from the file that it came from. */
export const DIRECTORY = join(ROOT, 'dist');

/** The folder of the pages that browsers are shown, one folder per page. */
export const PAGES = join(DIRECTORY, 'pages');

/** What is bundled: each process, and each command that reads much code, by its name with the file, as `tsc` built it, that it begins with. */
export const ENTRIES = {
  identity: 'services/identity/dist/main.js',
  wallet: 'services/wallet/dist/main.js',
  context: 'services/context/dist/main.js',
  runtime: 'services/runtime/dist/main.js',
  feed: 'services/runtime/dist/feed/main.js',
  'bot-shim': 'services/runtime/dist/bots/shim/main.js',
  'pod-holder': 'services/runtime/dist/runners/kubernetes/holder/main.js',
  'bots-holder': 'services/runtime/dist/bots/kubernetes/holder/main.js',
  'proxy-holder': 'services/runtime/dist/live/kubernetes/holder/main.js',
  'venue-proxy': 'services/venue-proxy/dist/main.js',
  'lighter-signer': 'venues/dist/lighter/signer/main.js',
  execution: 'services/execution/dist/main.js',
  edge: 'rest-facade/dist/main.js',
  supervisor: 'supervisor/dist/main.js',
  sandbox: 'sandbox/dist/main.js',
  'orphan-reaper': 'supervisor/dist/orphan-reaper/main.js',
  'mongod-primary': 'sandbox/dist/mongod/main.js',
  'ops-backup': 'supervisor/dist/backup/main.js',
  'ops-wallet': 'services/wallet/dist/cli/main.js',
  'ops-legacy': 'services/identity/dist/cli/main.js',
  'ops-executions': 'services/execution/dist/cli/main.js',
  'ops-backtests': 'services/runtime/dist/cli/main.js',
  'ops-deployments': 'services/runtime/dist/cli/deployments.js',
  'ops-environments': 'services/runtime/dist/cli/environments.js',
  'migrate-identity': 'services/identity/dist/cli/migrate.js',
  'migrate-wallet': 'services/wallet/dist/cli/migrate.js',
  'migrate-context': 'services/context/dist/cli/migrate.js',
  'migrate-runtime': 'services/runtime/dist/cli/migrate.js',
  'migrate-execution': 'services/execution/dist/cli/migrate.js',
} as const;

/** The name of a process. */
export type BundleName = keyof typeof ENTRIES;

/** The modules that declare what each process reads of its environment, each as `settings`. */
export const SETTINGS = {
  edge: 'rest-facade/dist/settings.js',
  identity: 'services/identity/dist/settings.js',
  wallet: 'services/wallet/dist/settings.js',
  context: 'services/context/dist/settings.js',
  runtime: 'services/runtime/dist/settings.js',
  feed: 'services/runtime/dist/feed/settings.js',
  execution: 'services/execution/dist/settings.js',
  'venue-proxy': 'services/venue-proxy/dist/settings.js',
  sandbox: 'sandbox/dist/settings.js',
} as const;
