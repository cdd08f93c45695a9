import { describe, expect, test } from '@jest/globals';
import type { SignedAnswer } from './messages.js';
import { readSigned } from './signed.js';
import { LIMIT, SIGNATORY } from './signer.fixture.js';
import type { LighterTransaction } from './transactions.js';

const order = { kind: 'create_order', order: LIMIT } as const;
const SIGNATURE = `${'A'.repeat(107)}=`;

/** What the library answers of the order, in its own order of fields. */
const INFO = `{"AccountIndex":281474976710654,"ApiKeyIndex":4,"MarketIndex":1,"ClientOrderIndex":7,"BaseAmount":20,"Price":100000,"IsAsk":0,"Type":0,"TimeInForce":1,"ReduceOnly":0,"TriggerPrice":0,"OrderExpiry":1821800000000,"ExpiredAt":1795885482858,"Nonce":9007199254740993,"Sig":"${SIGNATURE}","L2TxAttributes":null}`;

const read = (info: string, changed: Partial<SignedAnswer> = {}, transaction: LighterTransaction = order) =>
  readSigned(
    { kind: 'signed', id: 1, type: 14, info, hash: 'a'.repeat(80), messageToSign: null, ...changed },
    SIGNATORY,
    transaction,
  );

describe('a signed transaction', () => {
  test('that says what was asked is given out word by word', () => {
    expect(read(INFO)).toMatchObject({ type: 14, info: INFO, expiresAtMs: 1_795_885_482_858 });
  });

  test.each([
    ['another account', '281474976710654', '281474976710653'],
    ['another key', '"ApiKeyIndex":4', '"ApiKeyIndex":5'],
    ['another market', '"MarketIndex":1', '"MarketIndex":2'],
    ['another amount', '"BaseAmount":20', '"BaseAmount":21'],
    ['another side', '"IsAsk":0', '"IsAsk":1'],
    ['another price', '"Price":100000', '"Price":100001'],
    ['a nonce that a double can not tell apart', '9007199254740993', '9007199254740992'],
    ['an integrator that takes fees', '"L2TxAttributes":null', '"L2TxAttributes":{"1":7,"2":100}'],
    ['a field too many', '"IsAsk":0', '"IsAsk":0,"isask":1'],
    ['a field too few', '"ReduceOnly":0,', ''],
    ['no signature', SIGNATURE, ''],
  ])('with %s is none', (_what, said, instead) => {
    expect(INFO).toContain(said);
    expect(() => read(INFO.replace(said, instead))).toThrow(expect.objectContaining({ failure: 'untrue' }));
  });

  test('of another type, or for another transaction, is none', () => {
    expect(() => read(INFO, { type: 13 })).toThrow(/something else/);
    expect(() => read(INFO, { type: 16 }, { kind: 'abort_cancel_all' })).toThrow(/something else/);
    expect(() => read('[]')).toThrow(/not a signed transaction/);
  });

  test('never brings a text of its own before the owner’s wallet', () => {
    expect(() => read(INFO, { messageToSign: 'Transfer' })).toThrow(/something else/);
    const publicKey = `0x${'ab'.repeat(40)}`;
    const change: LighterTransaction = { kind: 'change_pub_key', publicKey };
    const PubKey = Buffer.from('ab'.repeat(40), 'hex').toString('base64');
    const info = `{"AccountIndex":281474976710654,"ApiKeyIndex":4,"PubKey":"${PubKey}","L1Sig":"","ExpiredAt":1,"Nonce":9007199254740993,"Sig":"${SIGNATURE}","L2TxAttributes":null}`;
    const text = `Register Lighter Account\n\npubkey: ${publicKey}\nnonce: 0x0020000000000001\naccount index: 0x0000fffffffffffe\napi key index: 0x0000000000000004\nOnly sign this message for a trusted client!`;
    expect(read(info, { type: 8, messageToSign: text }, change)).toMatchObject({ messageToSign: text });
    expect(() => read(info, { type: 8, messageToSign: text.replace('0004', '0005') }, change)).toThrow(
      /something else/,
    );
    expect(() => read(info, { type: 8, messageToSign: null }, change)).toThrow(/something else/);
  });
});
