import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import { createPublicClient, createWalletClient, type Hex, http, parseAbi, parseSignature, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { anvilArguments, anvilBinary } from './anvil.js';
import { CHAINS } from './chain.js';
import { compileFolder, compileUsdc, venueContractFolders } from './contracts/compile.js';
import { usdcArtifact } from './contracts/generated/usdc.js';
import { depositUsdc } from './deposit.js';
import { type ChainKeeper, startChainKeeper } from './keeper.js';

const { id: chainId, usdcAddress } = CHAINS.arbitrum;
const faucetKey = generatePrivateKey();
const RELAYER = privateKeyToAccount(generatePrivateKey()).address;
const logger = createLogger({ process: 'test', level: 'silent' });
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function mint(address, uint256)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
]);
const AUTHORIZATION = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

test('the chains have the identity and the USDC of the real ones, written down here apart', () => {
  expect(CHAINS).toEqual({
    arbitrum: { id: 42_161, usdcAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
    polygon: { id: 137, usdcAddress: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
  });
});

describe('each committed contract', () => {
  test('is what its source compiles to', () => {
    expect(usdcArtifact).toEqual(compileUsdc());
  });

  test.each(venueContractFolders().map((folder) => [folder.split('/').at(-3), folder] as const))(
    'of %s is what its source compiles to',
    async (_, folder) => {
      const { artifacts } = await import(join(folder, 'generated/artifacts.ts'));
      expect(artifacts).toEqual(compileFolder(folder));
    },
  );
});

describe('an embedded chain', () => {
  let directory: string;
  let rpcUrl: string;
  let port: number;
  let anvil: ChildProcess;
  let keeper: ChainKeeper;
  const snapshot = () => join(directory, 'arbitrum.json');
  const startAnvil = () => {
    anvil = spawn(anvilBinary(), anvilArguments({ host: '127.0.0.1', port, chainId, snapshotFile: snapshot() }), {
      stdio: 'ignore',
    });
  };
  const startKeeper = () => {
    keeper = startChainKeeper({
      chain: 'arbitrum',
      rpcUrl,
      snapshotFile: snapshot(),
      faucetKey,
      relayer: RELAYER,
      clock: systemClock,
      logger,
    });
  };
  const kill = async () => {
    const exit = once(anvil, 'exit');
    anvil.kill('SIGKILL');
    await exit;
  };
  const until = async (condition: () => boolean | Promise<boolean>) => {
    for (let i = 0; i < 1_200; i += 1) {
      if (await condition()) return;
      await sleep(50);
    }
    throw new Error('did not come true within a minute');
  };
  const balance = (address: Hex, blockTag: 'latest' | 'finalized' = 'latest') =>
    createPublicClient({ transport: http(rpcUrl) }).readContract({
      address: usdcAddress,
      abi,
      functionName: 'balanceOf',
      args: [address],
      blockTag,
    });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sandbox-chains-'));
    port = await freePort();
    rpcUrl = `http://127.0.0.1:${port}`;
    startAnvil();
    startKeeper();
    await until(() => keeper.isReady());
  });
  afterAll(async () => {
    await keeper.close();
    await kill();
    await rm(directory, { recursive: true });
  });
  afterEach(() => until(() => keeper.isReady()));

  test('has USDC with the signing domain of the real token, and no account with money but the faucet', async () => {
    const client = createPublicClient({ transport: http(rpcUrl) });
    const separator = await client.readContract({ address: usdcAddress, abi, functionName: 'DOMAIN_SEPARATOR' });
    expect(separator).toMatch(/^0x08d11903.*2c78$/);
    expect(await client.getChainId()).toBe(42161);
    const developer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    expect(await client.getBalance({ address: developer })).toBe(0n);
  });

  test('a deposit becomes final within seconds', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address;
    await depositUsdc({ rpcUrl, usdcAddress, faucetKey, to, amountMicroUsdc: 100_000_000n });
    expect(await balance(to)).toBe(100_000_000n);
    await until(async () => (await balance(to, 'finalized')) === 100_000_000n);
  });

  test('deposits at once all arrive', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address;
    await Promise.all(
      [1n, 2n, 3n].map((amountMicroUsdc) => depositUsdc({ rpcUrl, usdcAddress, faucetKey, to, amountMicroUsdc })),
    );
    expect(await balance(to)).toBe(6n);
  });

  test('nobody but the faucet mints', async () => {
    const stranger = createWalletClient({
      account: privateKeyToAccount(generatePrivateKey()),
      transport: http(rpcUrl),
    });
    const minting = stranger.writeContract({
      chain: null,
      address: usdcAddress,
      abi,
      functionName: 'mint',
      args: [stranger.account.address, 1n],
    });
    await expect(minting).rejects.toThrow(/revert/);
  });

  test('a signed authorization is carried out by a relayer, once', async () => {
    const from = privateKeyToAccount(generatePrivateKey());
    const to = privateKeyToAccount(generatePrivateKey()).address;
    await depositUsdc({ rpcUrl, usdcAddress, faucetKey, to: from.address, amountMicroUsdc: 5n });
    const message = {
      from: from.address,
      to,
      value: 5n,
      validAfter: 0n,
      validBefore: 2n ** 40n,
      nonce: toHex(randomBytes(32)),
    };
    const domain = { name: 'USD Coin', version: '2', chainId, verifyingContract: usdcAddress };
    const signature = await from.signTypedData({
      domain,
      types: AUTHORIZATION,
      primaryType: 'TransferWithAuthorization',
      message,
    });
    const { r, s, yParity } = parseSignature(signature);
    const relayer = createWalletClient({ account: privateKeyToAccount(faucetKey), transport: http(rpcUrl) });
    const send = () =>
      relayer.writeContract({
        chain: null,
        address: usdcAddress,
        abi,
        functionName: 'transferWithAuthorization',
        args: [message.from, to, 5n, 0n, message.validBefore, message.nonce, 27 + yParity, r, s],
      });
    await send();
    await until(async () => (await balance(to)) === 5n);
    await expect(send()).rejects.toThrow(/revert/);
  });

  test('a killed chain comes back with what was final, receipts included, and makes blocks again', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address;
    const { hash, blockNumber } = await depositUsdc({ rpcUrl, usdcAddress, faucetKey, to, amountMicroUsdc: 7n });
    await until(async () => (await balance(to, 'finalized')) === 7n);
    await kill();
    await until(() => !keeper.isReady());
    startAnvil();
    await until(() => keeper.isReady());
    expect(await balance(to, 'finalized')).toBe(7n);
    const client = createPublicClient({ transport: http(rpcUrl) });
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockNumber, status: 'success' });
    await depositUsdc({ rpcUrl, usdcAddress, faucetKey, to, amountMicroUsdc: 1n });
    expect(await balance(to)).toBe(8n);
  });

  test('a keeper that starts again takes the chain over as it is', async () => {
    const client = createPublicClient({ transport: http(rpcUrl) });
    const faucet = privateKeyToAccount(faucetKey).address;
    const before = [await balance(faucet), await client.getTransactionCount({ address: faucet })];
    await keeper.close();
    startKeeper();
    await until(() => keeper.isReady());
    expect([await balance(faucet), await client.getTransactionCount({ address: faucet })]).toEqual(before);
  });
});
