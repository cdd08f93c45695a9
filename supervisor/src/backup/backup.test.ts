import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { openObjectStore } from '@platform/store/objects';
import { ObjectServer } from '@platform/store/objects/testing';
import { readManifest } from './archive.js';
import { accounts, Deployments, makeAccounts, moveUnits, sumOf, UNITS } from './backup.fixture.js';
import { restoreDocuments, restoreFiles } from './restore.js';
import { takeBackup } from './take.js';

const WRITERS = 4;
const TEST_MS_MAX = 120_000;
/** More than what is read as bytes. */
const LARGE_BYTES = 20 * 1_024 ** 2;
const silent = () => undefined;

const server = await ObjectServer.start('a backup of objects in a bucket');
let deployments: Deployments;

beforeAll(async () => {
  deployments = await Deployments.start();
}, TEST_MS_MAX);

afterAll(async () => {
  await deployments[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

test(
  'what is moved between databases meanwhile is in the backup once, and the restored documents, objects and keys are those',
  async () => {
    const { first, second, folder } = deployments;
    const from = await deployments.places('whole');
    await from.objects.replace('history/candles', Buffer.from('an object'));
    await writeFile(join(from.keys, 'master'), 'a key');
    await writeFile(join(from.keys, 'mongodb-operator'), 'addresses of this machine');
    await makeAccounts(first);
    const stopping = new AbortController();
    const moving = Promise.all(Array.from({ length: WRITERS }, () => moveUnits(first, stopping.signal)));
    // Between the instant and the reads.
    const slowly = (done: number) => {
      if (done === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    };
    await takeBackup(first, from, systemClock, slowly);
    stopping.abort();
    expect((await moving).every((moves) => moves > 0)).toBe(true);

    const manifest = await readManifest(from.archive);
    const to = { ...(await deployments.places('elsewhere')), archive: from.archive, keysArchive: from.keysArchive };
    await restoreFiles(manifest, to, silent);
    await restoreDocuments(second, manifest, from.archive, silent);
    expect(await sumOf(second)).toBe(UNITS);
    expect(await accounts(second, 'wallet').indexes()).toEqual(await accounts(first, 'wallet').indexes());
    expect(await readFile(join(folder, 'elsewhere/objects/history/candles'), 'utf8')).toBe('an object');
    expect(await readFile(join(to.keys, 'master'), 'utf8')).toBe('a key');
    expect(manifest.keys.map(({ path }) => path)).toEqual(['master']);
  },
  TEST_MS_MAX,
);

test('a deployment that holds anything is not written to, and neither is a folder', async () => {
  const { first, second } = deployments;
  const whole = await deployments.places('whole');
  const manifest = await readManifest(whole.archive);
  await expect(restoreDocuments(second, manifest, whole.archive, silent)).rejects.toThrow(/is not empty/);
  await expect(takeBackup(first, whole, systemClock, silent)).rejects.toThrow(/is not empty/);
});

test('a backup that was not completed, or was changed, is refused', async () => {
  const [none, whole] = [await deployments.places('none'), await deployments.places('whole')];
  await expect(readManifest(none.archive)).rejects.toThrow(/no complete backup/);
  const changed = { ...(await deployments.places('changed')), keysArchive: whole.keysArchive };
  await cp(whole.archive, changed.archive, { recursive: true });
  const manifest = await readManifest(changed.archive);
  await writeFile(join(changed.archive, 'objects/history/candles'), 'another object');
  await expect(restoreFiles(manifest, changed, silent)).rejects.toThrow(/was changed since the backup/);
});

(server === undefined ? test.skip : test)(
  'objects in a bucket are copied with the documents, and written into another bucket',
  async () => {
    if (server === undefined) return;
    const place = (prefix: string) =>
      openObjectStore({ OBJECT_STORE_URL: `${server.url}/${prefix}`, ...server.access() });
    const [objects, others] = [await place('first'), await place('second')];
    const large = join(deployments.folder, 'large');
    await writeFile(large, randomBytes(LARGE_BYTES));
    await objects.putFile('history/large', large);
    await objects.replace('history/small', Buffer.from('an object'));
    const from = { ...(await deployments.places('bucket')), objects };
    await mkdir(from.archive, { recursive: true });
    await takeBackup(deployments.first, from, systemClock, silent);

    const manifest = await readManifest(from.archive);
    expect(manifest.objects.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['history/large', LARGE_BYTES],
      ['history/small', 9],
    ]);
    await restoreFiles(manifest, { ...from, keys: join(deployments.folder, 'other-keys'), objects: others }, silent);
    for (const { path, sha256 } of manifest.objects) await others.requireWhole(path, sha256);
    expect(await others.list('', undefined, 9)).toEqual(['history/large', 'history/small']);
  },
  TEST_MS_MAX,
);
