const FRAMEWORK = 'freqtrade runs on its own class for the venue';
const CONTRACT = 'the interface has a field a venue in the summaries of `GET /wallet`';
const WALLET = 'waits for the venue port of the wallet, which takes in';

/** The product files outside of venues' rooms that name a venue, and why. */
export const venueExceptions: Readonly<Record<string, string>> = {
  'frameworks/freqtrade/harness/freqtrade_harness/backtest.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/config.py': FRAMEWORK,
  'frameworks/freqtrade/harness/freqtrade_harness/exchange.py': FRAMEWORK,
  'protos/trading/wallet/v1/signing.proto': `${WALLET} signing as one procedure for all venues`,
  'protos/trading/wallet/v1/wallet.proto': CONTRACT,
  'rest-facade/src/routes/wallet/wallet-get.graphql': CONTRACT,
  'services/execution/src/wallets/trading-wallets.ts': `${WALLET} signing as one procedure for all venues`,
  'services/wallet/src/agents/agents.ts': `${WALLET} a venue's agents`,
  'services/wallet/src/domain.ts': `${WALLET} what is opened for each venue`,
  'services/wallet/src/flows.ts': `${WALLET} the steps of a setup`,
  'services/wallet/src/main.ts': `${WALLET} what is opened for each venue`,
  'services/wallet/src/readiness.ts': `${WALLET} whether a venue can be reached`,
  'services/wallet/src/server.ts': `${WALLET} signing as one procedure for all venues`,
  'services/wallet/src/settings.ts': `${WALLET} what the environment says of each venue`,
  'services/wallet/src/setups/flow.ts': `${WALLET} the steps of a setup`,
  'services/wallet/src/signing/builder-fees.ts': `${WALLET} a venue's signing families`,
  'services/wallet/src/signing/handlers.ts': `${WALLET} signing as one procedure for all venues`,
  'services/wallet/src/signing/hyperliquid-nonces.ts': `${WALLET} a venue's signing families`,
  'services/wallet/src/signing/intents.ts': `${WALLET} a venue's signing families`,
  'services/wallet/src/signing/model.ts': `${WALLET} a venue's signing families`,
  'services/wallet/src/signing/policy.ts': `${WALLET} a venue's signing families`,
  'services/wallet/src/signing/signer.ts': `${WALLET} a venue's signing families`,
  'subgraphs/wallet/src/schema/venues.ts': CONTRACT,
};

/** What speaks HTTP or to a venue below the services and the venues' clients, and what it does. */
export const httpClients: Readonly<Record<string, string>> = {
  'common/venue-clients/hyperliquid/src/connections.ts': 'it is the client of its venue',
  'services/venue-proxy/src/websocket.ts': 'it serves the WebSocket of a live bot, and passes it on',
};
