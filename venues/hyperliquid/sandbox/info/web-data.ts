import type { ExchangeContext } from '../exchange/exchange-context.js';
import { formatUsdc } from '../exchange/units.js';
import type { Venue } from '../venue.js';
import { assetContexts } from '../wire.js';
import { netDeposits } from './ledger.js';
import { meta } from './listings.js';
import { openOrders } from './user-orders.js';
import { clearinghouseState, spotState, twapStates } from './users.js';

/** Returns everything that the venue's own pages show of a user and the markets, in the form of `webData2`. Vaults do not exist here. */
export function webData2(venue: Venue, user: string) {
  const context = venue.exchange.context();
  return {
    ...userState(context, user),
    clearinghouseState: clearinghouseState(context, user),
    leadingVaults: [],
    totalVaultEquity: '0.0',
    openOrders: openOrders(context, user),
    meta: meta(venue),
    assetCtxs: assetContexts(venue, context.nowMs),
    twapStates: twapStates(context, user),
    spotState: spotState(context, user),
    spotAssetCtxs: [],
    perpsAtOpenInterestCap: [],
  };
}

/** Returns the part of it that `webData3` still has; the rest has its own channels there. */
export function webData3({ exchange }: Venue, user: string) {
  return {
    userState: userState(exchange.context(), user),
    perpDexStates: [{ totalVaultEquity: '0.0', perpsAtOpenInterestCap: [], leadingVaults: [] }],
  };
}

function userState(context: ExchangeContext, user: string) {
  const agent = context.store
    .agentsOf(user)
    .find(({ name, validUntilMs }) => name === '' && validUntilMs > context.nowMs);
  return {
    agentAddress: agent?.address ?? null,
    agentValidUntil: agent?.validUntilMs ?? null,
    cumLedger: formatUsdc(netDeposits(context.store, user)),
    serverTime: context.nowMs,
    isVault: false,
    user,
  };
}
