const FRAMEWORK = 'freqtrade runs on its own class for the venue';
const CONTRACT = 'the interface has a field a venue in the summaries of `GET /wallet`';

/** The product files outside of venues' rooms that name a venue, and why. */
export const venueExceptions: Readonly<Record<string, string>> = {
  'frameworks/freqtrade/harness/freqtrade_harness/config.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/deferred.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/exchange.py': FRAMEWORK,
  'frameworks/nautilus/harness/nautilus_harness/markets.py':
    'one venue gives every candle, so that a hole is missing data',
  'protos/trading/wallet/v1/wallet.proto': CONTRACT,
  'rest-facade/src/routes/wallet/wallet-get.graphql': CONTRACT,
  'services/runtime/src/frameworks/freqtrade/room.ts':
    'it runs on one venue, whose funding its runs leave out and tell of',
  'services/runtime/src/frameworks/nautilus/room.ts': 'the interface has its runs on one venue include funding',
  'services/runtime/src/legacy/line.ts': 'older records of one venue alone are taken over',
  'subgraphs/wallet/src/schema/venues.ts': CONTRACT,
};

/** What speaks HTTP or to a venue below the services and the venues' clients, and what it does. */
export const httpClients: Readonly<Record<string, string>> = {
  'services/venue-proxy/src/websocket.ts': 'it serves the WebSocket of a live bot, and passes it on',
  'services/wallet/src/chains/evm-node.ts': 'asks nodes of chains, and no venue',
  'venues/http/connections.ts': 'the clients of all venues speak HTTP through it',
};
