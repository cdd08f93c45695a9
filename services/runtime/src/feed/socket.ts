import { join } from 'node:path';
import { requestOverSocket } from './socket-request.js';

const CHECK_LIMITS = { timeoutMs: 2_000, answerBytesMax: 64 * 1024 };

/** Where a venue's feed is asked, below the platform's own folder. */
export function feedSocketOf(dataDirectory: string, venue: string): string {
  return join(dataDirectory, 'feeds', `${venue}.sock`);
}

/** Rejects where the feed on a socket does not answer. */
export async function checkFeed(socketPath: string): Promise<void> {
  const { status } = await requestOverSocket({
    socketPath,
    method: 'POST',
    path: '/status',
    body: {},
    ...CHECK_LIMITS,
  });
  if (status !== 200) throw new Error(`the feed answers ${status}`);
}
