import { describe, expect, test } from '@jest/globals';
import type { WriteAnswer } from '../../http/index.js';
import { batchVerdictOf, cancelVerdictOf, orderVerdictOf } from './verdict.js';

const ID = `0x${'ab'.repeat(32)}`;
const answered = (body: unknown, status = 200): WriteAnswer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', answer: { status, text, contentType: 'application/json', headers: {} } };
};
const taken = { success: true, errorMsg: '', orderID: ID, status: 'live' };
const SIGNER = 'the order signer address has to be the address of the API KEY';
const BUSY = 'wallet busy: active action in flight';
const NO_MONEY = 'not enough balance / allowance';

describe('an order is', () => {
  test.each<[string, WriteAnswer]>([
    ['that rests', answered(taken)],
    ['that matched', answered({ ...taken, status: 'matched', transactionsHashes: ['0x1'] })],
    ['whose match is delayed', answered({ ...taken, status: 'delayed', errorMsg: null })],
    ['whose match failed, so that it rests', answered({ ...taken, status: 'unmatched' })],
    ['that the answer says no more of', answered({ success: true, orderID: ID, errorMsg: null })],
    ['whose id is in another case', answered({ ...taken, orderID: ID.toUpperCase().replace('X', 'x') })],
  ])('accepted: one %s', (_what, sent) => {
    expect(orderVerdictOf(sent, ID)).toMatchObject({ kind: 'accepted', answer: { success: true } });
  });

  test.each([
    ['matched', 'matched'],
    ['live', undefined],
    ['delayed', undefined],
  ])('%s, and its trades are settled as far as that says: %s', (status, settlement) => {
    const verdict = orderVerdictOf(answered({ ...taken, status }), ID);
    expect(verdict).toEqual({ kind: 'accepted', answer: { ...taken, status }, ...(settlement && { settlement }) });
  });

  test.each<[string, WriteAnswer]>([
    ['for want of money', answered({ error: NO_MONEY }, 400)],
    ['in an answer without an error’s status', answered({ ...taken, success: false, errorMsg: NO_MONEY })],
    ['though the answer says success', answered({ ...taken, errorMsg: NO_MONEY })],
    ['while the venue restarts', answered('', 425)],
    ['while only post-only ones are taken', answered({ error: 'later', code: 'post_only_mode' }, 503)],
    ['of a signer that is not the key’s', answered({ error: SIGNER }, 400)],
    ['of a key that is not its account’s', answered({ error: 'Unauthorized/Invalid api key' }, 401)],
    [
      'while nothing may be placed',
      answered({ error: 'Trading is currently disabled. Check polymarket.com for updates' }, 503),
    ],
  ])('refused: one %s', (_what, sent) => {
    expect(orderVerdictOf(sent, ID).kind).toBe('refused');
  });

  test.each<[string, WriteAnswer]>([
    ['that is a duplicate', answered({ error: `order ${ID} is invalid. Duplicated.` }, 400)],
    ['that the venue could not insert', answered({ ...taken, success: false, errorMsg: 'could not insert order' })],
    ['refused without a reason', answered({ ...taken, success: false })],
    ['answered with another order’s id', answered({ ...taken, orderID: `0x${'cd'.repeat(32)}` })],
    ['answered without an id', answered({ ...taken, orderID: null })],
    ['in a state that is not known', answered({ ...taken, status: 'pending' })],
    ['answered with half an answer', answered('{"success":tr')],
    ['answered by a proxy', answered('<html>')],
    ['whose refusal a proxy speaks', answered('<html>', 400)],
    ['that there were too many of', answered({ error: NO_MONEY }, 429)],
    ['that the venue failed at', answered({ error: NO_MONEY }, 500)],
    ['refused in words that are not known', answered({ error: 'no' }, 400)],
    ['that another status calls post-only', answered({ error: 'later', code: 'post_only_mode' }, 400)],
    ['that is refused with a code that is not known', answered({ error: 'later', code: 'busy' }, 503)],
    ['that was not answered', { kind: 'unknown', late: true, reason: 'late' }],
  ])('unknown: one %s', (_what, sent) => {
    expect(orderVerdictOf(sent, ID).kind).toBe('unknown');
  });

  test('unsent where nothing left the process', () => {
    const sent: WriteAnswer = { kind: 'unsent', late: false, reason: 'ECONNREFUSED' };
    expect([orderVerdictOf(sent, ID).kind, cancelVerdictOf(sent).kind]).toEqual(['unsent', 'unsent']);
  });
});

test.each<[string, WriteAnswer, string]>([
  ['one of two', answered({ canceled: [ID], not_canceled: { '0x1': 'already canceled or matched' } }), 'accepted'],
  ['all of none', answered({ canceled: [], not_canceled: {} }), 'accepted'],
  [
    'none, for known reasons',
    answered({ canceled: [], not_canceled: { [ID]: 'already canceled or matched' } }),
    'refused',
  ],
  ['none, for other reasons', answered({ canceled: [], not_canceled: { [ID]: 'later' } }), 'unknown'],
  ['what is no order', answered({ error: 'Invalid orderID' }, 400), 'refused'],
  ['something', answered({}), 'unknown'],
  ['something while the venue fails', answered({ canceled: [ID] }, 502), 'unknown'],
])('a cancel of %s', (_what, sent, kind) => {
  expect(cancelVerdictOf(sent).kind).toBe(kind);
});

describe('a batch that the relayer answers', () => {
  test.each<[string, WriteAnswer, object]>([
    ['with a transaction is looked up', answered({ transactionID: 'x', state: 'STATE_NEW' }), { kind: 'taken' }],
    ['with a known verdict is refused', answered({ error: 'invalid signature' }, 400), { kind: 'refused' }],
    ['while it carries out another is refused', answered({ error: BUSY }, 400), { kind: 'refused' }],
    ['with another text is open', answered({ error: 'invalid request body' }, 400), { kind: 'unknown' }],
    ['with a verdict of another status is open', answered({ error: 'invalid signature' }, 500), { kind: 'unknown' }],
    ['in another form is open', answered({ state: 'STATE_NEW' }), { kind: 'unknown' }],
    ['with half a text is open', answered('{"transactionID":'), { kind: 'unknown' }],
    ['with too many requests is open', answered({ error: 'slow down' }, 429), { kind: 'unknown' }],
    ['never was not sent', { kind: 'unsent', late: false, reason: 'no' }, { kind: 'unsent', reason: 'no' }],
  ])('%s', (_what, sent, verdict) => {
    expect(batchVerdictOf(sent)).toMatchObject(verdict);
  });
});
