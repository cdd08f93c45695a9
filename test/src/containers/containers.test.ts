import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { locateMongod, mongodArguments } from '@platform/sandbox/parts';
import { provideVersitygw } from '@platform/store/objects/testing';
import mongoose from 'mongoose';
import { builtChecks } from '../health/built.js';
import { send } from '../platform/caller.js';
import { until } from '../platform/wait.js';
import { services } from './compose.js';
import { makeInstallation, PATH } from './installation.js';
import { Machine } from './machine.js';

const START_MS_MAX = 240_000;
const READY_MS_MAX = 60_000;
const cacheDirectory = defaultCacheDirectory(process.env);
let installation: string;
let directory: string;
let mongod: ChildProcess;
let objects: ChildProcess | undefined;
let machine: Machine;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platform-containers-'));
  installation = await makeInstallation();
  const elsewhere = { '/opt/frameworks': cacheDirectory, '/platform': installation };
  const program = await provideVersitygw(() => undefined);
  const hasStore = typeof program === 'string';
  if (!hasStore)
    process.stderr.write(`objects are in a folder: the store of the containers can't be built: ${program.missing}\n`);
  const others = { mongodb: startMongod, objects: hasStore ? startObjects(program) : async () => {} };
  // Without the store all services keep their objects in one folder.
  const instead: Record<string, string> = hasStore
    ? {}
    : { OBJECT_STORE_URL: pathToFileURL(join(directory, 'all-objects')).href };
  machine = new Machine({ directory, installation, others, instead, elsewhere });
  await machine.start();
}, START_MS_MAX);

afterAll(async () => {
  await machine?.stop();
  mongod?.kill('SIGKILL');
  objects?.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
  if (installation !== undefined) await rm(installation, { recursive: true });
}, START_MS_MAX);

/** Runs the embedded mongod as the service `mongodb` would run its own: with the key, which only its user may read. */
async function startMongod(host: string, keys: string): Promise<void> {
  const binary = await locateMongod({ cacheDirectory, environment: process.env, report: () => {} });
  const [own, dbPath] = [join(directory, 'mongodb-key'), join(directory, 'mongodb-data')];
  await copyFile(join(keys, 'mongodb-key'), own);
  await chmod(own, 0o400);
  await mkdir(dbPath);
  const args = mongodArguments({ dbPath, port: 27_017, keyFile: own });
  mongod = spawn(
    binary,
    args.map((arg) => (arg === '127.0.0.1' ? host : arg)),
    { stdio: 'ignore', env: {} },
  );
}

/** Runs the program that the service `objects` runs, as its command says, in its volume and with its keys. */
function startObjects(program: string) {
  return async (host: string, keys: string): Promise<void> => {
    const folder = join(directory, 'volumes', 'objects');
    await mkdir(join(folder, 'history'), { recursive: true });
    const env = parseEnv(await readFile(join(keys, 'environment'), 'utf8'));
    objects = spawn(program, ['--port', `${host}:7070`, '--keep-alive', '--health', '/health', 'posix', folder], {
      stdio: 'ignore',
      env,
    });
    const isHealthy = async () => (await fetch(`http://${host}:7070/health`)).ok;
    await until('the store of objects', isHealthy, (isUp) => isUp);
  };
}

test('each service reads its own database alone, and nobody reads without a user', async () => {
  const read = async (address: string, database: string) => {
    const connection = mongoose.createConnection(address, { serverSelectionTimeoutMS: 5_000 });
    try {
      return (await (await connection.asPromise()).useDb(database).collection('data_format').find().toArray()).length;
    } catch (error) {
      return error instanceof Error ? error.message.slice(0, 40) : '';
    } finally {
      await connection.close();
    }
  };
  const environment = await readFile(join(directory, 'volumes', 'keys-identity', 'environment'), 'utf8');
  const uri = /^MONGODB_URI=(.+)$/m.exec(environment)?.[1] ?? '';
  expect([await read(uri, 'identity'), await read(uri, 'wallet')]).toEqual([
    1,
    expect.stringMatching(/^not authorized/),
  ]);
  expect(await read(uri.replace(/\/\/[^@]+@/, '//'), 'identity')).toMatch(/requires authentication/);
});

test('a production install holds nothing that compiles, tests or lints', async () => {
  const tools = ['typescript', 'esbuild', 'jest', '@swc/core', '@biomejs/biome', 'knip', 'oxlint', 'solc'];
  expect(tools.filter((name) => existsSync(join(installation, 'node_modules', name)))).toEqual([]);
});

test.each(['ops', 'datasets'])('`npm run %s` works in it', async (command) => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', command, '--', '--help'], {
    cwd: installation,
    env: { PATH, HOME: process.env['HOME'] },
  });
  expect(stdout).toMatch(new RegExp(`^usage: npm run ${command} -- `, 'i'));
});

test(
  'the containers make a platform that is ready, and whose mail arrives',
  async () => {
    const url = machine.placed('edge', 'http://edge:8080');
    const look = async () => {
      const { checks } = (await send(url, 'GET', '/readyz')).body;
      return Object.fromEntries(Object.keys(builtChecks).map((name) => [name, checks[name].status]));
    };
    const isReady = (seen: object) => JSON.stringify(seen) === JSON.stringify(builtChecks);
    await until('readiness', look, isReady, { timeoutMs: READY_MS_MAX });
    const { status } = await send(url, 'POST', '/account/register', { body: { email: 'captain@example.com' } });
    expect(status).toBe(200);
    const mailbox = join(directory, 'volumes', 'sandbox', 'mailbox');
    await until(
      'a message',
      () => readdir(mailbox),
      (messages) => messages.some((name) => name.includes('captain')),
    );
  },
  READY_MS_MAX + 30_000,
);

test('history is in the store of objects, and copies of accounts and keys are not', async () => {
  const folder = join(directory, objects === undefined ? 'all-objects' : 'volumes/objects/history');
  await until(
    'history',
    () => readdir(folder),
    (names) => names.includes('history'),
  );
  if (objects === undefined) return;
  expect((await readdir(folder)).filter((name) => /account|key/.test(name))).toEqual([]);
});

test("the sandbox's command finds the embedded chain", async () => {
  const args = ['sandbox/dist/cli.js', 'deposit', '--to', `0x${'1'.repeat(40)}`, '--amount', '2.5'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: installation,
    env: { DATA_DIR: machine.placed('sandbox', '/data') },
  });
  expect(stdout).toMatch(/^2\.5 USDC to 0x1{40} on arbitrum: transaction 0x/);
});

test('SIGTERM ends each process with 0', async () => {
  const ends = await machine.stop();
  const processes = Object.keys(services()).filter((name) => !/^(mongodb$|objects$|chain-)/.test(name));
  expect(ends).toMatchObject(Object.fromEntries(processes.map((name) => [name, 0])));
});
