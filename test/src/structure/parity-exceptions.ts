/** Where proto, graph and REST differ on purpose: the whole list. Everything else must agree, word for word. */

/** Fields that only one side has, sorted, and why. */
interface Difference {
  readonly proto?: readonly string[];
  readonly graph?: readonly string[];
  readonly rest?: readonly string[];
  readonly reason: string;
}

/** Types of the graph whose fields differ from their message's. */
export const graphDiffers: Readonly<Record<string, Difference>> = {
  Account: {
    proto: ['planName', 'requestsPerMinute', 'requestsToday', 'usageResetsAt'],
    graph: ['leaderboardSettings', 'ledger', 'limits', 'plan', 'runtimeUsage', 'tradingAccounts', 'usage', 'wallet'],
    reason: 'the graph groups limits and usage, to which other services add theirs, as the wallet and the runtime do',
  },
  Backtest: {
    proto: ['canonicalSymbols'],
    graph: ['logs', 'markets', 'platformLogLines', 'resultLink', 'strategy', 'trades'],
    reason:
      'the graph reaches the markets, the code, the lines, the trades and the result file of a run from its backtest',
  },
  BacktestFramework: {
    graph: ['name'],
    reason: 'an id names one version for caches, so the name has its own field',
  },
  BacktestResultFile: { graph: ['trades'], reason: 'the graph reaches the trades of a file from it' },
  BacktestTrade: { graph: ['durationSeconds'], reason: 'the difference of two times, for those who can not take it' },
  Dataset: {
    proto: ['audited'],
    graph: ['id'],
    reason:
      'a repeated field can not be absent: the graph has null gaps where nothing was audited, and an id for caches',
  },
  Deployment: {
    proto: ['canonicalSymbols'],
    graph: ['backtests', 'diagnosis', 'equity', 'logTail', 'logs', 'markets', 'parity', 'strategy', 'trades'],
    reason:
      'the graph reaches from a deployment its markets, its lines, what it runs and did, how that compares, why it does not trade, and the backtests of its strategy; REST keeps the shape of the interface',
  },
  DeploymentFramework: {
    graph: ['name'],
    reason: 'an id names one version for caches, so the name has its own field',
  },
  DeploymentStrategy: { proto: ['id'], reason: 'the graph shows it at its deployment' },
  DeploymentTrade: { graph: ['durationSeconds'], reason: 'the difference of two times, for those who can not take it' },
  Execution: { graph: ['tradingAccount'], reason: 'the graph reaches from an execution the account that acted' },
  Framework: { graph: ['name'], reason: 'an id names one version for caches, so the name has its own field' },
  Market: {
    graph: ['candles', 'dataset', 'funding', 'id', 'scan', 'setup', 'ticker'],
    reason: 'the graph reaches the history and the prices of a market from it, and has an id for caches',
  },
  RevokeApiKeyPayload: { graph: ['id'], reason: 'a payload carries the record that the mutation changed' },
  Ticker: { proto: ['symbol', 'venue'], reason: 'the graph shows it at its market' },
  TradingAccount: {
    graph: ['deployments', 'details', 'executions', 'status', 'wallet'],
    reason: 'the graph reaches from a trading account what its venue shows, its wallet, executions and deployments',
  },
  Wallet: {
    proto: ['accountId'],
    graph: ['deposits', 'id', 'openOrders', 'positions', 'withdrawalPolicy', 'withdrawalSources', 'withdrawals'],
    reason:
      'an id serves caches; the graph reaches a wallet from its account, and from the wallet what came, what left, from where and how that is proved, and what it holds and has ordered',
  },
};

/** Types of the graph without a message. */
export const graphOnly: Readonly<Record<string, string>> = {
  AccountLimits: 'groups fields of Account',
  AccountUsage: 'groups fields of Account',
  Candle: 'a row of CandlePage',
  CandlePage: 'columns of ListCandlesResponse with the cursor of the next page',
  FrameworkSymbols: 'spells a map of Market',
  FundingPage: 'columns of ListFundingResponse with the cursor of the next page',
  FundingRate: 'a row of FundingPage',
  Plan: 'groups fields of Account',
};

