// Why: docs/decisions/edge/older-accounts.md
import { networks } from '@platform/kit/networks';
import type { z } from 'zod';
import type { LegacyOnboardingFieldsFragment } from '../../generated/operations.js';
import { setupOperation, toSetupOperation } from '../../routes/wallet/fields.js';
import { type AccountVenue, toLegacyAccount } from './account.js';
import type { blocker, onboardingState } from './onboarding.js';
import { partiesAt } from './status.js';

/** Returns the summary of a wallet at a venue. */
export function summaryOf({ wallet }: LegacyOnboardingFieldsFragment, venue: AccountVenue) {
  return wallet.venues[venue];
}

type Summary = ReturnType<typeof summaryOf>;
type State = z.input<typeof onboardingState>;

/** Returns why a wallet is not ready at a venue; undefined where it is. */
export function blockerOf({ readiness, operation }: Summary): z.output<typeof blocker> | undefined {
  if (readiness.accountExists === true) return undefined;
  if (operation?.status === 'processing') return 'setup_under_way';
  if (operation?.status === 'reconciliation_required') return 'setup_outcome_unknown';
  if (readiness.accountExists === null) return 'venue_unreachable';
  return operation?.status === 'failed' ? 'setup_failed' : 'not_set_up';
}

const OLDER_STATUSES = {
  not_set_up: 'needs_deposit',
  setup_failed: 'needs_deposit',
  setup_under_way: 'processing',
  setup_outcome_unknown: 'key_provisioning_unknown',
  venue_unreachable: 'unknown',
} as const;

/** Returns the state of a wallet at a venue in its older form. */
export function toOnboarding(fields: LegacyOnboardingFieldsFragment, venue: AccountVenue): State {
  const summary = summaryOf(fields, venue);
  const { operation, balanceUsd, minimumDepositUsd } = summary;
  const why = blockerOf(summary);
  const ready = why === undefined;
  const account = toLegacyAccount(fields);
  const { heldUsd } = fields.wallet.balance;
  return {
    ...paidWith(summary),
    wallet_id: null,
    account,
    wallet: { address: account.wallet_address, name: account.name, index: account.account_index },
    balance: {
      ...{ minimum: minimumDepositUsd, usdc: heldUsd, usdcNative: heldUsd, usdcE: null, pusd: balanceUsd, pol: null },
      meetsMinimum: balanceUsd === null ? null : Number(balanceUsd) >= Number(minimumDepositUsd),
    },
    onboarding: {
      ...{ target: venue, ready, onboarded: ready, approvalsSet: ready, blockers: ready ? [] : [why] },
      ...progressOf(summary, ready),
    },
    ...{ account_ready: ready, api_key_ready: ready, ready, status: ready ? 'ready' : OLDER_STATUSES[why] },
    setup: operation && toSetupOperation(operation),
    api_key_approval_tx_hash: null,
    ...partiesAt(venue),
  };
}

const STEPS = setupOperation.shape.step.exclude(['done']).options;
const CURRENT = {
  processing: 'processing',
  completed: 'complete',
  failed: 'failed',
  reconciliation_required: 'unknown',
} as const;

/** Returns how far each step is, and the one that comes next. */
function progressOf({ operation }: Summary, isReady: boolean): Pick<State['onboarding'], 'next_step' | 'steps'> {
  const at = operation === null || operation.step === 'done' ? 0 : STEPS.indexOf(operation.step);
  const current = operation === null ? 'pending' : CURRENT[operation.status];
  const statusAt = (index: number) => (isReady || index < at ? 'complete' : index === at ? current : 'pending');
  return {
    next_step: isReady ? null : (STEPS[at] ?? null),
    steps: STEPS.map((id, index) => ({ id, status: statusAt(index) })),
  };
}

/** Returns what a setup is paid with; nothing where the venue can not be funded. */
function paidWith({ deposit }: Summary): Pick<State, 'chain' | 'chain_id' | 'accepted_assets'> {
  if (deposit === null) return { chain: null, chain_id: null, accepted_assets: [] };
  const { chainId, assets } = networks[deposit.chain];
  const { address, decimals } = assets[deposit.asset];
  return {
    chain: deposit.chain,
    chain_id: chainId,
    accepted_assets: [{ symbol: deposit.asset, address, decimals }],
  };
}
