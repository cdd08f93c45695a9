import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { z } from 'zod';
import { listen } from '../testing/listen.js';
import { bloomBits, hasBits } from './bloom.js';
import { EvmNode } from './evm-node.js';
import { usdcOn } from './token.js';
import { TransferLog } from './transfers.js';

const body = z.array(z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) }));
const range = z.object({ fromBlock: z.string(), toBlock: z.string() });
let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns a node without logs that accepts ranges of a limited number of blocks; `asked` receives the length of each range. */
async function nodeTaking(allowed: () => number, asked: number[]): Promise<TransferLog> {
  server = createServer(async (request, response) => {
    const parsed: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const calls = body.parse([parsed].flat());
    const answers = calls.map(({ id, method, params }) => {
      if (method !== 'eth_getLogs') return { id, result: '0xa4b1' };
      const { fromBlock, toBlock } = range.parse(params[0]);
      const length = Number(BigInt(toBlock) - BigInt(fromBlock)) + 1;
      asked.push(length);
      return length > allowed() ? { id, error: { code: -32_005, message: 'too many' } } : { id, result: [] };
    });
    response.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]));
  });
  return new TransferLog(new EvmNode('arbitrum', new Secret(await listen(server))), usdcOn('arbitrum'));
}

test('a range is halved until the node takes it, is remembered, and grows again when it can', async () => {
  let allowed = 300;
  const asked: number[] = [];
  const log = await nodeTaking(() => allowed, asked);
  expect(await log.read(0n, 100_000n)).toMatchObject({ from: 0n, to: 249n });
  expect(asked).toEqual([2_000, 1_000, 500, 250]);

  allowed = 10_000;
  const lengths: number[] = [];
  for (let from = 250n; lengths.length < 12; ) {
    const { to } = await log.read(from, 100_000n);
    lengths.push(Number(to - from) + 1);
    from = to + 1n;
  }
  expect(lengths[0]).toBe(313);
  expect(lengths).toEqual(lengths.toSorted((left, right) => left - right));
  expect(lengths.at(-1)).toBe(2_000);
});

test('a node that refuses a single block is not asked for ever', async () => {
  const asked: number[] = [];
  const log = await nodeTaking(() => 0, asked);
  await expect(log.read(7n, 100_000n)).rejects.toMatchObject({ code: 'wallet_upstream_unavailable' });
  expect(asked).toEqual([2_000, 1_000, 500, 250, 125, 62, 31, 15, 7, 3, 1]);
});

test('a bloom tells which values no log of its block names', () => {
  // The bloom of a block with one log of 0x…01 and no topic, by the yellow paper's definition.
  const value = '0x0000000000000000000000000000000000000001';
  const bits = bloomBits(value);
  const bytes = new Uint8Array(256);
  for (const bit of bits) bytes[255 - Math.floor(bit / 8)] = (bytes[255 - Math.floor(bit / 8)] ?? 0) | (1 << (bit % 8));
  const bloom = `0x${Buffer.from(bytes).toString('hex')}` as const;
  expect(hasBits(bloom, bits)).toBe(true);
  expect(hasBits(bloom, bloomBits('0x0000000000000000000000000000000000000002'))).toBe(false);
  expect(hasBits(`0x${'00'.repeat(256)}`, bits)).toBe(false);
});
