import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getContractConfig } from '@polymarket/clob-client-v2';
import { decodeFunctionData, hashTypedData, maxUint256 } from 'viem';
import { SETTLEMENT_CHAIN_ID } from '../trading/contracts.js';
import { credentialsText, readCredentials } from './accounts.js';
import { bridgeTransfers } from './bridge.js';
import { CONTRACTS } from './contracts.js';
import { allowancesFor, batchTypedData, depositWalletOf, pusdAbi, sharesAbi, spenders } from './deposit-wallets.js';
import { batchBody, builderHeaders } from './relayer.js';

const OWNER = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const credentials = { key: 'a-key', secret: 'c2VjcmV0', passphrase: 'words' };

describe('a deposit wallet', () => {
  test.each([
    // By `deriveBeaconDepositWallet` of @polymarket/builder-relayer-client 0.0.10.
    [OWNER, '0x3deC7E447D843975Ba7BE72d4bf48106C11535D5'],
    // By a public application that has it deployed.
    ['0xDd79A1287e691A3f0eD3CFeeD72C67b6c2851E40', '0x9f8d7D8a7ce6d1B34735e8db1d107ef92A0cEE59'],
  ] as const)('of %s has the address that clients derive', (owner, wallet) => {
    expect(depositWalletOf(owner)).toBe(wallet);
  });

  test('lets every exchange and adapter of the venue take its pUSD and shares', () => {
    const { exchangeV2, negRiskExchangeV2, exchangeV3, collateral, conditionalTokens } =
      getContractConfig(SETTLEMENT_CHAIN_ID);
    expect([CONTRACTS.pusd, CONTRACTS.conditionalTokens]).toEqual([collateral, conditionalTokens]);
    expect([...spenders].sort()).toEqual(
      [
        ...[exchangeV2, negRiskExchangeV2, exchangeV3],
        ...[CONTRACTS.collateralAdapter, CONTRACTS.negRiskCollateralAdapter],
      ].sort(),
    );
    const [pusd, shares] = allowancesFor(CONTRACTS.collateralAdapter);
    expect(pusd?.target).toBe(collateral);
    expect(decodeFunctionData({ abi: pusdAbi, data: pusd?.data ?? '0x' }).args).toEqual([
      CONTRACTS.collateralAdapter,
      maxUint256,
    ]);
    expect(shares?.target).toBe(conditionalTokens);
    expect(decodeFunctionData({ abi: sharesAbi, data: shares?.data ?? '0x' }).args).toEqual([
      CONTRACTS.collateralAdapter,
      true,
    ]);
  });

  test('makes the calls that its owner signed, and the relayer gets the same', () => {
    const calls = allowancesFor(CONTRACTS.collateralAdapter);
    const batch = { wallet: depositWalletOf(OWNER), nonce: 7n, deadlineS: 1_800_000_000n, calls };
    const { depositWalletParams, nonce, from, to } = JSON.parse(batchBody(OWNER, batch, '0xab'));
    const told = {
      wallet: depositWalletParams.depositWallet,
      nonce: BigInt(nonce),
      deadlineS: BigInt(depositWalletParams.deadline),
      calls: depositWalletParams.calls,
    };
    expect([from, to]).toEqual([OWNER, CONTRACTS.walletFactory]);
    expect(hashTypedData(batchTypedData(told))).toBe(hashTypedData(batchTypedData(batch)));
    expect(hashTypedData(batchTypedData({ ...batch, nonce: 8n }))).not.toBe(hashTypedData(batchTypedData(batch)));
  });
});

test('a builder signs the time, the method, the path and the body', () => {
  const headers = builderHeaders(credentials, { method: 'POST', path: '/submit', body: '{}' }, 1_790_000_000);
  const digest = createHmac('sha256', 'secret').update('1790000000POST/submit{}').digest('base64');
  expect(headers).toEqual({
    POLY_BUILDER_API_KEY: 'a-key',
    POLY_BUILDER_PASSPHRASE: 'words',
    POLY_BUILDER_SIGNATURE: digest.replaceAll('+', '-').replaceAll('/', '_'),
    POLY_BUILDER_TIMESTAMP: '1790000000',
  });
});

test('of the bridge’s transfers only a completed one has ended well', () => {
  const usdc = { fromChainId: '137', fromAmountBaseUnit: '60000000' };
  // Source: docs.polymarket.com/api-reference/bridge/get-transaction-status.
  const transactions = [
    { ...usdc, toChainId: '137', status: 'DEPOSIT_DETECTED' },
    { ...usdc, fromChainId: 137, status: 'COMPLETED', txHash: '0xab', createdTimeMs: 1_757_531_217_339 },
    { ...usdc, status: 'SOMETHING_NEW' },
  ];
  expect(bridgeTransfers.parse({ transactions, nextCursor: null })).toEqual([
    { fromChainId: '137', amount: 60_000_000n, isCompleted: false, createdMs: undefined },
    { fromChainId: '137', amount: 60_000_000n, isCompleted: true, createdMs: 1_757_531_217_339 },
    { fromChainId: '137', amount: 60_000_000n, isCompleted: false, createdMs: undefined },
  ]);
});

test('credentials are read as they were kept, and an error names nothing of another text', () => {
  expect(readCredentials(credentialsText(credentials))).toEqual(credentials);
  expect(() => readCredentials('{"key":"a-key"}')).toThrow(/^what is kept of an account is not credentials$/);
});
