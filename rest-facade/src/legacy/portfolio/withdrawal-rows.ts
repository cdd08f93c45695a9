import { PlatformError } from '@platform/errors';
import { networks } from '@platform/kit/networks';
import type { VenueOf } from '@platform/venues/registry';
import { z } from 'zod';
import {
  CreateWithdrawalDocument,
  type CreateWithdrawalMutation,
  GetWithdrawalDocument,
  LegacyListWalletsDocument,
} from '../../generated/operations.js';
import { idempotencyKey, replayHeaders, text } from '../../routes/fields.js';
import { type Ask, noFields } from '../../routes/route.js';
import { createRefusals, toWanted } from '../../routes/wallet/withdrawals/withdrawal-body.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { amountField, assetField, chainField } from './amounts.js';
import { findWallet, ownWallet } from './own-wallet.js';
import { legacyWithdrawal, newLegacyWithdrawal, proofField, requireProof, toLegacyWithdrawal } from './withdrawal.js';

type Proof = NonNullable<z.output<typeof proofField>>;

/** A withdrawal as its row reads it from a body. */
interface WantedWithdrawal {
  readonly owner: string | undefined;
  readonly amount: string;
  /** Undefined where the login wallet is the only destination. */
  readonly destination: string | undefined;
  readonly authorization: Proof | undefined;
}

const USDC = networks.arbitrum.assets.USDC.address;
const owner = ownWallet('One of your managed wallets; withdrawals leave the primary one alone');
const destination = text('EVM address outside the platform', '0x2000000000000000000000000000000000000002');
const proved = { authorization: proofField };
const keyHeaders = {
  'idempotency-key': idempotencyKey
    .exactOptional()
    .describe('Identifies the withdrawal: the UUID that its proof was made for; required with a proof'),
};

/** Bodies of published clients, with the proof that they lack. */
export const withdrawalBodies = {
  onArbitrum: z
    .object({
      chain: chainField('arbitrum'),
      asset_address: assetField('arbitrum'),
      amount: amountField,
      from: owner.exactOptional(),
      to: destination.exactOptional(),
      ...proved,
    })
    .transform(
      ({ from, to, amount, authorization }): WantedWithdrawal => ({
        ...{ owner: from, destination: to, amount, authorization },
      }),
    ),
  confirmed: z
    .object({
      owner_address: owner,
      amount: amountField,
      confirmed: z.literal(true).describe('Says that it is meant'),
      destination_wallet: destination.exactOptional(),
      ...proved,
    })
    .transform(
      ({ owner_address, destination_wallet, amount, authorization }): WantedWithdrawal => ({
        ...{ owner: owner_address, destination: destination_wallet, amount, authorization },
      }),
    ),
};

/** Returns the row of a withdrawal from a venue: it needs the same proof as POST /wallet/withdraw, and nothing is asked without. */
export function withdrawalRow(venue: VenueOf<'wallet'>, body: z.ZodType<WantedWithdrawal>): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: `/v3/portfolio/${venue}/withdraw`,
    effect: 'moves_money',
    name: `v3.portfolio.${venue}.withdraw`,
    successor: 'POST /wallet/withdraw',
    summary: `Withdraws from ${venue} with the proof of POST /wallet/withdraw, and the Idempotency-Key that it was made for`,
    request: z.object({ ...noFields, query: z.object({}), headers: z.object(keyHeaders), body }),
    response: { 202: newLegacyWithdrawal },
    refusals: ['insufficient_permissions', 'trading_account_not_found', 'idempotency_key_required', ...createRefusals],
    operations: [CreateWithdrawalDocument, LegacyListWalletsDocument],
    answer: async ({ headers, body: wanted }, ask) => withdraw(ask, venue, wanted, headers['idempotency-key']),
  });
}

async function withdraw(ask: Ask, venue: VenueOf<'wallet'>, wanted: WantedWithdrawal, key: string | undefined) {
  const { walletAddress, accountIndex } = await findWallet(ask, venue, wanted.owner);
  if (accountIndex !== 0)
    throw new PlatformError('feature_not_available', { message: 'Withdrawals leave the primary wallet alone.' });
  const authorization = requireProof(wanted.authorization);
  if (key === undefined) throw new PlatformError('idempotency_key_required');
  const { amount, destination: to } = wanted;
  const input = {
    ...toWanted(key, { source: venue, amount_usd: amount, chain: 'arbitrum', asset_address: USDC, authorization }),
    destinationWallet: to,
    replayOnly: false,
  };
  return toAnswer(await ask(CreateWithdrawalDocument, { input }), { amount, walletAddress });
}

function toAnswer(
  { createWithdrawal: { withdrawal, replayed } }: CreateWithdrawalMutation,
  { amount, walletAddress }: { readonly amount: string; readonly walletAddress: string },
) {
  const { id, status, destinationWallet, createdAt } = withdrawal;
  const body: z.input<typeof newLegacyWithdrawal> = {
    ...{ id, status, amount, destination: destinationWallet, wallet_address: walletAddress, created_at: createdAt },
    ...{ chain: 'arbitrum', asset_address: USDC, hyperliquid_response: null },
  };
  return { status: 202, body, headers: replayHeaders(replayed) } as const;
}

/** Returns the row that reads a withdrawal from a venue; one from elsewhere is not found there. */
export function withdrawalStateRow(venue: VenueOf<'wallet'>): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `/v3/portfolio/${venue}/withdraw/{id}`,
    name: `v3.portfolio.${venue}.withdraw.get`,
    successor: 'GET /wallet/withdrawals/{id}',
    summary: `Reads a withdrawal from ${venue}`,
    request: z.object({
      ...noFields,
      params: z.strictObject({ id: text('The withdrawal', 'wd_01') }),
      query: z.object({}),
    }),
    response: { 200: legacyWithdrawal },
    refusals: ['withdrawal_not_found', 'wallet_repository_unavailable'],
    operations: [GetWithdrawalDocument],
    answer: async ({ params: { id } }, ask) => {
      const { withdrawal } = await ask(GetWithdrawalDocument, { id });
      if (withdrawal.source !== venue) throw new PlatformError('withdrawal_not_found');
      return { status: 200, body: toLegacyWithdrawal(withdrawal) };
    },
  });
}
