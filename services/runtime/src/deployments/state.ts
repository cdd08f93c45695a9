import { defineTransitions } from '@platform/flows';

/** The state of a deployment (docs/interface.md, states and transitions). */
export const deploymentStatuses = [
  'created',
  'starting',
  'running',
  'stopping',
  'stopped',
  'deleting',
  'deleted',
  'error',
] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

/** The states in which a process of the deployment may run on its node, or has to be ended there. */
export const boundStatuses: readonly DeploymentStatus[] = ['starting', 'running', 'stopping', 'deleting'];

/**
 * The events of a deployment. `placed`: its bot looks at its markets. `lost`: its process ended by itself, and is started again. `failed`: it
 * can't go on. `ended`: its process is gone. `expired`: its time is over and it is to stop. `flat`: it was to open nothing more, and has
 * nothing left. `removed`: its process and all that it kept are gone.
 */
export type DeploymentEvent =
  | 'started'
  | 'placed'
  | 'lost'
  | 'failed'
  | 'stopped'
  | 'expired'
  | 'flat'
  | 'ended'
  | 'deleted'
  | 'removed';

/** The transitions of a deployment. */
export const deploymentTransitions = defineTransitions<DeploymentStatus, DeploymentEvent>(
  'a deployment',
  deploymentStatuses,
  {
    created: {
      started: { to: 'starting', effects: [] },
      deleted: { to: 'deleting', effects: [] },
    },
    starting: {
      placed: { to: 'running', effects: [] },
      lost: { to: 'starting', effects: [] },
      failed: { to: 'error', effects: [] },
      stopped: { to: 'stopping', effects: [] },
      expired: { to: 'stopping', effects: [] },
      deleted: { to: 'deleting', effects: [] },
    },
    running: {
      lost: { to: 'starting', effects: [] },
      failed: { to: 'error', effects: [] },
      stopped: { to: 'stopping', effects: [] },
      expired: { to: 'stopping', effects: [] },
      flat: { to: 'stopping', effects: [] },
      deleted: { to: 'deleting', effects: [] },
    },
    stopping: {
      ended: { to: 'stopped', effects: [] },
      deleted: { to: 'deleting', effects: [] },
    },
    stopped: {
      started: { to: 'starting', effects: [] },
      deleted: { to: 'deleting', effects: [] },
    },
    error: {
      started: { to: 'starting', effects: [] },
      deleted: { to: 'deleting', effects: [] },
    },
    deleting: { removed: { to: 'deleted', effects: [] } },
    deleted: {},
  },
);
