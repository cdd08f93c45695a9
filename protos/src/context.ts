import type { ContextServiceDefinition } from './generated/context.js';
import { loadService } from './load.js';

export type * from './generated/context.js';

/** The service of `trading.context.v1`. */
export const contextService = loadService<ContextServiceDefinition>('context', 'ContextService');
