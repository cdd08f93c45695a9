import { z } from 'zod';
import { signatoryFields, tokenFields, transactionSchema } from './transactions.js';

/** The messages between the platform and the signer's process, one JSON object per line. A question is asked when the last one is answered. */

/** Three orders take less than 2 KiB. */
export const LINE_BYTES_MAX = 16 * 1024;
const REASON_CHARACTERS_MAX = 300;
/** What could be part of a key. */
const DIGITS = /[0-9a-f]{16,}/gi;

const id = z.int().nonnegative();
/** 40 bytes; the library takes zeros too, which are nobody's key. */
const privateKey = z.string().regex(/^0x(?!0{80}$)[0-9a-f]{80}$/);

/** A question to the signer's process. */
export const questionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sign'), id, privateKey, ...signatoryFields, transaction: transactionSchema }),
  z.strictObject({ kind: z.literal('generate'), id }),
  z.strictObject({ kind: z.literal('token'), id, privateKey, ...tokenFields }),
]);

/** A question to the signer's process. */
export type Question = z.output<typeof questionSchema>;

/** Its end, account and key, and a signature. */
const TOKEN = /^\d{1,19}:\d{1,19}:\d{1,3}:[0-9a-f]{160}$/;

/** It is shown in errors. */
const reason = z
  .string()
  .max(REASON_CHARACTERS_MAX)
  .refine((text) => text.search(DIGITS) < 0);

const signed = z.strictObject({
  kind: z.literal('signed'),
  id,
  type: z.int(),
  info: z.string(),
  hash: z.string().regex(/^[0-9a-f]{80}$/),
  /** What the owner's wallet must sign too; null where nothing. */
  messageToSign: z.string().nullable(),
});

/** What the signer's process says. */
export const answerSchema = z.discriminatedUnion('kind', [
  // It has loaded the library.
  z.strictObject({ kind: z.literal('ready') }),
  signed,
  z.strictObject({ kind: z.literal('generated'), id, privateKey, publicKey: z.string().regex(/^0x[0-9a-f]{80}$/) }),
  z.strictObject({ kind: z.literal('token'), id, token: z.string().regex(TOKEN) }),
  z.strictObject({ kind: z.literal('refused'), id, reason }),
]);

/** What the signer's process says. */
export type Answer = z.output<typeof answerSchema>;

/** A transaction as the library signed it. */
export type SignedAnswer = z.output<typeof signed>;

/** What is shown of the library's reason for a refusal: its beginning, without digits that could be a key's. */
export function shownReason(words: string): string {
  return words.replaceAll(DIGITS, '…').slice(0, REASON_CHARACTERS_MAX);
}
