/** Test files of one area that cost much, by what they show: a sample has some of each. */
export interface Area {
  readonly name: string;
  /** Of its files, how many are in a sample. */
  readonly count: number;
  readonly files: readonly string[];
}

/**
 * What goes through a whole platform. In none, since they always run: what shows that money, deployments and `npm start` work at all, files
 * that cost little, and what is for security alone (access, kill points, orders of a hostile bot, structure).
 */
const platformAreas: readonly Area[] = [
  area('others as judges', 1, 'test/src', [
    ...['clients/generators', 'errors/errors', 'openapi/fuzz', 'parity/nautilus', 'parity/parity'],
  ]),
  area('attacks', 1, 'test/src', [
    'attacks/attacks',
    'attacks/bulky-bodies',
    'attacks/descriptors',
    'end-to-end/hostile',
  ]),
  area('money', 1, 'test/src', [
    ...['end-to-end/holdings', 'executions/executions', 'money/money-run', 'money/reconciliation', 'money/statement'],
    'venues/hyperliquid-sdk',
  ]),
  area('polymarket', 1, 'test/src/polymarket', [
    ...['actions', 'exits', 'positions', 'redemption', 'refusals', 'rest', 'setup', 'under-faults', 'unpaid'],
    'withdrawals',
  ]),
  area('lighter', 1, 'test/src/lighter', ['refusals', 'rest', 'under-faults']),
  area('deployments', 1, 'test/src/deployments', [
    ...['actions', 'diagnosis', 'figures', 'nautilus', 'refusals'],
    ...['live/kills', 'live/live', 'live/refusals'],
  ]),
  area('proxies', 1, 'test/src/venue-proxy', ['kills', 'live', 'proxy', 'renewal']),
  area('markets', 1, 'test/src', [
    ...['datasets/data-directory', 'end-to-end/market-context', 'end-to-end/terminal'],
    ...['requested-markets/recorded-fees', 'requested-markets/requested-markets', 'venues/lighter/history'],
  ]),
  area('venues beside the clients of others', 3, 'test/src', [
    ...['hyperliquid-clients', 'lighter-live-data', 'lighter-trading', 'lighter-transactions', 'lighter-wallet'].map(
      (name) => `venues/${name}`,
    ),
    ...['market-data-clients', 'odd-rows', 'polymarket-clients', 'polymarket-orders'].map((name) => `venues/${name}`),
    ...['graphql-clients/clients', 'indicators/ta-lib'],
  ]),
  area('sdks', 1, 'test/src/sdks', ['examples', 'faults', 'python']),
  area('older surface', 1, 'test/src', [
    'clients/older-agent',
    ...['accounts', 'actions', 'backtests', 'context', 'deployments', 'portfolio'].map((name) => `legacy/${name}`),
    'legacy/published-caller',
  ]),
  area('followed and signed in', 1, 'test/src', ['console/live', 'console/sign-in', 'streams/load', 'streams/streams']),
  area('operation', 1, 'test/src', [
    ...['bench/bench', 'containers/containers', 'disk/full-disk', 'health/readiness', 'kills/kills'],
    ...[
      'kills/supervisor-killed',
      'objects/s3',
      'observability/observability',
      'restoration/backup',
      'restoration/instant',
      'restoration/restoration',
      'upgrades/side-by-side',
      'upgrades/upgrade',
    ],
  ]),
  area('accounts', 1, 'test/src', [
    ...['account/storage', 'account/usage', 'allowance/allowance', 'canaries/canaries', 'canaries/inputs'],
    ...['connections/connections', 'limits/limits', 'thief/thief'],
  ]),
];

/** Strategies in processes of their own. Always run: hostile ones of each framework, the Python side's own checks, what each can do at all. */
const strategyAreas: readonly Area[] = [
  area('isolation', 1, 'services/runtime/src/frameworks/isolation', [
    ...['forged-output', 'orphans', 'pausing', 'stalls', 'workers'],
  ]),
  area('environments', 1, 'services/runtime/src/frameworks', [
    ...['breakdown', 'checks', 'environment', 'fed-tables', 'logs', 'validation', 'versions'],
  ]),
  area('frameworks', 1, 'services/runtime/src/frameworks', [
    ...['freqtrade/failures', 'freqtrade/parameters'],
    ...['nautilus/examples', 'nautilus/margin', 'nautilus/predictions', 'nautilus/timers', 'nautilus/validation'],
  ]),
  area('workers', 1, 'services/runtime/src', [
    ...['runners/process', 'runners/usage', 'workers/backtests', 'workers/dead-workers', 'workers/sharing'],
  ]),
];

