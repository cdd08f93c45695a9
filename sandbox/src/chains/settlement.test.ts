import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import {
  ADAPTERS,
  approvals,
  ChainSettlement,
  CONTRACTS,
  Conditions,
  Contracts,
  derivedKey,
  EXCHANGES,
  exchangeOfSets,
  factoryAbi,
  firstToClose,
  MARKET_ADDRESS,
  Operator,
  redemption,
  signBatch,
  Universe,
  type WalletCall,
  walletAbi,
} from '@platform/venues/polymarket/sandbox/testing';
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  hashTypedData,
  http,
  maxUint256,
  parseAbi,
  zeroHash,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { erc7739Actions } from 'viem/experimental/erc7739';
import { EmbeddedChain, until } from './testing/embedded-chain.js';

const faucetKey = generatePrivateKey();
const bridge = privateKeyToAccount(derivedKey(faucetKey, 'test bridge'));
const logger = createLogger({ process: 'test', level: 'silent' });
const clock = new ManualClock(Date.UTC(2026, 10, 21, 9, 17, 3));
const universe = new Universe(1, clock, []);
const abi = parseAbi(['function mint(address to, uint256 value)']);

let directory: string;
let chain: EmbeddedChain;
let operator: Operator;
let conditions: Conditions;
let settlement: ChainSettlement;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-settlement-'));
  chain = await EmbeddedChain.start('polygon', directory, faucetKey);
  openVenue();
});
afterAll(async () => {
  await chain.close();
  await rm(directory, { recursive: true });
});

/** Opens the venue's side of the chain, as after a restart. */
function openVenue(): void {
  operator = new Operator(chain.rpcUrl, faucetKey);
  const contracts = new Contracts(operator, bridge.address);
  conditions = new Conditions(universe, operator, contracts, logger);
  settlement = new ChainSettlement(operator, contracts, conditions);
}

const openMarket = (negRisk: boolean) => firstToClose(universe, negRisk);

/** A deposit wallet with its owner. */
class Wallet {
  private constructor(
    readonly owner: PrivateKeyAccount,
    readonly address: Address,
  ) {}

  static async deploy(): Promise<Wallet> {
    await settlement.collateral(MARKET_ADDRESS);
    const owner = privateKeyToAccount(generatePrivateKey());
    const args = [owner.address] as const;
    const factory = { address: CONTRACTS.walletFactory, abi: factoryAbi } as const;
    const address = await operator.client.readContract({ ...factory, functionName: 'predictWalletAddress', args });
    const data = encodeFunctionData({ abi: factoryAbi, functionName: 'deploy', args });
    await operator.execute({ to: CONTRACTS.walletFactory, data });
    return new Wallet(owner, address);
  }

  /** Makes calls with the owner's signature. */
  async act(...calls: WalletCall[]): Promise<void> {
    const nonce = await operator.client.readContract({ address: this.address, abi: walletAbi, functionName: 'nonce' });
    const batch = { wallet: this.address, nonce, deadline: 2n ** 40n, calls };
    const args = [batch, await signBatch(this.owner, batch)] as const;
    const data = encodeFunctionData({ abi: factoryAbi, functionName: 'proxy', args });
    await operator.execute({ to: CONTRACTS.walletFactory, data });
  }

  async balance(): Promise<bigint> {
    return (await settlement.collateral(this.address)).balance;
  }
}

async function fund(wallet: Wallet, microPusd: bigint): Promise<void> {
  const transport = http(chain.rpcUrl);
  await createTestClient({ mode: 'anvil', transport }).setBalance({ address: bridge.address, value: 10n ** 18n });
  const before = await wallet.balance();
  await createWalletClient({ account: bridge, transport }).writeContract({
    chain: null,
    address: CONTRACTS.pusd,
    abi,
    functionName: 'mint',
    args: [wallet.address, microPusd],
  });
  await until(async () => (await wallet.balance()) === before + microPusd);
}

describe('a deposit wallet', () => {
  test('has the address that clients derive from its owner’s', async () => {
    await settlement.collateral(MARKET_ADDRESS);
    // By `deriveBeaconDepositWallet` of @polymarket/builder-relayer-client 0.0.10.
    const [owner, wallet] = [
      '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      '0x3deC7E447D843975Ba7BE72d4bf48106C11535D5',
    ] as const;
    const factory = {
      address: CONTRACTS.walletFactory,
      abi: factoryAbi,
      functionName: 'predictWalletAddress',
    } as const;
    expect(await operator.client.readContract({ ...factory, args: [owner] })).toBe(wallet);
  });

  test('approves by its owner’s signature alone, once', async () => {
    const wallet = await Wallet.deploy();
    await wallet.act(...approvals());
    const { allowances } = await settlement.collateral(wallet.address);
    expect(allowances).toEqual(Object.fromEntries(EXCHANGES.map((exchange) => [exchange, maxUint256])));
    const shares = await settlement.shares(wallet.address, 1n);
    expect(shares.approvals).toEqual(Object.fromEntries(EXCHANGES.map((exchange) => [exchange, true])));
  });
});

