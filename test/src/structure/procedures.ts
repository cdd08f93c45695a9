/** The declared codes of each procedure, and the procedures behind each route of the REST surface and of the tools. */
import { type ErrorCode, isErrorCode } from '@platform/errors';
import { sourceFiles } from './repository.js';

/** Returns the codes of each procedure in the contracts, by `<service>.<Procedure>`. */
export function declaredRefusals(): Map<string, readonly ErrorCode[]> {
  return new Map(
    sourceFiles('proto').flatMap(({ path, text }) => {
      const service = path.split('/')[2] ?? '';
      const found = [...text.matchAll(/((?: *\/\/.*\n)*) *rpc (\w+)\(/g)];
      return found.map(([, comment = '', name = '']) => [`${service}.${name}`, codesOf(comment)] as const);
    }),
  );
}

/** Returns the list after `Errors:`, without the text in parentheses. */
function codesOf(comment: string): ErrorCode[] {
  const text = comment.replace(/^ *\/\/ ?/gm, '').replaceAll('\n', ' ');
  const [, list = ''] = /Errors: (.*)/.exec(text.replace(/ \([^()]*\)/g, '')) ?? [];
  const [sentence = ''] = list.split(/\.(?: |$)/);
  return sentence.split(/[,;] /).flatMap((part) => {
    const [word] = part.split(' ');
    return isErrorCode(word) ? [word] : [];
  });
}

/** The procedures that each route's operation calls. */
export const proceduresOf: Readonly<Record<string, readonly string[]>> = {
  'POST /account/register': ['identity.SendRegistrationCode'],
  'POST /account/verify': ['identity.VerifyRegistrationCode'],
  'GET /account/keys': ['identity.ListApiKeys'],
  'POST /account/keys': ['identity.CreateApiKey'],
  'DELETE /account/keys/{id}': ['identity.RevokeApiKey'],
  'GET /account': ['identity.GetAccount', 'runtime.GetUsage'],
  'GET /account/usage': ['identity.GetAccount', 'runtime.GetUsage'],
  'GET /account/{venue}': ['wallet.ListTradingAccounts', 'wallet.ReadTradingAccounts'],
  'GET /account/{venue}/{id}': ['wallet.GetTradingAccount', 'wallet.ReadTradingAccounts'],
  'PATCH /account/{venue}/{id}': ['wallet.UpdateTradingAccount', 'wallet.ReadTradingAccounts'],
  'GET /account/{venue}/{id}/wallet': ['wallet.GetTradingAccount', 'wallet.GetWallet'],
  'GET /wallet': ['wallet.GetWallet'],
  'GET /wallet/deposits': ['wallet.ListDeposits'],
  'GET /wallet/ledger.csv': ['wallet.ListLedger'],
  'POST /wallet/venues/{venue}/setup': ['wallet.SetUpVenue'],
  'GET /wallet/withdraw/sources': ['wallet.ListWithdrawalSources'],
  'GET /wallet/withdraw/authorization': ['wallet.GetWithdrawalPolicy'],
  'POST /wallet/withdraw/otp': ['wallet.SendWithdrawalCode'],
  'POST /wallet/withdraw/authorize': ['wallet.AuthorizeWithdrawal'],
  'POST /wallet/withdraw': ['wallet.CreateWithdrawal'],
  'POST /wallet/withdraw/recover': ['wallet.RecoverWithdrawal'],
  'GET /wallet/withdrawals/{id}': ['wallet.GetWithdrawal'],
  'GET /wallet/withdrawals': ['wallet.ListWithdrawals'],
  'GET /context/markets': ['context.ListMarkets'],
  'GET /context/candles': ['context.ListCandles'],
  'GET /context/funding': ['context.ListFunding'],
  'GET /context/venues': ['context.ListVenues'],
  'GET /context/datasets': ['context.ListDatasets'],
  'GET /context/scan': ['context.GetScan'],
  'GET /context/setup/{pair}': ['context.GetSetup'],
  'GET /context/leaderboard': ['runtime.GetLeaderboard'],
  'GET /context/traders': [],
  'GET /context/traders/{wallet}': [],
  'POST /mcp/context/market-requests': ['context.RequestMarket'],
  'GET /mcp/context/market-requests': ['context.ListMarketRequests'],
  'POST /mcp/context/market-requests/drop': ['context.DropMarketRequest'],
  'GET /runtime/frameworks': ['runtime.ListFrameworks'],
  'POST /runtime/backtests': ['runtime.CreateBacktest'],
  'GET /runtime/backtests': ['runtime.ListBacktests'],
  'GET /runtime/backtests/dataset': ['context.GetBacktestDataset'],
  'GET /runtime/backtests/{id}': ['runtime.BatchGetBacktests'],
  'DELETE /runtime/backtests/{id}': ['runtime.DeleteBacktest'],
  'GET /runtime/backtests/{id}/logs': ['runtime.BatchGetBacktests', 'runtime.GetBacktestLogs'],
  'GET /runtime/backtests/{id}/trades.csv': ['runtime.BatchGetBacktests', 'runtime.ListBacktestTrades'],
  'POST /runtime/deployments': ['runtime.CreateDeployment'],
  'GET /runtime/deployments': ['runtime.ListDeployments'],
  'GET /runtime/deployments/{id}': ['runtime.BatchGetDeployments'],
  'PATCH /runtime/deployments/{id}': ['runtime.UpdateDeployment'],
  'PUT /runtime/deployments/{id}/status': ['runtime.StartDeployment', 'runtime.StopDeployment'],
  'PUT /runtime/deployments/{id}/credentials': ['runtime.AttachDeploymentCredentials'],
  'DELETE /runtime/deployments/{id}': ['runtime.DeleteDeployment'],
  'GET /runtime/deployments/{id}/logs': ['runtime.BatchGetDeployments', 'runtime.GetDeploymentLogs'],
  'GET /runtime/deployments/{id}/metrics': ['runtime.BatchGetDeployments'],
  'POST /runtime/deployments/{id}/parity': ['runtime.StartDeploymentParity'],
  'GET /runtime/deployments/{id}/parity': ['runtime.BatchGetDeployments', 'runtime.GetDeploymentParity'],
  'POST /runtime/executions': ['execution.SubmitExecution'],
  'GET /runtime/executions': ['execution.ListExecutions'],
  'GET /runtime/executions/{id}': ['execution.GetExecution'],
};
