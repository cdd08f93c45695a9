/** Who may import whom: rule 1 of docs/architecture.md. Run by `npm test`; a violation names its rule and the reason. */
const SERVICE = '^services/([^/]+)/';
const SERVICE_START = '^services/([^/]+)/src/main\\.ts$';
const SUBGRAPH = '^subgraphs/([^/]+)/';
/** What a venue must offer to each service. */
const VENUE_PORT_OF = {
  context: 'market-data',
  wallet: 'trading-accounts',
  execution: 'native-actions',
  runtime: 'live-data',
  'venue-proxy': 'live-bots',
};
const VENUE_PORTS = Object.values(VENUE_PORT_OF).join('|');
/** The lists of venues that services, the sandbox and the start have, and what each of them needs to know of a venue: folders of their names. */
const VENUE_LISTS = [...Object.keys(VENUE_PORT_OF), 'sandbox', 'signers'].join('|');
/** The stand-in of a venue, what those of all venues share, and their list. */
const SANDBOX_VENUES = '^venues/(?:simulation|sandbox|[^/]+/sandbox)/';
/** Where the edge starts, and what it is started with. */
const EDGE_START = '^rest-facade/src/(main|settings)\\.ts$';
/** A folder of the packages that everything shares: each has an index, by which others enter it. */
const SHARED = `^(?:common/(?:(?:changes|edge|keys|kit|observability|rpc|store)/src/[^/]+|[^/]+)|venues/(?:http|registry|simulation|${VENUE_PORTS}|${VENUE_LISTS}|(?!node_modules/)[^/]+/[^/]+))/`;
const SHARED_FACE = `${SHARED}(?:src/)?(index|testing|testing/index|recordings/index|credentials/index)\\.ts$`;
/** What starts processes and what stands in for the world may share with the product. */
const PLUMBING = '^common/kit/src/(clock|config|descriptor|files|operator|ports|provisioning|sampling)/';

/** What all may know of a venue, and of a network. */
const VENUE_ROWS = '^venues/registry/';
const NETWORK_ROWS = '^common/kit/src/networks/';

/** Where objects are kept: a backup copies them. */
const STORED_OBJECTS = '^common/store/src/objects/';

/** Transactions that the venue's own signer makes: it proves both sides (docs/decisions/venues/lighter-transactions.md). */
const SIGNED_TRANSACTIONS = '^venues/[^/]+/transactions/index\\.ts$';

const PRODUCT = '^(common|venues|protos|services|subgraphs|gateway|rest-facade)/';
const TEST_CODE = '(\\.(test|fixture)\\.ts$|/testing(/|\\.ts$))';

/** The sandbox's hosted node: a proxy before a chain, which knows nothing of a token. */
const SANDBOX_NODE = '^sandbox/src/chains/node/index\\.ts$';

/** The folders of a service in their order, from the lowest to the highest: one may import those before it. */
const FOLDERS = {
  wallet: [
    ...['migrations', 'vault', 'wallets', 'chains', 'signing', 'venues', 'ledger', 'relayer', 'transfers'],
    ...[
      'balances',
      'deposits',
      'setups',
      'withdrawals',
      'agents',
      'trading',
      'live',
      'statements',
      'checker',
      'networks',
      'workers',
    ],
  ],
  context: [
    'migrations',
    'tables',
    'markets',
    'releases',
    'market-requests',
    'datasets',
    'history',
    'intelligence',
    'workers',
  ],
  runtime: [
    ...['migrations', 'feed', 'runners', 'frameworks', 'bots', 'nodes', 'records', 'legacy', 'backtests'],
    // One step: what deployments with real money need beside the others, and the record that both have.
    ...['(?:deployments|live)', 'workers'],
  ],
  identity: [
    'migrations',
    'email',
    'logins',
    'usage',
    'accounts',
    'credentials',
    'registration',
    'sign-in-links',
    'magic-links',
    'withdrawals',
    'workers',
  ],
  execution: ['migrations', 'requests', 'results', 'wallets', 'mandates', 'executions', 'workers'],
};
/** Files beside the folders that stand below all of them; the others put the folders together, and stand above. */
const LOWEST_FILES = { wallet: '(operation-reference|requests|waiting)\\.ts$', runtime: 'settings\\.ts$' };

