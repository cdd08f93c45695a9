import type { Desk } from '../exchange/desk.js';
import { formatUsdc } from '../exchange/units.js';
import type { Venue } from '../venue.js';
import { assetContexts } from '../wire.js';
import { netDeposits } from './ledger.js';
import { meta } from './listings.js';
import { openOrders } from './user-orders.js';
import { clearinghouseState, spotState, twapStates } from './users.js';

/** All that the venue's own pages show of a user and the markets, as `webData2` has it. Vaults do not exist here. */
export function webData2(venue: Venue, user: string) {
  const desk = venue.exchange.desk();
  return {
    ...userState(desk, user),
    clearinghouseState: clearinghouseState(desk, user),
    leadingVaults: [],
    totalVaultEquity: '0.0',
    openOrders: openOrders(desk, user),
    meta: meta(venue),
    assetCtxs: assetContexts(venue, desk.nowMs),
    twapStates: twapStates(desk, user),
    spotState: spotState(desk, user),
    spotAssetCtxs: [],
    perpsAtOpenInterestCap: [],
  };
}

/** The part of it that `webData3` still has; the rest has channels of its own there. */
export function webData3({ exchange }: Venue, user: string) {
  return {
    userState: userState(exchange.desk(), user),
    perpDexStates: [{ totalVaultEquity: '0.0', perpsAtOpenInterestCap: [], leadingVaults: [] }],
  };
}

function userState(desk: Desk, user: string) {
  const agent = desk.store.agentsOf(user).find(({ name, validUntilMs }) => name === '' && validUntilMs > desk.nowMs);
  return {
    agentAddress: agent?.address ?? null,
    agentValidUntil: agent?.validUntilMs ?? null,
    cumLedger: formatUsdc(netDeposits(desk.store, user)),
    serverTime: desk.nowMs,
    isVault: false,
    user,
  };
}