/** Services, venues and the sandbox, each with its own parts. Always run: forged rows, deaths between steps, unsigned withdrawals. */
const serviceAreas: readonly Area[] = [
  area('wallet', 4, 'services/wallet/src', [
    ...['chains/evm-chain', 'checker/checker', 'deposits/watcher', 'deposits/world', 'networks/networks'],
    ...[
      'relayer/rebroadcasts',
      'relayer/relayer',
      'relayer/stuck-nonces',
      'server',
      'setups/payments',
      'setups/setups',
    ],
    ...['statements/statements', 'trading/handlers', 'trading/two-wallets', 'withdrawals/claims/recover'],
    ...['withdrawals/departures/departures', 'withdrawals/limits', 'withdrawals/pay-outs/pay-outs'],
    ...['withdrawals/proofs/authorize', 'withdrawals/sources/sources', 'withdrawals/void', 'withdrawals/withdrawals'],
  ]),
  area('runtime', 1, 'services/runtime/src', [
    ...['backtests/creation', 'backtests/listing', 'bots/local-bot-runner', 'deployments/actions/live-mandate'],
    ...['deployments/history/history', 'deployments/leaderboard/leaderboard', 'deployments/parity/parity'],
    ...['deployments/workers', 'readiness', 'records/storage'],
    ...[
      'deployments/actions/forget-node',
      'nodes/two-images',
      'nodes/two-machines',
      'nodes/two-places',
      'nodes/two-workers',
    ],
  ]),
  area('context', 2, 'services/context/src', [
    ...['cli/verbs/import', 'cli/verbs/releases', 'cli/verbs/remove', 'datasets/released-history', 'history/history'],
    ...['market-requests/market-requests', 'releases/lookup', 'releases/releases', 'server', 'tables/table-store'],
    ...['workers/analyst', 'workers/collector', 'workers/lighter-collection', 'workers/polymarket-collection'],
  ]),
  area('identity', 1, 'services/identity/src', [
    ...['accounts/account-copies', 'credentials/credentials', 'logins/identity-provider', 'registration/registration'],
  ]),
  area('execution', 1, 'services/execution/src', [
    ...['executions/listing', 'executions/mandates', 'requests/request', 'workers/reconciler'],
  ]),
  area('bookkeeping of proxies', 1, 'venues/hyperliquid/venue-proxy', [
    ...['journal/journal', 'reconciliation/harsh', 'reconciliation/reconciler', 'reconciliation/rounds'],
  ]),
  area('edge', 1, '', [
    ...['gateway/src/graphql/hardening', 'gateway/src/refusals', 'gateway/src/server'],
    ...['rest-facade/src/http/body-text', 'rest-facade/src/openapi/document'],
  ]),
  // The first builds its server where none was built yet: two minutes of processor time.
  area('stores and sandbox', 1, '', [
    ...['common/store/src/objects/s3/s3-store', 'supervisor/src/backup/oplog/oplog'],
    ...['chains/chains', 'chains/settlement', 'chains/venue-money', 'deploy/main', 'mongod/mongod'].map(
      (name) => `sandbox/src/${name}`,
    ),
  ]),
  area('venues of the sandbox', 1, 'venues', [
    ...['hyperliquid/sandbox/exchange/accounts/money', 'hyperliquid/sandbox/exchange/twap/twaps'],
    ...['hyperliquid/sandbox/model/generated', 'lighter/sandbox/websocket/limits', 'polymarket/sandbox/server'],
    ...['polymarket/sandbox/trading/conservation', 'polymarket/sandbox/trading/lives'],
    ...['polymarket/sandbox/trading/matching', 'polymarket/sandbox/trading/troubles'],
  ]),
];

/** All of them. */
export const areas = [...platformAreas, ...strategyAreas, ...serviceAreas];

/** Only whole runs have those that wait for minutes of real time, on the fastest machine too, or have programs compiled for as long. */
export const onlyInWholeRuns = [
  ...['expiry', 'live/harsh', 'live/parity', 'parity-run', 'soak'].map(
    (name) => `test/src/deployments/${name}.test.ts`,
  ),
  ...['bots-of-two-machines', 'two-of-each'].map((name) => `test/src/replicas/${name}.test.ts`),
  ...['chart', 'install'].map((name) => `test/src/deploy/${name}.test.ts`),
  ...['api-server', 'bots', 'bots-under-faults', 'deployments', 'platform', 'proxies', 'runner'].map(
    (name) => `test/src/kubernetes/${name}.test.ts`,
  ),
  ...['kill-points', 'kills', 'lifecycle'].map((name) => `test/src/kubernetes/live/${name}.test.ts`),
  // A simulation as long as what was measured.
  ...['agreement', 'simulation/simulate'].map((name) => `bench/src/scale/${name}.test.ts`),
];

function area(name: string, count: number, folder: string, names: readonly string[]): Area {
  return { name, count, files: names.map((each) => `${folder === '' ? '' : `${folder}/`}${each}.test.ts`) };
}
