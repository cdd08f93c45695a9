// Why: docs/decisions/edge/console.md
import type { IncomingHttpHeaders } from 'node:http';
import { isOwnOrigin } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';

/** A header that a page of another origin can't send: its browser would ask first, and CORS never allows these paths. */
const MARK = 'x-console';

/** The parts of a request that say which page made it. */
export interface PageRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Throws `insufficient_permissions` unless a page of the platform's own origin made the request. */
export function requireOwnPage({ method, headers }: PageRequest, ownUrl: string): void {
  if (headers[MARK] !== '1') throw refusal(`It needs the header \`${MARK}: 1\`.`);
  if (!isFromOwnOrigin(method, headers, ownUrl)) throw refusal('This request came from another origin.');
}

/**
 * Browsers say from where a request comes (`Sec-Fetch-Site`), but over plain HTTP to another machine they leave that out: then `Origin`
 * decides, which reads of the own origin don't have. Of another origin they have it, since they carry the header above.
 */
function isFromOwnOrigin(method: string, headers: IncomingHttpHeaders, ownUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin === undefined) return method === 'GET' || method === 'HEAD';
  return isOwnOrigin(headers.origin, ownUrl);
}

function refusal(fault: string): PlatformError {
  return new PlatformError('insufficient_permissions', {
    message: `This address serves only the pages of the console. ${fault}`,
  });
}