describe('a resolved market', () => {
  test.each([
    ['of one question', false, CONTRACTS.exchangeV2, CONTRACTS.collateralAdapter],
    ['of several questions', true, CONTRACTS.negRiskExchangeV2, CONTRACTS.negRiskCollateralAdapter],
  ])(
    '%s pays the winner to the cent through its adapter, and nothing directly',
    async (_, negRisk, exchange, adapter) => {
      const { conditionId, closesAtMs, tokens, won } = openMarket(negRisk);
      const wallet = await Wallet.deploy();
      await wallet.act(...approvals());
      await fund(wallet, 100_000_000n);
      const hash = await settlement.settle(
        `${negRisk} bought`,
        exchange,
        tokens.map((tokenId) => ({
          tokenId,
          buyer: wallet.address,
          seller: MARKET_ADDRESS,
          shares: 12_345_678n,
          collateral: 6_000_000n,
          fee: { payer: wallet.address, collateral: 10_001n },
        })),
      );
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
      expect(await wallet.balance()).toBe(100_000_000n - 12_000_000n - 20_002n);
      await expect(wallet.act(redemption(adapter, conditionId))).rejects.toThrow(/revert/);
      await settlement.settle(`${negRisk} sold`, exchange, [
        {
          tokenId: won,
          buyer: MARKET_ADDRESS,
          seller: wallet.address,
          shares: 2_345_678n,
          collateral: 1_000_000n,
          fee: { payer: wallet.address, collateral: 0n },
        },
      ]);
      expect((await settlement.shares(wallet.address, won)).balance).toBe(10_000_000n);
      clock.advance(closesAtMs - clock.nowMs());
      openVenue();
      await conditions.resolveClosed();
      const before = await wallet.balance();
      await wallet.act(redemption(CONTRACTS.conditionalTokens, conditionId));
      const [other = adapter] = ADAPTERS.filter((each) => each !== adapter);
      await wallet.act(redemption(other, conditionId));
      expect(await wallet.balance()).toBe(before);
      await wallet.act(redemption(adapter, conditionId));
      expect(await wallet.balance()).toBe(before + 10_000_000n);
      for (const token of tokens) expect((await settlement.shares(wallet.address, token)).balance).toBe(0n);
    },
  );
});

test('a position is split and merged through the adapter for as much collateral', async () => {
  const { conditionId, tokens } = openMarket(false);
  await conditions.bringUpToDate(conditionId);
  const wallet = await Wallet.deploy();
  await wallet.act(...approvals());
  await fund(wallet, 10_000_000n);
  await wallet.act(exchangeOfSets('splitPosition', CONTRACTS.collateralAdapter, conditionId, 4_000_000n));
  expect(await wallet.balance()).toBe(6_000_000n);
  for (const token of tokens) expect((await settlement.shares(wallet.address, token)).balance).toBe(4_000_000n);
  await wallet.act(exchangeOfSets('mergePositions', CONTRACTS.collateralAdapter, conditionId, 3_000_000n));
  expect(await wallet.balance()).toBe(9_000_000n);
});

test('fills that depend on one another settle in their order, without a block in between', async () => {
  const { tokens } = openMarket(false);
  const [tokenId = 0n] = tokens;
  const wallet = await Wallet.deploy();
  await wallet.act(...approvals());
  await fund(wallet, 10_000_000n);
  const fill = (buyer: Address, seller: Address) => [
    {
      ...{ tokenId, buyer, seller, shares: 8_000_000n, collateral: 5_000_000n },
      fee: { payer: wallet.address, collateral: 1n },
    },
  ];
  const bought = settlement.settle('bought', CONTRACTS.exchangeV2, fill(wallet.address, MARKET_ADDRESS));
  const sold = settlement.settle('sold', CONTRACTS.exchangeV2, fill(MARKET_ADDRESS, wallet.address));
  await Promise.all([bought, sold]);
  expect(await wallet.balance()).toBe(9_999_998n);
  expect((await settlement.shares(wallet.address, tokenId)).balance).toBe(0n);
});

