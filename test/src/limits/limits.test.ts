import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, ask, Entrances, type Question } from './entrances.js';

const PER_MINUTE = 400;
const UNAUTHENTICATED_PER_MINUTE = 60;
const REGISTRATION_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** How long a refused gateway waits before it asks again: by then the others have returned what they did not use. */
const KEPT_MS = 2_000;
const QUIET_MS = 2 * KEPT_MS;
/** The requests take a few seconds; a busy machine may need this long. */
const NEEDED_MS = 35_000;
const TEST_MS = 150_000;
/** How long a revoked key may still pass. */
const REVOKED_MS = 2_000;

let entrances: Entrances;

beforeAll(async () => {
  entrances = await Entrances.open({
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: String(UNAUTHENTICATED_PER_MINUTE),
    RATE_LIMIT_REGISTRATION_PER_MINUTE: String(REGISTRATION_PER_MINUTE),
  });
}, TEST_MS);

afterAll(() => entrances?.[Symbol.asyncDispose]());

async function signIn(email: string): Promise<string> {
  const [facade = ''] = entrances.facades;
  expect((await ask(facade, { path: '/account/register', body: { email } })).status).toBe(200);
  const body = { email, otp: entrances.mailbox.newestCode() };
  return JSON.parse((await ask(facade, { path: '/account/verify', body })).body).token;
}

/** All four ways in. */
function waysIn(rest: Question, graph: Question): readonly (readonly [string, Question])[] {
  return [
    ...entrances.facades.map((address) => [address, rest] as const),
    ...entrances.gateways.map((address) => [address, graph] as const),
  ];
}

const isLimited = ({ status, body }: Answer) => status === 429 || body.includes('"code":"rate_limited"');

/** Sends requests to every entrance at once until none has accepted one for a while; returns the answers of each. */
async function exhaust(ways: readonly (readonly [string, Question])[], quietMs: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let lastPassedAtMs = performance.now();
  await Promise.all(
    ways.map(async ([address, question]) => {
      while (performance.now() - lastPassedAtMs < quietMs) {
        const answer = await ask(address, question);
        answers.push(answer);
        if (isLimited(answer)) await wait(20);
        else lastPassedAtMs = performance.now();
      }
    }),
  );
  return answers;
}

const graph = (query: string) => ({ path: '/graphql', body: { query } });

