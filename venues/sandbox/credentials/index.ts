import { credentials as polymarketCredentials } from '../../polymarket/sandbox/credentials/index.js';

/**
 * What the sandbox's venues give the platform to be known by, by its variables. It loads no venue's server, since the calling process has to
 * stay small.
 */
export const sandboxCredentials: Readonly<Record<string, string>> = { ...polymarketCredentials };
