/** A throw-away EVM chain for tests, with a token at the USDC address that does what the wallet uses of USDC. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
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
  publicActions,
  type TestActions,
  type WalletActions,
  walletActions,
} from 'viem';
import type { Network } from '../chains/chain.js';
import { networks } from '../chains/networks.js';
import { compileTestUsdc } from './test-usdc.js';

/** `finalized` is two blocks behind the newest. */
const ARGUMENTS = ['--port', '0', '--slots-in-an-epoch', '1'];
/** One of anvil's own rich accounts. */
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

type TestChainClient = Client & TestActions & PublicActions & WalletActions;

/** A running chain. */
export interface TestChain {
  readonly rpcUrl: string;
  /** What only a test chain can do: mining, reorganisations, snapshots, paying. */
  readonly client: TestChainClient;
  /** Who pays: anvil holds its key. */
  readonly payer: Address;
  /** Sets what an address holds. */
  setUsdc(address: Address, microUsdc: bigint): Promise<void>;
  /** Sends an address USDC, as somebody paying in would; gives the transaction. */
  pay(to: Address, microUsdc: bigint): Promise<Hash>;
  close(): Promise<void>;
}

/** Starts a chain with a network's id (or another one) and its USDC. */
export async function startTestChain(network: Network, chainId = networks[network].chainId): Promise<TestChain> {
  const anvil = spawn(binary(), [...ARGUMENTS, '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const rpcUrl = `http://${await listening(createInterface(anvil.stdout))}`;
  const client = createClient(rpcUrl);
  const { usdcAddress } = networks[network];
  await client.setCode({ address: usdcAddress, bytecode: compileTestUsdc() });
  return {
    rpcUrl,
    client,
    payer: PAYER,
    setUsdc: (address, microUsdc) =>
      client.setStorageAt({ address: usdcAddress, index: pad(address), value: numberToHex(microUsdc, { size: 32 }) }),
    pay: async (to, microUsdc) => {
      await client.setStorageAt({
        address: usdcAddress,
        index: pad(PAYER),
        value: numberToHex(microUsdc, { size: 32 }),
      });
      const call = { abi: erc20Abi, functionName: 'transfer', args: [to, microUsdc] } as const;
      return client.writeContract({ account: PAYER, chain: null, address: usdcAddress, ...call });
    },
    close: async () => {
      if (anvil.exitCode !== null || anvil.signalCode !== null) return;
      anvil.kill();
      await once(anvil, 'exit');
    },
  };
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
