import { expect, test } from '@jest/globals';
import { isNeverConnected } from './connections.js';

function failure(code: string, syscall: string | undefined): Error {
  return Object.assign(new Error(code), { code, syscall });
}

test.each<[string, Error, boolean]>([
  ['a connection refused', failure('ECONNREFUSED', 'connect'), true],
  ['a host that can not be reached', failure('EHOSTUNREACH', 'connect'), true],
  ['none of the addresses of a name', new AggregateError([failure('ECONNREFUSED', 'connect')]), true],
  ['a host that is lost while it is written to', failure('EHOSTUNREACH', 'write'), false],
  ['a network that is lost while the answer is read', failure('ENETUNREACH', 'read'), false],
  ['addresses of which one was written to', new AggregateError([failure('EPIPE', 'write')]), false],
  ['a failure without a call', failure('ECONNREFUSED', undefined), false],
])('that meets %s was never sent: only what a call to connect says counts', (_what, error, isNever) => {
  expect(isNeverConnected(error)).toBe(isNever);
});