test('a settlement is made once: a repeat, as after a kill, has the same transaction and moves nothing', async () => {
  const { tokens } = openMarket(false);
  const [tokenId = 0n] = tokens;
  const wallet = await Wallet.deploy();
  await wallet.act(...approvals());
  await fund(wallet, 10_000_000n);
  const fill = { tokenId, buyer: wallet.address, seller: MARKET_ADDRESS, shares: 4_000_000n, collateral: 3_000_000n };
  const settle = () =>
    settlement.settle('repeated', CONTRACTS.exchangeV2, [{ ...fill, fee: { payer: wallet.address, collateral: 0n } }]);
  const hash = await settle();
  openVenue();
  expect(await settle()).toBe(hash);
  expect(await wallet.balance()).toBe(7_000_000n);
  expect((await settlement.shares(wallet.address, tokenId)).balance).toBe(4_000_000n);
});

test('a fill beyond the allowance is refused whole', async () => {
  const { tokens } = openMarket(false);
  const wallet = await Wallet.deploy();
  await fund(wallet, 10_000_000n);
  const settling = settlement.settle('beyond', CONTRACTS.exchangeV2, [
    {
      tokenId: tokens[0] ?? 0n,
      buyer: wallet.address,
      seller: MARKET_ADDRESS,
      shares: 2_000_000n,
      collateral: 1_000_000n,
      fee: { payer: wallet.address, collateral: 0n },
    },
  ]);
  await expect(settling).rejects.toThrow(/revert/);
  expect(await wallet.balance()).toBe(10_000_000n);
});

test('the chain comes back with wallets and shares after a kill', async () => {
  const { tokens } = openMarket(false);
  const wallet = await Wallet.deploy();
  await wallet.act(...approvals());
  await fund(wallet, 10_000_000n);
  const [tokenId = 0n] = tokens;
  const fill = { tokenId, buyer: wallet.address, seller: MARKET_ADDRESS, shares: 2_000_000n, collateral: 1_000_000n };
  await settlement.settle('before the kill', CONTRACTS.exchangeV3, [
    { ...fill, fee: { payer: wallet.address, collateral: 0n } },
  ]);
  const block = await operator.client.getBlockNumber({ cacheTime: 0 });
  await until(async () => (await operator.client.getBlockNumber({ cacheTime: 0 })) > block + 1n);
  await chain.restart();
  openVenue();
  expect((await settlement.shares(wallet.address, tokenId)).balance).toBe(2_000_000n);
  expect(await wallet.balance()).toBe(9_000_000n);
});

describe('a signature for a deposit wallet', () => {
  const ORDER = [
    { name: 'maker', type: 'address' },
    { name: 'makerAmount', type: 'uint256' },
  ] as const;

  /** What a client signs of an order: wrapped, so that no other wallet of the owner accepts it (ERC-7739). */
  async function signed(wallet: Wallet, signer: PrivateKeyAccount) {
    const domain = {
      name: 'Polymarket CTF Exchange',
      version: '2',
      chainId: 137,
      verifyingContract: EXCHANGES[0],
    } as const;
    const order = {
      domain,
      types: { Order: ORDER },
      primaryType: 'Order',
      message: { maker: wallet.address, makerAmount: 5n },
    } as const;
    const verifier = { name: 'DepositWallet', version: '1', chainId: 137, salt: zeroHash } as const;
    const signature = await createWalletClient({ account: signer, transport: http(chain.rpcUrl) })
      .extend(erc7739Actions())
      .signTypedData({
        ...order,
        verifier: wallet.address,
        verifierDomain: { ...verifier, verifyingContract: wallet.address },
      });
    return { digest: hashTypedData(order), signature };
  }

  test('is valid where its owner made it for this wallet, and nowhere else', async () => {
    const [wallet, stranger] = [await Wallet.deploy(), await Wallet.deploy()];
    const { digest, signature } = await signed(wallet, wallet.owner);
    expect(await settlement.isSignatureOf(wallet.address, digest, signature)).toBe(true);
    expect(await settlement.isSignatureOf(stranger.address, digest, signature)).toBe(false);
    expect(await settlement.isSignatureOf(MARKET_ADDRESS, digest, signature)).toBe(false);
    expect(await settlement.isSignatureOf(wallet.address, digest, '0x12')).toBe(false);
    const forged = await signed(wallet, stranger.owner);
    expect(await settlement.isSignatureOf(wallet.address, forged.digest, forged.signature)).toBe(false);
    const bare = await wallet.owner.sign({ hash: digest });
    expect(await settlement.isSignatureOf(wallet.address, digest, bare)).toBe(false);
  });
});
