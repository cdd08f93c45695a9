import { type Address, createWalletClient, type Hash, type Hex, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { usdcAbi } from './usdc.js';

const ATTEMPTS = 5;
const RECEIPT_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 100;

/**
 * Sends USDC from the faucet of an embedded chain, as a depositor would, and waits until it is in a block. Rejects when the transfer fails.
 */
export async function depositUsdc(options: {
  rpcUrl: string;
  usdcAddress: Address;
  faucetKey: Hex;
  to: Address;
  amountMicroUsdc: bigint;
}): Promise<{ hash: Hash; blockNumber: bigint }> {
  const { rpcUrl, usdcAddress, to, amountMicroUsdc } = options;
  const account = privateKeyToAccount(options.faucetKey);
  const client = createWalletClient({ account, transport: http(rpcUrl), pollingInterval: POLL_INTERVAL_MS }).extend(
    publicActions,
  );
  const send = () =>
    client.writeContract({
      chain: null,
      address: usdcAddress,
      abi: usdcAbi,
      functionName: 'transfer',
      args: [to, amountMicroUsdc],
    });
  const hash = await retryTakenNonce(send);
  // While viem looks for a replacement, it can miss the only block that comes, and then waits for another.
  const wait = { timeout: RECEIPT_TIMEOUT_MS, checkReplacement: false };
  const { status, blockNumber } = await client.waitForTransactionReceipt({ hash, ...wait });
  if (status !== 'success') throw new Error(`the transfer ${hash} was reverted`);
  return { hash, blockNumber };
}

/** Retries a deposit: two at once may pick the same nonce; the pool then refuses one of them, which is safe to send again. */
async function retryTakenNonce(send: () => Promise<Hash>): Promise<Hash> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const isNonceTaken = error instanceof Error && /nonce too low|underpriced|already known/i.test(error.message);
      if (!isNonceTaken || attempt === ATTEMPTS) throw error;
    }
  }
}
