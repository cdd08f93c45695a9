import { formatUsdc } from '../exchange/units.js';
import type { Venue } from '../venue.js';
import { assetContext } from '../wire.js';
import { netDeposits } from './ledger.js';
import { meta } from './listings.js';
import { openOrders } from './user-orders.js';
import { clearinghouseState, spotState, twapStates } from './users.js';

/** All that the venue's own pages show of a user and the markets, as `webData2` has it. Vaults do not exist here. */
export function webData2(venue: Venue, user: string) {
  const desk = venue.exchange.desk();
  const agent = desk.store.agentsOf(user).find(({ name, validUntilMs }) => name === '' && validUntilMs > desk.nowMs);
  return {
    clearinghouseState: clearinghouseState(desk, user),
    leadingVaults: [],
    totalVaultEquity: '0.0',
    openOrders: openOrders(desk, user),
    agentAddress: agent?.address ?? null,
    agentValidUntil: agent?.validUntilMs ?? null,
    cumLedger: formatUsdc(netDeposits(desk.store, user)),
    meta: meta(venue),
    assetCtxs: [...venue.markets.values()].map((market) => assetContext(market, desk.nowMs)),
    serverTime: desk.nowMs,
    isVault: false,
    user,
    twapStates: twapStates(desk, user),
    spotState: spotState(desk, user),
    spotAssetCtxs: [],
    perpsAtOpenInterestCap: [],
  };
}
