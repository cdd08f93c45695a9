import { z } from 'zod';
import { text } from '../../routes/fields.js';
import { absentRow } from '../absent.js';
import type { LegacyRoute } from '../operation.js';

const path = '/v2/bracket';
const one = `${path}/{id}` as const;
const params = z.strictObject({ id: text('The bracket', 'brk_01') });
/** Markets are named by symbol here, and by number in the orders of the venue; which number a symbol has is nowhere in the graph. */
const message =
  'Brackets are not kept. An entry with its exits is one action with `grouping: "normalTpsl"`, which POST /runtime/executions takes; ' +
  'its orders are canceled the same way, and GET /runtime/executions shows what was sent.';

/** `/v2/bracket`: nothing keeps a group of orders as a record of its own. */
export const bracketRows: readonly LegacyRoute[] = [
  absentRow({
    method: 'POST',
    path,
    name: 'v2.bracket.create',
    effect: 'moves_money',
    summary: 'places an entry with its exits',
    successor: 'POST /runtime/executions',
    message,
  }),
  absentRow({
    method: 'GET',
    path,
    name: 'v2.bracket.list',
    summary: 'lists brackets',
    successor: 'GET /runtime/executions',
    message,
  }),
  absentRow({
    method: 'GET',
    path: one,
    params,
    name: 'v2.bracket.get',
    summary: 'reads a bracket',
    successor: 'GET /runtime/executions',
    message,
  }),
  absentRow({
    method: 'DELETE',
    path: one,
    params,
    name: 'v2.bracket.delete',
    effect: 'moves_money',
    summary: 'cancels a bracket',
    successor: 'POST /runtime/executions',
    message,
  }),
];
