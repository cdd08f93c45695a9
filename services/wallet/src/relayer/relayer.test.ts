import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { networks } from '@platform/kit/networks';
import { pad, parseEther } from 'viem';
import { Mute, openRelayStage, RECEIVER, type RelayStage } from '../testing/relay-stage.js';
import { RelayChain } from './relay-chain.js';

let stage: RelayStage;

beforeEach(async () => {
  stage = await openRelayStage('test_wallet_relayer');
});

afterEach(() => stage.close());

test('moves the money of a wallet that has no ether, and has ended when the block is final', async () => {
  await stage.enqueue('w1');
  expect(await stage.find('w1')).toMatchObject({ state: 'queued', attempts: [] });
  await stage.advance(stage.relayer);
  await stage.mined();
  expect(await stage.received()).toBe(10n);
  await stage.advance(stage.relayer);
  expect(await stage.find('w1')).toMatchObject({ state: 'included', inclusion: { succeeded: true } });
  await stage.finalise();
  await stage.advance(stage.relayer);
  const { attempts, ...ended } = (await stage.find('w1')) ?? {};
  expect(ended).toMatchObject({ state: 'succeeded', nonce: 0, inclusion: { hash: attempts?.[0]?.hash } });
});

test('asked twice for one operation sends once, and a second signature of it can not pay again', async () => {
  await stage.enqueue('w1');
  await stage.enqueue('w1');
  await Promise.all([stage.advance(stage.relayer), stage.advance(stage.start()), stage.advance(stage.start())]);
  await stage.finalise();
  await stage.advance(stage.relayer);
  await stage.mined();
  expect(await stage.received()).toBe(10n);
  expect(await stage.connection.collection('chain_transactions').countDocuments()).toBe(1);
  await stage.connection.collection('chain_transactions').deleteMany();
  await stage.enqueue('w1');
  await stage.advance(stage.relayer);
  stage.clock.advance(5_000);
  await stage.advance(stage.relayer);
  expect(await stage.find('w1')).toMatchObject({ state: 'refused', attempts: [] });
  expect(await stage.received()).toBe(10n);
});

test('many are sent in the order of their nonces, none left out, by several processes at once', async () => {
  for (let index = 0; index < 12; index += 1) await stage.enqueue(`w${index}`);
  for (let round = 0; round < 4; round += 1)
    await Promise.allSettled([stage.advance(stage.relayer), stage.advance(stage.start())]);
  await stage.finalise();
  stage.clock.advance(1_000);
  await stage.advance(stage.relayer);
  expect(await stage.received()).toBe(120n);
  const stored = await stage.connection.collection('chain_transactions').find().sort({ nonce: 1 }).toArray();
  expect(stored.map(({ nonce, state }) => [nonce, state])).toEqual(stored.map((_, index) => [index, 'succeeded']));
});

test('a transaction that the chain would revert takes no nonce, holds nothing up, and ends only when it is said again', async () => {
  await stage.enqueue('too-much', 1_001n);
  await stage.enqueue('fine');
  await stage.advance(stage.relayer);
  expect(await stage.find('fine')).toMatchObject({ state: 'signed', nonce: 0 });
  stage.clock.advance(4_999);
  await stage.advance(stage.relayer);
  expect(await stage.find('too-much')).toMatchObject({ state: 'queued', attempts: [] });
  stage.clock.advance(1);
  await stage.advance(stage.relayer);
  expect(await stage.find('too-much')).toMatchObject({ state: 'refused', attempts: [] });
});

test('a transaction that the node can say nothing of holds no other up', async () => {
  class Forgetful extends RelayChain {
    override async estimateGas(call: Parameters<RelayChain['estimateGas']>[0]) {
      if (call.data.includes(pad('0x3e7').slice(2))) throw new Error('no answer');
      return super.estimateGas(call);
    }
  }
  await stage.enqueue('odd', 0x3e7n);
  await stage.enqueue('fine');
  await stage.advance(stage.start(Forgetful));
  expect(await stage.find('odd')).toMatchObject({ state: 'queued', failures: 1 });
  expect(await stage.find('fine')).toMatchObject({ state: 'signed', nonce: 0 });
});

