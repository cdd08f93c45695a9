import { expect, test } from '@jest/globals';
import { parse } from '@platform/errors';
import { z } from 'zod';

const schema = z.object({
  email: z.email().max(20),
  tif: z.enum(['Gtc', 'Ioc', 'Alo']),
  count: z.int().min(1).max(3),
  names: z.array(z.string()).min(1),
  proof: z.discriminatedUnion('type', [
    z.object({ type: z.literal('code') }),
    z.object({ type: z.literal('signature') }),
  ]),
  own: z.string().regex(/^a$/, 'must be the letter a'),
});

function refused(value: unknown): unknown {
  try {
    return parse(schema, value);
  } catch (error) {
    return Object.fromEntries(Object(error).details.map(({ path, message }: never) => [path, message]));
  }
}

test('a refusal says what is missing', () => {
  expect(refused({})).toEqual({
    email: 'is required',
    tif: 'is required: one of Gtc, Ioc, Alo',
    count: 'is required',
    names: 'is required',
    proof: 'is required',
    own: 'is required',
  });
});

test('a refusal says what is allowed, in the words of the field where it has some, and echoes no value', () => {
  const sent = { email: 'secret', tif: 'secret', count: 9.5, names: [], proof: { type: 'secret' }, own: 'secret' };
  expect(refused(sent)).toEqual({
    email: 'must be an e-mail address',
    tif: 'is one of Gtc, Ioc, Alo',
    count: 'must be a whole number',
    names: 'must have at least 1 item',
    'proof.type': 'is one of code, signature',
    own: 'must be the letter a',
  });
});
