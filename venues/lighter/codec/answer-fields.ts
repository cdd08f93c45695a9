import { z } from 'zod';

/** Fields that several kinds of answers and messages have. */

/** The code of an answer that refuses nothing. */
export const ok = z.literal(200);
export const whole = z.int().nonnegative();
/** The venue leaves `0x` out, and may not always. */
export const hash = z.string().regex(/^(0x)?[0-9a-fA-F]{80}$/, 'must be the hash of a transaction');

/** `account_type` of an owner's own account, beside sub-accounts. */
export const MASTER_ACCOUNT = 0;

/** A list that the venue writes as null where it is empty. */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/** The name of a channel, of which the number is read: that of a market in `order_book:0`, of an account in `account_all:3`. */
export function channelOf(kind: string) {
  return z
    .string()
    .regex(new RegExp(`^${kind}:\\d+$`), `must be a channel of ${kind}`)
    .transform((name) => name.slice(kind.length + 1));
}
