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