test('a relayer without ether leaves everything queued until it has some', async () => {
  await stage.chain.client.setBalance({ address: stage.account.address, value: 0n });
  await stage.enqueue('w1');
  await stage.advance(stage.relayer);
  expect(await stage.find('w1')).toMatchObject({ state: 'queued', attempts: [] });
  await stage.chain.client.setBalance({ address: stage.account.address, value: parseEther('1') });
  await stage.advance(stage.relayer);
  await stage.mined();
  expect(await stage.received()).toBe(10n);
});

describe('a transaction that is in no block', () => {
  test('is broadcast again as it was, by the next process that starts', async () => {
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    const before = await stage.find('w1');
    expect(before).toMatchObject({ state: 'signed', nonce: 0 });
    expect(await stage.received()).toBe(0n);
    await stage.advance(stage.start());
    await stage.mined();
    expect(await stage.received()).toBe(10n);
    expect((await stage.find('w1'))?.attempts).toEqual(before?.attempts);
  });

  test('is signed again under its nonce with higher fees when it waits for long, and pays once', async () => {
    await stage.chain.client.setAutomine(false);
    await stage.enqueue('w1');
    await stage.advance(stage.relayer);
    await stage.advance(stage.relayer);
    expect((await stage.find('w1'))?.attempts).toHaveLength(1);
    stage.clock.advance(60_000);
    await stage.advance(stage.relayer);
    const { attempts = [], nonce } = (await stage.find('w1')) ?? {};
    expect(attempts).toHaveLength(2);
    expect(BigInt(attempts[1]?.maxFeePerGas ?? 0)).toBeGreaterThan(BigInt(attempts[0]?.maxFeePerGas ?? 0));
    expect(nonce).toBe(0);
    await stage.chain.client.mine({ blocks: 3 });
    await stage.advance(stage.relayer);
    await stage.mined();
    expect(await stage.received()).toBe(10n);
    expect(await stage.find('w1')).toMatchObject({
      state: 'succeeded',
      inclusion: { hash: attempts[1]?.hash },
    });
  });

  test('comes back after its block was taken back', async () => {
    await stage.chain.client.mine({ blocks: 3 });
    const before = await stage.chain.client.snapshot();
    await stage.enqueue('w1');
    await stage.advance(stage.relayer);
    await stage.mined();
    await stage.advance(stage.relayer);
    expect(await stage.find('w1')).toMatchObject({ state: 'included' });
    await stage.chain.client.revert({ id: before });
    await stage.advance(stage.relayer);
    await stage.mined();
    expect(await stage.received()).toBe(10n);
    await stage.finalise();
    await stage.advance(stage.relayer);
    expect(await stage.find('w1')).toMatchObject({ state: 'succeeded' });
  });

  test('never happens when something else has used its nonce for good, and later ones go on', async () => {
    await stage.enqueue('w1');
    await stage.advance(stage.start(Mute));
    const foreign = { account: stage.account, chain: null, to: RECEIVER, value: 1n, nonce: 0 } as const;
    const serializedTransaction = await stage.account.signTransaction({
      ...foreign,
      type: 'eip1559',
      chainId: networks.arbitrum.chainId,
      gas: 21_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1n,
    });
    await stage.chain.client.sendRawTransaction({ serializedTransaction });
    await stage.finalise();
    await stage.enqueue('w2');
    await stage.advance(stage.start());
    expect(await stage.find('w1')).toMatchObject({ state: 'displaced' });
    expect(await stage.find('w2')).toMatchObject({ state: 'signed', nonce: 1 });
    expect(await stage.received()).toBe(10n);
  });
});
