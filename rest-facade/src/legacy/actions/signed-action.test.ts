import { describe, expect, test } from '@jest/globals';
import { SubmitExecutionDocument } from '../../generated/operations.js';
import type { Ask } from '../../routes/route.js';
import { actionRows } from './rows.js';
import { toSignedAction } from './signed-action.js';

const ADDRESS = '0xAbCd000000000000000000000000000000000001';
const OTHER = '0x1000000000000000000000000000000000000002';
const cancel = { type: 'cancel', cancels: [{ a: 0, o: 1 }] };

describe('the action of a body, without the field that names its account', () => {
  test.each<[string, Record<string, unknown>, object, string | undefined]>([
    ['bare', cancel, cancel, undefined],
    ['bare, with an account', { ...cancel, vaultAddress: ADDRESS }, cancel, ADDRESS.toLowerCase()],
    ['bare, with an account of null', { ...cancel, vaultAddress: null }, cancel, undefined],
    ['wrapped', { action: cancel }, cancel, undefined],
    ['wrapped, with an account beside it', { action: cancel, vaultAddress: ADDRESS }, cancel, ADDRESS.toLowerCase()],
    ['wrapped, with an account in it', { action: { ...cancel, vaultAddress: ADDRESS } }, cancel, ADDRESS.toLowerCase()],
    ['wrapped, with other fields beside it', { action: cancel, nonce: 1 }, cancel, undefined],
    [
      'bare, with a field of the same name as the wrapping',
      { type: 'x', action: 'disable' },
      { type: 'x', action: 'disable' },
      undefined,
    ],
  ])('%s', (_form, body, action, accountAddress) => {
    expect(toSignedAction(body, 'vaultAddress')).toEqual({ action, accountAddress });
  });

  test('an account may be named twice, in whatever case', () => {
    const body = { action: { ...cancel, vaultAddress: ADDRESS }, vaultAddress: ADDRESS.toLowerCase() };
    expect(toSignedAction(body, 'vaultAddress').accountAddress).toBe(ADDRESS.toLowerCase());
  });

  test.each<[unknown, unknown]>([
    ['0x1', undefined],
    [7, undefined],
    [ADDRESS, OTHER],
  ])('%j beside it and %j in it is refused', (beside, within) => {
    const body = { action: { ...cancel, ...(within !== undefined && { vaultAddress: within }) }, vaultAddress: beside };
    expect(() => toSignedAction(body, 'vaultAddress')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: [expect.objectContaining({ path: 'vaultAddress' })],
      }),
    );
  });
});

describe('an answer', () => {
  const request = (headers: object = {}) => ({ params: {}, query: {}, headers, body: cancel });
  const [row] = actionRows;
  const keys: unknown[] = [];

  const CONTEXT = { publicUrl: '', requestId: 'r1' };

  function answering(status: string, resultJson: string | null = null): Ask {
    return async (operation, variables) => {
      expect(operation).toBe(SubmitExecutionDocument);
      keys.push(Object(variables).input.idempotencyKey);
      return { submitExecution: { execution: { id: 'exe_1', status, resultJson }, replayed: false } } as never;
    };
  }

  test('is the venue’s own once it carried the action out', async () => {
    const answer = await row?.run(
      request(),
      answering('succeeded', '{"status":"ok","response":{"type":"cancel"}}'),
      CONTEXT,
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'ok', response: { type: 'cancel' }, execution_id: 'exe_1' },
    });
  });

  test.each(['submitting', 'reconciling', 'reconciliation_required'])(
    'is 202 while the outcome is unknown: %s',
    async (status) => {
      const answer = await row?.run(request(), answering(status), CONTEXT);
      expect(answer).toMatchObject({ status: 202, body: { status, execution_id: 'exe_1' } });
    },
  );

  test('is an error where nothing happened', async () => {
    await expect(row?.run(request(), answering('failed'), CONTEXT)).rejects.toMatchObject({
      code: 'invalid_state',
      details: { status: 'failed', execution_id: 'exe_1' },
    });
  });

  test.each<[object, string]>([
    [{}, 'request:r1'],
    [{ 'idempotency-key': 'k1' }, 'k1'],
  ])('to %j has the key %s', async (headers, key) => {
    await row?.run(request(headers), answering('succeeded'), CONTEXT);
    expect(keys.at(-1)).toBe(key);
  });
});