/** Messages that the graph does not show. */
export const protoOnly: Readonly<Record<string, string>> = {
  CandleObject: 'where the runtime finds candles in the object store',
  CandleTable: 'a table that the runtime asks for',
  DeploymentSetup: 'the wallet tells the runtime service of it, which shows it as venueSetup',
  ExpiryChange: 'what a caller sends, which the graph takes as fields of its inputs',
  FundingObject: 'where the runtime finds funding in the object store',
  GrantUsage: 'what the gateway reports to the identity service',
  Instrument: 'what the runtime needs to simulate a market',
  LegacyOperationUsage: 'what the gateway reports to the identity service',
  MarketReference: 'the key of Market',
  MarketSnapshot: 'what the graph shows as fields of Market',
  PredictionFacts: 'what the runtime needs to simulate a prediction',
  TradingAccountState: 'what the graph shows as fields of TradingAccount',
  UnreadDeployment: 'what the graph shows as the error of a deployment',
  WithdrawalProof: 'what a caller sends, which the graph takes as WithdrawalProofInput',
};

/** The amounts of the venues where wallets trade. */
const FIGURES: Difference = {
  graph: ['name', 'usd'],
  rest: ['cashUsd', 'collateralUsd', 'perpEquityUsd', 'perpWithdrawableUsd'],
  reason: 'REST names the amounts of a venue, which the graph lists, by their names',
};

/** Routes whose body differs from the selection of their operation. */
export const restDiffers: Readonly<Record<string, Difference>> = {
  'POST /account/register': {
    graph: ['expiresInSeconds'],
    rest: ['expiresIn', 'status'],
    reason: "the interface's words; its status has one value",
  },
  'POST /account/verify': {
    graph: ['accountId', 'sessionToken'],
    rest: ['id', 'token'],
    reason: "the interface's words: token, and user.id",
  },
  'DELETE /account/keys/{id}': { graph: ['id'], rest: ['status'], reason: "the interface's body has a status alone" },
  'GET /account': {
    graph: ['backtestProcessorSecondsLimit', 'concurrentBacktestsLimit', 'runningDeploymentsLimit', 'storedBytesLimit'],
    rest: ['concurrentBacktests'],
    reason: 'REST gathers the limits of all services under limits, where the suffix says nothing',
  },
  'GET /account/usage': {
    graph: ['backtestProcessorSecondsLimit', 'concurrentBacktestsLimit', 'runningDeploymentsLimit', 'storedBytesLimit'],
    rest: ['concurrentBacktests'],
    reason: 'REST gathers the limits of all services under limits, where the suffix says nothing',
  },
  'GET /account/{venue}': FIGURES,
  'GET /account/{venue}/{id}': FIGURES,
  'PATCH /account/{venue}/{id}': FIGURES,
  'POST /wallet/venues/{venue}/setup': {
    graph: ['replayed'],
    reason: 'REST says it by the header Idempotency-Replayed',
  },
  'POST /wallet/withdraw/authorize': { rest: ['status'], reason: "the interface's word; it has one value" },
  'POST /wallet/withdraw/recover': {
    rest: ['safeToReauthorize'],
    reason: "the interface's words: the graph says it by a null withdrawal",
  },
  'POST /wallet/withdraw': { graph: ['replayed'], reason: 'REST says it by the header Idempotency-Replayed' },
  'POST /runtime/backtests': { graph: ['replayed'], reason: 'REST says it by the header Idempotency-Replayed' },
  'POST /runtime/deployments': { graph: ['replayed'], reason: 'REST says it by the header Idempotency-Replayed' },
  'GET /runtime/backtests/{id}/trades.csv': {
    graph: ['id', 'status'],
    reason: 'the file is named by the one, and refused by the other',
  },
  'POST /runtime/executions': { graph: ['replayed'], reason: 'REST says it by the header Idempotency-Replayed' },
  'GET /context/traders': { graph: ['_typename'], reason: 'it is planned: the gateway is asked who calls' },
  'GET /context/traders/{wallet}': { graph: ['_typename'], reason: 'it is planned: the gateway is asked who calls' },
  'GET /context/candles': { rest: ['symbol', 'timeframe', 'venue'], reason: 'repeats what was asked for' },
  'GET /context/funding': { rest: ['symbol', 'venue'], reason: 'repeats what was asked for' },
  'GET /context/datasets': { graph: ['name'], reason: 'the name of a table is its key' },
};
