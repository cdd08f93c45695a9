import { describe, expect, test } from '@jest/globals';
import type { LegacyOnboardingFieldsFragment } from '../../generated/operations.js';
import { accountVenues } from './account.js';
import { toOnboarding } from './onboarding-state.js';

const [venue] = accountVenues;
type Summary = LegacyOnboardingFieldsFragment['wallet']['venues'][(typeof accountVenues)[number]];
type Setup = NonNullable<Summary['operation']>;

const AT = '2026-01-31T12:00:00.000Z';
const setup = (status: Setup['status'], step: Setup['step']): Setup => ({
  id: 's',
  status,
  step,
  updatedAt: AT,
  error: null,
});

function stateOf(accountExists: boolean | null, operation: Setup | null, more: Partial<Summary> = {}) {
  const summary: Summary = {
    ...{ minimumDepositUsd: '50.00', balanceUsd: '0.00', operation, deposit: null },
    readiness: { venueReachable: true, walletReady: true, accountExists, depositRouteReady: true },
    ...more,
  };
  const venues = { hyperliquid: summary, polymarket: summary, lighter: summary };
  const account = { label: 'Primary', accountIndex: 1, walletAddress: '0x1' };
  if (venue === undefined) throw new Error('no venue');
  return toOnboarding({ ...account, wallet: { balance: { heldUsd: '1.00' }, venues } }, venue);
}

describe('a wallet', () => {
  test.each([
    ['without a setup', false, null, 'not_set_up', 'needs_deposit', 'reserve'],
    ['with one under way', false, setup('processing', 'credit'), 'setup_under_way', 'processing', 'credit'],
    ['with a failed one', false, setup('failed', 'transfer'), 'setup_failed', 'needs_deposit', 'transfer'],
    [
      'with one that nobody knows the outcome of',
      false,
      setup('reconciliation_required', 'register'),
      'setup_outcome_unknown',
      'key_provisioning_unknown',
      'register',
    ],
    ['of a venue that can not be read', null, null, 'venue_unreachable', 'unknown', 'reserve'],
  ] as const)('%s is not ready, and says why', (_name, exists, operation, blocker, status, step) => {
    const state = stateOf(exists, operation);
    expect(state).toMatchObject({
      ready: false,
      status,
      onboarding: { ready: false, blockers: [blocker], next_step: step },
    });
  });

  test('that has an account is ready, whatever its latest setup', () => {
    for (const operation of [null, setup('completed', 'done'), setup('processing', 'credit')]) {
      const { onboarding, ...state } = stateOf(true, operation);
      expect(state).toMatchObject({ ready: true, status: 'ready', account: { account_index: 2 } });
      expect(onboarding).toMatchObject({ ready: true, blockers: [], next_step: null });
      expect(new Set(onboarding.steps.map(({ status }) => status))).toEqual(new Set(['complete']));
    }
  });
});

test('the steps of a setup are told apart by how far they are', () => {
  const { onboarding } = stateOf(false, setup('reconciliation_required', 'credit'));
  expect(onboarding.steps).toEqual([
    { id: 'reserve', status: 'complete' },
    { id: 'transfer', status: 'complete' },
    { id: 'credit', status: 'unknown' },
    { id: 'register', status: 'pending' },
  ]);
});

test('a balance that is not known meets nothing, and is not zero', () => {
  expect(stateOf(null, null, { balanceUsd: null }).balance).toMatchObject({ pusd: null, meetsMinimum: null });
  expect(stateOf(true, null, { balanceUsd: '50.00' }).balance).toMatchObject({ pusd: '50.00', meetsMinimum: true });
});

test('what a setup is paid with is that of the network of the deposit', () => {
  expect(stateOf(true, null)).toMatchObject({ chain: null, chain_id: null, accepted_assets: [] });
  const deposit = { chain: 'polygon', asset: 'USDC', address: '0x1' } as const;
  expect(stateOf(true, null, { deposit })).toMatchObject({
    ...{ chain: 'polygon', chain_id: 137 },
    accepted_assets: [{ symbol: 'USDC', decimals: 6 }],
  });
});
