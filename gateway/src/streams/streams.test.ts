import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { at, PlayedStreams, ReadStream, settle } from './streams.fixture.js';
import type { OpenStream } from './streams.js';

const FOLLOW = 'subscription ($after: String) { backtests(after: $after) { sequence kind id } }';
const incoming = (key: string) => ({ id: 'req_1', ip: '192.0.2.1', headers: { 'x-api-key': key } });
const caller = { accountId: 'alice' };
let played: PlayedStreams;

beforeEach(async () => {
  played = await PlayedStreams.open(() => new PlatformError('unauthorized'));
  played.service.begin(10);
  await settle();
});

afterEach(() => played.close());

function subscribe(
  query = FOLLOW,
  {
    variables = {},
    key = 'a',
    stream = played.streams.open(incoming(key), { accountId: played.owners.get(key) ?? '' }),
  }: {
    variables?: Record<string, unknown>;
    key?: string;
    stream?: OpenStream;
  } = {},
): ReadStream {
  played.streams.subscribe(stream, incoming(key), { query, variables, operationName: undefined }, undefined);
  return new ReadStream(stream.events.text());
}

/** The events of a client, as `kind sequence`. */
function eventsOf({ messages }: ReadStream): string[] {
  return messages
    .map(({ data }) => Object.values(Object(Reflect.get(Object(data), 'data')))[0])
    .map((event) => `${Reflect.get(Object(event), 'kind')} ${Reflect.get(Object(event), 'sequence')}`);
}

