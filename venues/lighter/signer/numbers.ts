/** The venue's own numbers for what transactions name by words. */

export const GROUPINGS = { one_triggers_other: 1, one_cancels_other: 2, one_triggers_one_cancels_other: 3 } as const;
export const MARGIN_MODES = { cross: 0, isolated: 1 } as const;
export const DIRECTIONS = { remove: 0, add: 1 } as const;
export const CANCEL_ALL = { now: 0, scheduled: 1, abort: 2 } as const;
/** In place of a market's number. */
export const ALL_MARKETS = 255;
/** The attribute that names the market of a cancel of all orders. */
export const CANCEL_ALL_MARKET = '5';
const MEMO_BYTES = 32;

/** The asset of collateral. */
export const USDC = 3;
/** The side of an account on which perpetuals are traded. */
export const PERPS = 0;

/** Returns the memo of a fast withdrawal, 32 bytes in hexadecimal: who is paid, and zeros. */
export function memoOf(toAddress: string): string {
  return toAddress.slice('0x'.length).padEnd(2 * MEMO_BYTES, '0');
}
/** Types of transactions. */
export const TYPES = {
  change_pub_key: 8,
  fast_withdrawal: 12,
  create_order: 14,
  cancel_order: 15,
  cancel_all_orders: 16,
  schedule_cancel_all: 16,
  abort_cancel_all: 16,
  modify_order: 17,
  update_leverage: 20,
  create_grouped_orders: 28,
  update_margin: 29,
} as const;
