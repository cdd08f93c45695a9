import { decimalText } from '../../decimals.js';
import type { FundingRate, Market } from '../../market.js';
import { type ExchangeContext, markPriceAt } from '../exchange-context.js';
import { hashOf } from '../orders/fills.js';
import { formatDecimal, formatUsdc, notionalOf } from '../units.js';
import { type Account, leverageOf } from './account.js';

/** The most fundings of one coin paid at once: twenty days. */
const HOURS_MAX = 500;
const HOUR_MS = 3_600_000;
const RATE_DECIMALS = 10;

/** Pays the fundings settled since each position was opened or last paid. */
export function payFunding(context: ExchangeContext): void {
  for (const { address, positions } of context.store.activeAccounts())
    for (const [coin, { fundedUntilMs }] of Object.entries(positions)) {
      if (hourOf(fundedUntilMs) === hourOf(context.nowMs)) continue;
      const market = context.markets.get(coin);
      const rates = market?.fundingRates(fundedUntilMs + 1, context.nowMs, HOURS_MAX) ?? [];
      if (market !== undefined)
        for (const rate of rates) pay(context, market, context.store.accountOrNew(address), rate);
    }
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}

function pay(context: ExchangeContext, { perpetual }: Market, account: Account, { rate, timeMs }: FundingRate): void {
  const { coin, szDecimals } = perpetual;
  const position = account.positions[coin];
  if (position === undefined) return;
  const value = notionalOf(position.lots, markPriceAt(context.markets, coin, timeMs), szDecimals);
  const scaledRate = BigInt(Math.round(rate * 10 ** RATE_DECIMALS));
  const paid = (value * scaledRate) / 10n ** BigInt(RATE_DECIMALS);
  const fromMargin = leverageOf(account, perpetual).type === 'isolated' ? paid : 0n;
  context.store.saveAccount({
    ...account,
    cashMicroUsdc: account.cashMicroUsdc - (paid - fromMargin),
    fundingMicroUsdc: { ...account.fundingMicroUsdc, [coin]: (account.fundingMicroUsdc[coin] ?? 0n) + paid },
    positions: {
      ...account.positions,
      [coin]: {
        ...position,
        isolatedMarginMicroUsdc: position.isolatedMarginMicroUsdc - fromMargin,
        fundingSinceOpenMicroUsdc: position.fundingSinceOpenMicroUsdc + paid,
        fundingSinceChangeMicroUsdc: position.fundingSinceChangeMicroUsdc + paid,
        fundedUntilMs: timeMs,
      },
    },
  });
  context.store.addEvent('funding', account.address, timeMs, {
    time: timeMs,
    hash: hashOf('funding', `${account.address} ${coin} ${timeMs}`),
    delta: {
      type: 'funding',
      coin,
      usdc: formatUsdc(-paid),
      szi: formatDecimal(position.lots, szDecimals),
      fundingRate: decimalText(rate),
      nSamples: null,
    },
  });
}
