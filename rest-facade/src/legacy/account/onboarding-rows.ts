// Why: docs/decisions/edge/older-accounts.md
import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import {
  LegacyGetOnboardingDocument,
  type LegacyOnboardingFieldsFragment,
  LegacySetUpVenueDocument,
} from '../../generated/operations.js';
import { idempotencyKey, replayHeaders } from '../../routes/fields.js';
import { type Ask, noFields } from '../../routes/route.js';
import { amount, toSetupOperation } from '../../routes/wallet/fields.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { type AccountVenue, accountPath, accountVenues, placeOf } from './account.js';
import { legacyOnboarding } from './onboarding.js';
import { blockerOf, summaryOf, toOnboarding } from './onboarding-state.js';

const READING = ['trading_account_not_found', 'wallet_upstream_unavailable', 'wallet_repository_unavailable'] as const;
const SETTING_UP = [
  'bad_request',
  'account_not_owned',
  'account_not_ready',
  'idempotency_key_conflict',
  'venue_setup_in_progress',
  'insufficient_held_balance',
] as const;

/** The state of wallets at the venues, and their setups. */
export function onboardingRows(version: 'v2' | 'v3'): readonly LegacyRoute[] {
  return accountVenues.flatMap((venue) => [statusRow(version, venue), setupRow(version, venue)]);
}

function statusRow(version: string, venue: AccountVenue): LegacyRoute {
  return defineLegacy({
    method: 'GET',
    path: `/${version}/account/{address}/status/${venue}`,
    name: `${version}.account.status-${venue}`,
    successor: 'GET /wallet',
    summary: 'Reads whether a wallet can trade at the venue, and what keeps it from that',
    request: z.object({ ...noFields, params: accountPath, query: z.object({}) }),
    response: { 200: legacyOnboarding(venue) },
    refusals: READING,
    operations: [LegacyGetOnboardingDocument],
    answer: async ({ params }, ask) => {
      const { tradingAccount } = await ask(LegacyGetOnboardingDocument, placeOf(venue, params));
      return { status: 200, body: toOnboarding(tradingAccount, venue) };
    },
  });
}

/** A setup reserves money: the caller names how much of it, and a key, so that a request that is repeated reserves it once. */
const setupRequest = z
  .object({
    ...noFields,
    params: accountPath,
    headers: z.object({ 'idempotency-key': idempotencyKey.exactOptional() }),
    body: z
      .object({
        amount_usd: amount(
          'What a setup reserves and moves: a decimal string, at least 50.00; without it nothing moves, and the state is answered',
          '50.00',
        ).exactOptional(),
      })
      .nullish(),
  })
  .refine(({ headers, body }) => body?.amount_usd === undefined || headers['idempotency-key'] !== undefined, {
    path: ['headers', 'idempotency-key'],
    message: 'is required with amount_usd',
  });

function setupRow(version: string, venue: AccountVenue): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: `/${version}/account/{address}/${venue}`,
    effect: 'moves_money',
    name: `${version}.account.bootstrap-${venue}`,
    successor: 'POST /wallet/venues/{venue}/setup',
    summary:
      'Sets a wallet up at the venue with money that it holds; without an amount it answers the state of one that is set up',
    permission: 'read',
    request: setupRequest,
    response: { 200: legacyOnboarding(venue), 202: legacyOnboarding(venue) },
    refusals: [...READING, ...SETTING_UP],
    operations: [LegacySetUpVenueDocument, LegacyGetOnboardingDocument],
    answer: async ({ params, headers: { 'idempotency-key': key }, body }, ask) => {
      const place = placeOf(venue, params);
      const before = (await ask(LegacyGetOnboardingDocument, place)).tradingAccount;
      if (body?.amount_usd === undefined || key === undefined) {
        requireAsked(before, venue);
        return stateOf(before, venue);
      }
      const replayed = await setUp(ask, { venue, amountUsd: body.amount_usd, idempotencyKey: key, wallet: before });
      const after = (await ask(LegacyGetOnboardingDocument, place)).tradingAccount;
      return { ...stateOf(after, venue), headers: replayHeaders(replayed) };
    },
  });
}

/** Sets a wallet up; returns whether an earlier request with the key did. */
async function setUp(
  ask: Ask,
  {
    wallet: { walletAddress: accountAddress },
    ...wanted
  }: {
    readonly venue: AccountVenue;
    readonly amountUsd: string;
    readonly idempotencyKey: string;
    readonly wallet: LegacyOnboardingFieldsFragment;
  },
): Promise<boolean> {
  const { setUpVenue } = await ask(LegacySetUpVenueDocument, { input: { ...wanted, accountAddress } });
  return setUpVenue.replayed;
}

/** 202 while it is not known to be ready. */
function stateOf(fields: LegacyOnboardingFieldsFragment, venue: AccountVenue) {
  const body = toOnboarding(fields, venue);
  return body.ready ? ({ status: 200, body } as const) : ({ status: 202, body } as const);
}

/** Throws `account_not_ready` for a wallet whose setup nobody has asked for, or whose setup has failed: an empty body authorizes no money. */
function requireAsked(fields: LegacyOnboardingFieldsFragment, venue: AccountVenue): void {
  const summary = summaryOf(fields, venue);
  const why = blockerOf(summary);
  if (why !== 'not_set_up' && why !== 'setup_failed') return;
  const { operation, minimumDepositUsd: minimum_usd } = summary;
  throw new PlatformError('account_not_ready', {
    message: `The wallet has no account at the venue. Send \`amount_usd\`, at least ${minimum_usd}, with an \`Idempotency-Key\`: a setup moves that much of what the wallet holds.`,
    details: { venue, minimum_usd, setup: operation && toSetupOperation(operation) },
  });
}