function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/** No arrow back between the folders of a service (docs/architecture.md). */
function orderOf([service, folders]) {
  const source = `^services/${service}/src/`;
  const lowest = LOWEST_FILES[service];
  const beside = lowest === undefined ? `${source}[^/]+\\.ts$` : `${source}(?!${lowest})[^/]+\\.ts$`;
  const below = folders.map((folder, index) =>
    forbid(
      `${service}-${folder}-imports-what-is-below`,
      'No folder of a service imports one that stands above it (docs/architecture.md).',
      { path: `${source}${folder}/`, pathNot: TEST_CODE },
      { path: [`${source}(${[...folders.slice(index + 1), 'cli'].join('|')})/`, beside] },
    ),
  );
  const placed = forbid(
    `${service}-folders-have-an-order`,
    'A new folder of the service takes its place in FOLDERS above.',
    { path: `${source}[^/]+/`, pathNot: [TEST_CODE, `${source}(${folders.join('|')}|cli)/`] },
    {},
  );
  if (lowest === undefined) return [...below, placed];
  const alone = forbid(
    `${service}-lowest-files-stand-below-all`,
    'What every folder of a service may import imports none of them.',
    { path: `${source}${lowest}` },
    { path: source },
  );
  return [...below, placed, alone];
}

/** What the runtime service tells the proxies that it starts, and is told by them. */
const TOLD_TO_PROXIES = { runtime: ['live-bots'] };

