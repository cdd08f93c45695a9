import { z } from 'zod';
import { secretBytes } from './environment.js';
import type { Secret } from './secret.js';

const KEY_BYTES = 32;
const KMS_PREFIX = 'aws-kms:';
/** A key by its id, not by an alias, which may come to mean another key. */
const KMS_KEY = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/;

/** A master key as settings name it: its own bytes, or a key that never leaves AWS KMS. */
export type MasterKeySetting =
  | { readonly kind: 'bytes'; readonly key: Secret<Buffer> }
  | { readonly kind: 'aws_kms'; readonly keyArn: string };

const inKms = z
  .string()
  .startsWith(KMS_PREFIX)
  .transform((text) => text.slice(KMS_PREFIX.length))
  .refine((keyArn) => KMS_KEY.test(keyArn), 'must name a key of AWS KMS by its ARN, …:key/<id>')
  .transform((keyArn): MasterKeySetting => ({ kind: 'aws_kms', keyArn }));
const ownBytes = secretBytes(KEY_BYTES).transform((key): MasterKeySetting => ({ kind: 'bytes', key }));

/** A master key: 32 bytes in base64, or `aws-kms:` and the ARN of a key. */
export const masterKeySetting = z.string().transform((text, context) => {
  const read = (text.startsWith(KMS_PREFIX) ? inKms : ownBytes).safeParse(text);
  if (read.success) return read.data;
  context.addIssue(read.error.issues[0]?.message ?? 'is invalid');
  return z.NEVER;
});

/** Master keys, separated by commas; none where it is unset. */
export const masterKeySettings = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((each) => each.trim() !== ''))
  .pipe(z.array(masterKeySetting));
