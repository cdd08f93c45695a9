import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { encodeErrorResult, parseAbi } from 'viem';
import { startTestChain, type TestChain } from '../testing/anvil.js';
import { listen } from '../testing/listen.js';
import { EvmChain } from './evm-chain.js';
import { EvmNode } from './evm-node.js';
import { tokenRow, usdcOn } from './token.js';

const MEBIBYTE = 1024 * 1024;
const owner = '0x1000000000000000000000000000000000000001';
let polygon: TestChain;

beforeAll(async () => {
  polygon = await startTestChain('polygon');
});

afterAll(() => polygon.close());

function chainAt(url: string): EvmChain {
  return new EvmChain(new EvmNode('polygon', new Secret(url)));
}

/** Starts an RPC node that answers the first requests with its own status, then forwards to the chain. */
async function faultyNode(
  failures: number,
  status: number,
): Promise<{ url: string; requests(): number; server: Server }> {
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = Buffer.concat(await request.toArray());
    if (requests <= failures) {
      response.writeHead(status).end('canary-body');
      return;
    }
    const upstream = await fetch(polygon.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(await upstream.text());
  });
  return { url: `${await listen(server)}/v2/canary-provider-key`, requests: () => requests, server };
}

/** Returns an RPC node whose contracts all refer to another address for the answer (EIP-3668). */
function referringNode(address: string): Server {
  const data = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [tokenRow(usdcOn('polygon')).address, [address], '0x', '0x00000000', '0x'],
  });
  return createServer(async (request, response) => {
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const answer = method === 'eth_chainId' ? { result: '0x89' } : { error: { code: 3, message: 'reverted', data } };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
}

function redirectingNode(address: string): Server {
  return createServer((_request, response) => void response.writeHead(307, { location: address }).end());
}

describe('a balance', () => {
  test('is what the token contract says, zero included', async () => {
    expect(await chainAt(polygon.rpcUrl).balance(owner)).toBe(0n);
    await polygon.setUsdc(owner, 123_456_789n);
    expect(await chainAt(polygon.rpcUrl).balance(owner)).toBe(123_456_789n);
  });

  test('at the newest final block is not an older one where the node that answers lags', async () => {
    const lagging = await startTestChain('polygon', { behaviour: { staleShare: 0.5, staleBlocks: 3n } });
    const chain = chainAt(lagging.rpcUrl);
    await lagging.client.mine({ blocks: 5 });
    for (const held of [1n, 2n, 3n]) {
      await lagging.setUsdc(owner, held);
      await lagging.client.mine({ blocks: 3 });
      // A node that lags shows it within these reads.
      await Promise.all(Array.from({ length: 8 }, () => chain.finalBalance(owner)));
      const readings = await Promise.all(Array.from({ length: 8 }, () => chain.finalBalance(owner)));
      expect(new Set(readings)).toEqual(new Set([held]));
    }
    await lagging.close();
  });

  test('survives a node that fails for a moment', async () => {
    const node = await faultyNode(2, 503);
    expect(await chainAt(node.url).balance(owner)).toBe(123_456_789n);
    node.server.close();
  });
});

describe('a chain that can not be read is wallet_upstream_unavailable', () => {
  const refusal = { code: 'wallet_upstream_unavailable', details: { network: 'polygon' } };

  test('when nothing listens', async () => {
    await expect(chainAt('http://127.0.0.1:1').balance(owner)).rejects.toMatchObject(refusal);
  });

  test('when it keeps failing, after three tries', async () => {
    const node = await faultyNode(100, 500);
    await expect(chainAt(node.url).balance(owner)).rejects.toMatchObject(refusal);
    expect(node.requests()).toBe(3);
    node.server.close();
  });

  test('when it accepts the connection and never answers, within the deadline of a call', async () => {
    const silent = createServer(() => {});
    await expect(chainAt(await listen(silent)).balance(owner)).rejects.toMatchObject(refusal);
    silent.closeAllConnections();
    silent.close();
  });

  test('when its nodes lag, and none has the state of the newest final block', async () => {
    const lagging = await startTestChain('polygon', { behaviour: { staleBlocks: 50n } });
    await lagging.client.mine({ blocks: 60 });
    lagging.faults.inject({
      ...{ venue: 'polygon', kind: 'stale', when: 'before_accept', scope: 'all' },
      ...{ method: 'eth_call', count: 1_000 },
    });
    await expect(chainAt(lagging.rpcUrl).finalBalance(owner)).rejects.toMatchObject(refusal);
    await lagging.close();
  });

  test('when its answer has more than 16 MiB, of which no more is read', async () => {
    const tooLarge = { message: 'ResponseBodyTooLargeError: HTTP response body exceeded the size limit.' };
    let read = await readEndless();
    // A busy machine may need more than a call's two seconds for 16 MiB: then its time has ended the answer.
    for (let again = 0; again < 5 && /^(Timeout|Http)/.test(causeOf(read.error)); again += 1)
      read = await readEndless();
    expect(read.error).toMatchObject({ ...refusal, cause: tooLarge });
    // Three attempts, and the sockets' buffers.
    expect(read.sentBytes).toBeLessThan(3 * 24 * MEBIBYTE);
  });

  const causeOf = (error: unknown) =>
    error instanceof Error && error.cause instanceof Error ? error.cause.message : '';

  async function readEndless() {
    let sentBytes = 0;
    const endless = createServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(MEBIBYTE, ' ');
      while (!response.destroyed && sentBytes < 200 * MEBIBYTE) {
        sentBytes += piece.length;
        if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
    });
    const error: unknown = await chainAt(await listen(endless))
      .balance(owner)
      .catch((cause: unknown) => cause);
    endless.closeAllConnections();
    endless.close();
    return { error, sentBytes };
  }

  test('when its answer never ends, within the deadline of a call', async () => {
    const dripping = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drops = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drops));
    });
    await expect(chainAt(await listen(dripping)).balance(owner)).rejects.toMatchObject(refusal);
    dripping.closeAllConnections();
    dripping.close();
  });

  test('when it is another chain', async () => {
    const another = await startTestChain('polygon', { chainId: 31_337 });
    await another.setUsdc(owner, 5n);
    const read = chainAt(another.rpcUrl).balance(owner);
    await expect(read).rejects.toMatchObject({ ...refusal, cause: { message: 'the chain id is 31337, not 137' } });
    await another.close();
  });

  test('when there is no token contract, rather than zero', async () => {
    const arbitrum = await startTestChain('arbitrum', { chainId: 137 });
    await expect(chainAt(arbitrum.rpcUrl).balance(owner)).rejects.toMatchObject(refusal);
    await arbitrum.close();
  });

  test.each([
    ['a contract refers', referringNode],
    ['the node redirects', redirectingNode],
  ])('when %s to another address, which is not asked', async (_case, nodeReferringTo) => {
    let asked = 0;
    const elsewhere = createServer((_request, response) => {
      asked += 1;
      response.end('{"data":"0x"}');
    });
    const node = nodeReferringTo(await listen(elsewhere));
    await expect(chainAt(await listen(node)).balance(owner)).rejects.toMatchObject(refusal);
    expect(asked).toBe(0);
    node.close();
    elsewhere.close();
  });

  test('and neither the error nor its cause quotes the address, which may hold a provider key', async () => {
    const node = await faultyNode(100, 401);
    const error: unknown = await chainAt(node.url)
      .balance(owner)
      .catch((cause: unknown) => cause);
    expect(error).toMatchObject(refusal);
    expect(error instanceof Error && `${error.stack}${String(error.cause)}`).not.toContain('canary');
    node.server.close();
  });
});
