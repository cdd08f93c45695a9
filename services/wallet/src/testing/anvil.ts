/** A temporary EVM chain for tests, with a token at the USDC address that implements what the wallet service uses of USDC. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { systemClock } from '@platform/kit/clock';
import { byNetwork, type Network, networkNames, networks } from '@platform/kit/networks';
import { seededRandom } from '@platform/kit/sampling';
import { createLogger } from '@platform/observability/logging';
import {
  behaviourOf,
  createFaults,
  type Faults,
  type NodeBehaviour,
  type SandboxWorld,
  startNode,
} from '@platform/sandbox/node';
import {
  type Address,
  type Client,
  createTestClient,
  erc20Abi,
  type Hash,
  http,
  numberToHex,
  type PublicActions,
  pad,
  parseAbi,
  parseEther,
  publicActions,
  type TestActions,
  type WalletActions,
  walletActions,
} from 'viem';
import { tokenRow, usdcOn } from '../chains/token.js';
import { testContractCode } from './contracts.js';

/** How nodes of a world behave. */
export { behaviourOf } from '@platform/sandbox/node';

/** `finalized` is two blocks behind the newest. */
const ARGUMENTS = ['--port', '0', '--slots-in-an-epoch', '1'];
/** One of anvil's own funded accounts. */
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const dustAbi = parseAbi(['function dust(address to, uint256 count)']);
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

type TestChainClient = Client & TestActions & PublicActions & WalletActions;

/** A running chain. */
export interface TestChain {
  /** A hosted node in front of the chain: well-behaved, or as `SANDBOX_WORLD` says. */
  readonly rpcUrl: string;
  /** The chain itself, which takes what no hosted node does. */
  readonly upstreamUrl: string;
  /** Faults injected into the node's answers. */
  readonly faults: Faults;
  /** Operations of a test chain only: mining, reorganisations, snapshots, paying. */
  readonly client: TestChainClient;
  /** The address that pays: anvil holds its key. */
  readonly payer: Address;
  /** Sets the balance of an address. */
  setUsdc(address: Address, microUsdc: bigint): Promise<void>;
  /** Sends USDC to an address, like a customer's deposit; returns the transaction. */
  pay(to: Address, microUsdc: bigint): Promise<Hash>;
  /** Sends USDC from an address whose key nobody has, such as a venue's bridge; returns the transaction. */
  payFrom(from: Address, to: Address, microUsdc: bigint): Promise<Hash>;
  /** Waits until a transaction is in a block. */
  mined(hash: Hash): Promise<void>;
  /** Sends an address many transfers of one unit each in one transaction. */
  dust(to: Address, count: bigint): Promise<Hash>;
  close(): Promise<void>;
}

/** The options of a test's chain. */
export interface TestChainOptions {
  readonly chainId?: number;
  /** How its node behaves where it isn't kind; absent: as `SANDBOX_WORLD` says. */
  readonly behaviour?: Partial<NodeBehaviour>;
}

const logger = createLogger({ process: 'test', level: 'silent' });

/** Whether the chains of this run have nodes that lag and lie, so that one round may not be enough. */
const isHarsh = process.env['SANDBOX_WORLD'] === 'harsh';
const HARSH_ROUNDS = 5;

/** Repeats a round of work until a node that doesn't lag answers: once, with well-behaved nodes. */
export async function patiently(round: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < (isHarsh ? HARSH_ROUNDS : 1); count += 1) await round();
}

/** Starts a chain with a network's id (or another one) and its USDC. */
export async function startTestChain(
  network: Network,
  { chainId = networks[network].chainId, behaviour: given }: TestChainOptions = {},
): Promise<TestChain> {
  const anvil = spawn(binary(), [...ARGUMENTS, '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const upstreamUrl = `http://${await listening(createInterface(anvil.stdout))}`;
  const client = createClient(upstreamUrl);
  const faults = createFaults();
  const behaviour = given === undefined ? worldly(network) : { ...behaviourOf('kind', network), ...given };
  const parts = { behaviour, random: seededRandom(1), faults, clock: systemClock, logger };
  const node = await startNode({ host: '127.0.0.1', port: 0, chain: network, upstreamUrl, ...parts });
  const { address: usdcAddress } = tokenRow(usdcOn(network));
  await client.setCode({ address: usdcAddress, bytecode: await testContractCode('TestUsdc') });
  const setUsdc = (address: Address, microUsdc: bigint) =>
    client.setStorageAt({ address: usdcAddress, index: pad(address), value: numberToHex(microUsdc, { size: 32 }) });
  return {
    ...{ rpcUrl: node.url, upstreamUrl, faults, client },
    payer: PAYER,
    setUsdc,
    pay: async (to, microUsdc) => {
      await setUsdc(PAYER, microUsdc);
      const call = { abi: erc20Abi, functionName: 'transfer', args: [to, microUsdc] } as const;
      return client.writeContract({ account: PAYER, chain: null, address: usdcAddress, ...call });
    },
    payFrom: async (from, to, microUsdc) => {
      await client.impersonateAccount({ address: from });
      await client.setBalance({ address: from, value: parseEther('1') });
      const held = { abi: erc20Abi, functionName: 'balanceOf', args: [from] } as const;
      if ((await client.readContract({ address: usdcAddress, ...held })) < microUsdc) await setUsdc(from, microUsdc);
      const call = { abi: erc20Abi, functionName: 'transfer', args: [to, microUsdc] } as const;
      return client.writeContract({ account: from, chain: null, address: usdcAddress, ...call });
    },
    mined: async (hash) => {
      // When it checks for a replacement, viem can miss the only block that comes, and then waits for another.
      await client.waitForTransactionReceipt({ hash, pollingInterval: 20, checkReplacement: false });
    },
    dust: async (to, count) => {
      await setUsdc(PAYER, count);
      const call = { abi: dustAbi, functionName: 'dust', args: [to, count] } as const;
      return client.writeContract({ account: PAYER, chain: null, address: usdcAddress, ...call });
    },
    close: async () => {
      await node.close();
      if (anvil.exitCode !== null || anvil.signalCode !== null) return;
      anvil.kill();
      await once(anvil, 'exit');
    },
  };
}

/** Starts a chain for each network, with the nodes of a world; absent: as `SANDBOX_WORLD` says. */
export async function startTestChains(world?: SandboxWorld): Promise<Readonly<Record<Network, TestChain>>> {
  const starting = byNetwork((network) => startTestChain(network, world && { behaviour: behaviourOf(world, network) }));
  const started = await Promise.all(networkNames.map(async (network) => [network, await starting[network]] as const));
  // One entry per network.
  return Object.fromEntries(started) as Record<Network, TestChain>;
}

/** How the nodes of this run behave. */
function worldly(network: Network): NodeBehaviour {
  return behaviourOf(isHarsh ? 'harsh' : 'kind', network);
}

function createClient(rpcUrl: string): TestChainClient {
  return createTestClient({ mode: 'anvil', cacheTime: 0, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions);
}

async function listening(output: AsyncIterable<string>): Promise<string> {
  for await (const line of output) {
    const match = /^Listening on (\S+)/.exec(line);
    if (match?.[1] !== undefined) return match[1];
  }
  throw new Error('anvil did not start');
}

function binary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch]}`;
  return createRequire(import.meta.url).resolve(`${name}/bin/anvil`);
}