describe('a subscriber', () => {
  test('begins with what is now, and is told its own changes in order', async () => {
    const [alice, bob] = [subscribe(), subscribe(FOLLOW, { key: 'b' })];
    await settle();
    played.service.change(11);
    played.service.change(12, { accountId: 'bob' });
    played.service.change(13, { removed: true });
    await settle();
    expect(eventsOf(alice)).toEqual([`current ${at(10)}`, `changed ${at(11)}`, `removed ${at(13)}`]);
    expect(eventsOf(bob)).toEqual([`current ${at(10)}`, `changed ${at(12)}`]);
  });

  test('that comes back is told what it missed, once', async () => {
    for (const counter of [11, 12, 13]) played.service.change(counter);
    await settle();
    const back = subscribe(FOLLOW, { variables: { after: at(11) } });
    await settle();
    expect(eventsOf(back)).toEqual([`changed ${at(12)}`, `changed ${at(13)}`]);
  });

  test.each([
    ['before what is held', 5],
    ['in a history that is not this one', 4_000_000_000],
  ])('that comes back %s is told that something is lost', async (_case, counter) => {
    const after = counter > 1_000 ? `ffffffff00000000.000000` : at(counter);
    const back = subscribe(FOLLOW, { variables: { after } });
    await settle();
    expect(eventsOf(back)).toEqual([`gap ${at(10)}`]);
  });

  test('is told the same changes, and no others, though the service dies in between', async () => {
    const alice = subscribe();
    played.service.change(11);
    await settle();
    played.service.breakOff();
    await played.pass(1_000);
    played.service.begin(11);
    played.service.change(11);
    played.service.change(12);
    await settle();
    expect(played.service.asked).toEqual([undefined, at(11)]);
    expect(eventsOf(alice)).toEqual([`current ${at(10)}`, `changed ${at(11)}`, `changed ${at(12)}`]);
  });

  test('is told of a gap when the service no longer has what was in between', async () => {
    const alice = subscribe();
    await settle();
    played.service.breakOff();
    await played.pass(1_000);
    played.service.begin(20);
    played.service.change(21);
    await settle();
    expect(eventsOf(alice)).toEqual([`current ${at(10)}`, `gap ${at(20)}`, `changed ${at(21)}`]);
  });

  test('hears a keep-alive at most 15 seconds after the last event', async () => {
    const alice = subscribe();
    played.service.change(11, { accountId: 'bob' });
    await settle();
    await played.pass(15_000);
    expect(eventsOf(alice)).toEqual([`current ${at(10)}`, `keep_alive ${at(11)}`]);
  });

  test('is refused an `after` that is no sequence, and anything but a subscription', async () => {
    const wrong = subscribe(FOLLOW, { variables: { after: 'yesterday' } });
    await settle();
    expect(wrong.messages).toMatchObject([
      { event: 'next', data: { errors: [{ extensions: { code: 'invalid_cursor' } }] } },
      { event: 'complete' },
    ]);
    expect(wrong.isEnded).toBe(true);
    const stream = played.streams.open(incoming('a'), caller);
    for (const query of ['{ account { id } }', 'mutation { dropMarketRequest(input: {}) }', 'subscription {', 'no'])
      expect(() =>
        played.streams.subscribe(stream, incoming('a'), { query, variables: {}, operationName: undefined }, '1'),
      ).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

describe('a record', () => {
  const ONE = `subscription ($id: ID!, $first: Int) {
    followed: backtest(id: $id) { kind now: backtest { ...Figures trades(first: $first) { nodes { symbol } } } }
  }
  fragment Figures on Backtest { state: status }`;

  test('is read with the names, fragments and variables of the client', async () => {
    const now = { state: 'running', trades: { nodes: [{ symbol: 'BTC' }] } };
    played.answer = async () => ({ data: { asked: now } });
    const alice = subscribe(ONE, { variables: { id: 'bt_1', first: 1 } });
    await settle();
    expect(alice.messages).toEqual([{ event: 'next', data: { data: { followed: { kind: 'current', now } } } }]);
    const [question] = played.questions;
    expect(question?.variables).toEqual({ first: 1, idOfTheEvent: 'bt_1' });
    expect(question?.query.replace(/\s+/g, ' ')).toBe(
      'query StreamEvent($first: Int, $idOfTheEvent: ID!) { asked: backtest(id: $idOfTheEvent) { ...Figures trades(first: $first) { nodes { symbol } } } } fragment Figures on Backtest { state: status }',
    );
  });

  test('comes with the graph’s own errors, at their place in the event', async () => {
    played.answer = async () => ({
      data: { asked: { state: 'running', trades: null } },
      errors: [{ message: 'No.', path: ['asked', 'trades'], extensions: { code: 'rate_limited' } }],
    });
    const alice = subscribe(ONE, { variables: { id: 'bt_1' } });
    await settle();
    expect(alice.messages[0]?.data).toEqual({
      data: { followed: { kind: 'current', now: { state: 'running', trades: null } } },
      errors: [{ message: 'No.', path: ['followed', 'now', 'trades'], extensions: { code: 'rate_limited' } }],
    });
  });

  test('that can not be read is null beside the reason, and the stream goes on', async () => {
    played.answer = async () => Promise.reject(new PlatformError('service_unavailable'));
    const alice = subscribe(ONE, { variables: { id: 'bt_1' } });
    await settle();
    played.service.change(11);
    await played.pass(1_000);
    expect(alice.messages).toHaveLength(2);
    for (const { data } of alice.messages)
      expect(data).toMatchObject({ data: { followed: { now: null } }, errors: [{ path: ['followed', 'now'] }] });
  });

  test('is read once for what happens at once', async () => {
    const alice = subscribe(ONE, { variables: { id: 'bt_1' } });
    await settle();
    for (let counter = 11; counter < 60; counter += 1) played.service.change(counter);
    await played.pass(1_000);
    expect(alice.messages).toHaveLength(50);
    expect(played.questions.length).toBeLessThanOrEqual(3);
  });
});

describe('a stream', () => {
  test('holds one message for a client that does not read, and tells it what was lost', async () => {
    const stream = played.streams.open(incoming('a'), caller);
    played.streams.subscribe(stream, incoming('a'), { query: FOLLOW, variables: {}, operationName: undefined }, '1');
    await settle();
    const text = stream.events.text();
    await text.next();
    for (let counter = 11; counter < 25_000; counter += 1) played.service.change(counter);
    await settle();
    expect(played.follower.buffer?.size).toBeLessThanOrEqual(20_000);
    const read = new ReadStream(text);
    await played.pass(5_000);
    const kinds = read.messages.map(({ data }) => Reflect.get(Object(data), 'payload').data.backtests.kind);
    expect(kinds.filter((kind) => kind === 'gap')).toHaveLength(1);
    expect(kinds.length).toBeLessThan(20_200);
  });

  test.each(['connections', 'subscriptions'] as const)('is limited in the %s of one account', async (kind) => {
    const streams = [1, 2].map(() => played.streams.open(incoming('a'), caller));
    const [first] = streams;
    const add = (id: number) =>
      played.streams.subscribe(
        first!,
        incoming('a'),
        { query: FOLLOW, variables: {}, operationName: undefined },
        String(id),
      );
    const refusal = expect.objectContaining({ code: 'quota_exceeded' });
    if (kind === 'connections') expect(() => played.streams.open(incoming('a'), caller)).toThrow(refusal);
    else {
      for (const id of [1, 2, 3]) add(id);
      expect(() => add(4)).toThrow(refusal);
    }
    first?.events.end();
    await settle();
    played.streams.open(incoming('a'), caller);
    played.streams.open(incoming('b'), { accountId: 'bob' });
  });

  test('whose credential is revoked ends within half a minute', async () => {
    const alice = subscribe();
    await played.pass(30_000);
    expect(alice.isEnded).toBe(false);
    played.owners.delete('a');
    await played.pass(30_000);
    expect(alice.isEnded).toBe(true);
  });

  test('that is reserved and never read is forgotten', async () => {
    const token = played.streams.reserve(incoming('a'), caller);
    expect(played.streams.reserved(token, caller).accountId).toBe('alice');
    expect(() => played.streams.read(token, { accountId: 'bob' })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
    await played.pass(60_000);
    expect(() => played.streams.read(token, caller)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  test('carries many operations under their ids, and each can be ended', async () => {
    const stream = played.streams.read(played.streams.reserve(incoming('a'), caller), caller);
    const read = new ReadStream(stream.events.text());
    for (const id of ['1', '2'])
      played.streams.subscribe(stream, incoming('a'), { query: FOLLOW, variables: {}, operationName: undefined }, id);
    await settle();
    stream.operations.get('1')?.abort();
    await settle();
    played.service.change(11);
    await settle();
    expect(read.messages.map(({ data }) => Reflect.get(Object(data), 'id'))).toEqual(['1', '2', '2']);
    expect([...stream.operations.keys()]).toEqual(['2']);
  });
});
