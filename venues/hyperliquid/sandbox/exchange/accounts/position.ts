import { absolute, dividedUp, notionalOf, share, smaller } from '../units.js';
import type { Account, Leverage, Position } from './account.js';

/** The changes of one execution. */
export interface Execution {
  readonly coin: string;
  readonly szDecimals: number;
  /** Positive when bought, negative when sold. */
  readonly lots: bigint;
  readonly priceMicro: bigint;
  readonly feeMicroUsdc: bigint;
  readonly leverage: Leverage;
  readonly atMs: number;
}

/** The account after an execution, and the realised result before the fee. */
export interface Executed {
  readonly account: Account;
  readonly closedPnlMicroUsdc: bigint;
}

/**
 * Books an execution: the part against the open position closes its share of it, the rest opens or adds. Every millionth that leaves one
 * place arrives in another: cash, isolated margin, the position's cost.
 */
export function execute(account: Account, execution: Execution): Executed {
  const { coin, szDecimals, lots, priceMicro, feeMicroUsdc, leverage } = execution;
  const held = account.positions[coin];
  const closing =
    held !== undefined && held.lots > 0n !== lots > 0n ? smaller(absolute(held.lots), absolute(lots)) : 0n;
  const sign = lots > 0n ? 1n : -1n;
  const closed = held === undefined || closing === 0n ? undefined : close(held, closing, priceMicro, szDecimals);
  const openingLots = lots - sign * closing;
  const costMicroUsdc = notionalOf(openingLots, priceMicro, szDecimals);
  const margin = leverage.type === 'isolated' ? dividedUp(absolute(costMicroUsdc), BigInt(leverage.value)) : 0n;
  const kept = closed === undefined ? held : closed.position;
  const position = openingLots === 0n ? kept : opened(kept, openingLots, costMicroUsdc, margin, execution.atMs);
  const { [coin]: _, ...others } = account.positions;
  return {
    closedPnlMicroUsdc: closed?.pnlMicroUsdc ?? 0n,
    account: {
      ...account,
      cashMicroUsdc: account.cashMicroUsdc + (closed?.cashMicroUsdc ?? 0n) - margin - feeMicroUsdc,
      positions: position === undefined ? others : { ...others, [coin]: position },
      tradedMicroUsdc: account.tradedMicroUsdc + absolute(notionalOf(lots, priceMicro, szDecimals)),
    },
  };
}

function close(held: Position, lots: bigint, priceMicro: bigint, szDecimals: number) {
  const size = absolute(held.lots);
  const sign = held.lots > 0n ? 1n : -1n;
  const entry = share(held.entryMicroUsdc, lots, size);
  const margin = share(held.isolatedMarginMicroUsdc, lots, size);
  const pnlMicroUsdc = notionalOf(sign * lots, priceMicro, szDecimals) - entry;
  const position: Position | undefined =
    lots === size
      ? undefined
      : {
          ...held,
          lots: held.lots - sign * lots,
          entryMicroUsdc: held.entryMicroUsdc - entry,
          isolatedMarginMicroUsdc: held.isolatedMarginMicroUsdc - margin,
          fundingSinceChangeMicroUsdc: 0n,
        };
  return { position, pnlMicroUsdc, cashMicroUsdc: margin + pnlMicroUsdc };
}

function opened(
  held: Position | undefined,
  lots: bigint,
  costMicroUsdc: bigint,
  marginMicroUsdc: bigint,
  atMs: number,
): Position {
  return {
    lots: (held?.lots ?? 0n) + lots,
    entryMicroUsdc: (held?.entryMicroUsdc ?? 0n) + costMicroUsdc,
    isolatedMarginMicroUsdc: (held?.isolatedMarginMicroUsdc ?? 0n) + marginMicroUsdc,
    fundingSinceOpenMicroUsdc: held?.fundingSinceOpenMicroUsdc ?? 0n,
    fundingSinceChangeMicroUsdc: 0n,
    fundedUntilMs: held?.fundedUntilMs ?? atMs,
  };
}
