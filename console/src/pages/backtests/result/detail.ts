import type { DetailQuery } from './generated/documents.js';

/** A backtest as its page shows it. */
export type Detail = NonNullable<DetailQuery['backtest']>;

/** The figures of a finished one. */
export type Result = NonNullable<Detail['result']>;
