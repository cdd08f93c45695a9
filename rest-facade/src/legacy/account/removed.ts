// Why: docs/decisions/edge/older-accounts.md
import { venueIds, venueRow } from '@platform/venues/registry';
import type { LegacyRoute } from '../operation.js';
import { refusing } from '../refusing.js';

type Removed = readonly [method: LegacyRoute['method'], path: LegacyRoute['path'], name: string, successor?: string];

const predicting = venueIds.filter((id) => venueRow(id).kinds.includes('prediction'));

/** What the older surface itself had dropped, with what is nearest to it now. */
const REMOVED: readonly Removed[] = [
  ['POST', '/v3/account/onboard', 'account.onboard', 'POST /account/register'],
  ['GET', '/v3/account/wallets', 'account.wallets.list', 'GET /account/{venue}'],
  ['POST', '/v3/account/wallets', 'account.wallets.create', 'GET /account/{venue}'],
  ...predicting.flatMap((id): Removed[] => [
    ['POST', `/v3/account/deposit/${id}`, `account.deposit-${id}`, 'GET /wallet'],
    ['POST', `/v3/account/withdraw/${id}`, `account.withdraw-${id}`, 'POST /wallet/withdraw'],
    ['POST', `/v3/account/setup-${id}`, `account.setup-${id}`, 'POST /wallet/venues/{venue}/setup'],
  ]),
  ['GET', '/v3/account/keys', 'account.keys.list', 'GET /account/keys'],
  ['POST', '/v3/account/keys', 'account.keys.create', 'POST /account/keys'],
  ['POST', '/v3/account/claim', 'account.claim'],
  ['GET', '/v3/account/{address}/deposit-link', 'account.deposit-link', 'GET /wallet'],
  ['GET', '/v3/markets', 'markets.list', 'GET /context/markets'],
  ['GET', '/v3/markets/{id}', 'markets.get', 'GET /context/markets'],
  ['GET', '/v3/strategy', 'strategy.list'],
  ['POST', '/v3/strategy', 'strategy.create', 'POST /runtime/backtests'],
  ['GET', '/v3/strategy/{id}', 'strategy.get'],
  ['DELETE', '/v3/strategy/{id}', 'strategy.delete'],
  ['POST', '/v3/deployment/{id}/exit', 'deployment.exit', 'POST /runtime/executions'],
  ['GET', '/v3/deployment/{id}/positions', 'deployment.positions', 'GET /runtime/deployments/{id}/metrics'],
  ['GET', '/v3/deployment/{id}/pnl', 'deployment.pnl', 'GET /runtime/deployments/{id}/metrics'],
];

/** The rows of what was removed. */
export const removedRows: readonly LegacyRoute[] = REMOVED.map(([method, path, name, successor]) =>
  refusing({
    ...{
      method,
      path,
      name: `v3.${name}`,
      summary: 'Removed from the older surface long ago',
      code: 'operation_retired',
    },
    message: `This operation was removed from the older surface. ${successor === undefined ? 'Nothing replaces it.' : `Use ${successor} instead.`}`,
    ...(successor !== undefined && { successor }),
  }),
);
