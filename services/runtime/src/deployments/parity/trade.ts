/** A trade of a deployment, or of the backtest of its period. */
export interface ParityTrade {
  /** The framework's alias of its market. */
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly openedAtMs: number;
  readonly closedAtMs: number;
  /** Average price of its entries. */
  readonly openRate: number;
  /** Price of its last exit. */
  readonly closeRate: number;
  /** In the base asset. */
  readonly amount: number;
  /** Fees of all its orders. */
  readonly feesUsd: number;
  /** Its profit after fees. */
  readonly profitUsd: number;
  readonly exitReason: string;
  /** Whether one of its orders was filled only in part. */
  readonly isPartlyFilled: boolean;
}

/** Names the positions of one side of a market: two trades with another name are never the same one. */
export function positionOf({ symbol, side }: Pick<ParityTrade, 'symbol' | 'side'>): string {
  return `${side} ${symbol}`;
}
