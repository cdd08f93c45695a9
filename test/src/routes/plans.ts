import { backtestRequest, deploymentRequest } from '../end-to-end/strategies.js';
import type { Owned } from './owned.js';

/** Why a case does not arise for a route, or which other test file holds it. */
export type Reason = { readonly reason: string } | { readonly heldBy: string };

/** How a route protects the owner's records from another account. */
export type Foreign =
  /** The path ends in an id: another account's id is answered like an unknown one. */
  | { readonly id: (owned: Owned) => string; readonly code: string }
  /** The answer shows this only to its owner. */
  | { readonly shown: (owned: Owned) => string }
  /** The request names something of the owner's, and is refused. */
  | { readonly body: (owned: Owned) => object; readonly status: number; readonly code: string };

/** What happens when a request is repeated. */
export type Replay =
  /** The key's first answer comes again, marked; another body under it conflicts; another account's key is its own. */
  | { readonly key: 'first_answer'; readonly other: object }
  /** It takes no key, and the second request finds its work done. */
  | { readonly repeated: 'same_answer' };

/** The facts of a route that the matrix needs beyond the route's own. */
export interface Plan {
  /** A body that the route accepts; absent where it accepts none. */
  readonly body?: object;
  /** The query of a request that the route accepts. */
  readonly query?: string;
  readonly foreign: Foreign | Reason;
  readonly replay: Replay | Reason;
}

const READ: Reason = { reason: 'it changes nothing' };
const PUBLIC: Reason = { reason: 'what it shows is the same for every account' };
const NOBODY: Reason = { reason: 'it is for those who have no account yet' };
const OWN: Reason = { reason: 'it names nothing that could be of another account' };

const TRADING_ACCOUNT: Foreign = {
  id: ({ tradingAccountId }) => tradingAccountId,
  code: 'trading_account_not_found',
};
const DEPLOYMENT: Foreign = { id: ({ deploymentId }) => deploymentId, code: 'deployment_not_found' };

const market = 'venue=hyperliquid&symbol=BTC/USDC:USDC';
const destination = '0x1000000000000000000000000000000000000001';
const intent = {
  amount_usd: '60.00',
  destination_wallet: destination,
  chain: 'arbitrum',
  asset_address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
};
const order = {
  type: 'order',
  orders: [{ a: 0, b: true, p: '1000', s: '0.1', r: false, t: { limit: { tif: 'Gtc' } } }],
  grouping: 'na',
};
const execution = { venue: 'hyperliquid', action: order };

