import { decimalOf, usdcOf } from '../amounts.js';
import type { Market } from '../market.js';
import type { ApiKey } from '../store/store.js';
import { isWaiting, type Order } from '../trading/order.js';
import type { Account } from './account.js';
import { isIsolated, liquidationPrice, marginFraction, marginOf, markPrice, totalValueOf } from './margin.js';
import { absolute, positionOf } from './position.js';

/** The venue's forms of accounts and keys. Source: apidocs.lighter.xyz and the OpenAPI document of its Python SDK. */

const ACTIVE = 1;
const CODE_INSIDE = 0;
/** The venue counts instants of transactions in microseconds. */
const MICROSECONDS = 1_000;
/** A fraction of ten thousandths is shown in percent. */
const PERCENT_DECIMALS = 2;
/** The venue's numbers of margin modes. */
const [CROSS, ISOLATED] = [0, 1];
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

/** An account at an instant. */
export interface AccountState {
  readonly account: Account;
  /** Its live orders. */
  readonly orders: readonly Order[];
  /** By id. */
  readonly markets: ReadonlyMap<number, Market>;
  readonly nowMs: number;
}

/** Returns an account in the form of `accountsByL1Address`. */
export function briefAccount({ account, orders, markets, nowMs }: AccountState) {
  const { index, l1Address, collateralMicroUsdc, changedMs, cancelAllMs } = account;
  const { availableMicroUsdc } = marginOf(account, orders, markets, nowMs);
  return {
    code: CODE_INSIDE,
    account_type: 0,
    account_trading_mode: 0,
    index,
    l1_address: l1Address,
    cancel_all_time: cancelAllMs,
    total_order_count: orders.length,
    total_isolated_order_count: orders.filter(({ marketId }) => isIsolated(account, marketId)).length,
    pending_order_count: orders.filter(isWaiting).length,
    available_balance: usdcOf(availableMicroUsdc > 0n ? availableMicroUsdc : 0n),
    status: ACTIVE,
    collateral: usdcOf(collateralMicroUsdc),
    transaction_time: changedMs * MICROSECONDS,
  };
}

/** Returns an account in the form of `account`. */
export function detailedAccount(state: AccountState) {
  const { account, orders, markets, nowMs } = state;
  const { valueMicroUsdc, requiredMicroUsdc, maintenanceMicroUsdc } = marginOf(account, orders, markets, nowMs);
  const positions = [...markets.values()].flatMap((market) => positionIn(state, market) ?? []);
  return {
    ...briefAccount(state),
    account_index: account.index,
    name: '',
    description: '',
    can_invite: true,
    referral_points_percentage: '',
    positions,
    assets: [usdcAsset(usdcOf(account.collateralMicroUsdc))],
    total_asset_value: usdcOf(totalValueOf(account, markets, nowMs)),
    cross_asset_value: usdcOf(valueMicroUsdc),
    pool_info: NO_POOL,
    shares: [],
    created_at: account.createdMs,
    pending_unlocks: [],
    approved_integrators: [],
    can_rfq: false,
    cross_initial_margin_requirement: usdcOf(requiredMicroUsdc),
    cross_maintenance_margin_requirement: usdcOf(maintenanceMicroUsdc),
    can_rfq_market_ids: [],
    metadata: { color: '' },
    agent_enabled: false,
  };
}

/** Returns what an account has in a market; undefined: neither a position nor an order nor a leverage. */
function positionIn({ account, orders, markets, nowMs }: AccountState, market: Market) {
  const { id, symbol, sizeDecimals, priceDecimals } = market.listed;
  const { [id]: held } = account.positions;
  const open = orders.filter(({ marketId }) => marketId === id);
  if (held === undefined && open.length === 0 && account.marginFractions[id] === undefined) return undefined;
  const { size, entryMicroUsdc, realizedMicroUsdc, allocatedMicroUsdc, fundingPaidMicroUsdc } = positionOf(account, id);
  const endsAt = liquidationPrice(account, market, markets, nowMs);
  const worth = size * markPrice(market, nowMs);
  return {
    market_id: id,
    symbol,
    initial_margin_fraction: decimalOf(BigInt(marginFraction(account, market)), PERCENT_DECIMALS),
    open_order_count: open.filter((order) => !isWaiting(order)).length,
    pending_order_count: open.filter(isWaiting).length,
    position_tied_order_count: open.filter(({ isReduceOnly }) => isReduceOnly).length,
    sign: size < 0n ? -1 : 1,
    position: decimalOf(absolute(size), sizeDecimals),
    avg_entry_price: decimalOf(size === 0n ? 0n : entryMicroUsdc / size, priceDecimals),
    position_value: usdcOf(absolute(worth)),
    unrealized_pnl: usdcOf(worth - entryMicroUsdc),
    realized_pnl: usdcOf(realizedMicroUsdc),
    liquidation_price: endsAt === 0n ? '0' : decimalOf(endsAt, priceDecimals),
    // Left out when empty.
    ...(fundingPaidMicroUsdc !== 0n && { total_funding_paid_out: usdcOf(fundingPaidMicroUsdc) }),
    margin_mode: isIsolated(account, id) ? ISOLATED : CROSS,
    allocated_margin: usdcOf(allocatedMicroUsdc),
    total_discount: usdcOf(0n),
    margin_set_flag: account.marginFractions[id] === undefined ? 0 : 1,
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
