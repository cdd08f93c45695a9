import { join } from 'node:path';
import type { ChainName } from './chains/chain.js';

/** The messages that the sandbox's SMTP server received. */
export const mailboxDirectory = (dataDirectory: string) => join(dataDirectory, 'mailbox');

/** The state an embedded chain starts from. */
export const chainSnapshotFile = (dataDirectory: string, chain: ChainName) =>
  join(dataDirectory, 'chains', `${chain}.json`);
