import {
  type Address,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The bridge contract's address on Arbitrum. */
export const BRIDGE_ADDRESS: Address = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7';

const RPC_TIMEOUT_MS = 10_000;
const MINIMUM_ETHER = parseEther('1');
const NOBODY: Address = '0x0000000000000000000000000000000000000000';
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
]);

/** The embedded chain that holds the bridge's money. */
export interface ArbitrumOptions {
  readonly rpcUrl: string;
  readonly usdcAddress: Address;
  /** May mint USDC: winnings in the simulated markets were paid in by nobody. */
  readonly faucetPrivateKey: Hex;
}

/** USDC that arrived at the bridge. */
export interface Arrival {
  readonly from: string;
  readonly amountMicroUsdc: bigint;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

/** The bridge's view of the chain, and its transactions as the owner of its own address. */
export class BridgeChain {
  readonly #options: ArbitrumOptions;
  readonly #client: ReturnType<typeof createClient>;

  constructor(options: ArbitrumOptions) {
    this.#options = options;
    this.#client = createClient(options);
  }

  /** Returns the newest final block. */
  async finalBlock(): Promise<bigint> {
    return (await this.#client.getBlock({ blockTag: 'finalized' })).number ?? 0n;
  }

  /** Returns USDC transfers to the bridge in the blocks, both included; minted USDC belongs to nobody. */
  async arrivals(fromBlock: bigint, toBlock: bigint): Promise<Arrival[]> {
    const logs = await this.#client.getContractEvents({
      address: this.#options.usdcAddress,
      abi,
      eventName: 'Transfer',
      args: { to: BRIDGE_ADDRESS },
      fromBlock,
      toBlock,
      strict: true,
    });
    return logs
      .filter(({ args }) => args.from !== NOBODY)
      .map(({ args, transactionHash, logIndex }) => ({
        from: args.from.toLowerCase(),
        amountMicroUsdc: args.value,
        transactionHash,
        logIndex,
      }));
  }

  /** Returns how many transactions the bridge has sent: including pending ones, or only those in final blocks. */
  sentCount(blockTag: 'pending' | 'finalized'): Promise<number> {
    return this.#client.getTransactionCount({ address: BRIDGE_ADDRESS, blockTag });
  }

  /** Sends USDC from the bridge as its transaction of the number, so that repeated sending pays once. */
  async pay(to: Address, amountMicroUsdc: bigint, nonce: number): Promise<Hex> {
    await this.#client.impersonateAccount({ address: BRIDGE_ADDRESS });
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, amountMicroUsdc] });
    return this.#client.sendTransaction({
      account: BRIDGE_ADDRESS,
      chain: null,
      to: this.#options.usdcAddress,
      data,
      nonce,
    });
  }

  /** Provides the bridge with gas, and with as much USDC as it owes. */
  async provide(amountMicroUsdc: bigint): Promise<void> {
    const { usdcAddress, faucetPrivateKey } = this.#options;
    const [ether, held] = await Promise.all([
      this.#client.getBalance({ address: BRIDGE_ADDRESS }),
      this.#client.readContract({ address: usdcAddress, abi, functionName: 'balanceOf', args: [BRIDGE_ADDRESS] }),
    ]);
    if (ether < MINIMUM_ETHER) await this.#client.setBalance({ address: BRIDGE_ADDRESS, value: MINIMUM_ETHER * 2n });
    if (held >= amountMicroUsdc) return;
    const hash = await this.#client.writeContract({
      account: privateKeyToAccount(faucetPrivateKey),
      chain: null,
      address: usdcAddress,
      abi,
      functionName: 'mint',
      args: [BRIDGE_ADDRESS, amountMicroUsdc - held],
    });
    // While searching for a replacement, viem can miss the only block that comes, and then waits for another.
    await this.#client.waitForTransactionReceipt({ hash, timeout: RPC_TIMEOUT_MS, checkReplacement: false });
  }
}

function createClient({ rpcUrl }: ArbitrumOptions) {
  return createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { retryCount: 0, timeout: RPC_TIMEOUT_MS }),
    pollingInterval: 100,
  })
    .extend(publicActions)
    .extend(walletActions);
}
