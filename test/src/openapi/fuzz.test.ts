import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isSampling, seedFor } from '@platform/kit/sampling';
import { backtestRequest, deploymentRequest } from '../end-to-end/strategies.js';
import { Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { ownOneOfEach } from '../routes/owned.js';
import { operationsOf, unifiedPart } from './document.js';
import { type Asking, fuzz } from './schemathesis.js';
import { sendOnWire, unusualRequests } from './wire.js';

/** More is tried with `FUZZ_EXAMPLES=200 FUZZ_SEED=7 FUZZ_MINUTES=60`. */
const EXAMPLES = Number(process.env['FUZZ_EXAMPLES'] ?? (isSampling ? 1 : 5));
const SEED = Number(process.env['FUZZ_SEED'] ?? seedFor('openapi fuzz') ?? 20_261_121);
const TIMEOUT_MS = Number(process.env['FUZZ_MINUTES'] ?? 10) * 60_000;

/** Limits stay on, above the requests of a minute. */
const LIMITS = {
  RATE_LIMIT_PER_MINUTE: '100000',
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '100000',
  RATE_LIMIT_REGISTRATION_PER_MINUTE: '100000',
  BACKTESTS_QUEUED_PER_ACCOUNT: '10',
};

let platform: Platform;
let asking: Asking;

beforeAll(async () => {
  platform = await Platform.start('more requests than anybody is allowed', {
    ...LIMITS,
    FEATURE_WITHDRAWAL_OTP: 'true',
  });
  const owner = await Caller.register(platform, 'fuzz-owner@example.com');
  const stranger = await Caller.register(platform, 'fuzz-stranger@example.com');
  const owned = await ownOneOfEach(platform, owner);
  const { body } = await owner.send('POST', '/runtime/backtests', backtestRequest());
  await owner.untilEnded(body.id);
  const existing = {
    bt_01: body.id,
    exe_01: owned.executionId,
    wd_01: owned.withdrawalId,
    key_01: owned.keyId,
    dpl_01: owned.deploymentId,
  };
  const accepted = {
    'POST /runtime/backtests': backtestRequest(),
    'POST /runtime/deployments': deploymentRequest('of a sequence'),
  };
  asking = { owner, stranger, existing, accepted };
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose]());

test(
  'whatever is sent to an operation, its answer is one that the document states',
  async () => {
    const printed = await fuzz(asking, { examplesMax: EXAMPLES, seed: SEED, timeoutMs: TIMEOUT_MS });
    expect(printed).toMatch(/(\d+) generated, \1 passed/);
    expect(printed).toMatch(/Selected: (\d+)\/\1\s+Tested: \1\n/);
    expect(printed.match(/✅ {2}(Examples|Coverage|Fuzzing|Stateful) \(/g)).toHaveLength(4);
  },
  TIMEOUT_MS + 60_000,
);

test(
  'whatever is sent to an operation of the older surface, the platform does not fail',
  async () => {
    const printed = await fuzz(asking, { examplesMax: EXAMPLES, seed: SEED, timeoutMs: TIMEOUT_MS }, 'legacy');
    expect(printed).toMatch(/(\d+) generated, \1 passed/);
  },
  TIMEOUT_MS + 60_000,
);

test('neither is it when it is oversized, doubled, nested or no JSON at all', async () => {
  const { owner, existing } = asking;
  const credentials = { 'x-api-key': owner.apiKey, authorization: `Bearer ${owner.sessionToken}` };
  const { body: document } = await send(owner.baseUrl, 'GET', '/openapi.json');
  const wrong: unknown[] = [];
  for (const operation of operationsOf(unifiedPart(withExisting(document, existing))))
    for (const [what, { headers, ...request }] of unusualRequests(operation)) {
      const answer = await sendOnWire(owner.baseUrl, { ...request, headers: { ...headers, ...credentials } });
      const broken = operation.broken(answer);
      // A planned route answers the same to every request.
      const isFault = answer.status >= 500 && answer.status !== 501 && operation.name !== 'GET /readyz';
      if (broken !== null || isFault || answer.headers['x-request-id'] === undefined)
        wrong.push({ operation: operation.name, what, answer, broken });
    }
  expect(wrong).toEqual([]);
}, 300_000);

/** Returns the document with existing records instead of the ids in its examples. */
function withExisting(document: unknown, existing: Asking['existing']): unknown {
  const text = Object.entries(existing).reduce(
    (current, [named, real]) => current.replaceAll(JSON.stringify(named), JSON.stringify(real)),
    JSON.stringify(document),
  );
  return JSON.parse(text);
}
