import type { Clock } from '@platform/kit/clock';
import { exposeQueue } from '@platform/observability/metrics';
import { countByStatus } from '@platform/store/mongo';
import type { FlowDefinition } from './definition.js';

/** Exposes how many operations are under way or wait for an operator, how old the oldest is and how many of them fail. */
export function exposeFlow<State extends string, Event extends string, Effect extends string>(
  model: Parameters<typeof countByStatus>[0],
  { name, stateFields, lanes, awaitingOperator = [] }: FlowDefinition<State, Event, Effect>,
  clock: Clock,
): void {
  const states = [...Object.keys(lanes), ...awaitingOperator];
  const statuses = new Set(states.map((state) => state.split('/')[0] ?? state));
  exposeQueue(name, () => countByStatus(model, stateFields[0], [...statuses]), clock);
}
