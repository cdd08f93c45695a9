import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/clock';
import { Secret } from '@platform/config';
import { FlowTurns } from '@platform/flows';
import { giveAllTurns } from '@platform/flows/testing';
import { createLogger } from '@platform/logging';
import { type Connection, connectMongo, inTransaction } from '@platform/mongo';
import { erc20Abi, pad, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Cause } from '../cause.js';
import { EvmNode } from '../chains/evm-node.js';
import { networks } from '../chains/networks.js';
import { Signer } from '../signing/signer.js';
import { startTestChain, type TestChain } from '../testing/anvil.js';
import { usdcTransfers } from '../transfers/family.js';
import { SponsoredTransfers } from '../transfers/sponsored-transfers.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import type { WalletRecord } from '../wallets/model.js';
import { Wallets } from '../wallets/wallets.js';
import { RelayChain } from './relay-chain.js';
import { Relayer } from './relayer.js';

const RECEIVER = '0x1000000000000000000000000000000000000001';
const clock = new ManualClock(Date.now());
const ids = createIdSource(clock, systemRandom);
const logger = createLogger({ process: 'test', level: 'fatal' });
let connection: Connection;
let chain: TestChain;
let account: ReturnType<typeof privateKeyToAccount>;
let transfers: SponsoredTransfers;
let relayer: Relayer;
let wallet: WalletRecord;

/** A chain that hands nothing to the network: the process died before it could, or the node lost it. */
class Mute extends RelayChain {
  override async broadcast(): Promise<void> {}
}

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_relayer');
});

afterAll(() => connection.close());

beforeEach(async () => {
  await connection.dropDatabase();
  chain = await startTestChain('arbitrum');
  account = privateKeyToAccount(generatePrivateKey());
  await chain.client.setBalance({ address: account.address, value: parseEther('1') });
  const vault = new EnvelopeVault(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom), systemRandom);
  const wallets = new Wallets(connection, vault, ids, clock);
  relayer = start();
  transfers = new SponsoredTransfers(usdcTransfers(new Map()), new Signer(connection, vault, ids, clock), relayer);
  await Promise.all([wallets.initialize(), relayer.initialize()]);
  wallet = await wallets.primary('acc_1');
  await chain.setUsdc(wallet.address, 1_000n);
});

afterEach(() => chain.close());

/** The relayer as after a start of the process: it knows nothing but what is stored. */
function start(Chain = RelayChain): Relayer {
  const node = new EvmNode('arbitrum', new Secret(chain.rpcUrl));
  return new Relayer(connection, account, new Chain(node), ids, clock, logger, 'test');
}

/** Gives every open transaction its turns. */
function advance(each: Relayer): Promise<void> {
  const turns = { store: each.store, advance: each.advance.bind(each) };
  return giveAllTurns(new FlowTurns({ ...turns, clock, random: systemRandom, logger }));
}

const cause = (id: string): Cause => ({ kind: 'withdrawal', id });

async function enqueue(id: string, amountMicroUsdc = 10n): Promise<void> {
  const validBeforeMs = clock.nowMs() + 3_600_000;
  const transfer = { cause: cause(id), to: RECEIVER, amountMicroUsdc, validBeforeMs } as const;
  const signed = await transfers.sign(wallet, transfer);
  await inTransaction(connection, (session) => transfers.enqueue(signed, session));
}

const received = () =>
  chain.client.readContract({
    address: networks.arbitrum.usdcAddress,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [RECEIVER],
  });

/** Anvil answers a send before it has mined it; this returns once it has. */
const mined = () => chain.client.mine({ blocks: 1 });
const finalise = () => chain.client.mine({ blocks: 2 });

test('moves the money of a wallet that has no ether, and has ended when the block is final', async () => {
  await enqueue('w1');
  expect(await transfers.find(cause('w1'))).toMatchObject({ state: 'queued', attempts: [] });
  await advance(relayer);
  await mined();
  expect(await received()).toBe(10n);
  await advance(relayer);
  expect(await transfers.find(cause('w1'))).toMatchObject({ state: 'included', inclusion: { succeeded: true } });
  await finalise();
  await advance(relayer);
  const { attempts, ...ended } = (await transfers.find(cause('w1'))) ?? {};
  expect(ended).toMatchObject({ state: 'succeeded', nonce: 0, inclusion: { hash: attempts?.[0]?.hash } });
});

test('asked twice for one cause sends once, and a second signature of it can not pay again', async () => {
  await enqueue('w1');
  await enqueue('w1');
  await Promise.all([advance(relayer), advance(start()), advance(start())]);
  await finalise();
  await advance(relayer);
  await mined();
  expect(await received()).toBe(10n);
  expect(await connection.collection('chain_transactions').countDocuments()).toBe(1);
  await connection.collection('chain_transactions').deleteMany();
  await enqueue('w1');
  await advance(relayer);
  expect(await transfers.find(cause('w1'))).toMatchObject({ state: 'refused', attempts: [] });
  expect(await received()).toBe(10n);
});

