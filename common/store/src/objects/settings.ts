import { fileURLToPath } from 'node:url';
import { awsSettings, flag, httpUrl, integer } from '@platform/kit/config';
import { z } from 'zod';
import { readS3Address } from './s3/s3-address.js';

/** The limit of the cache where none is set. */
export const CACHE_MIB = 4_096;
/** Holds any object. */
const CACHE_MIB_MIN = 64;

/** How a store that speaks S3 is reached: the variables of AWS's own clients. */
export const s3Settings = {
  ...awsSettings,
  AWS_REGION: z.string().optional().describe('region of the bucket; not needed beside an endpoint'),
  AWS_ENDPOINT_URL_S3: httpUrl
    .optional()
    .describe('address of a store that speaks S3, which is asked by paths; unset: that of the region at AWS'),
  AWS_ENDPOINT_URL: httpUrl
    .optional()
    .describe('the same for every service of AWS that is asked and has no address of its own, AWS KMS too'),
  ALLOW_OBJECT_STORE_WITHOUT_TLS: flag
    .default(false)
    .describe('whether such an address may be another machine without TLS; else the process refuses to start'),
};

/** The part of the environment that says how a store that speaks S3 is reached. */
export type S3Access = Partial<z.output<z.ZodObject<typeof s3Settings>>>;

/** The part of the environment that says where objects are kept. */
export interface ObjectStoreEnvironment extends S3Access {
  readonly OBJECT_STORE_URL: string;
  readonly OBJECT_CACHE_DIR?: string | undefined;
  readonly OBJECT_CACHE_MIB?: number | undefined;
}

/** The address of a store. */
export const objectStoreUrl = z
  .string()
  .refine(isObjectStoreUrl, 'must be file:///path, or s3://bucket/prefix with names of letters, digits and _.=-');

/** The settings of a process that keeps objects. */
export const objectStoreSettings = {
  OBJECT_STORE_URL: objectStoreUrl.describe('where objects are kept: `file:///path`, or `s3://bucket/prefix`'),
  ...s3Settings,
};

function isObjectStoreUrl(url: string): boolean {
  if (readS3Address(url) !== undefined) return true;
  try {
    return url.startsWith('file://') && fileURLToPath(url) !== '';
  } catch {
    return false;
  }
}

/** The settings of a process that reads objects as files: where those of a store on another machine are kept. */
export const objectCacheSettings = {
  OBJECT_CACHE_DIR: z
    .string()
    .optional()
    .describe(
      'objects of an `s3://` store as files of this machine, a folder that no other user may write to; unset: one among the temporary files',
    ),
  OBJECT_CACHE_MIB: integer(CACHE_MIB_MIN, 16_777_216)
    .default(CACHE_MIB)
    .describe(
      'what they are never larger than together; the least recently used go, none within two minutes of its use',
    ),
};
