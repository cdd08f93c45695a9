import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Secret } from '../config/index.js';
import { olderThan } from './creation-order.js';
import { CursorCodec, readPage } from './index.js';

const codec = new CursorCodec(new Secret(Buffer.alloc(32, 7)), z.object({ id: z.string() }));
const scope = { list: 'backtests', accountId: 'acc_1', filters: { status: 'queued' } };

describe('a cursor', () => {
  test('gives its position back in its own scope', () => {
    expect(codec.decode(scope, codec.encode(scope, { id: 'bt_1' }))).toEqual({ id: 'bt_1' });
  });

  test.each([
    ['another list', { ...scope, list: 'deployments' }],
    ['another account', { ...scope, accountId: 'acc_2' }],
    ['other filters', { ...scope, filters: { status: 'running' } }],
    ['no filters', { list: 'backtests', accountId: 'acc_1' }],
  ])('is refused for %s', (_name, other) => {
    expect(() => codec.decode(other, codec.encode(scope, { id: 'bt_1' }))).toThrow(
      expect.objectContaining({ code: 'invalid_cursor' }),
    );
  });

  test('is refused when any bit of it was changed', () => {
    const bytes = Buffer.from(codec.encode(scope, { id: 'bt_1' }), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => codec.decode(scope, changed.toString('base64url'))).toThrow(
        expect.objectContaining({ code: 'invalid_cursor' }),
      );
    }
  });

  test('is refused with anything added to it', () => {
    for (const more of ['A', '=', ' ', '%'])
      expect(() => codec.decode(scope, codec.encode(scope, { id: 'bt_1' }) + more)).toThrow(
        expect.objectContaining({ code: 'invalid_cursor' }),
      );
  });

  test.each(['', 'x', '%%%', 'a'.repeat(2_000)])('%j is refused', (cursor) => {
    expect(() => codec.decode(scope, cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  });
});

describe('a page', () => {
  const letters = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const read = (limit: number, cursor?: string) =>
    readPage(
      { limit, cursor },
      {
        cursors: codec,
        scope,
        find: async (after, count) => letters.filter(({ id }) => after === undefined || id > after.id).slice(0, count),
        positionOf: (letter) => letter,
      },
    );

  test('has a cursor an item, and goes on after any of them', async () => {
    const first = await read(2);
    expect(first.items).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(first.nextCursor).toBe(first.cursors[1]);
    expect((await read(2, first.cursors[0])).items).toEqual([{ id: 'b' }, { id: 'c' }]);
    expect((await read(2, first.nextCursor)).items).toEqual([{ id: 'c' }, { id: 'd' }]);
  });

  test('is the last where nothing follows, also when it is full', async () => {
    expect(await read(5)).toMatchObject({ items: letters, nextCursor: undefined });
    expect((await read(4)).nextCursor).toBeDefined();
  });

  test('of a window of creation times keeps to it, also after a cursor', () => {
    const window = { createdFromMs: 3, createdToMs: 9 };
    expect(olderThan(undefined, window)).toEqual({ createdAt: { $gte: new Date(3), $lt: new Date(9) } });
    expect(olderThan([7, 'x'], window)).toMatchObject({
      createdAt: { $gte: new Date(3), $lt: new Date(9), $lte: new Date(7) },
    });
  });

  test('after a creation time begins with what is older, or as old with a smaller id', () => {
    expect(olderThan(undefined)).toEqual({});
    const createdAt = new Date(7);
    expect(olderThan([7, 'x'])).toEqual({
      createdAt: { $lte: createdAt },
      $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: 'x' } }],
    });
  });
});
