import type { Account } from '../accounts/account.js';
import { isIsolated } from '../accounts/margin.js';
import { absolute, positionOf } from '../accounts/position.js';
import { decimalOf, usdcOf } from '../amounts.js';
import type { Funding, Market } from '../market.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { funding as shownRate } from '../wire.js';

const HOUR_MS = 3_600_000;
/** The payment per unit of the base is exact to this part of a USDC. */
const VALUE_DECIMALS = 8;
const MICRO_DECIMALS = 6;

/** Has positions pay and receive the funding of the hours that have begun since the last look. */
export function settleFundings(context: ExecutionContext, fromMs: number): void {
  const { store, markets, nowMs } = context;
  for (let hourMs = fromMs - (fromMs % HOUR_MS) + HOUR_MS; hourMs <= nowMs; hourMs += HOUR_MS)
    for (const [id, market] of markets) {
      const [settled] = market.fundings(hourMs, hourMs);
      if (market.listed.type !== 'perp' || settled === undefined) continue;
      for (const account of store.accounts())
        if (positionOf(account, id).size !== 0n) settle(context, account, market, settled);
    }
}

function settle({ store, nowMs }: ExecutionContext, account: Account, market: Market, settled: Funding): void {
  const { id, sizeDecimals } = market.listed;
  const position = positionOf(account, id);
  const value = BigInt(Math.round(settled.value * 10 ** VALUE_DECIMALS));
  const change = -(position.size * value) / 10n ** BigInt(sizeDecimals + VALUE_DECIMALS - MICRO_DECIMALS);
  const isOwn = isIsolated(account, id);
  const after = {
    ...position,
    fundingPaidMicroUsdc: position.fundingPaidMicroUsdc - change,
    allocatedMicroUsdc: position.allocatedMicroUsdc + (isOwn ? change : 0n),
  };
  store.saveAccount({
    ...account,
    collateralMicroUsdc: account.collateralMicroUsdc + (isOwn ? 0n : change),
    positions: { ...account.positions, [id]: after },
    changedMs: nowMs,
  });
  store.fundings.add(account.index, id, {
    timestamp: settled.atMs / 1_000,
    market_id: id,
    change: usdcOf(change),
    discount: usdcOf(0n),
    rate: shownRate(settled).rate,
    position_size: decimalOf(absolute(position.size), sizeDecimals),
    position_side: position.size > 0n ? 'long' : 'short',
  });
}
