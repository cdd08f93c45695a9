import { type ExchangeContext, marginOf } from '../exchange-context.js';
import { marketOfAsset } from '../orders/draft.js';
import { ActionRefused } from '../refused.js';
import { absolute, dividedUp, larger, parseDecimal } from '../units.js';
import type { Account } from './account.js';
import { leverageOf } from './account.js';

const LEVERAGE_DECIMALS = 6;

/** Sets a user's margin mode and leverage for a coin; an open isolated position receives the margin it then needs. */
export function updateLeverage(
  context: ExchangeContext,
  user: string,
  asset: number,
  isCross: boolean,
  value: number,
): void {
  const { perpetual } = marketOfAsset(context, asset);
  const { coin, maxLeverage } = perpetual;
  if (value < 1 || value > maxLeverage) throw new ActionRefused('Invalid leverage value');
  const account = context.store.accountOrNew(user);
  const type = isCross ? 'cross' : 'isolated';
  const position = account.positions[coin];
  if (position !== undefined && leverageOf(account, perpetual).type !== type)
    throw new ActionRefused('Cannot switch leverage type with open position.');
  const leverages = { ...account.leverages, [coin]: { type, value } as const };
  const needed = position === undefined ? 0n : dividedUp(absolute(position.entryMicroUsdc), BigInt(value));
  const added = type === 'isolated' && position ? larger(0n, needed - position.isolatedMarginMicroUsdc) : 0n;
  context.store.saveAccount(moveMargin({ ...account, leverages }, coin, added));
  requireMargin(context, user, 'Insufficient margin to change leverage.');
}

/** Adds to an isolated position's margin, or takes what it doesn't need. */
export function updateIsolatedMargin(
  context: ExchangeContext,
  user: string,
  asset: number,
  addedMicroUsdc: bigint,
): void {
  const { perpetual } = marketOfAsset(context, asset);
  const account = context.store.accountOrNew(user);
  const position = account.positions[perpetual.coin];
  if (position === undefined || leverageOf(account, perpetual).type !== 'isolated')
    throw new ActionRefused('No isolated position to change the margin of.');
  context.store.saveAccount(moveMargin(account, perpetual.coin, addedMicroUsdc));
  requireMargin(context, user, 'Insufficient margin.');
  const valued = marginOf(context, user).positions.find(({ coin }) => coin === perpetual.coin);
  if (valued === undefined) return;
  const initial = dividedUp(valued.valueMicroUsdc, BigInt(valued.leverage));
  if (addedMicroUsdc < 0n && valued.marginMicroUsdc < larger(initial, valued.valueMicroUsdc / 10n))
    throw new ActionRefused('Insufficient margin.');
}

/** Adds to an isolated position's margin until its leverage falls to the target; it takes none from it. */
export function topUpIsolatedMargin(context: ExchangeContext, user: string, asset: number, leverage: string): void {
  const { coin } = marketOfAsset(context, asset).perpetual;
  const valued = marginOf(context, user).positions.find((position) => position.coin === coin);
  const targetMillionths = parseDecimal(leverage, LEVERAGE_DECIMALS) ?? 0n;
  if (targetMillionths === 0n) throw new ActionRefused('Invalid leverage value');
  const needed = dividedUp((valued?.valueMicroUsdc ?? 0n) * 10n ** BigInt(LEVERAGE_DECIMALS), targetMillionths);
  const added = needed - (valued?.marginMicroUsdc ?? 0n);
  if (valued?.isolated && added <= 0n) throw new ActionRefused('Invalid leverage value');
  updateIsolatedMargin(context, user, asset, added);
}

function moveMargin(account: Account, coin: string, addedMicroUsdc: bigint): Account {
  const position = account.positions[coin];
  if (position === undefined || addedMicroUsdc === 0n) return account;
  const isolatedMarginMicroUsdc = position.isolatedMarginMicroUsdc + addedMicroUsdc;
  return {
    ...account,
    cashMicroUsdc: account.cashMicroUsdc - addedMicroUsdc,
    positions: { ...account.positions, [coin]: { ...position, isolatedMarginMicroUsdc } },
  };
}

/** Undoes the action when the margin doesn't carry its result. */
function requireMargin(context: ExchangeContext, user: string, message: string): void {
  const state = marginOf(context, user);
  if (state.crossValueMicroUsdc < state.crossMarginMicroUsdc + state.ordersMicroUsdc) throw new ActionRefused(message);
}
