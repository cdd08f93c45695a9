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

const RPC_TIMEOUT_MS = 10_000;
const MINIMUM_ETHER = parseEther('1');
const NOBODY: Address = '0x0000000000000000000000000000000000000000';
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
]);

/** A token on an embedded chain, and the account that pays it for a bridge. */
export interface BridgeChainOptions {
  readonly rpcUrl: string;
  readonly token: Address;
  /** The account's address; it needs no key. */
  readonly account: Address;
  /**
   * Mints what the account owes, where the account pays by transfers: winnings in the simulated markets were paid in by nobody. Absent: the
   * account may mint the token, and pays by minting.
   */
  readonly minterPrivateKey?: Hex | undefined;
}

/** Tokens that arrived at an address. */
export interface Arrival {
  readonly from: string;
  /** In lower case. */
  readonly to: string;
  readonly amountMicroUsdc: bigint;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

/** A bridge's view of a chain, and its transactions as the owner of its own address. */
export class BridgeChain {
  readonly #options: BridgeChainOptions;
  readonly #client: ReturnType<typeof createClient>;

  constructor(options: BridgeChainOptions) {
    this.#options = options;
    this.#client = createClient(options);
  }

  /** Returns the newest final block. */
  async finalBlock(): Promise<bigint> {
    return (await this.#client.getBlock({ blockTag: 'finalized' })).number ?? 0n;
  }

  /** Returns transfers of the token in the blocks, both included, to an address or to any; minted tokens belong to nobody. */
  async arrivals(fromBlock: bigint, toBlock: bigint, to?: Address): Promise<Arrival[]> {
    const logs = await this.#client.getContractEvents({
      address: this.#options.token,
      abi,
      eventName: 'Transfer',
      args: { to },
      fromBlock,
      toBlock,
      strict: true,
    });
    return logs
      .filter(({ args }) => args.from !== NOBODY)
      .map(({ args, transactionHash, logIndex }) => ({
        from: args.from.toLowerCase(),
        to: args.to.toLowerCase(),
        amountMicroUsdc: args.value,
        transactionHash,
        logIndex,
      }));
  }

  /** Returns how many transactions the account has sent: including pending ones, or only those in final blocks. */
  sentCount(blockTag: 'pending' | 'finalized'): Promise<number> {
    return this.#client.getTransactionCount({ address: this.#options.account, blockTag });
  }

  /** Pays from the account as its transaction of the number, so that repeated sending pays once. */
  async pay(to: Address, amountMicroUsdc: bigint, nonce: number): Promise<Hex> {
    const { account, token, minterPrivateKey } = this.#options;
    await this.#client.impersonateAccount({ address: account });
    const functionName = minterPrivateKey === undefined ? 'mint' : 'transfer';
    const data = encodeFunctionData({ abi, functionName, args: [to, amountMicroUsdc] });
    return this.#client.sendTransaction({ account, chain: null, to: token, data, nonce });
  }

  /** Provides the account with gas, and with as much of the token as it owes. */
  async provide(amountMicroUsdc: bigint): Promise<void> {
    const { account, token, minterPrivateKey } = this.#options;
    const ether = await this.#client.getBalance({ address: account });
    if (ether < MINIMUM_ETHER) await this.#client.setBalance({ address: account, value: MINIMUM_ETHER * 2n });
    if (minterPrivateKey === undefined) return;
    const args = [account] as const;
    const held = await this.#client.readContract({ address: token, abi, functionName: 'balanceOf', args });
    if (held >= amountMicroUsdc) return;
    const hash = await this.#client.writeContract({
      account: privateKeyToAccount(minterPrivateKey),
      chain: null,
      address: token,
      abi,
      functionName: 'mint',
      args: [account, amountMicroUsdc - held],
    });
    // While searching for a replacement, viem can miss the only block that comes, and then waits for another.
    await this.#client.waitForTransactionReceipt({ hash, timeout: RPC_TIMEOUT_MS, checkReplacement: false });
  }
}

function createClient({ rpcUrl }: BridgeChainOptions) {
  return createTestClient({
    mode: 'anvil',
    transport: http(rpcUrl, { retryCount: 0, timeout: RPC_TIMEOUT_MS }),
    pollingInterval: 100,
  })
    .extend(publicActions)
    .extend(walletActions);
}
