// Why: docs/decisions/edge/older-accounts.md
import { venueRow } from '@platform/venues/registry';
import { z } from 'zod';
import { count, text } from '../../routes/fields.js';
import { address, setupOperation } from '../../routes/wallet/fields.js';
import { absent } from '../absent.js';
import { type AccountVenue, legacyAccount } from './account.js';
import { parties } from './status.js';

const yes = (description: string) => z.boolean().meta({ description, examples: [true] });
const step = setupOperation.shape.step.exclude(['done']);

/** Why a wallet is not ready. */
export const blocker = z
  .enum(['not_set_up', 'setup_under_way', 'setup_failed', 'setup_outcome_unknown', 'venue_unreachable'])
  .describe(
    '`not_set_up`: no setup was asked for; `setup_under_way`; `setup_failed`: `setup.error` says why; `setup_outcome_unknown`: an operator ' +
      'must resolve it; `venue_unreachable`: whether the wallet has an account there is not known now',
  );

const onboarding = z.object({
  target: text('Venue', 'v'),
  ready: yes('Whether the wallet can trade there'),
  onboarded: yes('The same'),
  approvalsSet: yes('The same: a setup makes the approvals'),
  next_step: step.nullable().describe('The step of the setup that comes next; null once it is ready'),
  blockers: z.array(blocker).describe('Why it is not ready; empty once it is'),
  steps: z.array(
    z
      .object({
        id: step.describe('A step of the setup'),
        status: z.enum(['complete', 'processing', 'pending', 'failed', 'unknown']).describe('How far it is'),
      })
      .meta({ id: 'LegacyOnboardingStep', description: 'A step of a setup' }),
  ),
});

const balance = z.object({
  minimum: text('The least that a setup moves, US dollars: a decimal string', '50.00'),
  usdc: text('USDC that the wallet holds, on every network: a decimal string', '125.500000'),
  usdcNative: text('The same', '125.500000'),
  usdcE: absent(z.string(), 'wallets hold native USDC alone'),
  pusd: text('What the wallet has at the venue, US dollars: a decimal string', '8.00')
    .nullable()
    .describe('Null while it is not known'),
  pol: absent(z.string(), 'the platform pays for gas'),
  meetsMinimum: yes('Whether what the wallet has at the venue reaches the minimum').nullable(),
});

const acceptedAsset = z
  .object({ symbol: text('Asset', 'USDC'), address: address('Its contract'), decimals: count('Its decimals', 6) })
  .meta({ id: 'LegacyAcceptedAsset', description: 'An asset that is taken' });

/** The state of a wallet at a venue: one record, with the names that the older surface had for each venue. */
export const onboardingState = z.object({
  chain: text('The network that money for the venue is sent on', 'arbitrum')
    .nullable()
    .describe('The network that money for the venue is sent on; null while the venue can not be funded'),
  chain_id: count('The number of that network', 42_161).nullable(),
  wallet_id: absent(z.string(), 'ids of providers are not shown'),
  account: legacyAccount,
  wallet: z.object({
    address: address('The managed wallet'),
    name: text('Name of the account', 'Primary'),
    index: count('The account_index', 1),
  }),
  balance,
  onboarding,
  account_ready: yes('Whether the wallet has an account at the venue'),
  api_key_ready: yes('The same: a setup makes the key'),
  ready: yes('The same'),
  status: z
    .enum(['needs_deposit', 'processing', 'key_provisioning_unknown', 'unknown', 'ready'])
    .describe(
      '`key_provisioning_unknown`: an operator must resolve the setup; `unknown`: the venue can not be read now',
    ),
  setup: setupOperation.nullable().describe('The latest setup; null where there was none'),
  accepted_assets: z.array(acceptedAsset).describe('What a setup is paid with'),
  api_key_approval_tx_hash: absent(z.string(), 'it is not kept'),
  ...parties,
});

/** Whether the service holds what it needs for the interface of the venue, as an object that the older surface named after the venue. */
const api = z.object({ credentialsStored: yes('Whether the wallet can trade there: a setup makes what that needs') });

/** Returns the schema of the state of a wallet at a venue. */
export function legacyOnboarding(venue: AccountVenue) {
  const named = `${venue}Api`;
  const { name } = venueRow(venue);
  const answered = z.object({ ...onboardingState.shape, [named]: api }).meta({
    id: `Legacy${name}Onboarding`,
    description: `A wallet at ${name}: what it has there, and how far its setup is`,
  });
  return z
    .custom<z.input<typeof onboardingState>>()
    .transform((state) => ({ ...state, [named]: { credentialsStored: state.ready } }))
    .pipe(answered);
}
