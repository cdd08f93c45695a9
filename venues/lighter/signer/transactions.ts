import { z } from 'zod';

/** What the signer signs: of the transactions that move capital out of an account, the transfer of a fast withdrawal alone has a form here. */

const INT64_MAX = 2n ** 63n - 1n;
const UINT32_MAX = 2 ** 32 - 1;
/** "Client order index 1 to 2^48 − 1"; 0 stands for none. */
const CLIENT_INDEX_MAX = 2n ** 48n - 1n;
/** Numbers that the venue itself gives to orders lie above those of clients. */
const ORDER_INDEX_MAX = 2n ** 60n - 1n;
const BASE_AMOUNT_MAX = 2n ** 48n - 1n;
const USDC_MAX = 2n ** 60n - 1n;
const TIME_MAX_MS = 2n ** 48n - 1n;
const ACCOUNT_INDEX_MAX = 2n ** 48n - 2n;
/** Keys 0 to 3 are those of the venue's own applications. The library takes 256 for 0, and so on: it is never given such a number. */
const KEY_INDEX_MIN = 4;
const KEY_INDEX_MAX = 254;
/** Perpetual markets; 255 stands for none, and the library itself takes almost any number. */
const MARKET_INDEX_MAX = 254;
const MARGIN_FRACTION_MAX = 10_000;
const GROUPED_MAX = 3;
/** The venue pays nothing smaller. */
const FAST_WITHDRAWAL_MIN = 4_000_000n;
/** The venue takes three USDC, from some accounts nothing: a larger fee is somebody's mistake. */
const TRANSFER_FEE_MAX = 10_000_000n;

/** A C `long long`: a bigint here, decimal digits on the way to the signer's process. */
function long(minimum: bigint, maximum: bigint) {
  return z.codec(z.string().regex(/^\d{1,19}$/), z.bigint().min(minimum).max(maximum), {
    decode: (digits) => BigInt(digits),
    encode: (value) => value.toString(),
  });
}

const marketIndex = z.int().min(0).max(MARKET_INDEX_MAX);
const price = z.int().min(1).max(UINT32_MAX);
/** 0: none. */
const triggerPrice = z.int().min(0).max(UINT32_MAX);
const orderIndex = long(1n, ORDER_INDEX_MAX);
const baseAmount = long(0n, BASE_AMOUNT_MAX);

const order = z.strictObject({
  marketIndex,
  /** The client's own number of the order; 0: none. */
  clientOrderIndex: long(0n, CLIENT_INDEX_MAX),
  /** In the market's smallest unit; 0 only where the order follows another one of its group, or closes a position. */
  baseAmount,
  /** In the market's smallest unit. */
  price,
  isAsk: z.boolean(),
  /** 0 limit, 1 market, 2 stop loss, 3 stop loss limit, 4 take profit, 5 take profit limit, 6 TWAP. */
  type: z.int().min(0).max(6),
  /** 0 immediate or cancel, 1 good till time, 2 post only. */
  timeInForce: z.int().min(0).max(2),
  reduceOnly: z.boolean(),
  triggerPrice,
  /** Milliseconds since the Unix epoch; 0: none, for orders that never rest. The library's own default, −1, is not taken. */
  expiryMs: long(0n, TIME_MAX_MS),
});

/** A transaction in the venue's own units and numbers. */
export const transactionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('create_order'), order }),
  z.strictObject({
    kind: z.literal('create_grouped_orders'),
    grouping: z.enum(['one_triggers_other', 'one_cancels_other', 'one_triggers_one_cancels_other']),
    orders: z.array(order).min(2).max(GROUPED_MAX),
  }),
  z.strictObject({ kind: z.literal('cancel_order'), marketIndex, orderIndex }),
  /** At once; `marketIndex` null: in all markets. */
  z.strictObject({ kind: z.literal('cancel_all_orders'), marketIndex: marketIndex.nullable() }),
  z.strictObject({ kind: z.literal('schedule_cancel_all'), atMs: long(1n, TIME_MAX_MS) }),
  z.strictObject({ kind: z.literal('abort_cancel_all') }),
  z.strictObject({ kind: z.literal('modify_order'), marketIndex, orderIndex, baseAmount, price, triggerPrice }),
  z.strictObject({
    kind: z.literal('update_leverage'),
    marketIndex,
    /** Margin in hundredths of a percent of the position: 10,000 divided by the leverage. */
    initialMarginFraction: z.int().min(1).max(MARGIN_FRACTION_MAX),
    marginMode: z.enum(['cross', 'isolated']),
  }),
  z.strictObject({
    kind: z.literal('update_margin'),
    marketIndex,
    /** Micro-USDC. The library takes negative ones too: they are never given to it. */
    usdcAmount: long(1n, USDC_MAX),
    direction: z.enum(['remove', 'add']),
  }),
  /** Makes `publicKey` the one of the key index: signed by the private key that belongs to it, and by the owner's wallet. */
  z.strictObject({ kind: z.literal('change_pub_key'), publicKey: z.string().regex(/^0x[0-9a-f]{80}$/) }),
  /**
   * USDC of the account's perpetual side to the account from which the venue pays fast withdrawals. The venue takes it with a signature of the
   * owner's wallet alone, whose text names the address.
   */
  z.strictObject({
    kind: z.literal('fast_withdrawal'),
    toAccountIndex: long(0n, ACCOUNT_INDEX_MAX),
    /** Micro-USDC that are paid out. */
    usdcAmount: long(FAST_WITHDRAWAL_MIN, USDC_MAX),
    /** Micro-USDC that the venue takes beside them. */
    usdcFee: long(0n, TRANSFER_FEE_MAX),
    /** Who is paid, on Arbitrum. */
    toAddress: z.string().regex(/^0x(?!0{40}$)[0-9a-f]{40}$/),
  }),
]);

/** Whose transaction it is, and its place in the order of the key's transactions. */
export const signatoryFields = {
  /** 304 is the venue, 300 its test network. */
  chainId: z
    .int()
    .min(1)
    .max(2 ** 31 - 1),
  accountIndex: long(1n, ACCOUNT_INDEX_MAX),
  apiKeyIndex: z.int().min(KEY_INDEX_MIN).max(KEY_INDEX_MAX),
  nonce: long(0n, INT64_MAX),
};

const signatorySchema = z.strictObject(signatoryFields);

/** What a token for reading says: whose it is, and its end. */
export const tokenFields = {
  accountIndex: signatoryFields.accountIndex,
  apiKeyIndex: signatoryFields.apiKeyIndex,
  /** Seconds since the Unix epoch; the library's own seven hours, which 0 stands for, are not taken. */
  expiresS: long(1n, TIME_MAX_MS),
};

const tokenSchema = z.strictObject(tokenFields);

/** A token to be signed: who has it reads what is the account's alone, until its end, and can do nothing else. */
export type LighterToken = z.output<typeof tokenSchema>;

/** A transaction to be signed, in the venue's own units and numbers. */
export type LighterTransaction = z.output<typeof transactionSchema>;

/** An order to be signed, in the venue's own units and numbers. */
export type LighterOrder = z.output<typeof order>;

/** Whose transaction it is, and its place in the order of the key's transactions. */
export type LighterSignatory = z.output<typeof signatorySchema>;
