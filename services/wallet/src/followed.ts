import type { FollowedCollection } from '@platform/changes/source';

/** How the platform's own work on an operation goes: no caller sees it. */
const UNSEEN = ['lease', 'dueAt', 'failures', 'seal'];

/** What callers may follow of this service: all of it belongs to the account's one wallet. */
export const followed: readonly FollowedCollection[] = [
  { collection: 'deposits', entity: 'wallet', part: 'deposit' },
  { collection: 'setups', entity: 'wallet', part: 'setup', unseen: UNSEEN },
  { collection: 'withdrawals', entity: 'wallet', part: 'withdrawal', unseen: UNSEEN },
  { collection: 'movements', entity: 'wallet', part: 'movement' },
];
