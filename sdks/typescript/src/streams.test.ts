import { expect, test } from '@jest/globals';
import { PlatformError, RefusedError } from './errors.js';
import { messagesOf } from './event-stream.js';
import { TradingPlatform } from './platform.js';
import type { StreamEvent } from './streams.js';

/** A stream that brings these texts, part by part, and then ends or breaks. */
function streamOf(parts: readonly (string | Uint8Array)[], breaks = false): ReadableStream<Uint8Array> {
  const left = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part));
  return new ReadableStream({
    pull(controller) {
      const part = left.shift();
      if (part !== undefined) controller.enqueue(part);
      else if (breaks) controller.error(new Error('broken'));
      else controller.close();
    },
  });
}

const event = (sequence: string, more: object = {}) =>
  `event: next\ndata: ${JSON.stringify({ data: { deployments: { sequence, at: 'now', kind: 'changed', delayed: false, id: 'dpl_1', deployment: { status: 'running' }, ...more } } })}\n\n`;

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
}

function scripted(...answers: readonly (() => Response)[]) {
  const asked: Asked[] = [];
  const platform = new TradingPlatform({
    baseUrl: 'https://api.example',
    apiKey: 'secret',
    surroundings: {
      fetch: async (url, { body }) => {
        expect(url).toBe('https://api.example/streams');
        asked.push(JSON.parse(String(body)));
        const answer = answers[asked.length - 1];
        if (answer === undefined) throw new PlatformError('nothing is scripted');
        return answer();
      },
      sleep: async () => undefined,
    },
  });
  return { platform, asked };
}

async function seen(events: AsyncGenerator<StreamEvent>, count: number): Promise<StreamEvent[]> {
  const all: StreamEvent[] = [];
  for await (const each of events) if (all.push(each) === count) break;
  return all;
}

test('comes back from the last event when its stream breaks or ends', async () => {
  const { platform, asked } = scripted(
    () => new Response(streamOf([event('1'), event('2'), 'event: next\ndata: {"da'])),
    () => new Response(streamOf([event('3')], true)),
    () => new Response(JSON.stringify({}), { status: 503 }),
    () => new Response(streamOf([':\n\n', event('4', { kind: 'keep_alive', id: null, deployment: null })])),
  );
  const events = await seen(platform.follow('deployments', { select: 'status' }), 4);
  expect(events.map(({ sequence }) => sequence)).toEqual(['1', '2', '3', '4']);
  expect(events[0]).toMatchObject({ kind: 'changed', record: { status: 'running' }, problems: [] });
  expect(events[3]).toMatchObject({ kind: 'keep_alive', record: null });
  expect(asked.map(({ variables }) => variables)).toEqual([{}, { after: '2' }, { after: '3' }, { after: '3' }]);
  expect(asked[0]?.query).toBe(
    'subscription ($after: String) { deployments(after: $after) { sequence at kind delayed id deployment { status } } }',
  );
});

test('names the record that it follows, and begins where it is told to', async () => {
  const { platform, asked } = scripted(
    () => new Response(JSON.stringify({ error: { code: 'unauthorized', message: 'no' } }), { status: 401 }),
  );
  const error = await seen(platform.follow('deployment', { id: 'dpl_1', after: '7' }), 1).catch(
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(RefusedError);
  expect(error).toMatchObject({ code: 'unauthorized' });
  expect(asked[0]).toEqual({
    query:
      'subscription ($after: String, $id: ID!) { deployment(after: $after, id: $id) { sequence at kind delayed id deployment { id } } }',
    variables: { id: 'dpl_1', after: '7' },
  });
});

test.each([
  ['deployment', {}],
  ['deployments', { id: 'dpl_1' }],
] as const)(
  'refuses a subscription whose record is not named, or named too much: %s',
  async (subscription, options) => {
    await expect(seen(scripted().platform.follow(subscription, options), 1)).rejects.toThrow('`id`');
  },
);

test('an event without its record says why', async () => {
  const problem = { errors: [{ extensions: { code: 'rate_limited' } }] };
  const data = JSON.parse(event('1', { deployment: null }).slice('event: next\ndata: '.length));
  const { platform } = scripted(
    () => new Response(streamOf([`event: next\ndata: ${JSON.stringify({ ...data, ...problem })}\n\n`])),
  );
  expect(await seen(platform.follow('deployments'), 1)).toMatchObject([{ record: null, problems: ['rate_limited'] }]);
});

test('ends with its signal', async () => {
  const leaving = new AbortController();
  const { platform } = scripted(() => new Response(streamOf([event('1')])));
  const all: string[] = [];
  for await (const { sequence } of platform.follow('deployments', { signal: leaving.signal })) {
    all.push(sequence);
    leaving.abort();
  }
  expect(all).toEqual(['1']);
});

test('messages are read as the standard has them, wherever their parts are cut', async () => {
  const text =
    'event: next\r\ndata: {"a":\r\ndata:"\u2028ü"}\r\n\r\n: nothing\n\rdata\n\nevent: complete\ndata:\n\ndata: cut';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const messages = [];
    for await (const message of messagesOf(streamOf(parts))) messages.push(message);
    expect(messages).toEqual([
      { event: 'next', data: '{"a":\n"\u2028ü"}' },
      { event: 'message', data: '' },
      { event: 'complete', data: '' },
    ]);
  }
});
