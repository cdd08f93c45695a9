// Why: docs/decisions/edge/older-accounts.md
import { isPlainName, plainNameRule } from '@platform/errors';
import { z } from 'zod';
import {
  LegacyGetAccountStatusDocument,
  LegacyListAccountsDocument,
  LegacyRenameAccountDocument,
} from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { listOf } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { refusing } from '../refusing.js';
import { accountPath, accountVenues, legacyAccount, namingVenue, placeOf, toLegacyAccount } from './account.js';
import { legacyAccountStatus, partiesAt } from './status.js';

/** `/v2/account` and `/v3/account`, which are the same. */
export function accountRows(version: 'v2' | 'v3'): readonly LegacyRoute[] {
  const path = `/${version}/account` as const;
  return [
    defineLegacy({
      method: 'GET',
      path,
      name: `${version}.account.list`,
      successor: 'GET /account/{venue}',
      summary: 'Lists the trading accounts, the primary one first, all of them on one page',
      request: z.object({ ...noFields, query: z.object({}) }),
      response: { 200: listOf(legacyAccount) },
      refusals: ['wallet_repository_unavailable'],
      operations: [LegacyListAccountsDocument],
      answer: async (_request, ask) => {
        const { tradingAccounts } = await ask(LegacyListAccountsDocument, { venue: namingVenue });
        return { status: 200, body: { items: tradingAccounts.map(toLegacyAccount), nextCursor: null } };
      },
    }),
    refusing({
      method: 'POST',
      path,
      name: `${version}.account.create`,
      summary: 'Created a trading account',
      code: 'feature_not_available',
      message: 'Trading accounts can not be created here. GET /account/{venue} lists those that there are.',
      successor: 'GET /account/{venue}',
    }),
    defineLegacy({
      method: 'PATCH',
      path: `${path}/{address}`,
      effect: 'changes',
      name: `${version}.account.rename`,
      successor: 'PATCH /account/{venue}/{id}',
      summary: 'Names a trading account at every venue; safe to repeat',
      request: z.object({ ...noFields, params: accountPath, body: z.object({ name: nameOfAccount }) }),
      response: { 200: z.object({ account: legacyAccount }) },
      refusals: ['trading_account_not_found', 'wallet_repository_unavailable'],
      operations: [LegacyRenameAccountDocument],
      answer: async ({ params, body: { name: label } }, ask) => {
        const rename = (venue: string) =>
          ask(LegacyRenameAccountDocument, { input: { ...placeOf(venue, params), label } });
        const { updateTradingAccount: renamed } = await rename(namingVenue);
        for (const venue of accountVenues) if (venue !== namingVenue) await rename(venue);
        return { status: 200, body: { account: toLegacyAccount(renamed.account) } };
      },
    }),
  ];
}

const nameOfAccount = text('Name of 1 to 100 characters; surrounding white space is removed', 'Carry trades')
  .trim()
  .min(1, 'must not be empty')
  .max(100)
  .refine(isPlainName, plainNameRule);

/** `GET /v2/account/status` */
export const accountStatusRow = defineLegacy({
  method: 'GET',
  path: '/v2/account/status',
  name: 'v2.account.status',
  successor: 'GET /context/venues',
  summary: 'Reads what the account has, whatever its wallets: its plan and its fee',
  request: z.object({ ...noFields, query: z.object({}) }),
  response: { 200: legacyAccountStatus },
  operations: [LegacyGetAccountStatusDocument],
  answer: async (_request, ask) => {
    const { account } = await ask(LegacyGetAccountStatusDocument, {});
    return { status: 200, body: { accountTier: account.plan.name, ...partiesAt(namingVenue) } };
  },
});
