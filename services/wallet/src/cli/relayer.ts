import type { RelayerKeys } from '../relayer/keys.js';

/** Returns the relayer's keys, one per line. */
export async function listRelayers(keys: RelayerKeys): Promise<string[]> {
  return (await keys.list()).map(({ relayer, nextNonce, open, retiredAt }) => {
    const since = retiredAt === undefined ? 'in use' : `retired since ${retiredAt.toISOString()}`;
    return `${relayer}: ${since}, next nonce ${nextNonce}, ${open} transactions under way`;
  });
}
