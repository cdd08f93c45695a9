import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { ProtocolViolation, readFrames } from './frames.js';

async function read(chunks: readonly string[], limits = { outputBytes: 1_000, frameBytes: 1_000 }) {
  const frames = [];
  for await (const frame of readFrames(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), limits)) {
    frames.push(frame.kind);
  }
  return frames;
}

const READY = '{"kind":"ready"}\n';

describe('readFrames', () => {
  test('puts frames together however they are cut', async () => {
    expect(await read([`${READY}{"kind":`, '"sta', 'rted"}\n'])).toEqual(['ready', 'started']);
  });

  test('an unfinished frame at the end is none', async () => {
    expect(await read([READY, '{"kind":"started"}'])).toEqual(['ready']);
  });

  test.each([
    ['text', 'hello\n'],
    ['an unknown kind', '{"kind":"promoted"}\n'],
    ['a field too many', '{"kind":"ready","admin":true}\n'],
    ['a number that is none', '{"kind":"failed","code":"strategy_failed","text":"x","line":1e999}\n'],
    ['a code of the platform alone', '{"kind":"failed","code":"cancelled","text":"x","line":null}\n'],
  ])('refuses %s', async (_what, line) => {
    await expect(read([line])).rejects.toThrow(ProtocolViolation);
  });

  test('stops at its limit, with or without line ends', async () => {
    await expect(read(['x'.repeat(600), 'x'.repeat(600)])).rejects.toMatchObject({ tooLarge: true });
    await expect(read(Array(100).fill(READY))).rejects.toMatchObject({ tooLarge: true });
  });
});

describe('a frame of a mebibyte takes less than 100 ms of processor time, whatever it holds:', () => {
  const filled = (before: string, item: (index: number) => string, after: string) => {
    let text = before;
    for (let index = 0; text.length < 2 ** 20 - 100; index += 1) text += item(index);
    return `${text}${after}\n`;
  };
  const result = '{"kind":"finished","result":{"per_pair":[0';

  test.each([
    ['small objects', filled('{"kind":"finished","x":[0', () => ',{}', ']}')],
    ['rows of the wrong type', filled(result, () => ',0', ']}}')],
    ['rows without fields', filled(result, () => ',{}', ']}}')],
    ['rows with too many', filled(result, () => ',{"a":0,"b":1}', ']}}')],
    ['names', filled('{"kind":"finished"', (index) => `,"${index}":0`, '}')],
    ['nesting', `{"kind":"finished","x":${'['.repeat(2 ** 19 - 50)}${']'.repeat(2 ** 19 - 50)}}\n`],
    ['escapes', filled('{"kind":"failed","text":"', () => '\\u0000', '"}')],
    ['digits', filled('{"kind":"finished","x":0.', () => '1', '}')],
    ['trades without fields', filled('{"kind":"trades","trades":[{}', () => ',{}', ']}')],
    ['findings', filled('{"kind":"validated","strategy_findings":[{}', () => ',{}', ']}')],
  ])('%s', async (_what, text) => {
    const limits = { outputBytes: 2 ** 21, frameBytes: 2 ** 20 };
    const timesMs: number[] = [];
    // What it takes by itself is the least of several times: the rest is compiling, collecting and what else the machine does.
    for (let time = 0; time < 3; time += 1) {
      const before = process.cpuUsage();
      await expect(read([text], limits)).rejects.toMatchObject({ tooLarge: false });
      const { user, system } = process.cpuUsage(before);
      timesMs.push((user + system) / 1_000);
    }
    expect(Math.min(...timesMs)).toBeLessThan(500);
  });
});
