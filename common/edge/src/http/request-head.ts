import type { IncomingMessage } from 'node:http';

/** Why a request's head is refused, as the details of an error name it. */
export interface HeadFault {
  readonly path: 'host' | 'expect';
  readonly message: string;
}

/**
 * Returns why a server that forwards every request must refuse one itself: `Host` must be there exactly once (RFC 9112, section 3.2), since
 * another server on the way may use the other one; and `Expect` may only be `100-continue`.
 */
export function headFaultOf({ rawHeaders, headers, httpVersion }: IncomingMessage): HeadFault | undefined {
  let hosts = 0;
  // Names and values in turn.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return { path: 'host', message: 'must be there once' };
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return { path: 'expect', message: 'must be 100-continue, or not be there' };
  return undefined;
}