function partOfVenues([service, port]) {
  const parts = [service, port, 'registry', ...(TOLD_TO_PROXIES[service] ?? [])];
  return forbid(
    `${service}-knows-its-part-of-venues`,
    'A service imports its own part of the venues alone.',
    { path: `^services/${service}/`, pathNot: TEST_CODE },
    { path: '^venues/', pathNot: `^venues/(${parts.join('|')})/` },
  );
}

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Two modules that need each other are one, or need a third.', {}, { circular: true }),
    forbid('resolvable', 'An import that resolves to nothing fails at run time.', {}, { couldNotResolve: true }),
    forbid(
      'services-call-by-grpc',
      'A service reaches another one by gRPC, and knows nothing of what shows it.',
      { path: SERVICE, pathNot: SERVICE_START },
      { path: '^(services|subgraphs|gateway|rest-facade)/', pathNot: '^services/$1/' },
    ),
    forbid(
      'a-service-starts-its-own-subgraph',
      'Where a service starts, and nowhere else, it meets its subgraph: its own.',
      { path: SERVICE_START },
      {
        path: '^(services|subgraphs|gateway|rest-facade)/',
        pathNot: '^(services/$1/|subgraphs/$1/src/subgraph\\.ts$)',
      },
    ),
    forbid(
      'subgraphs-translate',
      'A subgraph knows its service by its contract alone.',
      { path: SUBGRAPH },
      { path: '^(services|subgraphs|gateway|rest-facade)/', pathNot: '^subgraphs/$1/' },
    ),
    ...Object.entries(FOLDERS).flatMap(orderOf),
    forbid(
      'gateway-composes',
      'The gateway knows the graph, not the processes behind it.',
      { path: '^gateway/' },
      { path: '^(services|subgraphs|rest-facade)/' },
    ),
    forbid(
      'facade-speaks-graphql',
      'The facade reaches everything through the gateway, and knows it by its own port alone.',
      { path: '^rest-facade/', pathNot: EDGE_START },
      { path: '^(services|subgraphs|gateway|protos|common/(rpc|store))/' },
    ),
    forbid(
      'the-edge-starts-its-gateway',
      'Where the edge starts, and nowhere else, the facade meets the gateway: at its face.',
      { path: EDGE_START },
      {
        path: '^(services|subgraphs|gateway|protos|common/(rpc|store))/',
        pathNot: '^gateway/src/index\\.ts$',
      },
    ),
    forbid(
      'common-knows-nobody',
      'What every process shares depends on no process.',
      { path: '^(common|venues|protos)/' },
      { path: '^(services|subgraphs|gateway|rest-facade)/' },
    ),
    forbid(
      'product-without-sandbox',
      'The product runs without its stand-ins, tests and benchmarks.',
      { path: PRODUCT },
      { path: '^(supervisor|bundler|sandbox|test|bench)/', pathNot: SANDBOX_NODE },
    ),
    forbid(
      'product-without-sandbox-venues',
      "The product runs without its stand-ins, those of venues too; a proxy's tests stand before one.",
      { path: PRODUCT, pathNot: [SANDBOX_VENUES, '^venues/[^/]+/venue-proxy/testing/'] },
      { path: SANDBOX_VENUES },
    ),
    forbid(
      'product-without-sandbox-nodes',
      "What a hosted node does to its callers is the sandbox's to know, and the wallet's tests stand behind one.",
      { path: PRODUCT, pathNot: '^services/wallet/src/testing/' },
      { path: SANDBOX_NODE },
    ),
    forbid(
      'sandbox-shares-plumbing-only',
      'A client and its emulator must not share one mistake (docs/decisions).',
      { path: ['^sandbox/', SANDBOX_VENUES] },
      {
        path: `${PRODUCT}|^(test|bench)/`,
        pathNot: [
          ...[PLUMBING, '^common/(lifecycle|observability/src/logging)/', SANDBOX_VENUES, VENUE_ROWS, NETWORK_ROWS],
          SIGNED_TRANSACTIONS,
        ],
      },
    ),
    forbid(
      'sandbox-venues-know-their-own-alone',
      "A venue's sandbox shares nothing with its codec and clients but its signed transactions, and nothing with another venue's.",
      { path: '^venues/(simulation|([^/]+)/sandbox)/' },
      { path: '^(venues|sandbox)/', pathNot: '^venues/($1|simulation|$2/transactions)/' },
    ),
    forbid(
      'the-console-is-a-client',
      'The console knows the platform by the public graph and its streams alone, as any other client.',
      { path: '^console/' },
      { path: `${PRODUCT}|^(supervisor|bundler|sandbox|test|bench)/` },
    ),
    forbid(
      'sdks-are-clients',
      'An SDK knows the platform by its document alone, and needs no other package.',
      { path: '^sdks/typescript/src/', pathNot: TEST_CODE },
      { path: `${PRODUCT}|^(supervisor|bundler|sandbox|test|bench|sdks/generator)/|node_modules/` },
    ),
    forbid(
      'sdks-are-made-from-the-document',
      'What makes SDKs reads the document of the surface, and nothing of what is behind it.',
      { path: '^sdks/generator/', pathNot: TEST_CODE },
      {
        path: `${PRODUCT}|^(supervisor|bundler|sandbox|test|bench)/`,
        pathNot: [PLUMBING, '^rest-facade/src/(routes/index|openapi/document)\\.ts$'],
      },
    ),
    forbid(
      'parts-know-no-page',
      'What pages of the console are made of knows none of them, and no page knows another one.',
      { path: '^console/src/(?:parts|pages/([^/]+))/' },
      { path: '^console/src/pages/', pathNot: '^console/src/pages/$1/' },
    ),
    forbid(
      'supervisor-knows-processes-by-name',
      'What starts the processes knows how each is started, not what it does.',
      { path: '^supervisor/' },
      {
        path: `${PRODUCT}|^(test|bench)/`,
        pathNot: [
          PLUMBING,
          VENUE_ROWS,
          NETWORK_ROWS,
          STORED_OBJECTS,
          '^venues/(sandbox/recordings|signers)/index\\.ts$',
        ],
      },
    ),
    forbid(
      'codecs-do-not-call',
      'A codec is pure: what calls a venue is its client.',
      { path: '^venues/[^/]+/(codec|transactions)/', pathNot: TEST_CODE },
      { path: '^(node:)?(fs|fs/promises|http|https|net|tls|child_process)$|node_modules/(undici|ws|viem/clients)/' },
    ),
    forbid(
      'common-knows-no-venue',
      'A venue is a folder of its own; what all processes share names none.',
      { path: '^(common|protos)/' },
      { path: '^venues/' },
    ),
    forbid(
      'venues-know-not-each-other',
      'What venues share stands beside them; a venue imports no other one, nor the lists of all.',
      { path: `^venues/(?!(?:registry|${VENUE_LISTS}|${VENUE_PORTS})/)([^/]+)/` },
      { path: '^venues/(?!node_modules/)[^/]+/', pathNot: `^venues/($1|http|simulation|${VENUE_PORTS})/` },
    ),
    forbid(
      'ports-know-no-venue',
      'What a service needs of a venue is said in terms of the registry, and of no venue.',
      { path: `^venues/(${VENUE_PORTS})/` },
      { path: '^venues/(?!node_modules/)[^/]+/', pathNot: `^venues/($1|http|registry|${VENUE_PORTS})/` },
    ),
    forbid(
      'parts-of-a-venue-know-not-each-other',
      "What a service needs of a venue rests on the venue's codec and client alone.",
      { path: `^venues/([^/]+)/(${Object.keys(VENUE_PORT_OF).join('|')})/`, pathNot: TEST_CODE },
      {
        path: '^venues/(?!node_modules/)([^/]+)/',
        pathNot: `^venues/($1/($2|codec|transactions|client|signer)|http|${VENUE_PORTS})/`,
      },
    ),
    forbid(
      'signers-sign-for-the-wallet',
      "A venue's signer is asked by the wallet's part of that venue alone: keys are there. Their list says where their files are.",
      {
        path: '^(venues|services|subgraphs|gateway|rest-facade)/',
        pathNot: [TEST_CODE, '^venues/([^/]+/(signer|wallet)|signers)/'],
      },
      { path: '^venues/(?!node_modules/)[^/]+/signer/' },
    ),
    forbid(
      'native-libraries-in-processes-of-their-own',
      "What loads a venue's native library is the process that holds nothing else.",
      { pathNot: '^venues/[^/]+/signer/(main|library)\\.ts$' },
      { path: ['^venues/[^/]+/signer/library\\.ts$', 'node_modules/koffi/'] },
    ),
    ...Object.entries(VENUE_PORT_OF).map(partOfVenues),
    forbid(
      'database-behind-services',
      'Only a service and the plumbing of one knows a database driver.',
      { path: PRODUCT, pathNot: '^(services|common/(flows|changes/src/source|store/src/(leases|mongo)))/' },
      { path: 'node_modules/(mongoose|mongodb)/' },
    ),
    forbid(
      'public-face-only',
      'A folder that everything shares is entered by what it exports; its other files are its own.',
      { path: `(${SHARED})` },
      {
        path: SHARED,
        pathNot: ['^$1', SHARED_FACE],
      },
    ),
    forbid(
      'public-face-only-from-processes',
      'A folder that everything shares is entered by what it exports; its other files are its own.',
      { path: '^(protos|services|subgraphs|gateway|rest-facade|supervisor|sandbox|test|bench)/' },
      {
        path: '^(common|venues)/',
        pathNot: [
          SHARED_FACE,
          // What goes round needs no store: the gateway enters flows by that alone.
          '^common/flows/src/periodic\\.ts$',
          // Scalars are read alike by who serves them and by the gateway, which serves no subgraph.
          '^common/rpc/src/subgraph/scalars\\.ts$',
        ],
      },
    ),
    forbid(
      'contracts-by-service',
      'A contract is entered by the file of its service; what it is generated into is its own.',
      { path: '^(services|subgraphs|gateway|rest-facade|supervisor|sandbox|test|bench)/' },
      { path: '^protos/', pathNot: '^protos/src/[^/]+\\.ts$' },
    ),
    forbid(
      'no-test-code-in-production',
      'What only tests need is not shipped in what runs.',
      { path: `${PRODUCT}|^(supervisor|bundler|sandbox)/`, pathNot: TEST_CODE },
      { path: TEST_CODE },
    ),
    forbid(
      'declared-dependencies',
      'A package names what it imports; development tools are not there in production.',
      {
        path: `${PRODUCT}|^(supervisor|bundler|sandbox)/`,
        // Pages are whole files once they are built: production installs nothing for them.
        pathNot: [TEST_CODE, '^bundler/(src/)?pages/', '/(generate|compile|compose|bundle)\\.ts$'],
      },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^test/clients/|(^|/)(dist|generated|\\.jest-cache)/|node_modules/@platform/[^/]+$' },
    combinedDependencies: false,
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
    progress: { type: 'none' },
  },
};
