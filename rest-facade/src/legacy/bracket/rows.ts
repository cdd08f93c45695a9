import type { LegacyRoute } from '../operation.js';
import { refusing } from '../refusing.js';

const path = '/v2/bracket';
const one = `${path}/{id}` as const;
/** Markets are named by symbol here, and by number in the orders of the venue; which number a symbol has is nowhere in the graph. */
const message =
  'Brackets are not kept. An entry with its exits is one action with `grouping: "normalTpsl"`, which POST /runtime/executions takes; ' +
  'its orders are canceled the same way, and GET /runtime/executions shows what was sent.';

/** `/v2/bracket`: nothing keeps a group of orders as a record of its own. */
export const bracketRows: readonly LegacyRoute[] = [
  refusing({
    code: 'feature_not_available',
    method: 'POST',
    path,
    name: 'v2.bracket.create',
    summary: 'Placed an entry with its exits',
    successor: 'POST /runtime/executions',
    message,
  }),
  refusing({
    code: 'feature_not_available',
    method: 'GET',
    path,
    name: 'v2.bracket.list',
    summary: 'Listed brackets',
    successor: 'GET /runtime/executions',
    message,
  }),
  refusing({
    code: 'feature_not_available',
    method: 'GET',
    path: one,
    name: 'v2.bracket.get',
    summary: 'Showed a bracket',
    successor: 'GET /runtime/executions',
    message,
  }),
  refusing({
    code: 'feature_not_available',
    method: 'DELETE',
    path: one,
    name: 'v2.bracket.delete',
    summary: 'Canceled a bracket',
    successor: 'POST /runtime/executions',
    message,
  }),
];
