import { expect, test } from '@jest/globals';
import type { Caller } from '@platform/keys/tokens';
import { testUser } from '@platform/keys/tokens/testing';
import { authorize } from './access.js';

const user = testUser('acc_1', { permissions: ['read'] });
const anonymous: Caller = { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' };
const trader: Caller = { ...user, permissions: ['trade'] };
const session: Caller = { ...user, credentialType: 'session', permissions: ['all'] };
const runtime: Caller = { kind: 'workload', workload: 'runtime', cause: 'test' };

test.each([
  ['anonymous', anonymous, undefined],
  ['read', anonymous, 'unauthorized'],
  ['read', user, undefined],
  ['write', user, 'insufficient_permissions'],
  ['write', trader, undefined],
  ['session', trader, 'unauthorized'],
  ['session', session, undefined],
  ['none', session, 'insufficient_permissions'],
  ['read', runtime, 'insufficient_permissions'],
] as const)('users %s, caller %j: %s', (users, caller, code) => {
  const attempt = () => authorize(caller, { users });
  if (code === undefined) expect(attempt).not.toThrow();
  else expect(attempt).toThrow(expect.objectContaining({ code }));
});

test('a service may call what names it, and nothing else', () => {
  expect(() => authorize(runtime, { users: 'none', workloads: ['runtime'] })).not.toThrow();
  expect(() => authorize(runtime, { users: 'none', workloads: ['execution'] })).toThrow();
});
