import { describe, expect, test } from '@jest/globals';
import { encodeFunctionData, parseAbi } from 'viem';
import type { PositionChange } from '../trading/actions.js';
import { CONTRACTS } from './contracts.js';
import { depositWalletOf } from './deposit-wallets.js';
import { batchHash, carriesBatch, changeCall, type Moved, outcomeOf, payoutOf } from './position-changes.js';

const conditionId = `0x${'ab'.repeat(32)}` as const;
const OWNER = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const redemption = { kind: 'redemption', conditionId } as const;
const split = { kind: 'split', conditionId, amount: 5n } as const;
const merge = { kind: 'merge', conditionId, amount: 5n } as const;
const open = { numerators: [0n, 0n], denominator: 0n } as const;
const won = { numerators: [1n, 0n], denominator: 1n } as const;
const drawn = { numerators: [1n, 1n], denominator: 2n } as const;
const batchOf = (change: PositionChange, isNegRisk = false) => ({
  ...{ wallet: depositWalletOf(OWNER), nonce: 7n, deadlineS: 1_800_000_000n },
  calls: [changeCall(change, isNegRisk)],
});

describe('a payout', () => {
  test('is what the shares of each outcome pay, each rounded down', () => {
    expect(payoutOf([5n, 3n], won)).toBe(5n);
    expect(payoutOf([5n, 3n], drawn)).toBe(3n);
  });

  test('of a market that is not resolved is not known', () => {
    expect(payoutOf([5n, 3n], open)).toBeUndefined();
  });
});

describe('what was moved shows that', () => {
  test.each<[string, PositionChange, Moved, string]>([
    ['a redemption paid what its shares are worth', redemption, { pusd: 5n, shares: [-5n, -3n] }, 'done'],
    ['a redemption paid nothing', redemption, { pusd: 0n, shares: [0n, 0n] }, 'nothing'],
    ['a redemption took shares that pay and paid nothing', redemption, { pusd: 0n, shares: [-5n, 0n] }, 'nothing'],
    ['a redemption paid too little', redemption, { pusd: 4n, shares: [-5n, 0n] }, 'other'],
    ['a split was made', split, { pusd: -5n, shares: [5n, 5n] }, 'done'],
    ['a split gave one outcome alone', split, { pusd: -5n, shares: [5n, 0n] }, 'other'],
    ['a merge was made', merge, { pusd: 5n, shares: [-5n, -5n] }, 'done'],
    ['a merge paid less', merge, { pusd: 4n, shares: [-5n, -5n] }, 'other'],
  ])('%s', (_what, change, moved, outcome) => {
    expect(outcomeOf(change, moved, won)).toBe(outcome);
  });
});

describe('a batch', () => {
  const abi = parseAbi([
    'struct Call { address target; uint256 value; bytes data; }',
    'struct Batch { address wallet; uint256 nonce; uint256 deadline; Call[] calls; }',
    'function proxy(Batch batch, bytes signature)',
    'function proxyAll(Batch[] batches, bytes[] signatures)',
  ]);
  const told = ({ wallet, nonce, deadlineS, calls }: ReturnType<typeof batchOf>) => ({
    ...{ wallet, nonce, deadline: deadlineS },
    calls: calls.map((each) => ({ ...each, value: 0n })),
  });

  test('calls the adapter of its market, and nothing else', () => {
    for (const change of [redemption, split, merge])
      expect([changeCall(change, false).target, changeCall(change, true).target]).toEqual([
        CONTRACTS.collateralAdapter,
        CONTRACTS.negRiskCollateralAdapter,
      ]);
  });

  test('is found in the data of a transaction that hands it to its wallet, alone or beside others', () => {
    const [one, other] = [batchOf(split), batchOf(merge)];
    const alone = encodeFunctionData({ abi, functionName: 'proxy', args: [told(one), '0xab'] });
    const both = encodeFunctionData({
      abi,
      functionName: 'proxyAll',
      args: [
        [told(other), told(one)],
        ['0xab', '0x'],
      ],
    });
    expect([carriesBatch(alone, one), carriesBatch(both, one), carriesBatch(both, other)]).toEqual([true, true, true]);
    expect(carriesBatch(alone, other)).toBe(false);
    expect(carriesBatch(alone, { ...one, nonce: 8n })).toBe(false);
  });

  test('has a hash of its own for each condition, number and adapter', () => {
    const batches = [batchOf(split), batchOf(split, true), batchOf(merge), { ...batchOf(split), nonce: 8n }];
    expect(new Set(batches.map(batchHash)).size).toBe(batches.length);
  });
});
