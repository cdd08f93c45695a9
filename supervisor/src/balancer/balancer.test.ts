import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '@platform/kit/ports';
import { Balancer } from './balancer.js';

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

/** Listens, and answers each line with its name. */
async function listen(name: string): Promise<{ port: number; end(): void }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.write(name));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  opened.push({ close: end });
  return { port: (server.address() as AddressInfo).port, end };
}

async function open(targets: readonly number[]): Promise<number> {
  const port = await freePort();
  opened.push(await Balancer.start([{ host: '127.0.0.1', port, targets }]));
  return port;
}

function client(port: number): Socket {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.on('error', () => socket.destroy());
  opened.push({ close: () => socket.destroy() });
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('who?');
  const answer = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return answer[0] instanceof Buffer ? answer[0].toString() : 'closed';
}

test('connections go to instances in turn, and each stays with its own', async () => {
  const [first, second] = [await listen('first'), await listen('second')];
  const port = await open([first.port, second.port]);
  const clients = [client(port), client(port), client(port), client(port)];
  const answers: string[] = [];
  for (const socket of clients) answers.push(await ask(socket));
  expect(answers.toSorted()).toEqual(['first', 'first', 'second', 'second']);
  for (const [index, socket] of clients.entries()) expect(await ask(socket)).toBe(answers[index]);
});

test('an instance that ends takes its connections with it, and the next ones go to those that are left', async () => {
  const [first, second] = [await listen('first'), await listen('second')];
  const port = await open([first.port, second.port]);
  const [one, other] = [client(port), client(port)];
  const answers = [await ask(one), await ask(other)];
  first.end();
  const [ended, left] = answers[0] === 'first' ? [one, other] : [other, one];
  expect(await ask(ended)).toBe('closed');
  expect(await ask(left)).toBe('second');
  for (let index = 0; index < 4; index += 1) expect(await ask(client(port))).toBe('second');
});

test('a connection is ended where no instance accepts it', async () => {
  const port = await open([await freePort(), await freePort()]);
  expect(await ask(client(port))).toBe('closed');
});
