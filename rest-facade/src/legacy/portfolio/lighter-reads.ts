import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { LegacyGetVenueStateDocument, LegacyListWalletsDocument } from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { type Ask, noFields } from '../../routes/route.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import { toVenueDeposit, venueDeposit } from './deposit.js';
import { findWallet, ownWallet } from './own-wallet.js';

const VENUE = 'lighter';
const path = `/v3/portfolio/${VENUE}` as const;
const operations = [LegacyGetVenueStateDocument, LegacyListWalletsDocument];
const query = z.object({
  owner_address: ownWallet('One of your managed wallets; the default one if omitted').exactOptional(),
});

const balance = record(
  {
    wallet_address: text('The managed wallet', '0x1000000000000000000000000000000000000001'),
    asset: text('Asset', 'USDC'),
    balance: text('What the account at the venue is worth: a decimal string', '125.500000')
      .nullable()
      .describe('What the account at the venue is worth, a decimal string; null, never zero, while it is unknown'),
    account_ready: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the wallet has an account at the venue; null while unknown', examples: [true] }),
  },
  { id: 'LegacyVenueBalance', description: 'The balance of a wallet at a venue' },
);

/** Returns the state of one of the caller's wallets at the venue. */
async function stateOf(ask: Ask, owner: string | undefined) {
  const { id, walletAddress } = await findWallet(ask, VENUE, owner);
  const { tradingAccount } = await ask(LegacyGetVenueStateDocument, { venue: VENUE, id });
  return { walletAddress, ...tradingAccount.wallet.venues[VENUE] };
}

/** What `/v3/portfolio/lighter` reads of a wallet. */
export const lighterReads: readonly LegacyRoute[] = [
  defineLegacy({
    method: 'GET',
    path: `${path}/deposit/{id}`,
    name: `v3.portfolio.${VENUE}.deposit.get`,
    successor: 'GET /wallet',
    summary:
      'Reads the latest deposit of a wallet at the venue by its id; an earlier one is not found, since none is shown',
    request: z.object({ ...noFields, params: z.strictObject({ id: text('The deposit', 'set_01') }), query }),
    response: { 200: venueDeposit },
    refusals: ['trading_account_not_found', 'wallet_upstream_unavailable', 'wallet_repository_unavailable'],
    operations,
    answer: async ({ params: { id }, query: { owner_address: owner } }, ask) => {
      const { operation, walletAddress } = await stateOf(ask, owner);
      if (operation?.id !== id) throw new PlatformError('not_found');
      return { status: 200, body: toVenueDeposit(operation, walletAddress) };
    },
  }),
  defineLegacy({
    method: 'GET',
    path: `${path}/balance`,
    name: `v3.portfolio.${VENUE}.balance`,
    successor: 'GET /wallet',
    summary: 'Reads the balance of a wallet at the venue',
    request: z.object({ ...noFields, query }),
    response: { 200: balance },
    refusals: ['trading_account_not_found', 'wallet_upstream_unavailable', 'wallet_repository_unavailable'],
    operations,
    answer: async ({ query: { owner_address: owner } }, ask) => {
      const { balanceUsd, readiness, walletAddress } = await stateOf(ask, owner);
      const body = { balance: balanceUsd, account_ready: readiness.accountExists, asset: 'USDC' };
      return { status: 200, body: { wallet_address: walletAddress, ...body } };
    },
  }),
];
