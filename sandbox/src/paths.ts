import { join } from 'node:path';
import type { Network } from '@platform/kit/networks';

/** The messages that the sandbox's SMTP server received. */
export const mailboxDirectory = (dataDirectory: string) => join(dataDirectory, 'mailbox');

/** The state an embedded chain starts from. */
export const chainSnapshotFile = (dataDirectory: string, chain: Network) =>
  join(dataDirectory, 'chains', `${chain}.json`);
