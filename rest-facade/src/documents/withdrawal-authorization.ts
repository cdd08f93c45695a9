import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENTS } from './markdown.js';

/** The name of the document: how a login wallet signs a withdrawal. */
export const WITHDRAWAL_AUTHORIZATION = 'withdrawal-authorization';

/** Returns the document as JSON text. */
export function withdrawalAuthorization(directory = DOCUMENTS): string {
  return readFileSync(join(directory, `${WITHDRAWAL_AUTHORIZATION}.json`), 'utf8');
}
