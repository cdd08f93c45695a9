import type { ExecutionServiceDefinition } from './gen/execution.js';
import { loadService } from './load.js';

export type * from './gen/execution.js';

/** The service of `trading.execution.v1`. */
export const executionService = loadService<ExecutionServiceDefinition>('execution', 'ExecutionService');
