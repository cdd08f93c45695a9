import type { FollowedCollection } from '@platform/changes/source';

/** What callers may follow of this service. */
export const followed: readonly FollowedCollection[] = [
  { collection: 'executions', entity: 'execution', unseen: ['lease', 'dueAt', 'failures', 'unseenAt', 'identity'] },
];
