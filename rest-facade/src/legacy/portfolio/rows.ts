// Why: docs/decisions/edge/older-actions-and-money.md
import type { LegacyRoute } from '../operation.js';
import { refusing } from '../refusing.js';
import { depositBodies, depositRow } from './deposit-rows.js';
import { lighterReads } from './lighter-reads.js';
import { withdrawalBodies, withdrawalRow, withdrawalStateRow } from './withdrawal-rows.js';

const CLOSE_BY_HAND =
  'Nothing closes a whole account here. GraphQL shows `wallet { positions openOrders }`; cancels and reduce-only orders go to ' +
  'POST /runtime/executions, and money leaves by POST /wallet/withdraw.';

/** `/v2/portfolio` and `/v3/portfolio`: deposits are setups of venues, and withdrawals need the proof of the unified surface. */
export const portfolioRows: readonly LegacyRoute[] = [
  depositRow({ version: 'v2', venue: 'hyperliquid', body: depositBodies.onArbitrum }),
  depositRow({ version: 'v3', venue: 'polymarket', body: depositBodies.onPolygon }),
  depositRow({ version: 'v3', venue: 'lighter', body: depositBodies.confirmed }),
  ...lighterReads,
  withdrawalRow('hyperliquid', withdrawalBodies.onArbitrum),
  withdrawalRow('lighter', withdrawalBodies.confirmed),
  withdrawalStateRow('lighter'),
  refusing({
    code: 'feature_not_available',
    method: 'POST',
    path: '/v2/portfolio/hyperliquid/exit',
    name: 'v2.portfolio.hyperliquid.exit',
    summary: 'Closed all positions of an account and moved its money away',
    successor: 'POST /runtime/executions',
    message: CLOSE_BY_HAND,
  }),
  refusing({
    code: 'feature_not_available',
    method: 'POST',
    path: '/v3/portfolio/polymarket/exit',
    name: 'v3.portfolio.polymarket.exit',
    summary: 'Sold all shares of an account',
    successor: 'POST /runtime/executions',
    message: CLOSE_BY_HAND,
  }),
  refusing({
    code: 'feature_not_available',
    method: 'POST',
    path: '/v2/portfolio/hyperliquid/transfer',
    name: 'v2.portfolio.hyperliquid.transfer',
    summary: 'Moved money between accounts at the venue',
    message: 'Money does not move between accounts at a venue.',
  }),
];
