import type { VenueOffering } from '@platform/venues/registry';
import { z } from 'zod';
import { LegacyListWalletsDocument, SetUpVenueDocument } from '../../generated/operations.js';
import { replayHeaders } from '../../routes/fields.js';
import { type Ask, noFields } from '../../routes/route.js';
import { callKey, keyHeaders } from '../call-key.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { amountField, assetField, chainField } from './amounts.js';
import { type DepositAsSent, newVenueDeposit, toNewVenueDeposit } from './deposit.js';
import { findWallet, ownWallet } from './own-wallet.js';

/** A deposit as its row reads it from a body. */
interface WantedDeposit {
  readonly owner: string | undefined;
  readonly sent: DepositAsSent;
}

interface DepositRow {
  readonly version: 'v2' | 'v3';
  readonly venue: VenueOffering<'setup'>;
  readonly body: z.ZodType<WantedDeposit>;
}

const owner = ownWallet('One of your managed wallets');

/** Bodies of published clients. */
export const depositBodies = {
  onArbitrum: z
    .object({
      chain: chainField('arbitrum'),
      asset_address: assetField('arbitrum'),
      amount: amountField,
      from: owner.exactOptional(),
    })
    .transform(({ from, ...sent }): WantedDeposit => ({ owner: from, sent })),
  onPolygon: z
    .object({ chain: chainField('polygon'), asset_address: assetField('polygon'), amount: amountField, from: owner })
    .transform(({ from, ...sent }): WantedDeposit => ({ owner: from, sent })),
  confirmed: z
    .object({
      owner_address: owner,
      source_chain: chainField('arbitrum'),
      amount: amountField,
      confirmed: z.literal(true).describe('Says that it is meant'),
    })
    .transform(
      ({ owner_address, source_chain, amount }): WantedDeposit => ({
        ...{ owner: owner_address, sent: { source_chain, amount } },
      }),
    ),
};

/** Returns the row of a deposit: a setup of its venue, with the same minimum and the same rules. */
export function depositRow({ version, venue, body }: DepositRow): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: `/${version}/portfolio/${venue}/deposit`,
    effect: 'moves_money',
    name: `${version}.portfolio.${venue}.deposit`,
    successor: 'POST /wallet/venues/{venue}/setup',
    summary: `Moves held funds to ${venue}, at least 50.00: a setup of the venue`,
    // As for setups: any key.
    permission: 'read',
    request: z.object({ ...noFields, query: z.object({}), headers: z.object(keyHeaders), body }),
    response: { 200: newVenueDeposit, 202: newVenueDeposit },
    refusals: [
      'bad_request',
      'feature_not_available',
      'trading_account_not_found',
      'account_not_owned',
      'idempotency_key_conflict',
      'venue_setup_in_progress',
      'venue_not_ready',
      'insufficient_held_balance',
      'wallet_upstream_unavailable',
      'wallet_repository_unavailable',
    ],
    operations: [SetUpVenueDocument, LegacyListWalletsDocument],
    answer: async ({ headers, body: wanted }, ask, { requestId }) =>
      deposit(ask, venue, { ...wanted, key: callKey(headers, requestId) }),
  });
}

async function deposit(
  ask: Ask,
  venue: VenueOffering<'setup'>,
  { owner: address, sent, key }: WantedDeposit & { readonly key: string },
) {
  const { walletAddress: accountAddress } = await findWallet(ask, venue, address);
  const input = { venue, amountUsd: sent.amount, idempotencyKey: key, accountAddress };
  const { operation, replayed } = (await ask(SetUpVenueDocument, { input })).setUpVenue;
  const status = operation.status === 'completed' ? 200 : 202;
  const body = toNewVenueDeposit(operation, accountAddress, sent);
  return { status, body, headers: replayHeaders(replayed) } as const;
}
