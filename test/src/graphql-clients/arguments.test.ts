/** For any value of any argument of the graph, the answer is documented: never `internal`. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { nameOf, plausible, requestOf, slotsOf, type Target, targetsOf, withValue } from './arguments.js';

/** More is tried with `FUZZ_EXAMPLES=200 FUZZ_SEED=7 FUZZ_MINUTES=60`. */
const EXAMPLES_DEFAULT = 1;
/** The values that every argument gets, among others. */
const ALWAYS = ['yesterday', '\ud800\u0000'];
const EXAMPLES = Number(process.env['FUZZ_EXAMPLES'] ?? EXAMPLES_DEFAULT);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123);
const TIMEOUT_MS = Number(process.env['FUZZ_MINUTES'] ?? 5) * 60_000;
const AT_ONCE = 4;
/** Each may make 600 requests per minute on the platform that test files share. */
const KEYS = 6;
const SHOWN_LENGTH_MAX = 200;
/** A manual run has its own platform, which accepts all of its requests. */
const LIMITS = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000000',
  RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000000',
  FEATURE_WITHDRAWAL_OTP: 'true',
};

let platform: Platform;
let caller: Caller;
let keys: readonly string[];
let targets: readonly Target[];

beforeAll(async () => {
  platform =
    EXAMPLES > EXAMPLES_DEFAULT
      ? await Platform.start('more requests than anybody is allowed', LIMITS)
      : await Platform.shared();
  caller = await Caller.register(platform, 'argument-fuzz@example.com');
  const minted = Array.from({ length: KEYS }, () => caller.sendAsSession('POST', '/account/keys', { name: 'fuzz' }));
  keys = (await Promise.all(minted)).map(({ body }) => body.api_key);
  const { body } = await caller.query(getIntrospectionQuery());
  targets = targetsOf(buildClientSchema(body.data));
}, 240_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Values that arguments do not accept, or hardly accept. */
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts()) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.constantFrom(1e308, 2 ** 31, -(2 ** 31), 2 ** 53, 0, -1) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom([], [[]], {}, { __proto__: {} }, nested(200), Array(5_000).fill('x')) },
);

function texts(): string[] {
  const dates = [
    'yesterday',
    '2026-13-45',
    '0000-00-00',
    '2026-11-20',
    '2026-11-20T25:00:00Z',
    '+275760-09-13T00:00:00Z',
  ];
  const unicode = ['\u0000', '\ud800', '\udfff\ud800', '\uFEFF', '\u202Eabc', 'ÅÄ\u0301', '👩‍👩‍👧‍👦', 'ﬀ', '\u2028'];
  const numbers = ['1e400', '-0', 'NaN', '0x10', '９', '1_000', '.5', '99999999999999999999999999'];
  const other = [
    '',
    ' ',
    '{}',
    '[]',
    'null',
    '"',
    '\\',
    '../../etc/passwd',
    '$where',
    '%00',
    '__proto__',
    'x'.repeat(300_000),
  ];
  return [...dates, ...unicode, ...numbers, ...other];
}

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: [nested(levels - 1)] };
}

interface Sent {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly what: string;
}

/** Returns the codes of an answer's errors, or its other faults. */
async function codesOf({ body, headers }: Sent): Promise<string[]> {
  const answer = await fetch(caller.graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { errors = [] } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
  return [...errors.map(({ extensions: { code } }) => code), ...(answer.status >= 500 ? [String(answer.status)] : [])];
}

/** Some of the graph is for sessions alone: a request that refuses every key is sent with a session. */
async function credentialOf(target: Target): Promise<(index: number) => Record<string, string>> {
  const key = (index: number) => ({ 'x-api-key': keys[index % keys.length] ?? '' });
  const body = requestOf(target, plausible(target), 'as variables');
  const codes = await codesOf({ body, headers: key(0), what: nameOf(target) });
  return codes.includes('unauthorized') ? () => ({ authorization: `Bearer ${caller.sessionToken}` }) : key;
}

async function requests(): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const target of targets) {
    const credential = await credentialOf(target);
    for (const slot of slotsOf(target)) {
      const seed = SEED + sent.length;
      for (const value of [...ALWAYS, ...fc.sample(odd, { numRuns: EXAMPLES, seed })])
        for (const written of ['as variables', 'as literals'] as const) {
          const body = requestOf(target, withValue(plausible(target), slot, value), written);
          const shown = JSON.stringify(value)?.slice(0, SHOWN_LENGTH_MAX);
          const what = `${nameOf(target)}(${slot.path.join('.')}: ${shown}) ${written}`;
          sent.push({ body, headers: credential(sent.length), what });
        }
    }
  }
  return sent;
}

test(
  'no value of any argument is answered internal',
  async () => {
    const waiting = await requests();
    const total = waiting.length;
    const wrong: object[] = [];
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const codes = await codesOf(next);
        if (codes.some((code) => code === 'internal' || code === 'rate_limited' || code.startsWith('5')))
          wrong.push({ codes, what: next.what });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect({ seed: SEED, wrong }).toEqual({ seed: SEED, wrong: [] });
    expect(total).toBeGreaterThan(targets.length * (ALWAYS.length + EXAMPLES));
  },
  TIMEOUT_MS,
);