describe('two gateways and two facades over one database', () => {
  test(
    'give 500 wrong codes from many addresses at once five attempts, and then refuse the right one',
    async () => {
      const email = 'guessed@example.com';
      const { facades } = entrances;
      const register = { path: '/account/register', body: { email }, from: '127.0.2.1' };
      expect((await ask(facades[0] ?? '', register)).status).toBe(200);
      const right = entrances.mailbox.newestCode();
      const wrong = right === '000000' ? '000001' : '000000';
      const guess = (attempt: number, otp: string) =>
        ask(facades[attempt % facades.length] ?? '', {
          path: '/account/verify',
          body: { email, otp },
          from: `127.0.1.${1 + (attempt % 50)}`,
        });
      const answers = await Promise.all(Array.from({ length: 500 }, (_, attempt) => guess(attempt, wrong)));
      const codes = answers.map(({ body }) => JSON.parse(body).error.code);
      expect(codes.filter((code) => code === 'invalid_code').length).toBeLessThanOrEqual(5);
      // A busy machine answers some of them too late.
      const others = new Set(codes.filter((code) => code !== 'invalid_code' && code !== 'deadline_exceeded'));
      expect([...others]).toEqual(['attempt_limit_reached']);
      expect(JSON.parse((await guess(0, right)).body).error.code).toBe('attempt_limit_reached');
    },
    TEST_MS,
  );

  test(
    'let a key pass nowhere two seconds after it was revoked',
    async () => {
      const session = { authorization: `Bearer ${await signIn('revoked@example.com')}` };
      const [gateway = ''] = entrances.gateways;
      const asOwner = async (query: string) =>
        JSON.parse((await ask(gateway, { ...graph(query), headers: session })).body).data;
      const { apiKey, keyId } = (await asOwner('mutation { createApiKey(input: {}) { apiKey keyId } }')).createApiKey;
      const headers = { 'x-api-key': apiKey };
      const ways = waysIn({ path: '/account', headers }, { ...graph('{ account { id } }'), headers });
      const refused = async () =>
        (await Promise.all(ways.map(([address, question]) => ask(address, question)))).map(
          ({ status, body }) => status === 401 && body.includes('"unauthorized"'),
        );
      expect(await refused()).toEqual([false, false, false, false]);
      await asOwner(`mutation { revokeApiKey(input: { id: "${keyId}" }) { id } }`);
      await wait(REVOKED_MS);
      expect(await refused()).toEqual([true, true, true, true]);
    },
    TEST_MS,
  );

  test(
    'let a credential pass as often as its limit says, within 5 %',
    async () => {
      const headers = { authorization: `Bearer ${await signIn('limits@example.com')}` };
      const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
      if (leftMs < NEEDED_MS) await wait(leftMs + 100);
      const minute = Math.floor(Date.now() / MINUTE_MS);
      const answers = await exhaust(
        waysIn({ path: '/account/keys', headers }, { ...graph('{ account { id } }'), headers }),
        QUIET_MS,
      );
      expect(Math.floor(Date.now() / MINUTE_MS)).toBe(minute);
      const passed = answers.filter((answer) => !isLimited(answer));
      expect(passed.every(({ status }) => status === 200)).toBe(true);
      expect(passed.length).toBeLessThanOrEqual(PER_MINUTE);
      expect(passed.length).toBeGreaterThanOrEqual(PER_MINUTE * 0.95);
      for (const { headers: shown } of answers.filter(isLimited)) {
        expect(Number(shown['retry-after'])).toBeLessThanOrEqual(60);
        expect(shown['ratelimit-policy']).toBe(`"credential";q=${PER_MINUTE};w=60`);
      }
    },
    TEST_MS,
  );

  test(
    'let an address without a key pass as often as its limit says, whatever it asks for',
    async () => {
      const from = '127.0.0.2';
      const answers = await exhaust(
        waysIn(
          { path: '/account', from, headers: { 'x-forwarded-for': '192.0.2.1' } },
          { ...graph('{ __typename }'), from, headers: { 'x-client-address': '192.0.2.1' } },
        ),
        200,
      );
      expect(answers.filter((answer) => !isLimited(answer))).toHaveLength(UNAUTHENTICATED_PER_MINUTE);
      const [gateway = ''] = entrances.gateways;
      expect((await ask(gateway, { ...graph('{ __typename }'), from: '127.0.0.3' })).status).toBe(200);
    },
    TEST_MS,
  );

  test(
    'take codes from an address as often as the stricter limit says, however many stand in one document',
    async () => {
      const from = '127.0.0.4';
      const attempt = 'verifyRegistrationCode(input: { email: "a@example.com", otp: "000000" }) { accountId }';
      const answers = await exhaust(
        waysIn(
          { path: '/account/verify', from, body: { email: 'b@example.com', otp: '000000' } },
          { ...graph(`mutation { ${attempt} }`), from },
        ),
        200,
      );
      const passed = answers.filter((answer) => !isLimited(answer));
      expect(passed).toHaveLength(REGISTRATION_PER_MINUTE);
      const many = Array.from({ length: 5 }, (_, index) => `a${index}: ${attempt}`).join(' ');
      const [gateway = ''] = entrances.gateways;
      const { body } = await ask(gateway, { ...graph(`mutation { ${many} }`), from });
      expect(JSON.parse(body).errors[0].extensions.code).toBe('rate_limited');
    },
    TEST_MS,
  );
});
