import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { legacyRoutes } from '@platform/rest-facade/legacy';
import { type Operation, operationsOf } from '../openapi/document.js';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { type Owned, ownOneOfEach } from '../routes/owned.js';

/** Every operation of the older surface × caller, as its document describes it: nobody reads or changes what is another's. */

type Route = (typeof legacyRoutes)[number];
type Credential = Readonly<Record<string, string>>;
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const cases = legacyRoutes.map((route) => [nameOf(route), route] as const);

let platform: Platform;
let owner: Caller;
let stranger: Caller;
let owned: Owned;
let readOnly: Credential;
let operations: ReadonlyMap<string, Operation>;
/** What only the owner may read. */
let secrets: readonly string[];

beforeAll(async () => {
  platform = await Platform.shared();
  owner = await Caller.register(platform, 'legacy-owner@example.com');
  stranger = await Caller.register(platform, 'legacy-stranger@example.com');
  owned = await ownOneOfEach(platform, owner);
  const reader = await owner.sendAsSession('POST', '/account/keys', { name: 'reader', permissions: ['read'] });
  readOnly = { 'x-api-key': reader.body.api_key };
  const { body: document } = await send(owner.baseUrl, 'GET', '/legacy/openapi.json');
  const text = withOwned(JSON.stringify(document));
  operations = new Map(operationsOf(JSON.parse(text)).map((operation) => [operation.name, operation]));
  secrets = [owner.email, owner.accountId, owned.keyId, owned.executionId, owned.withdrawalId, owned.deploymentId];
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Returns the document with the owner's records instead of the ids in its examples. */
function withOwned(document: string): string {
  const existing = {
    exe_01: owned.executionId,
    wd_01: owned.withdrawalId,
    key_01: owned.keyId,
    dpl_01: owned.deploymentId,
  };
  return Object.entries(existing).reduce(
    (text, [named, real]) => text.replaceAll(JSON.stringify(named), JSON.stringify(real)),
    document,
  );
}

/** Sends what the document shows as an example. */
function ask(name: string, credential: Credential): Promise<Answer> {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`the document has no ${name}`);
  const { method, path, query, headers, body } = operation;
  const search = new URLSearchParams(query.map(([field, value]) => [field, value] as [string, string])).toString();
  return send(owner.baseUrl, method, search === '' ? path : `${path}?${search}`, {
    headers: { ...headers, ...credential },
    ...(body === undefined ? {} : { body }),
  });
}

const credentialOf = (route: Route, caller: Caller): Credential => {
  if (route.authentication === 'none') return {};
  if (route.authentication === 'session') return { authorization: `Bearer ${caller.sessionToken}` };
  return { 'x-api-key': caller.apiKey };
};

test('the routes that answer are those of the table', () => {
  expect([...operations.keys()].sort()).toEqual(legacyRoutes.map(nameOf).sort());
});

test('every operation has a name of its own', () => {
  const names = legacyRoutes.map(({ legacy }) => legacy.name);
  expect(new Set(names).size).toBe(names.length);
});

describe('without a credential, or with a wrong one, nobody gets in', () => {
  test.each(cases.filter(([, { authentication }]) => authentication !== 'none'))('%s', async (name, { operation }) => {
    const wrong = [{ 'x-api-key': 'tp_wrong' }, { authorization: 'Bearer wrong' }];
    // What is refused to everybody is so without a look at the credential.
    for (const credential of operation === '' ? [{}] : [{}, ...wrong]) {
      const { status, body } = await ask(name, credential);
      expect([status, body.error, typeof body.message]).toEqual([401, 'unauthorized', 'string']);
    }
  });
});

describe('a key that may only read can not write', () => {
  const writes = cases.filter(
    ([, { permission, authentication }]) => permission === 'trade' && authentication === 'any',
  );
  test.each(writes)('%s', async (name) => {
    const { status, body } = await ask(name, readOnly);
    expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
  });
});

describe('a stranger gets nothing of the owner, and every answer is documented and says when it ends', () => {
  test.each(cases)('%s', async (name, route) => {
    const answer = await ask(name, credentialOf(route, stranger));
    const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const broken = operations.get(name)?.broken({ status: answer.status, mediaType, body: answer.body });
    expect([name, answer.status, broken, answer.body]).toEqual([name, answer.status, null, answer.body]);
    expect(answer.status < 500 || answer.status === 501).toBe(true);
    for (const secret of secrets) expect(JSON.stringify(answer.body)).not.toContain(secret);
    for (const header of ['deprecation', 'sunset', 'link']) expect(answer.headers.get(header)).not.toBeNull();
  });
});
