import { join } from 'node:path';
import type { ChainName } from './chains/chain.js';

/** What tells everything outside where the running platform is. */
export const descriptorFile = (dataDirectory: string) => join(dataDirectory, 'sandbox.json');

/** The messages that the sandbox's SMTP server received. */
export const mailboxDirectory = (dataDirectory: string) => join(dataDirectory, 'mailbox');

/** The state an embedded chain starts from. */
export const chainSnapshotFile = (dataDirectory: string, chain: ChainName) =>
  join(dataDirectory, 'chains', `${chain}.json`);

/** One file of output for each process. */
export const logFile = (dataDirectory: string, process: string) => join(dataDirectory, 'logs', `${process}.log`);
