import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { seededRandom } from '@platform/kit/sampling';
import { createLogger } from '@platform/observability/logging';
import { createFaults } from '@platform/venues/simulation';
import {
  type Address,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { anvilBinary } from '../anvil.js';
import { CHAINS } from '../chain.js';
import { usdcAbi, usdcCreationCode } from '../usdc.js';
import { behaviourOf, type NodeBehaviour } from './behaviour.js';
import { type RunningNode, startNode } from './server.js';

const { usdcAddress } = CHAINS.arbitrum;
const owner = privateKeyToAccount(generatePrivateKey());
const logger = createLogger({ process: 'test', level: 'silent' });
const faults = createFaults();
const harsh = behaviourOf('harsh', 'arbitrum');
/** Harsh in its numbers, and else kind: so that a test brings about what it shows by faults alone. */
const numbered: NodeBehaviour = { ...behaviourOf('kind', 'arbitrum'), blocksShown: harsh.blocksShown };
const nodes: RunningNode[] = [];
let anvil: ChildProcess;
let rpcUrl: string;

const direct = () =>
  createTestClient({ mode: 'anvil', account: owner, transport: http(rpcUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);

async function serve(behaviour: NodeBehaviour): Promise<RunningNode> {
  const place = { host: '127.0.0.1', port: 0, chain: 'arbitrum', upstreamUrl: rpcUrl } as const;
  const node = await startNode({ ...place, behaviour, random: seededRandom(1), faults, clock: systemClock, logger });
  nodes.push(node);
  return node;
}

function clientOf({ url }: RunningNode) {
  const transport = http(url, { retryCount: 0, batch: true });
  return createWalletClient({ account: owner, transport, cacheTime: 0 }).extend(publicActions);
}

const mint = (to: Address, value: bigint) =>
  direct().writeContract({ chain: null, address: usdcAddress, abi: usdcAbi, functionName: 'mint', args: [to, value] });

beforeAll(async () => {
  const port = await freePort();
  rpcUrl = `http://127.0.0.1:${port}`;
  anvil = spawn(anvilBinary(), ['--port', String(port), '--slots-in-an-epoch', '1', '--quiet'], { stdio: 'ignore' });
  const chain = direct();
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await chain.getBlockNumber().then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  await chain.setBalance({ address: owner.address, value: parseEther('10') });
  const { data: bytecode } = await chain.call({ data: usdcCreationCode(owner.address) });
  if (bytecode === undefined) throw new Error('no code');
  await chain.setCode({ address: usdcAddress, bytecode });
  await mint(owner.address, 1_000_000n);
  await chain.mine({ blocks: 4 });
});

afterEach(() => faults.clear());

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  anvil.kill();
  await once(anvil, 'exit');
});

describe('a node of the kind world', () => {
  test('tells what the chain tells, and nothing of what only the chain of a test can do', async () => {
    const client = clientOf(await serve(behaviourOf('kind', 'arbitrum')));
    const chain = direct();
    expect(await client.getBlockNumber()).toBe(await chain.getBlockNumber());
    expect((await client.getBlock({ blockTag: 'finalized' })).hash).toBe(
      (await chain.getBlock({ blockTag: 'finalized' })).hash,
    );
    const mining = client.request<{ Method: 'evm_mine'; Parameters: []; ReturnType: unknown }>({
      method: 'evm_mine',
      params: [],
    });
    await expect(mining).rejects.toThrow(/does not exist/);
  });

  test('reads the logs of 2,000 blocks at most', async () => {
    const client = clientOf(await serve(behaviourOf('kind', 'arbitrum')));
    const logs = (toBlock: bigint) => client.getLogs({ address: usdcAddress, fromBlock: 0n, toBlock });
    expect(await logs(1_999n)).toHaveLength(1);
    await expect(logs(2_000n)).rejects.toThrow(/block range is too large/);
  });
});

describe('a node of the harsh world', () => {
  test('has its newest final block 3,000 blocks and more behind the newest, on Polygon fewer', async () => {
    const client = clientOf(await serve(numbered));
    const [latest, final] = [await client.getBlockNumber(), await client.getBlock({ blockTag: 'finalized' })];
    expect(latest - final.number).toBeGreaterThanOrEqual(3_000n);
    expect(behaviourOf('harsh', 'polygon').blocksShown).toBeLessThan(harsh.blocksShown);
  });

  test('has blocks that follow one another, and finds each by its hash, with what lies in it', async () => {
    const client = clientOf(await serve(numbered));
    const hash = await mint(owner.address, 1n);
    const { blockNumber, blockHash, logs } = await client.getTransactionReceipt({ hash });
    expect(blockNumber % harsh.blocksShown).toBe(0n);
    expect(logs[0]?.blockNumber).toBe(blockNumber);
    await direct().mine({ blocks: 1 });
    const around = [-2n, -1n, 0n, 1n, 2n].map((step) => client.getBlock({ blockNumber: blockNumber + step }));
    for (const [index, block] of (await Promise.all(around)).entries()) {
      const parent = (await around[index - 1])?.hash;
      if (parent !== undefined) expect(block.parentHash).toBe(parent);
      expect((await client.getBlock({ blockHash: block.hash })).number).toBe(block.number);
      const found = await client.getLogs({ address: usdcAddress, blockHash: block.hash });
      expect(found.map(({ transactionHash }) => transactionHash)).toEqual(block.number === blockNumber ? [hash] : []);
    }
    expect((await client.getBlock({ blockNumber })).hash).toBe(blockHash);
    const ranged = await client.getLogs({
      address: usdcAddress,
      fromBlock: blockNumber - 9n,
      toBlock: blockNumber + 9n,
    });
    expect(ranged).toMatchObject([{ blockNumber, transactionHash: hash }]);
  });

  test('answers at times as one that lags, which says nothing of what it has not seen', async () => {
    const client = clientOf(await serve(numbered));
    const hash = await mint(owner.address, 1n);
    const { blockNumber, blockHash } = await client.getTransactionReceipt({ hash });
    const lagging = async <Result>(question: () => Promise<Result>) => {
      faults.inject({ venue: 'arbitrum', kind: 'stale', count: 1, when: 'before_accept', scope: 'all' });
      return question();
    };
    const range = { address: usdcAddress, fromBlock: blockNumber, toBlock: blockNumber };
    expect(await lagging(() => client.getLogs(range))).toEqual([]);
    expect(await client.getLogs(range)).toHaveLength(1);
    await expect(lagging(() => client.getLogs({ address: usdcAddress, blockHash }))).rejects.toThrow(/unknown block/);
    await expect(lagging(() => client.getTransactionReceipt({ hash }))).rejects.toThrow(/could not be found/);
    await expect(lagging(() => client.getBlock({ blockNumber }))).rejects.toThrow(/could not be found/);
    const balance = () => client.getBalance({ address: owner.address, blockNumber });
    await expect(lagging(balance)).rejects.toThrow(/header not found/);
    expect(await lagging(() => client.getBlockNumber())).toBeLessThan(blockNumber);
  });

  test('lags by itself at times', async () => {
    const client = clientOf(await serve(harsh));
    const heads = new Set<bigint>();
    for (let count = 0; count < 40; count += 1) heads.add(await client.getBlockNumber());
    expect(heads.size).toBe(2);
  });
});

describe('a transaction', () => {
  const prepared = async (gas = 100_000n) => {
    const client = direct();
    const nonce = await client.getTransactionCount({ address: owner.address });
    const fees = { maxFeePerGas: parseEther('0.00000001'), maxPriorityFeePerGas: 1n };
    return owner.signTransaction({ chainId: 31_337, type: 'eip1559', to: owner.address, gas, nonce, ...fees });
  };
  const send = async (node: RunningNode, serializedTransaction: Hex) =>
    clientOf(node).sendRawTransaction({ serializedTransaction });

  test('that the node has is refused in the words that nodes have for it', async () => {
    const node = await serve(numbered);
    const raw = await prepared();
    await direct().setAutomine(false);
    await send(node, raw);
    await expect(send(node, raw)).rejects.toThrow(/already known/);
    await expect(send(node, await prepared(99_999n))).rejects.toThrow(/replacement transaction underpriced/);
    await direct().setAutomine(true);
    await direct().mine({ blocks: 1 });
    await expect(send(node, raw)).rejects.toThrow(/nonce too low/);
  });

  test('whose gas was estimated before the share of L1 rose is refused at any fee', async () => {
    let percent = 100n;
    const node = await serve({ ...numbered, gasPercent: () => percent });
    const gas = await clientOf(node).estimateGas({ to: owner.address, data: '0x' });
    const raw = await prepared(gas);
    percent = 160n;
    await expect(send(node, raw)).rejects.toThrow(/intrinsic gas too low/);
    expect(await clientOf(node).estimateGas({ to: owner.address, data: '0x' })).toBe((gas * 160n) / 100n);
  });

  test('can be one that the node was only shown: the estimate fails, and the money has moved', async () => {
    const node = await serve({ ...numbered, treacherousShare: 1, treacherousAfterMs: 0 });
    const to: Address = '0x1000000000000000000000000000000000000009';
    const data: Hex = `0x${'00'.repeat(4)}`;
    const nonce = () => direct().getTransactionCount({ address: '0x00000000000000000000000000000000000bad01' });
    await expect(clientOf(node).estimateGas({ to, data })).rejects.toThrow(/revert/);
    for (let attempt = 0; attempt < 100 && (await nonce()) === 0; attempt += 1) await sleep(20);
    expect(await nonce()).toBe(1);
  });

  test('meets the fault that was asked for by its method, in the words asked for', async () => {
    const node = await serve(numbered);
    faults.inject({
      ...{ venue: 'arbitrum', kind: 'reject', when: 'after_accept', scope: 'changes' },
      ...{ method: 'eth_sendRawTransaction', message: 'already known' },
    });
    const raw = await prepared();
    expect(await clientOf(node).getBlockNumber()).toBeGreaterThan(0n);
    await expect(send(node, raw)).rejects.toThrow(/already known/);
    await expect(send(node, raw)).rejects.toThrow(/nonce too low/);
  });
});
