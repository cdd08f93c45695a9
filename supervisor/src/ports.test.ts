import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@platform/kit/ports';
import { allocatePorts, type Ports } from './ports.js';
import { readSettings } from './settings.js';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'ports-'));
});
afterEach(() => rm(dataDirectory, { recursive: true }));

const allocate = (environment: Record<string, string> = {}) =>
  allocatePorts(
    readSettings({ HOME: dataDirectory, DATA_DIR: dataDirectory, PORT: '0', GATEWAY_PORT: '0', ...environment }),
  );

/** Every port that something listens on: what is reached through a proxy has one more. */
const allOf = ({ services, subgraphs, chains, nodes, venues, instances, ...single }: Ports): number[] => [
  ...[services, subgraphs, chains, nodes, venues, single].flatMap((ports) => Object.values(ports)),
  ...instances.flatMap(({ metrics }) => Object.values(metrics)),
  ...(instances.length === 1 ? [] : instances).flatMap(({ metrics: _, facade, gateway, ...inside }) => [
    ...[facade, gateway],
    ...Object.values(inside).flatMap((ports) => Object.values(ports)),
  ]),
];

test('a start keeps the ports inside of the one before, and no port is given twice', async () => {
  const first = await allocate();
  const second = await allocate();
  expect(new Set(allOf(first)).size).toBe(allOf(first).length);
  const { facade: _facade, gateway: _gateway, instances: _instances, ...inside } = first;
  expect(second).toMatchObject(inside);
});

test('each of several instances has ports of its own, beside those at which all are reached', async () => {
  const ports = await allocate({ INSTANCES: '2' });
  expect(ports.instances).toHaveLength(2);
  expect(allOf(ports)).toHaveLength(new Set(allOf(ports)).size);
  const { instances, ...reached } = await allocate({ INSTANCES: '1' });
  expect(instances).toMatchObject([{ services: reached.services, facade: reached.facade }]);
});

test('a port that was asked for goes before one that is kept', async () => {
  const { mongod } = await allocate();
  const { facade, mongod: other } = await allocate({ PORT: String(mongod) });
  expect(facade).toBe(mongod);
  expect(other).not.toBe(mongod);
});

test('a kept port on which something listens by now is given up', async () => {
  const { sandbox } = await allocate();
  const squatter = await squat(sandbox);
  try {
    expect((await allocate()).sandbox).not.toBe(sandbox);
  } finally {
    squatter.close();
  }
});

test('a port that is asked for and taken is refused by the name of its setting', async () => {
  const port = await freePort();
  const squatter = await squat(port);
  try {
    const asked = { LISTEN_HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1' };
    await expect(allocate({ ...asked, PORT: String(port) })).rejects.toThrow(`PORT: ${port} is taken`);
    await expect(allocate({ ...asked, METRICS_PORT: String(port) })).rejects.toThrow(`METRICS_PORT: ${port} is taken`);
  } finally {
    squatter.close();
  }
});

test('what is free is not what the data directory keeps for a part that has not started', async () => {
  const file = join(dataDirectory, 'ports.json');
  const { facade } = await allocate();
  const kept = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...kept, sandbox: facade }));
  const next = await allocate();
  expect(next.sandbox).toBe(facade);
  expect([next.facade, next.gateway]).not.toContain(facade);
});

async function squat(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
