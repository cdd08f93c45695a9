/** Who may import whom: rule 1 of docs/architecture.md. Run by `npm test`; a violation names its rule and the reason. */
const SERVICE = '^services/([^/]+)/';
const SUBGRAPH = '^subgraphs/([^/]+)/';
const PRODUCT = '^(common|protos|services|subgraphs|gateway|rest-facade)/';
const TEST_CODE = '(\\.(test|fixture)\\.ts$|/testing(/|\\.ts$))';

function forbid(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Two modules that need each other are one, or need a third.', {}, { circular: true }),
    forbid('resolvable', 'An import that resolves to nothing fails at run time.', {}, { couldNotResolve: true }),
    forbid(
      'services-call-by-grpc',
      'A service reaches another one by gRPC, and knows nothing of what shows it.',
      { path: SERVICE },
      { path: '^(services|subgraphs|gateway|rest-facade)/', pathNot: '^services/$1/' },
    ),
    forbid(
      'subgraphs-translate',
      'A subgraph knows its service by its contract alone.',
      { path: SUBGRAPH },
      { path: '^(services|subgraphs|gateway|rest-facade)/', pathNot: '^subgraphs/$1/' },
    ),
    forbid(
      'gateway-composes',
      'The gateway knows the graph, not the processes behind it.',
      { path: '^gateway/' },
      { path: '^(services|subgraphs|rest-facade)/' },
    ),
    forbid(
      'facade-speaks-graphql',
      'The facade reaches everything through the gateway.',
      { path: '^rest-facade/' },
      { path: '^(services|subgraphs|gateway|protos|common/(grpc|mongo|leases|subgraph|objects))/' },
    ),
    forbid(
      'common-knows-nobody',
      'What every process shares depends on no process.',
      { path: '^(common|protos)/' },
      { path: '^(services|subgraphs|gateway|rest-facade)/' },
    ),
    forbid(
      'product-without-sandbox',
      'The product runs without its stand-ins, tests and benchmarks.',
      { path: PRODUCT },
      { path: '^(sandbox|test|bench)/' },
    ),
    forbid(
      'sandbox-shares-plumbing-only',
      'A client and its emulator must not share one mistake (docs/decisions).',
      { path: '^sandbox/' },
      { path: `${PRODUCT}|^(test|bench)/`, pathNot: '^common/(bundles|clock|config|logging|lifecycle|provisioning)/' },
    ),
    forbid(
      'codecs-do-not-call',
      'common/venues holds pure codecs: what calls a venue stands in its service.',
      { path: '^common/venues/', pathNot: TEST_CODE },
      { path: '^(node:)?(fs|fs/promises|http|https|net|tls|child_process)$|node_modules/(undici|ws|viem/clients)/' },
    ),
    forbid(
      'database-behind-services',
      'Only a service and the plumbing of one knows a database driver.',
      { path: PRODUCT, pathNot: '^(services|common/(mongo|leases|flows))/' },
      { path: 'node_modules/(mongoose|mongodb)/' },
    ),
    forbid(
      'public-face-only',
      'A package is entered by what it exports; its other files are its own.',
      { path: '^(common/venues/[^/]+|common/[^/]+|protos|sandbox)/' },
      {
        path: '^(common/venues/[^/]+|common/[^/]+)/src/',
        pathNot: ['^$1/', '^common/(venues/)?[^/]+/src/(index|testing)\\.ts$'],
      },
    ),
    forbid(
      'public-face-only-from-processes',
      'A package is entered by what it exports; its other files are its own.',
      { path: '^(services|subgraphs|gateway|rest-facade|test|bench)/' },
      {
        path: '^(common|protos)/',
        // What goes round needs no store: the gateway enters flows by that alone.
        pathNot: [
          '^common/(venues/)?[^/]+/src/(index|testing)\\.ts$',
          '^common/flows/src/periodic\\.ts$',
          '^protos/src/[^/]+\\.ts$',
        ],
      },
    ),
    forbid(
      'no-test-code-in-production',
      'What only tests need is not shipped in what runs.',
      { path: `${PRODUCT}|^sandbox/`, pathNot: TEST_CODE },
      { path: TEST_CODE },
    ),
    forbid(
      'declared-dependencies',
      'A package names what it imports; development tools are not there in production.',
      { path: `${PRODUCT}|^sandbox/`, pathNot: [TEST_CODE, '/(generate|compile|compose)\\.ts$'] },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated|\\.jest-cache)/|node_modules/@platform/[^/]+$' },
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
