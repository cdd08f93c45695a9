import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, test } from '@jest/globals';
import { catalogue, type ErrorCode, PlatformError } from '@platform/errors';
import { fromGrpcError, toGrpcStatus } from './wire.js';

function received(code: number, metadata: Metadata, details: string): ServiceError {
  return Object.assign(new Error(details), { code, metadata, details });
}

describe('crossing gRPC', () => {
  test.each(Object.keys(catalogue) as ErrorCode[])('%s arrives with its code, message and details', (code) => {
    const sent = toGrpcStatus(new PlatformError(code, { message: 'Why.', details: { path: 'a.b', count: 2 } }));
    const back = fromGrpcError(received(sent.code, sent.metadata, sent.details));
    expect([back.code, back.message, back.details]).toEqual([code, 'Why.', { path: 'a.b', count: 2 }]);
  });

  test('a repeated refusal is still known for one on the other side', () => {
    for (const replayed of [true, false]) {
      const { code, metadata, details } = toGrpcStatus(new PlatformError('exchange_rejected', { replayed }));
      expect(fromGrpcError(received(code, metadata, String(details))).replayed).toBe(replayed);
    }
  });

  test('an unreachable service is service_unavailable and a late one deadline_exceeded', () => {
    expect(fromGrpcError(received(status.UNAVAILABLE, new Metadata(), 'No connection')).code).toBe(
      'service_unavailable',
    );
    expect(fromGrpcError(received(status.DEADLINE_EXCEEDED, new Metadata(), '')).code).toBe('deadline_exceeded');
  });

  test('the text of an unknown error stays inside', () => {
    const error = fromGrpcError(received(status.UNKNOWN, new Metadata(), 'canary'));
    expect([error.code, error.message]).toEqual(['internal', catalogue.internal.message]);
  });
});
