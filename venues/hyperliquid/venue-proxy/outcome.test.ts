import { expect, test } from '@jest/globals';
import { outcomesOf } from './outcome.js';

const answered = (body: unknown, status = 200) => ({ status, contentType: '', body: JSON.stringify(body) });
const statuses = (...all: unknown[]) =>
  answered({ status: 'ok', response: { type: 'order', data: { statuses: all } } });

test.each([
  ['a verdict', answered({ status: 'err', response: 'Insufficient margin.' }), ['refused', 'refused']],
  ['a time-out', answered({ status: 'err', response: 'Request timed out.' }), ['unknown', 'unknown']],
  ['no answer', answered(null, 502), ['unknown', 'unknown']],
  ['half an answer', { status: 200, contentType: '', body: '{"status":"ok","resp' }, ['unknown', 'unknown']],
  ['done', answered({ status: 'ok', response: { type: 'default' } }), ['placed', 'placed']],
  ['each its own', statuses({ resting: { oid: 7 } }, { error: 'Order has zero size.' }), [7, 'refused']],
  [
    'filled, and an error that is no verdict',
    statuses({ filled: { oid: 8 } }, { error: 'Internal error.' }),
    [8, 'unknown'],
  ],
  ['one bad payload for both', statuses({ error: 'Order has invalid size.' }), ['refused', 'refused']],
  ['waiting', statuses('waitingForFill', 'waitingForTrigger'), ['placed', 'placed']],
])('%s', (_what, answer, expected) => {
  const outcomes = outcomesOf(answer, 2);
  expect(outcomes.map((outcome) => ('oid' in outcome ? outcome.oid : outcome.kind))).toEqual(expected);
});
