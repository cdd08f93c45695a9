import type { IdentityServiceDefinition } from './gen/identity.js';
import { loadService } from './load.js';

export type * from './gen/identity.js';

/** The service of `trading.identity.v1`. */
export const identityService = loadService<IdentityServiceDefinition>('identity', 'IdentityService');
