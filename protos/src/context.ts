import type { ContextServiceDefinition } from './gen/context.js';
import { loadService } from './load.js';

export type * from './gen/context.js';

/** The service of `trading.context.v1`. */
export const contextService = loadService<ContextServiceDefinition>('context', 'ContextService');
