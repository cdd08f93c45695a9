export { ChangeSource } from './change-source.js';
export type { FollowedCollection } from './followed.js';
export { changesAccess, changesOf } from './watch.js';
