import { byVenue, venuesOf } from '@platform/venues/registry';
import { z } from 'zod';
import { GetWalletDocument, type VenueSummaryFieldsFragment } from '../../generated/operations.js';
import { exampleVenue, text, usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { address, asset, chain, setupOperation, toSetupOperation } from './fields.js';

const ready = z
  .union([z.boolean(), z.literal('unknown')])
  .meta({ id: 'YesNoUnknown', description: '`unknown` when it could not be determined', examples: [true] });

const venueSummary = z
  .object({
    minimum_deposit_usd: usd,
    balance_usd: usd.nullable().describe('Balance at the venue, US dollars; null, never zero, while unknown'),
    deposit: z
      .object({ chain, asset, address: address('Where to send it') })
      .nullable()
      .describe('Where to send funds for the venue; null while unknown'),
    readiness: z.object({
      venue_reachable: ready,
      wallet_ready: ready,
      account_exists: ready,
      deposit_route_ready: ready,
    }),
    operation: setupOperation.nullable().describe('The latest setup'),
  })
  .meta({ id: 'WalletVenue', description: 'The wallet as one venue sees it' });

const wallet = z
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
            .object({ venue: text('Venue', exampleVenue), balance_usd: usd })
            .meta({ id: 'VenueBalance', description: 'What one venue holds' }),
        )
        .describe('One entry per onboarded venue, even at zero'),
      total_usd: usd.describe('Held and allocated together, each location counted once, in US dollars'),
    }),
    venues: z.object(byVenue(venuesOf('wallet'), () => venueSummary)),
  })
  .meta({ id: 'Wallet', description: 'The managed wallet with all its balances' });

/** `GET /wallet` */
export const getWallet = defineRoute({
  method: 'GET',
  path: '/wallet',
  tool: 'wallet.get',
  summary: "Reads the managed wallet with all its balances; fails if any balance can't be read",
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object(noFields),
  response: { 200: wallet },
  refusals: ['wallet_upstream_unavailable', 'wallet_repository_unavailable'],
  operation: GetWalletDocument,
  variables: () => ({}),
  respond: ({ wallet: { deposit, balance, venues, ...same } }) => ({
    status: 200,
    body: {
      address: same.address,
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
        allocated: balance.allocated.map(({ venue, balanceUsd }) => ({ venue, balance_usd: balanceUsd })),
        total_usd: balance.totalUsd,
      },
      venues: byVenue(venuesOf('wallet'), (venue) => toVenueSummary(venues[venue])),
    },
  }),
});

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
