import { usdcOf } from '../amounts.js';
import type { ApiKey } from '../store/store.js';
import type { Account } from './account.js';

/** The venue's forms of accounts and keys. Source: apidocs.lighter.xyz and the OpenAPI document of its Python SDK. */

const ACTIVE = 1;
const CODE_INSIDE = 0;
/** The venue counts instants of transactions in microseconds. */
const MICROSECONDS = 1_000;
const NO_POOL = {
  status: 0,
  operator_fee: '',
  min_operator_share_rate: '',
  total_shares: 0,
  operator_shares: 0,
  annual_percentage_yield: 0,
  daily_returns: [],
  share_prices: [],
  sharpe_ratio: 0,
  strategies: [],
};

/** Returns an account in the form of `accountsByL1Address`. */
export function briefAccount({ index, l1Address, collateralMicroUsdc, changedMs }: Account) {
  return {
    code: CODE_INSIDE,
    account_type: 0,
    account_trading_mode: 0,
    index,
    l1_address: l1Address,
    cancel_all_time: 0,
    total_order_count: 0,
    total_isolated_order_count: 0,
    pending_order_count: 0,
    available_balance: usdcOf(collateralMicroUsdc),
    status: ACTIVE,
    collateral: usdcOf(collateralMicroUsdc),
    transaction_time: changedMs * MICROSECONDS,
  };
}

/** Returns an account in the form of `account`. */
export function detailedAccount(account: Account) {
  const { index, collateralMicroUsdc, createdMs } = account;
  const collateral = usdcOf(collateralMicroUsdc);
  return {
    ...briefAccount(account),
    account_index: index,
    name: '',
    description: '',
    can_invite: true,
    referral_points_percentage: '',
    positions: [],
    assets: [usdcAsset(collateral)],
    total_asset_value: collateral,
    cross_asset_value: collateral,
    pool_info: NO_POOL,
    shares: [],
    created_at: createdMs,
    pending_unlocks: [],
    approved_integrators: [],
    can_rfq: false,
    cross_initial_margin_requirement: usdcOf(0n),
    cross_maintenance_margin_requirement: usdcOf(0n),
    can_rfq_market_ids: [],
    metadata: { color: '' },
    agent_enabled: false,
  };
}

/** Nothing is in the spot account: `balance` is what is there. */
function usdcAsset(collateral: string) {
  return {
    symbol: 'USDC',
    asset_id: 3,
    balance: usdcOf(0n),
    locked_balance: usdcOf(0n),
    margin_balance: collateral,
    margin_mode: 'enabled',
    multiplier: '1',
  };
}

/** Returns a key in the form of `apikeys`. */
export function apiKey({ accountIndex, apiKeyIndex, publicKey, nonce, changedMs }: ApiKey) {
  return {
    account_index: accountIndex,
    api_key_index: apiKeyIndex,
    nonce: Number(nonce),
    public_key: publicKey.slice('0x'.length),
    transaction_time: changedMs * MICROSECONDS,
  };
}
