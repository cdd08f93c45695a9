export type { FlowDefinition } from './definition.js';
export { exposeFlow } from './metrics.js';
export type { Pauses } from './pauses.js';
export { type RepeatedWork, type RunningWork, startPeriodic, startRepeated } from './periodic.js';
export { type FlowFields, flowFields } from './records.js';
export { FlowRunner } from './runner.js';
export { type Change, FlowStore, type HeldFlow } from './store.js';
export { defineTransitions, type Transition, type Transitions } from './table.js';
export { FlowTurns, type Turn } from './turns.js';
