import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '@platform/rest-facade/routes';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { type Owned, ownOneOfEach } from './owned.js';
import { type Plan, plans } from './plans.js';

/** Every route × caller, request and repetition; a route without a plan fails the first test. */

type Route = (typeof routes)[number];
type Case = [name: string, route: Route, plan: Plan];

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const MISSING_ID = 'none_of_anybody';
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const cases = routes.flatMap((route): Case[] => {
  const plan = plans[nameOf(route)];
  return plan === undefined ? [] : [[nameOf(route), route, plan]];
});

let platform: Platform;
let owner: Caller;
let stranger: Caller;
let owned: Owned;
let readOnly: Readonly<Record<string, string>>;

beforeAll(async () => {
  platform = await Platform.shared();
  owner = await Caller.register(platform, 'matrix-owner@example.com');
  stranger = await Caller.register(platform, 'matrix-stranger@example.com');
  owned = await ownOneOfEach(platform, owner);
  const reader = await owner.sendAsSession('POST', '/account/keys', { name: 'reader', permissions: ['read'] });
  readOnly = { 'x-api-key': reader.body.api_key };
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** How a request differs from one that the route accepts. */
interface Spoilt {
  readonly id?: string;
  readonly query?: string;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

/** Sends a request that the route accepts, with these credentials, apart from the changed part. */
function ask(route: Route, plan: Plan, credential: Readonly<Record<string, string>>, spoilt: Spoilt): Promise<Answer> {
  const path = route.path.replace('{venue}', 'hyperliquid').replace('{id}', spoilt.id ?? MISSING_ID);
  const query = [plan.query, spoilt.query].filter(Boolean).join('&');
  const body = spoilt.body ?? plan.body;
  return send(owner.baseUrl, route.method, query === '' ? path : `${path}?${query}`, {
    headers: { 'idempotency-key': spoilt.key ?? randomUUID(), ...credential, ...spoilt.headers },
    ...(body === undefined ? {} : { body }),
  });
}

function credentialOf(route: Route, caller: Caller): Record<string, string> {
  if (route.authentication === 'none') return {};
  if (route.authentication === 'key') return { 'x-api-key': caller.apiKey };
  return { authorization: `Bearer ${caller.sessionToken}` };
}

/** Returns the identifying part of a refusal; its message and its address add nothing. */
function refusal({ status, body }: Answer): [status: number, code: unknown] {
  return [status, body?.error?.code];
}

test('every route has a plan, every plan a route, and every test that one names exists', () => {
  expect(Object.keys(plans).sort()).toEqual(routes.map(nameOf).sort());
  const files = cases.flatMap(([, , { foreign, replay }]) =>
    [foreign, replay].flatMap((part) => ('heldBy' in part ? [part.heldBy] : [])),
  );
  expect(files.filter((file) => !existsSync(`${REPOSITORY}${file}`))).toEqual([]);
});

describe('without a credential, or with a wrong one, nobody gets in', () => {
  test.each(cases.filter(([, { authentication }]) => authentication !== 'none'))('%s', async (_name, route, plan) => {
    const wrong = [
      {},
      { 'x-api-key': 'tp_wrong' },
      { authorization: 'Bearer wrong' },
      { 'x-api-key': owner.sessionToken },
    ];
    for (const credential of wrong)
      expect(refusal(await ask(route, plan, credential, {}))).toEqual([401, 'unauthorized']);
  });
});

describe('with the other kind of credential neither', () => {
  const sessionOnly = cases.filter(([, { authentication }]) => authentication === 'session');
  test.each(sessionOnly)('%s', async (_name, route, plan) => {
    for (const credential of [{ 'x-api-key': owner.apiKey }, { authorization: `Bearer ${owner.apiKey}` }])
      expect(refusal(await ask(route, plan, credential, {}))).toEqual([401, 'unauthorized']);
  });
});

describe('a key that may only read can not write', () => {
  const writes = cases.filter(
    ([, { permission, authentication }]) => permission === 'trade' && authentication === 'key',
  );
  test.each(writes)('%s', async (_name, route, plan) => {
    expect(refusal(await ask(route, plan, readOnly, {}))).toEqual([403, 'insufficient_permissions']);
  });
});

describe('an unknown parameter or field is refused', () => {
  test.each(cases)('%s', async (_name, route, plan) => {
    const credential = credentialOf(route, stranger);
    const parameter = await ask(route, plan, credential, { query: 'nope=1' });
    expect(refusal(parameter)).toEqual([400, route.invalidRequest]);
    expect(parameter.body.error.details).toEqual([expect.objectContaining({ path: 'nope' })]);
    if (route.method === 'GET') return;
    const field = await ask(route, plan, credential, { body: { ...plan.body, nope: 1 } });
    expect(refusal(field)).toEqual([400, route.invalidRequest]);
    expect(JSON.stringify(field.body.error.details)).toContain('nope');
  });
});

describe("what is another account's is as if it were not", () => {
  test.each(cases.filter(([, , { foreign }]) => 'id' in foreign))('%s', async (_name, route, plan) => {
    if (!('id' in plan.foreign)) return;
    const id = plan.foreign.id(owned);
    const theirs = await ask(route, plan, credentialOf(route, stranger), { id });
    expect(refusal(theirs)).toEqual([404, plan.foreign.code]);
    const nobodys = await ask(route, plan, credentialOf(route, stranger), { id: MISSING_ID });
    expect(theirs.body).toEqual(nobodys.body);
  });

  test.each(cases.filter(([, , { foreign }]) => 'shown' in foreign))('%s', async (_name, route, plan) => {
    if (!('shown' in plan.foreign)) return;
    const shown = plan.foreign.shown(owned);
    const [mine, theirs] = [credentialOf(route, owner), credentialOf(route, stranger)];
    expect(JSON.stringify((await ask(route, plan, mine, {})).body)).toContain(shown);
    const answer = await ask(route, plan, theirs, {});
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(shown);
  });

  test.each(cases.filter(([, , { foreign }]) => 'body' in foreign))('%s', async (_name, route, plan) => {
    if (!('body' in plan.foreign)) return;
    const { body, status, code } = plan.foreign;
    const answer = await ask(route, plan, credentialOf(route, stranger), { body: body(owned) });
    expect(refusal(answer)).toEqual([status, code]);
  });
});

describe('a key of idempotency', () => {
  const required = cases.filter(([, { request }]) => !request.headers.safeParse({}).success);
  test.each(required)('is required by %s', async (_name, route, plan) => {
    const answer = await ask(route, plan, credentialOf(route, stranger), { headers: { 'idempotency-key': '' } });
    expect(refusal(answer)).toEqual([400, 'idempotency_key_required']);
  });

  const keyed = cases.filter(([, , { replay }]) => 'key' in replay);
  test.each(keyed)('gets the first answer again from %s', async (_name, route, plan) => {
    if (!('key' in plan.replay)) return;
    const key = randomUUID();
    const first = await ask(route, plan, credentialOf(route, owner), { key });
    const again = await ask(route, plan, credentialOf(route, owner), { key });
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      first.status,
      first.body,
      'true',
    ]);
    const other = await ask(route, plan, credentialOf(route, owner), { key, body: plan.replay.other });
    expect(refusal(other)).toEqual([409, 'idempotency_key_conflict']);
    const strangers = await ask(route, plan, credentialOf(route, stranger), { key });
    expect([strangers.status, strangers.headers.get('idempotency-replayed')]).toEqual([first.status, null]);
    expect(strangers.body.id).not.toBe(first.body.id);
  });
});

describe('a request that is safe to repeat gets the same answer', () => {
  // Last, because these delete what the others need.
  test.each(cases.filter(([, , { replay }]) => 'repeated' in replay))('%s', async (_name, route, plan) => {
    const id = 'id' in plan.foreign ? plan.foreign.id(owned) : MISSING_ID;
    const first = await ask(route, plan, credentialOf(route, owner), { id });
    const again = await ask(route, plan, credentialOf(route, owner), { id });
    expect(first.status).toBe(200);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
});
