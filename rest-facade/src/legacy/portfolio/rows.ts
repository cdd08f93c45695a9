// Why: docs/decisions/edge/older-actions-and-money.md
import { absentRow } from '../absent.js';
import type { LegacyRoute } from '../operation.js';
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
  absentRow({
    method: 'POST',
    path: '/v2/portfolio/hyperliquid/exit',
    name: 'v2.portfolio.hyperliquid.exit',
    effect: 'moves_money',
    summary: 'closes all positions of an account and moves its money away',
    successor: 'POST /runtime/executions',
    message: CLOSE_BY_HAND,
  }),
  absentRow({
    method: 'POST',
    path: '/v3/portfolio/polymarket/exit',
    name: 'v3.portfolio.polymarket.exit',
    effect: 'moves_money',
    summary: 'sells all shares of an account',
    successor: 'POST /runtime/executions',
    message: CLOSE_BY_HAND,
  }),
  absentRow({
    method: 'POST',
    path: '/v2/portfolio/hyperliquid/transfer',
    name: 'v2.portfolio.hyperliquid.transfer',
    effect: 'moves_money',
    summary: 'moves money between accounts at the venue',
    successor: null,
    message: 'Money does not move between accounts at a venue.',
  }),
];
