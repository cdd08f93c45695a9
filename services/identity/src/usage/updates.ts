import type { Grant } from './usage-record.js';

/** A grant without a report counts only against its own minute, and is dropped after this time. */
const GRANT_KEPT_MS = 5 * 60_000;
/** The share of the remaining requests that one gateway receives, so that the others receive some too … */
const GRANT_SHARE = 0.25;
/** … with a minimum, so that the last requests of a minute take few calls. */
const GRANT_MIN = 10;

/** Returns the update that opens `grant` if any of `limit` is left in its window, and fixes its allowance. */
export function openGrant(
  grant: { id: string; window: Date },
  context: { now: Date; day: Date; accountId: string; limit: number; forgetAt: Date | undefined },
) {
  const kept = new Date(grant.window.getTime() - GRANT_KEPT_MS);
  const held = { $sum: { $map: { input: grantsOf(grant.window), in: '$$this.allowance' } } };
  const share = { $max: [{ $ceil: { $multiply: ['$free', GRANT_SHARE] } }, GRANT_MIN] };
  const opened = { id: { $literal: grant.id }, window: grant.window, allowance: { $min: ['$free', share] } };
  const left = { $gt: ['$free', 0] };
  return [
    {
      $set: {
        accountId: { $literal: context.accountId },
        requestsToday: { $cond: [{ $eq: ['$day', context.day] }, '$requestsToday', 0] },
        day: context.day,
        windowRequests: { $cond: [{ $eq: ['$window', grant.window] }, '$windowRequests', 0] },
        window: grant.window,
        grants: { $filter: { input: { $ifNull: ['$grants', []] }, cond: { $gte: ['$$this.window', kept] } } },
        ...(context.forgetAt === undefined ? {} : { forgetAt: context.forgetAt }),
      },
    },
    { $set: { free: { $subtract: [context.limit, { $add: ['$windowRequests', held] }] } } },
    {
      $set: {
        grants: { $cond: [left, { $concatArrays: ['$grants', [opened]] }, '$grants'] },
        lastUsedAt: { $cond: [left, context.now, '$lastUsedAt'] },
      },
    },
    { $unset: 'free' },
  ];
}

/** Returns the update that closes the grant `id` and counts its requests in its day and minute; its unused requests are free again. */
export function closeGrant(id: string, report: { requests: number; lastRequestAt: Date }) {
  const grant = { $first: { $filter: { input: '$grants', cond: { $eq: ['$$this.id', id] } } } };
  const counted = { $min: [report.requests, '$closed.allowance'] };
  return [
    { $set: { closed: grant } },
    {
      $set: {
        requestsToday: { $add: ['$requestsToday', { $cond: [{ $gte: ['$closed.window', '$day'] }, counted, 0] }] },
        windowRequests: { $add: ['$windowRequests', { $cond: [{ $eq: ['$closed.window', '$window'] }, counted, 0] }] },
        lastUsedAt: { $max: ['$lastUsedAt', report.lastRequestAt] },
        grants: { $filter: { input: '$grants', cond: { $ne: ['$$this.id', id] } } },
      },
    },
    { $unset: 'closed' },
  ];
}

function grantsOf(window: Grant['window']) {
  return { $filter: { input: '$grants', cond: { $eq: ['$$this.window', window] } } };
}
