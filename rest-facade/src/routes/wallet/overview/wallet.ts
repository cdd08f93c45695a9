import { byVenue, venuesOf } from '@platform/venues/registry';
import { z } from 'zod';
import type { VenueSummaryFieldsFragment, WalletFieldsFragment } from '../../../generated/operations.js';
import { exampleVenue, text, usd } from '../../fields.js';
import { address, asset, chain, setupOperation, toSetupOperation, yesNoUnknown } from '../fields.js';

const venueSummary = z
  .object({
    minimum_deposit_usd: usd,
    balance_usd: usd.nullable().describe('Balance at the venue, US dollars; null, never zero, while unknown'),
    deposit: z
      .object({ chain, asset, address: address('Where to send it') })
      .nullable()
      .describe('Where to send funds for the venue; null while unknown'),
    readiness: z.object({
      venue_reachable: yesNoUnknown,
      wallet_ready: yesNoUnknown,
      account_exists: yesNoUnknown,
      deposit_route_ready: yesNoUnknown,
    }),
    operation: setupOperation.nullable().describe('The latest setup'),
  })
  .meta({ id: 'WalletVenue', description: 'The wallet as one venue sees it' });

/** A managed wallet with all its balances. */
export const wallet = z
  .object({
    address: address('The managed wallet'),
    deposit: z.object({
      chain,
      asset,
      address: address('Where to send a deposit'),
      min_usd: usd.describe('Smallest deposit, US dollars'),
      protocol_min_usd: usd.describe('Safety floor of the bridges; not the recommended amount'),
    }),
    balance: z.object({
      held_usd: usd.describe('Held on all networks, US dollars'),
      networks: z.array(
        z
          .object({
            network: text('Chain', 'arbitrum'),
            address: address('The wallet there'),
            asset,
            balance: text('Amount of the asset, a decimal string', '125.500000'),
            balance_usd: usd,
          })
          .meta({ id: 'NetworkBalance', description: 'What is held on one network' }),
      ),
      allocated: z
        .array(
          z
            .object({
              venue: text('Venue', exampleVenue),
              deployment: text('Live deployment', 'dpl_01')
                .exactOptional()
                .describe('The live deployment that uses the account there; absent unless there is exactly one'),
              balance_usd: usd,
            })
            .meta({ id: 'VenueBalance', description: 'What one venue holds' }),
        )
        .describe('One entry per onboarded venue, even at zero'),
      total_usd: usd.describe('Held and allocated together, each location counted once, in US dollars'),
    }),
    venues: z.object(byVenue(venuesOf('wallet'), () => venueSummary)),
  })
  .meta({ id: 'Wallet', description: 'The managed wallet with all its balances' });

/** Returns a wallet in its REST form. */
export function toWallet({ address: own, deposit, balance, venues }: WalletFieldsFragment): z.input<typeof wallet> {
  return {
    address: own,
    deposit: {
      chain: deposit.chain,
      asset: deposit.asset,
      address: deposit.address,
      min_usd: deposit.minUsd,
      protocol_min_usd: deposit.protocolMinUsd,
    },
    balance: {
      held_usd: balance.heldUsd,
      networks: balance.networks.map(({ balanceUsd, ...row }) => ({ ...row, balance_usd: balanceUsd })),
      allocated: balance.allocated.map(({ venue, deployment, balanceUsd }) => ({
        venue,
        ...(deployment != null && { deployment }),
        balance_usd: balanceUsd,
      })),
      total_usd: balance.totalUsd,
    },
    venues: byVenue(venuesOf('wallet'), (venue) => toVenueSummary(venues[venue])),
  };
}

function toVenueSummary(fields: VenueSummaryFieldsFragment): z.input<typeof venueSummary> {
  const { minimumDepositUsd, balanceUsd, deposit, readiness, operation } = fields;
  return {
    minimum_deposit_usd: minimumDepositUsd,
    balance_usd: balanceUsd,
    deposit,
    readiness: {
      venue_reachable: readiness.venueReachable ?? 'unknown',
      wallet_ready: readiness.walletReady ?? 'unknown',
      account_exists: readiness.accountExists ?? 'unknown',
      deposit_route_ready: readiness.depositRouteReady ?? 'unknown',
    },
    operation: operation && toSetupOperation(operation),
  };
}
