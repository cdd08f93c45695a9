import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { type Address, keccak256, pad, toHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { startTestChain, type TestChain } from '../testing/anvil.js';
import { testContractCode } from '../testing/contracts.js';
import { ContractSignatures } from './contract-signatures.js';
import { EvmNode } from './evm-node.js';

/** More blocks than lie between the newest and the newest final one. */
const UNTIL_FINAL = 4;
const OWNER_SLOT = pad('0x0');
const IDENTITY_PRECOMPILE: Address = '0x0000000000000000000000000000000000000004';
const hash = keccak256(toHex('a withdrawal'));
let chain: TestChain;
let signatures: ContractSignatures;
let wallet: Address;
let owner: PrivateKeyAccount;

beforeAll(async () => {
  chain = await startTestChain('arbitrum');
  signatures = new ContractSignatures(new EvmNode('arbitrum', new Secret(chain.rpcUrl)));
});

beforeEach(async () => {
  owner = privateKeyToAccount(generatePrivateKey());
  wallet = privateKeyToAccount(generatePrivateKey()).address;
  await chain.client.setCode({ address: wallet, bytecode: await testContractCode('TestLoginWallet') });
  await own(owner.address);
  await finalise();
});

afterAll(() => chain.close());

const own = (address: Address) =>
  chain.client.setStorageAt({ address: wallet, index: OWNER_SLOT, value: pad(address) });
const finalise = () => chain.client.mine({ blocks: UNTIL_FINAL });

describe('a contract', () => {
  test('accepts what its owner has signed', async () => {
    expect(await signatures.accepts(wallet, hash, await owner.sign({ hash }))).toBe(true);
  });

  test('refuses what another key has signed, or its owner for something else', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey());
    expect(await signatures.accepts(wallet, hash, await stranger.sign({ hash }))).toBe(false);
    expect(await signatures.accepts(wallet, hash, await owner.sign({ hash: keccak256(hash) }))).toBe(false);
  });

  test('that reverts has refused', async () => {
    expect(await signatures.accepts(wallet, hash, '0x1234')).toBe(false);
  });

  test('whose owner changed after the final block has refused', async () => {
    const signature = await owner.sign({ hash });
    await own(privateKeyToAccount(generatePrivateKey()).address);
    await chain.client.mine({ blocks: 1 });
    expect(await signatures.accepts(wallet, hash, signature)).toBe(false);
  });

  test('accepts a new owner only once the change is final', async () => {
    const next = privateKeyToAccount(generatePrivateKey());
    const signature = await next.sign({ hash });
    await own(next.address);
    await chain.client.mine({ blocks: 1 });
    expect(await signatures.accepts(wallet, hash, signature)).toBe(false);
    await finalise();
    expect(await signatures.accepts(wallet, hash, signature)).toBe(true);
  });
});

test('an address without code, and a precompiled contract that repeats its input, have refused', async () => {
  const signature = await owner.sign({ hash });
  for (const address of [owner.address, IDENTITY_PRECOMPILE])
    expect(await signatures.accepts(address, hash, signature)).toBe(false);
});

test('a chain that can not be read has not refused', async () => {
  const unreachable = new ContractSignatures(new EvmNode('arbitrum', new Secret('http://127.0.0.1:1')));
  await expect(unreachable.accepts(wallet, hash, '0x1234')).rejects.toMatchObject({
    code: 'wallet_upstream_unavailable',
  });
});
