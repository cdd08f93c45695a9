import { getAccount } from './account/account-get.js';
import { getAccountUsage } from './account/account-usage.js';
import { createApiKey } from './account/keys-create.js';
import { listApiKeys } from './account/keys-list.js';
import { revokeApiKey } from './account/keys-revoke.js';
import { sendRegistrationCode } from './account/registration-send.js';
import { verifyRegistrationCode } from './account/registration-verify.js';
import { getTradingAccount } from './account/trading/accounts-get.js';
import { listTradingAccounts } from './account/trading/accounts-list.js';
import { updateTradingAccount } from './account/trading/accounts-update.js';
import { getTradingAccountWallet } from './account/trading/accounts-wallet.js';
import { listCandles } from './context/candles-list.js';
import { listDatasets } from './context/datasets-list.js';
import { listFunding } from './context/funding-list.js';
import { getLeaderboard } from './context/leaderboard-get.js';
import { createMarketRequest } from './context/market-requests/requests-create.js';
import { dropMarketRequest } from './context/market-requests/requests-drop.js';
import { listMarketRequests } from './context/market-requests/requests-list.js';
import { listMarkets } from './context/markets-list.js';
import { getScan } from './context/scan-get.js';
import { getSetup } from './context/setup-get.js';
import { getTrader, listTraders } from './context/traders.js';
import { listVenues } from './context/venues-list.js';
import { createDeployment } from './deployments/deployments-create.js';
import { attachDeploymentCredentials } from './deployments/deployments-credentials.js';
import { deleteDeployment } from './deployments/deployments-delete.js';
import { getDeployment } from './deployments/deployments-get.js';
import { listDeployments } from './deployments/deployments-list.js';
import { getDeploymentLogs } from './deployments/deployments-logs.js';
import { getDeploymentMetrics } from './deployments/deployments-metrics.js';
import { setDeploymentStatus } from './deployments/deployments-status.js';
import { updateDeployment } from './deployments/deployments-update.js';
import { getDeploymentParity } from './deployments/parity/parity-get.js';
import { startDeploymentParity } from './deployments/parity/parity-start.js';
import { getExecution } from './executions/executions-get.js';
import { listExecutions } from './executions/executions-list.js';
import { submitExecution } from './executions/executions-submit.js';
import type { Route } from './route.js';
import { createBacktest } from './runtime/backtests-create.js';
import { getBacktestDataset } from './runtime/backtests-dataset.js';
import { deleteBacktest } from './runtime/backtests-delete.js';
import { getBacktest } from './runtime/backtests-get.js';
import { listBacktests } from './runtime/backtests-list.js';
import { getBacktestLogs } from './runtime/backtests-logs.js';
import { listBacktestTrades } from './runtime/backtests-trades.js';
import { listFrameworks } from './runtime/frameworks-list.js';
import { listDeposits } from './wallet/deposits-list.js';
import { getWallet } from './wallet/overview/wallet-get.js';
import { listLedger } from './wallet/statement/ledger-csv.js';
import { setUpVenue } from './wallet/venues-setup.js';
import { authorizeWithdrawal } from './wallet/withdrawals/withdraw-authorize.js';
import { createWithdrawal } from './wallet/withdrawals/withdraw-create.js';
import { sendWithdrawalCode } from './wallet/withdrawals/withdraw-otp.js';
import { getWithdrawalPolicy } from './wallet/withdrawals/withdraw-policy.js';
import { recoverWithdrawal } from './wallet/withdrawals/withdraw-recover.js';
import { listWithdrawalSources } from './wallet/withdrawals/withdraw-sources.js';
import { getWithdrawal } from './wallet/withdrawals/withdrawals-get.js';
import { listWithdrawals } from './wallet/withdrawals/withdrawals-list.js';

/**
 * Every route of the REST surface that is a GraphQL operation, area by area. To add one: write the operation in
 * `<area>/<resource>-<verb>.graphql`, run `npm run generate -w @platform/rest-facade`, declare the route with `defineRoute` in
 * `<area>/<resource>-<verb>.ts` beside it, and name it here.
 */
export const routes: readonly Route[] = [
  sendRegistrationCode,
  verifyRegistrationCode,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  getAccount,
  getAccountUsage,
  listTradingAccounts,
  getTradingAccount,
  updateTradingAccount,
  getTradingAccountWallet,
  getWallet,
  listDeposits,
  listLedger,
  setUpVenue,
  listWithdrawalSources,
  getWithdrawalPolicy,
  sendWithdrawalCode,
  authorizeWithdrawal,
  createWithdrawal,
  recoverWithdrawal,
  getWithdrawal,
  listWithdrawals,
  listMarkets,
  listCandles,
  listFunding,
  listVenues,
  listDatasets,
  getScan,
  getSetup,
  getLeaderboard,
  listTraders,
  getTrader,
  listFrameworks,
  createBacktest,
  listBacktests,
  getBacktestDataset,
  getBacktest,
  deleteBacktest,
  getBacktestLogs,
  listBacktestTrades,
  createDeployment,
  listDeployments,
  getDeployment,
  updateDeployment,
  setDeploymentStatus,
  attachDeploymentCredentials,
  deleteDeployment,
  getDeploymentLogs,
  getDeploymentMetrics,
  startDeploymentParity,
  getDeploymentParity,
  submitExecution,
  listExecutions,
  getExecution,
];

/**
 * The operations of the graph that are tools and that the interface has no route for. Each is declared like a route, and is served to the
 * calls of tools alone: from outside its address does not exist.
 */
export const toolOnlyRoutes: readonly Route[] = [createMarketRequest, listMarketRequests, dropMarketRequest];
