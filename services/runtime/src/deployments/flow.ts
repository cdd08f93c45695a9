import type { FlowDefinition } from '@platform/flows';
import { type DeploymentEvent, type DeploymentStatus, deploymentTransitions } from './state.js';

/** Starting imports a framework, which takes a core: more at once would only slow each other down. */
const STARTS_AT_ONCE = 4;
const ENDS_AT_ONCE = 8;

/** The states in which something is to be done about a deployment; one that runs is looked after by the observer. */
export const deploymentFlow: FlowDefinition<DeploymentStatus, DeploymentEvent, never> = {
  name: 'deployments',
  transitions: deploymentTransitions,
  stateFields: ['status'],
  lanes: { starting: STARTS_AT_ONCE, stopping: ENDS_AT_ONCE, deleting: ENDS_AT_ONCE },
  halfForNewcomers: true,
};
