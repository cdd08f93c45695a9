import { decimalText } from '../decimals.js';
import { leverageOf } from '../exchange/accounts/account.js';
import { liquidationPrice, type MarginState, type ValuedPosition } from '../exchange/accounts/margin.js';
import { type ExchangeContext, marginOf } from '../exchange/exchange-context.js';
import { twapState } from '../exchange/twap/twap.js';
import { absolute, formatDecimal, formatUsdc } from '../exchange/units.js';
import type { Market } from '../market.js';

/** The venue's forms of users' data: the same objects over `POST /info` and the WebSocket. */

/** Returns a perpetual account in the form of `clearinghouseState`. */
export function clearinghouseState(context: ExchangeContext, user: string) {
  const state = marginOf(context, user);
  const account = context.store.accountOrNew(user);
  const cross = state.positions.filter(({ isolated }) => !isolated);
  const all = summary(state.accountValueMicroUsdc, state.positions);
  return {
    marginSummary: all,
    crossMarginSummary: summary(state.crossValueMicroUsdc, cross),
    crossMaintenanceMarginUsed: formatUsdc(state.crossMaintenanceMicroUsdc),
    withdrawable: formatUsdc(state.withdrawableMicroUsdc),
    assetPositions: state.positions.map((position) => ({
      type: 'oneWay',
      position: positionMessage(state, position, account.fundingMicroUsdc[position.coin] ?? 0n),
    })),
    time: context.nowMs,
  };
}

/** Returns a user's spot balances in the form of `spotClearinghouseState`: they hold only the collateral token. */
export function spotState({ store }: Pick<ExchangeContext, 'store'>, user: string) {
  const total = store.accountOrNew(user).spotMicroUsdc;
  const usdc = { coin: 'USDC', token: 0, total: formatUsdc(total), hold: '0.0', entryNtl: '0.0' };
  return { balances: total === 0n ? [] : [usdc] };
}

/** Returns a user's live TWAP orders by their ids. */
export function twapStates({ store, markets }: Pick<ExchangeContext, 'store' | 'markets'>, user: string) {
  return store
    .liveTwapsOf(user)
    .map((twap) => [twap.id, twapState(twap, markets.get(twap.coin)?.perpetual.szDecimals ?? 0)]);
}

/** Returns what a user may trade of a coin with the leverage set for it. */
export function activeAssetData(context: ExchangeContext, user: string, { perpetual }: Market) {
  const { coin, szDecimals } = perpetual;
  const leverage = leverageOf(context.store.accountOrNew(user), perpetual);
  const available = marginOf(context, user).availableMicroUsdc;
  const mark = context.markPrice(coin);
  const lots = (available * BigInt(leverage.value) * 10n ** BigInt(szDecimals)) / mark;
  const size = formatDecimal(lots, szDecimals);
  const usdc = formatUsdc(available);
  return {
    user,
    coin,
    leverage,
    maxTradeSzs: [size, size],
    availableToTrade: [usdc, usdc],
    markPx: formatUsdc(mark),
  };
}

function summary(valueMicroUsdc: bigint, positions: readonly ValuedPosition[]) {
  const sum = (amount: (position: ValuedPosition) => bigint) => positions.reduce((all, each) => all + amount(each), 0n);
  const signedValue = sum(({ position, valueMicroUsdc: value }) => (position.lots > 0n ? value : -value));
  return {
    accountValue: formatUsdc(valueMicroUsdc),
    totalNtlPos: formatUsdc(sum((position) => position.valueMicroUsdc)),
    totalRawUsd: formatUsdc(valueMicroUsdc - signedValue),
    totalMarginUsed: formatUsdc(sum((position) => position.marginMicroUsdc)),
  };
}

function positionMessage(state: MarginState, valued: ValuedPosition, fundingMicroUsdc: bigint) {
  const { coin, perpetual, position, isolated, leverage, unrealisedMicroUsdc } = valued;
  const size = Number(absolute(position.lots)) / 10 ** perpetual.szDecimals;
  const entryPrice = Number(absolute(position.entryMicroUsdc)) / 1e6 / size;
  const initialMargin = Number(absolute(position.entryMicroUsdc)) / 1e6 / leverage;
  const liquidation = liquidationPrice(state, valued);
  return {
    coin,
    szi: formatDecimal(position.lots, perpetual.szDecimals),
    leverage: isolated
      ? {
          type: 'isolated',
          value: leverage,
          rawUsd: formatUsdc(position.isolatedMarginMicroUsdc - position.entryMicroUsdc),
        }
      : { type: 'cross', value: leverage },
    entryPx: decimalText(Number(entryPrice.toPrecision(6)), 6),
    positionValue: formatUsdc(valued.valueMicroUsdc),
    unrealizedPnl: formatUsdc(unrealisedMicroUsdc),
    returnOnEquity: decimalText(Number(unrealisedMicroUsdc) / 1e6 / initialMargin),
    liquidationPx: liquidation === undefined ? null : decimalText(liquidation),
    marginUsed: formatUsdc(valued.marginMicroUsdc),
    maxLeverage: perpetual.maxLeverage,
    cumFunding: {
      allTime: formatUsdc(fundingMicroUsdc),
      sinceOpen: formatUsdc(position.fundingSinceOpenMicroUsdc),
      sinceChange: formatUsdc(position.fundingSinceChangeMicroUsdc),
    },
  };
}
