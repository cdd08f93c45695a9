import type { IdentityServiceDefinition } from './generated/identity.js';
import { loadService } from './load.js';

export type * from './generated/identity.js';

/** The service of `trading.identity.v1`. */
export const identityService = loadService<IdentityServiceDefinition>('identity', 'IdentityService');
