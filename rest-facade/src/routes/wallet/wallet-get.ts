import { z } from 'zod';
import { GetWalletDocument, type VenueSummaryFieldsFragment } from '../../generated/operations.js';
import { usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { setupOperation, toSetupOperation } from './fields.js';

const ready = z.union([z.boolean(), z.literal('unknown')]);

const venueSummary = z.object({
  minimum_deposit_usd: usd,
  balance_usd: usd.nullable().describe('Null while it is not known whether the venue is onboarded'),
  deposit: z.object({ chain: z.string(), asset: z.string(), address: z.string() }).nullable(),
  readiness: z.object({
    venue_reachable: ready,
    wallet_ready: ready,
    account_exists: ready,
    deposit_route_ready: ready,
  }),
  operation: setupOperation.nullable().describe('The latest setup'),
});

const wallet = z.object({
  address: z.string(),
  deposit: z.object({
    chain: z.string(),
    asset: z.string(),
    address: z.string(),
    min_usd: usd,
    protocol_min_usd: usd.describe('Safety floor of the bridges; not the recommended amount'),
  }),
  balance: z.object({
    held_usd: usd,
    networks: z.array(
      z.object({ network: z.string(), address: z.string(), asset: z.string(), balance: z.string(), balance_usd: usd }),
    ),
    allocated: z.array(z.object({ venue: z.string(), balance_usd: usd })).describe('One entry an onboarded venue'),
    total_usd: usd,
  }),
  venues: z.object({ hyperliquid: venueSummary, polymarket: venueSummary, lighter: venueSummary }),
});

/** `GET /wallet` */
export const getWallet = defineRoute({
  method: 'GET',
  path: '/wallet',
  summary: 'Reads the managed wallet with its balances; nothing at all when one can not be read',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object(noFields),
  response: { 200: wallet },
  operation: GetWalletDocument,
  variables: () => ({}),
  respond: ({ wallet: { address, deposit, balance, venues } }) => ({
    status: 200,
    body: {
      address,
      deposit: {
        ...{ chain: deposit.chain, asset: deposit.asset, address: deposit.address },
        min_usd: deposit.minUsd,
        protocol_min_usd: deposit.protocolMinUsd,
      },
      balance: {
        held_usd: balance.heldUsd,
        networks: balance.networks.map(({ balanceUsd, ...row }) => ({ ...row, balance_usd: balanceUsd })),
        allocated: balance.allocated.map(({ venue, balanceUsd }) => ({ venue, balance_usd: balanceUsd })),
        total_usd: balance.totalUsd,
      },
      venues: {
        hyperliquid: toVenueSummary(venues.hyperliquid),
        polymarket: toVenueSummary(venues.polymarket),
        lighter: toVenueSummary(venues.lighter),
      },
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
