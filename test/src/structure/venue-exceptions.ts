const FRAMEWORK = 'freqtrade runs on its own class for the venue';
const CONTRACT = 'the interface has a field per venue in the summaries of `GET /wallet`';
const SOCKET = 'it speaks over a socket of this machine, and to no venue';
const SIGNER = 'what is bundled is named by its file, and a signer is a process of its own';
const PUBLISHED = 'the published paths of the older surface name venues';
const EXAMPLE = 'what a command shows or takes by default is on one venue';

/** The product files outside venues' folders that name a venue, and why. */
export const venueExceptions: Readonly<Record<string, string>> = {
  'bundler/src/entries.ts': SIGNER,
  'frameworks/freqtrade/harness/freqtrade_harness/config.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/deferred.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/exchange.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/live/exchange.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/paper/exchange.py': FRAMEWORK,
  'protos/trading/wallet/v1/wallet.proto': CONTRACT,
  'rest-facade/src/legacy/actions/rows.ts': PUBLISHED,
  'rest-facade/src/legacy/backtesting/slugs.ts': PUBLISHED,
  'rest-facade/src/legacy/older-venue.ts': 'older clients name no venue: theirs is one alone',
  'rest-facade/src/legacy/portfolio/lighter-reads.ts': PUBLISHED,
  'rest-facade/src/legacy/portfolio/portfolio.graphql': PUBLISHED,
  'rest-facade/src/legacy/portfolio/rows.ts': PUBLISHED,
  'rest-facade/src/legacy/portfolio/withdrawal-rows.ts': PUBLISHED,
  'rest-facade/src/legacy/portfolio/withdrawal.ts': PUBLISHED,
  'rest-facade/src/routes/wallet/overview/wallet.graphql': CONTRACT,
  'sandbox/src/backtest/request.ts': EXAMPLE,
  'sandbox/src/deploy/request.ts': EXAMPLE,
  'sandbox/src/quickstart/main-job.ts': EXAMPLE,
  'services/runtime/src/legacy/line.ts': 'older records of one venue alone are taken over',
  'subgraphs/wallet/src/schema/venues.ts': CONTRACT,
};

/** Files below the services and the venues' clients that speak HTTP or to a venue, and what they do. */
export const httpClients: Readonly<Record<string, string>> = {
  'services/runtime/src/bots/kubernetes/holder/questions.ts': 'passes on questions over a link of the runtime service',
  'services/runtime/src/bots/shim/control.ts': SOCKET,
  'services/runtime/src/bots/shim/feed-client.ts': SOCKET,
  'services/runtime/src/bots/shim/venue-client.ts': SOCKET,
  'services/runtime/src/bots/workloads/kubernetes-api.ts': 'asks the API of a cluster, and no venue',
  'services/runtime/src/feed/server.ts': SOCKET,
  'services/runtime/src/feed/socket-request.ts': SOCKET,
  'services/runtime/src/live/kubernetes/cluster-proxies.ts':
    'passes on what live bots ask over links to the pods of proxies',
  'services/runtime/src/runners/kubernetes/commands.ts': 'takes commands of the runtime service over its links',
  'services/wallet/src/chains/evm-node.ts': 'asks nodes of chains, and no venue',
  'venues/http/connections.ts': 'the clients of all venues speak HTTP through it',
  'venues/hyperliquid/venue-proxy/websocket.ts': 'it serves the WebSocket of a live bot, and passes it on',
};
