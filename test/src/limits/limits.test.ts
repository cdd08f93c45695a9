import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, ask, type Question, Stage } from './stage.js';

const PER_MINUTE = 400;
const UNAUTHENTICATED_PER_MINUTE = 60;
const REGISTRATION_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** What a gateway that was refused keeps before it asks again: by then the others have given back what they did not use. */
const KEPT_MS = 2_000;
const QUIET_MS = 2 * KEPT_MS;
/** Asking takes a few seconds; a machine that is busy may need this long. */
const NEEDED_MS = 35_000;
const TEST_MS = 150_000;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.start({
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: String(UNAUTHENTICATED_PER_MINUTE),
    RATE_LIMIT_REGISTRATION_PER_MINUTE: String(REGISTRATION_PER_MINUTE),
  });
}, TEST_MS);

afterAll(() => stage?.[Symbol.asyncDispose]());

async function signIn(email: string): Promise<string> {
  const [facade = ''] = stage.facades;
  expect((await ask(facade, { path: '/account/register', body: { email } })).status).toBe(200);
  const body = { email, otp: stage.mailbox.newestCode() };
  return JSON.parse((await ask(facade, { path: '/account/verify', body })).body).token;
}

/** All four ways in. */
function entrances(rest: Question, graph: Question): readonly (readonly [string, Question])[] {
  return [
    ...stage.facades.map((address) => [address, rest] as const),
    ...stage.gateways.map((address) => [address, graph] as const),
  ];
}

const isLimited = ({ status, body }: Answer) => status === 429 || body.includes('"code":"rate_limited"');

/** Asks at every entrance at once until none has let anything pass for a while; gives what each answered. */
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
    'let a credential pass as often as its limit says, within 5 %',
    async () => {
      const headers = { authorization: `Bearer ${await signIn('limits@example.com')}` };
      const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
      if (leftMs < NEEDED_MS) await wait(leftMs + 100);
      const minute = Math.floor(Date.now() / MINUTE_MS);
      const answers = await exhaust(
        entrances({ path: '/account/keys', headers }, { ...graph('{ account { id } }'), headers }),
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
        entrances(
          { path: '/account', from, headers: { 'x-forwarded-for': '192.0.2.1' } },
          { ...graph('{ __typename }'), from, headers: { 'x-client-address': '192.0.2.1' } },
        ),
        200,
      );
      expect(answers.filter((answer) => !isLimited(answer))).toHaveLength(UNAUTHENTICATED_PER_MINUTE);
      const [gateway = ''] = stage.gateways;
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
        entrances(
          { path: '/account/verify', from, body: { email: 'b@example.com', otp: '000000' } },
          { ...graph(`mutation { ${attempt} }`), from },
        ),
        200,
      );
      const passed = answers.filter((answer) => !isLimited(answer));
      expect(passed).toHaveLength(REGISTRATION_PER_MINUTE);
      const many = Array.from({ length: 5 }, (_, index) => `a${index}: ${attempt}`).join(' ');
      const [gateway = ''] = stage.gateways;
      const { body } = await ask(gateway, { ...graph(`mutation { ${many} }`), from });
      expect(JSON.parse(body).errors[0].extensions.code).toBe('rate_limited');
    },
    TEST_MS,
  );
});