test('many are sent in the order of their nonces, none left out, by several processes at once', async () => {
  for (let index = 0; index < 12; index += 1) await enqueue(`w${index}`);
  for (let round = 0; round < 4; round += 1) await Promise.allSettled([advance(relayer), advance(start())]);
  await finalise();
  await advance(relayer);
  expect(await received()).toBe(120n);
  const stored = await connection.collection('chain_transactions').find().sort({ nonce: 1 }).toArray();
  expect(stored.map(({ nonce, state }) => [nonce, state])).toEqual(stored.map((_, index) => [index, 'succeeded']));
});

test('a transaction that the chain would revert takes no nonce and holds nothing up', async () => {
  await enqueue('too-much', 1_001n);
  await enqueue('fine');
  await advance(relayer);
  expect(await transfers.find(cause('too-much'))).toMatchObject({ state: 'refused', attempts: [] });
  expect(await transfers.find(cause('fine'))).toMatchObject({ state: 'signed', nonce: 0 });
});

test('a transaction that the node can say nothing of holds no other up', async () => {
  class Forgetful extends RelayChain {
    override async estimateGas(call: Parameters<RelayChain['estimateGas']>[0]) {
      if (call.data.includes(pad('0x3e7').slice(2))) throw new Error('no answer');
      return super.estimateGas(call);
    }
  }
  await enqueue('odd', 0x3e7n);
  await enqueue('fine');
  await advance(start(Forgetful));
  expect(await transfers.find(cause('odd'))).toMatchObject({ state: 'queued', failures: 1 });
  expect(await transfers.find(cause('fine'))).toMatchObject({ state: 'signed', nonce: 0 });
});

test('a relayer without ether leaves everything queued until it has some', async () => {
  await chain.client.setBalance({ address: account.address, value: 0n });
  await enqueue('w1');
  await advance(relayer);
  expect(await transfers.find(cause('w1'))).toMatchObject({ state: 'queued', attempts: [] });
  await chain.client.setBalance({ address: account.address, value: parseEther('1') });
  await advance(relayer);
  await mined();
  expect(await received()).toBe(10n);
});

describe('a transaction that is in no block', () => {
  test('is broadcast again as it was, by whoever starts next', async () => {
    await enqueue('w1');
    await advance(start(Mute));
    const before = await transfers.find(cause('w1'));
    expect(before).toMatchObject({ state: 'signed', nonce: 0 });
    expect(await received()).toBe(0n);
    await advance(start());
    await mined();
    expect(await received()).toBe(10n);
    expect((await transfers.find(cause('w1')))?.attempts).toEqual(before?.attempts);
  });

  test('is signed anew under its nonce with higher fees when it waits for long, and pays once', async () => {
    await chain.client.setAutomine(false);
    await enqueue('w1');
    await advance(relayer);
    await advance(relayer);
    expect((await transfers.find(cause('w1')))?.attempts).toHaveLength(1);
    clock.advance(60_000);
    await advance(relayer);
    const { attempts = [], nonce } = (await transfers.find(cause('w1'))) ?? {};
    expect(attempts).toHaveLength(2);
    expect(BigInt(attempts[1]?.maxFeePerGas ?? 0)).toBeGreaterThan(BigInt(attempts[0]?.maxFeePerGas ?? 0));
    expect(nonce).toBe(0);
    await chain.client.mine({ blocks: 3 });
    await advance(relayer);
    await mined();
    expect(await received()).toBe(10n);
    expect(await transfers.find(cause('w1'))).toMatchObject({
      state: 'succeeded',
      inclusion: { hash: attempts[1]?.hash },
    });
  });

  test('comes back after its block was taken back', async () => {
    await chain.client.mine({ blocks: 3 });
    const before = await chain.client.snapshot();
    await enqueue('w1');
    await advance(relayer);
    await mined();
    await advance(relayer);
    expect(await transfers.find(cause('w1'))).toMatchObject({ state: 'included' });
    await chain.client.revert({ id: before });
    await advance(relayer);
    await mined();
    expect(await received()).toBe(10n);
    await finalise();
    await advance(relayer);
    expect(await transfers.find(cause('w1'))).toMatchObject({ state: 'succeeded' });
  });

  test('never happens when something else has used its nonce for good, and later ones go on', async () => {
    await enqueue('w1');
    await advance(start(Mute));
    const foreign = { account, chain: null, to: RECEIVER, value: 1n, nonce: 0 } as const;
    const serializedTransaction = await account.signTransaction({
      ...foreign,
      type: 'eip1559',
      chainId: networks.arbitrum.chainId,
      gas: 21_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1n,
    });
    await chain.client.sendRawTransaction({ serializedTransaction });
    await finalise();
    await enqueue('w2');
    await advance(start());
    expect(await transfers.find(cause('w1'))).toMatchObject({ state: 'displaced' });
    expect(await transfers.find(cause('w2'))).toMatchObject({ state: 'signed', nonce: 1 });
    expect(await received()).toBe(10n);
  });
});
