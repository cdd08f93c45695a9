import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { createLogger } from '@platform/observability/logging';
import { WebSocket } from 'ws';
import { ProxiedBot } from './testing/proxied-bot.js';
import { WebSocketProxy } from './websocket.js';

test('a bot whose connection to the venue broke has the venue looked at, and one that connects first has not', async () => {
  const bot = await ProxiedBot.open();
  const http = createServer();
  let reconnects = 0;
  const proxy = new WebSocketProxy(http, {
    url: `${bot.url.replace('http', 'ws')}/ws`,
    account: '0x1000000000000000000000000000000000000001',
    reconnected: () => {
      reconnects += 1;
    },
    clock: bot.clock,
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  /** Connects, and waits for an answer of the venue. */
  const connect = async () => {
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws`);
    await once(client, 'open');
    client.send(JSON.stringify({ method: 'ping' }));
    await once(client, 'message');
    return client;
  };
  const first = await connect();
  expect(reconnects).toBe(0);
  first.terminate();
  await connect();
  expect(reconnects).toBe(1);
  await proxy.close();
  http.close();
  await bot.close();
});