/** One entry per route of the facade; the test fails for a route that has none. */
export const plans: Readonly<Record<string, Plan>> = {
  'POST /account/register': {
    body: { email: 'newcomer@example.com' },
    foreign: NOBODY,
    replay: { heldBy: 'services/identity/src/registration/registration.test.ts' },
  },
  'POST /account/verify': {
    body: { email: 'newcomer@example.com', otp: '000000' },
    foreign: NOBODY,
    replay: { heldBy: 'services/identity/src/registration/registration.test.ts' },
  },
  'GET /account/keys': { foreign: { shown: ({ keyId }) => keyId }, replay: READ },
  'POST /account/keys': { body: {}, foreign: OWN, replay: { reason: 'each request mints another key' } },
  'DELETE /account/keys/{id}': {
    foreign: { id: ({ keyId }) => keyId, code: 'api_key_not_found' },
    replay: { repeated: 'same_answer' },
  },
  'GET /account': { foreign: { shown: ({ accountId }) => accountId }, replay: READ },
  'GET /account/usage': { foreign: { reason: 'its numbers name nobody' }, replay: READ },
  'GET /account/{venue}': { foreign: { shown: ({ walletAddress }) => walletAddress }, replay: READ },
  'GET /account/{venue}/{id}': { foreign: TRADING_ACCOUNT, replay: READ },
  'PATCH /account/{venue}/{id}': {
    body: { label: 'Carry trades' },
    foreign: TRADING_ACCOUNT,
    replay: { repeated: 'same_answer' },
  },
  'GET /account/{venue}/{id}/wallet': { foreign: TRADING_ACCOUNT, replay: READ },
  'GET /wallet': { foreign: { shown: ({ walletAddress }) => walletAddress }, replay: READ },
  'GET /wallet/deposits': { foreign: { shown: ({ depositId }) => depositId }, replay: READ },
  'GET /wallet/ledger.csv': {
    foreign: { heldBy: 'test/src/money/statement.test.ts' },
    replay: READ,
  },
  'POST /wallet/venues/{venue}/setup': {
    body: { amount_usd: '60.00' },
    foreign: OWN,
    replay: { heldBy: 'services/wallet/src/setups/setups.test.ts' },
  },
  'GET /wallet/withdraw/sources': { foreign: { reason: 'its numbers name nobody' }, replay: READ },
  'GET /wallet/withdraw/authorization': { foreign: { shown: ({ accountId }) => accountId }, replay: READ },
  'POST /wallet/withdraw/otp': {
    body: intent,
    foreign: OWN,
    replay: { heldBy: 'services/wallet/src/withdrawals/withdrawals.test.ts' },
  },
  'POST /wallet/withdraw/authorize': {
    body: { ...intent, authorization: { type: 'email_otp', challenge_id: 'x', code: '000000' } },
    foreign: { heldBy: 'services/wallet/src/withdrawals/proofs/authorize.test.ts' },
    replay: { heldBy: 'services/wallet/src/withdrawals/proofs/authorize.test.ts' },
  },
  'POST /wallet/withdraw': {
    body: { ...intent, authorization: { type: 'email_otp', challenge_id: 'x', code: '000000' } },
    foreign: { heldBy: 'services/wallet/src/withdrawals/withdrawals.test.ts' },
    replay: { heldBy: 'services/wallet/src/withdrawals/withdrawals.test.ts' },
  },
  'POST /wallet/withdraw/recover': {
    foreign: { heldBy: 'services/wallet/src/withdrawals/claims/recover.test.ts' },
    replay: { heldBy: 'services/wallet/src/withdrawals/claims/recover.test.ts' },
  },
  'GET /wallet/withdrawals/{id}': {
    foreign: { id: ({ withdrawalId }) => withdrawalId, code: 'withdrawal_not_found' },
    replay: READ,
  },
  'GET /wallet/withdrawals': { foreign: { shown: ({ withdrawalId }) => withdrawalId }, replay: READ },
  'GET /context/markets': { foreign: PUBLIC, replay: READ },
  'GET /context/candles': { query: `${market}&timeframe=1h`, foreign: PUBLIC, replay: READ },
  'GET /context/funding': { query: market, foreign: PUBLIC, replay: READ },
  'GET /context/venues': { foreign: PUBLIC, replay: READ },
  'GET /context/datasets': { foreign: PUBLIC, replay: READ },
  'GET /context/scan': { foreign: PUBLIC, replay: READ },
  'GET /context/setup/{pair}': { foreign: PUBLIC, replay: READ },
  'GET /context/leaderboard': { foreign: PUBLIC, replay: READ },
  'GET /context/traders': { foreign: PUBLIC, replay: READ },
  'GET /context/traders/{wallet}': { foreign: PUBLIC, replay: READ },
  'GET /runtime/frameworks': { foreign: PUBLIC, replay: READ },
  'POST /runtime/backtests': {
    body: backtestRequest(),
    foreign: OWN,
    replay: { key: 'first_answer', other: backtestRequest({ config: { max_open_trades: 1 } }) },
  },
  'GET /runtime/backtests': { foreign: { shown: ({ backtestId }) => backtestId }, replay: READ },
  'GET /runtime/backtests/dataset': {
    query: 'venue=lighter&market=BTC-PERP.LIGHTER',
    foreign: PUBLIC,
    replay: READ,
  },
  'GET /runtime/backtests/{id}': {
    foreign: { id: ({ backtestId }) => backtestId, code: 'backtest_not_found' },
    replay: READ,
  },
  'DELETE /runtime/backtests/{id}': {
    foreign: { id: ({ backtestId }) => backtestId, code: 'backtest_not_found' },
    replay: { repeated: 'same_answer' },
  },
  'GET /runtime/backtests/{id}/logs': {
    foreign: { id: ({ backtestId }) => backtestId, code: 'backtest_not_found' },
    replay: READ,
  },
  'GET /runtime/backtests/{id}/trades.csv': {
    foreign: { id: ({ backtestId }) => backtestId, code: 'backtest_not_found' },
    replay: READ,
  },
  'POST /runtime/deployments': {
    body: deploymentRequest('of the matrix'),
    foreign: OWN,
    replay: { key: 'first_answer', other: deploymentRequest('of the matrix', { on_expiry: 'block_entries' }) },
  },
  'GET /runtime/deployments': { foreign: { shown: ({ deploymentId }) => deploymentId }, replay: READ },
  'GET /runtime/deployments/{id}': { foreign: DEPLOYMENT, replay: READ },
  'PATCH /runtime/deployments/{id}': {
    body: { name: 'renamed' },
    foreign: DEPLOYMENT,
    replay: { repeated: 'same_answer' },
  },
  'PUT /runtime/deployments/{id}/status': {
    body: { action: 'start' },
    foreign: DEPLOYMENT,
    replay: { heldBy: 'test/src/deployments/deployments.test.ts' },
  },
  'PUT /runtime/deployments/{id}/credentials': {
    body: { type: 'managed' },
    foreign: DEPLOYMENT,
    replay: { repeated: 'same_answer' },
  },
  'DELETE /runtime/deployments/{id}': {
    foreign: DEPLOYMENT,
    replay: { heldBy: 'test/src/deployments/deployments.test.ts' },
  },
  'GET /runtime/deployments/{id}/logs': { foreign: DEPLOYMENT, replay: READ },
  'GET /runtime/deployments/{id}/metrics': { foreign: DEPLOYMENT, replay: READ },
  'POST /runtime/deployments/{id}/parity': {
    foreign: DEPLOYMENT,
    replay: { heldBy: 'services/runtime/src/deployments/parity/parity.test.ts' },
  },
  'GET /runtime/deployments/{id}/parity': { foreign: DEPLOYMENT, replay: READ },
  'POST /runtime/executions': {
    body: execution,
    foreign: {
      body: ({ walletAddress }) => ({ ...execution, account_address: walletAddress }),
      status: 403,
      code: 'account_not_owned',
    },
    replay: { heldBy: 'test/src/executions/executions.test.ts' },
  },
  'GET /runtime/executions': { foreign: { shown: ({ executionId }) => executionId }, replay: READ },
  'GET /runtime/executions/{id}': {
    foreign: { id: ({ executionId }) => executionId, code: 'execution_not_found' },
    replay: READ,
  },
};
