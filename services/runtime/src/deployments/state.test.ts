import { expect, test } from '@jest/globals';
import { deploymentStatuses, deploymentTransitions } from './state.js';

/** The transitions that the interface shows, and no others that end somewhere else. */
test.each([
  ['created', 'started', 'starting'],
  ['stopped', 'started', 'starting'],
  ['error', 'started', 'starting'],
  ['starting', 'placed', 'running'],
  ['starting', 'stopped', 'stopping'],
  ['running', 'stopped', 'stopping'],
  ['running', 'expired', 'stopping'],
  ['running', 'flat', 'stopping'],
  ['running', 'lost', 'starting'],
  ['running', 'failed', 'error'],
  ['stopping', 'ended', 'stopped'],
  ['deleting', 'removed', 'deleted'],
] as const)('%s, %s: %s', (from, event, to) => {
  expect(deploymentTransitions.of(from, event).to).toBe(to);
});

test('everything but what is deleted can be deleted, and nothing comes back from that', () => {
  const deletable = deploymentStatuses.filter((status) => deploymentTransitions.allows(status, 'deleted'));
  expect(deletable).toEqual(['created', 'starting', 'running', 'stopping', 'stopped', 'error']);
  expect([...deploymentTransitions.reachableFrom('deleting')].sort()).toEqual(['deleted', 'deleting']);
});

test('what was never started can not be stopped', () => {
  expect(deploymentTransitions.allows('created', 'stopped')).toBe(false);
});
