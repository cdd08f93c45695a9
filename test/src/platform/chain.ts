import { type Address, createPublicClient, createWalletClient, erc20Abi, type Hash, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Descriptor } from './descriptor.js';

type Chain = Descriptor['arbitrum'];

/** Sends USDC from a chain's faucet to each address, as depositors would; waits until all of it is in a block. */
export async function payIn(chain: Chain, receivers: readonly Address[], microUsdc: bigint): Promise<void> {
  const account = privateKeyToAccount(chain.faucet_private_key as Address);
  const client = createWalletClient({ account, transport: http(chain.rpc_url) }).extend(publicActions);
  const transfer = {
    chain: null,
    address: chain.usdc_address as Address,
    abi: erc20Abi,
    functionName: 'transfer',
  } as const;
  const first = await client.getTransactionCount({ address: account.address, blockTag: 'pending' });
  const hashes: Hash[] = [];
  for (const [index, receiver] of receivers.entries())
    hashes.push(await client.writeContract({ ...transfer, args: [receiver, microUsdc], nonce: first + index }));
  // While viem looks for a replacement, it can miss the only block that comes, and then waits for another.
  const wait = { pollingInterval: 100, checkReplacement: false };
  for (const hash of hashes) await client.waitForTransactionReceipt({ hash, ...wait });
}

/** Returns the balance of an address on a chain, in micro-USDC. */
export function usdcOf(chain: Chain, owner: Address): Promise<bigint> {
  const client = createPublicClient({ transport: http(chain.rpc_url) });
  const address = chain.usdc_address as Address;
  return client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
}

/** Returns the amounts of all USDC transfers to an address on a chain, in micro-USDC. */
export async function transfersTo(chain: Chain, to: Address): Promise<(bigint | undefined)[]> {
  const client = createPublicClient({ transport: http(chain.rpc_url) });
  const filter = { abi: erc20Abi, eventName: 'Transfer', args: { to }, fromBlock: 0n } as const;
  const logs = await client.getContractEvents({ address: chain.usdc_address as Address, ...filter });
  return logs.map(({ args }) => args.value);
}
