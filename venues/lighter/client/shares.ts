import { integer } from '@platform/kit/config';
import { REQUESTS_PER_MINUTE } from '../codec/index.js';

/** How the processes of one address share the venue's requests per minute; only market data is read today. */
export const SHARES = { context: REQUESTS_PER_MINUTE } as const;

const SHARE_MIN = 1;
const SHARE_MAX = 10_000_000;

/** Returns the setting of a process's share. */
export function shareSetting(share: number) {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(share)
    .describe(`this process's share of the ${REQUESTS_PER_MINUTE} requests that Lighter allows an address per minute`);
}
