import type { ExecutionServiceDefinition } from './generated/execution.js';
import { loadService } from './load.js';

export type * from './generated/execution.js';

/** The service of `trading.execution.v1`. */
export const executionService = loadService<ExecutionServiceDefinition>('execution', 'ExecutionService');
