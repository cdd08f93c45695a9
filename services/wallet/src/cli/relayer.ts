import { type Network, networkNames } from '@platform/kit/networks';
import type { Address } from 'viem';
import type { RelayerKeys } from '../relayer/keys.js';

/** The relayer's keys of each network. */
type KeysByNetwork = Readonly<Record<Network, RelayerKeys>>;

/** Returns the relayer's keys, one per line and network. */
export async function listRelayers(keys: KeysByNetwork): Promise<string[]> {
  const lines = networkNames.map(async (network) =>
    (await keys[network].list()).map(({ relayer, nextNonce, open, retiredAt }) => {
      const since = retiredAt === undefined ? 'in use' : `retired since ${retiredAt.toISOString()}`;
      return `${relayer} on ${network}: ${since}, next nonce ${nextNonce}, ${open} transactions under way`;
    }),
  );
  return (await Promise.all(lines)).flat();
}

/** Retires a key on every network on which it ever sent anything. Throws for an address that never did. */
export async function retireRelayer(keys: KeysByNetwork, address: Address): Promise<void> {
  const known = await Promise.all(Object.values(keys).map(async (each) => ((await each.has(address)) ? [each] : [])));
  if (known.flat().length === 0) throw new Error(`${address} never sent anything`);
  for (const each of known.flat()) await each.retire(address);
}
