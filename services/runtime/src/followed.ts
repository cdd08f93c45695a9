import type { FollowedCollection } from '@platform/changes/source';

/** How a worker and the platform's own bookkeeping use a record: no caller sees it. */
const BACKTESTS_UNSEEN = ['lease', 'runSlot', 'failures', 'interruptions', 'kills', 'storedBytes', 'storageDue'];
const DEPLOYMENTS_UNSEEN = ['lease', 'dueAt', 'failures', 'node', 'generation', 'tradesBefore'];
const ofDeployment = { field: 'deploymentId', collection: 'deployments' } as const;

/** What callers may follow of this service. */
export const followed: readonly FollowedCollection[] = [
  { collection: 'backtests', entity: 'backtest', unseen: BACKTESTS_UNSEEN },
  { collection: 'deployments', entity: 'deployment', unseen: DEPLOYMENTS_UNSEEN },
  { collection: 'deployment_trades', entity: 'deployment', part: 'trades', owner: ofDeployment },
  { collection: 'deployment_equity', entity: 'deployment', part: 'equity', owner: ofDeployment },
  { collection: 'deployment_parity', entity: 'deployment', part: 'parity' },
];
