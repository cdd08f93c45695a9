import { expect, test } from '@jest/globals';
import type { WriteAnswer } from '../../http/index.js';
import { verdictOf } from './verdict.js';

const DIGITS = 'ab'.repeat(40);
const said = (body: unknown, status = 200): WriteAnswer => ({
  kind: 'answered',
  answer: {
    ...{ status, contentType: 'application/json', headers: {} },
    text: typeof body === 'string' ? body : JSON.stringify(body),
  },
});

test.each<[string, WriteAnswer, object]>([
  ['success is taken, and no more', said({ code: 200, tx_hash: DIGITS }), { kind: 'taken' }],
  ['digits in capitals are the same', said({ code: 200, tx_hash: `0x${DIGITS.toUpperCase()}` }), { kind: 'taken' }],
  ['another transaction proves nothing', said({ code: 200, tx_hash: 'cd'.repeat(40) }), { kind: 'unknown' }],
  ['success without a hash proves nothing', said({ code: 200, message: 'ok' }), { kind: 'unknown' }],
  [
    'a listed code refuses',
    said({ code: 21_739, message: 'not enough margin to create the order' }, 400),
    { kind: 'refused', answer: { code: 21_739, message: 'not enough margin to create the order' } },
  ],
  ['a listed code refuses with status 200 too', said({ code: 21_701 }), { kind: 'refused' }],
  ['a rate limit of the API refuses', said({ code: 23_000, message: 'Too Many Requests!' }, 429), { kind: 'refused' }],
  ['a rate limit of something else proves nothing', said('slow down', 429), { kind: 'unknown' }],
  ['a used nonce proves nothing', said({ code: 21_104, message: 'invalid nonce' }, 400), { kind: 'unknown' }],
  ['a code that is not listed proves nothing', said({ code: 29_500 }, 400), { kind: 'unknown' }],
  ["a proxy's answer proves nothing", said({ code: 21_739 }, 502), { kind: 'unknown' }],
  ['half an answer proves nothing', said('{"code":217'), { kind: 'unknown' }],
  ['no object proves nothing', said('null'), { kind: 'unknown' }],
  ['what was not sent is unsent', { kind: 'unsent', late: false, reason: 'x' }, { kind: 'unsent', reason: 'x' }],
  ['what broke is unknown', { kind: 'unknown', late: true, reason: 'y' }, { kind: 'unknown', reason: 'y' }],
])('%s', (_what, answer, verdict) => {
  expect(verdictOf(answer, `0x${DIGITS}`)).toMatchObject(verdict);
});
