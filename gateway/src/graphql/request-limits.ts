import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { invalidDocument } from './errors.js';

/** Size limit of a document with its comments; the facade's longest has 2 KiB. */
const DOCUMENT_BYTES_MAX = 64 * 1024;
/** More variables than a document of 1,000 tokens reasonably declares. */
const VARIABLES_MAX = 200;
/** Limit for the fields of a request besides its variables: a request has two or three. */
const FIELDS_MAX = 20;

const request = z.looseObject({});

/** Throws `invalid_request` for a request that exceeds these limits, before any work is done on it. */
export function requireWithinLimits(body: unknown): void {
  const { data } = request.safeParse(body);
  if (data === undefined) return;
  const { query, variables, extensions } = data;
  if (typeof query === 'string' && Buffer.byteLength(query) > DOCUMENT_BYTES_MAX)
    throw invalidDocument(`The document has more than ${DOCUMENT_BYTES_MAX} bytes, comments included.`);
  requireFew('', data, FIELDS_MAX);
  requireFew('variables', variables, VARIABLES_MAX);
  requireFew('extensions', extensions, FIELDS_MAX);
}

function requireFew(path: string, value: unknown, fieldsMax: number): void {
  if (typeof value !== 'object' || value === null || Object.keys(value).length <= fieldsMax) return;
  const message = `has more than ${fieldsMax} fields`;
  const subject = path === '' ? 'The body' : `\`${path}\``;
  throw new PlatformError('invalid_request', { message: `${subject} ${message}.`, details: [{ path, message }] });
}
