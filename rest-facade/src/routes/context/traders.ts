import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { GetTraderDocument, ListTradersDocument } from '../../generated/operations.js';
import { text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

/**
 * Common part of the traders' routes: an authenticated caller gets the refusal that they are planned; nothing else is
 * called. They are not tools.
 */
const planned = {
  method: 'GET',
  authentication: 'key',
  response: {},
  refusals: ['feature_not_available'],
  variables: () => ({}),
  respond: () => {
    throw new PlatformError('feature_not_available');
  },
} as const;

/** `GET /context/traders` */
export const listTraders = defineRoute({
  ...planned,
  path: '/context/traders',
  operation: ListTradersDocument,
  summary: 'Planned: lists traders',
  request: z.object(noFields),
});

/** `GET /context/traders/{wallet}` */
export const getTrader = defineRoute({
  ...planned,
  path: '/context/traders/{wallet}',
  operation: GetTraderDocument,
  summary: 'Planned: reads what a trader does',
  request: z.object({
    ...noFields,
    params: z.strictObject({ wallet: text('Address', '0x52908400098527886E0F7030069857D2E4169EE7') }),
  }),
});
