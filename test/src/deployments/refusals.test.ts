import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue, type ErrorCode } from '@platform/errors';
import { routes } from '@platform/rest-facade/routes';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { causes, Stage } from './causes.js';

/** The codes that the routes of deployments declare, each with its cause, through REST. */

const TEST_MS_MAX = 300_000;
const ofDeployments = routes.filter(({ path }) => path.startsWith('/runtime/deployments'));
let platform: Platform;
const stages: Stage[] = [];

beforeAll(async () => {
  platform = await Platform.start('its stored data is changed, and its store ends', {
    RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
    RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
  });
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

test('each declared code has a cause, or a reason why nobody is met with it on paper', () => {
  const declared = ofDeployments.map(({ method, path, refusals }) => [`${method} ${path}`, [...refusals].sort()]);
  const caused = Object.entries(causes).map(([route, byCode]) => [route, Object.keys(byCode).sort()]);
  expect(Object.fromEntries(caused)).toEqual(Object.fromEntries(declared));
});

const producible = Object.entries(causes).flatMap(([route, byCode]) =>
  Object.entries(byCode).flatMap(([code, cause]) =>
    typeof cause === 'string' ? [] : [{ route, code: code as ErrorCode, cause }],
  ),
);

describe('a request is refused', () => {
  test.each(producible)(
    '$route: $code',
    async ({ code, cause }) => {
      const stage = await Stage.of(platform);
      stages.push(stage);
      const { status, body } = await cause(stage);
      expect([status, body]).toEqual([
        catalogue[code].http,
        { error: expect.objectContaining({ code, message: expect.any(String) }) },
      ]);
    },
    TEST_MS_MAX,
  );
});

test('nothing is recorded for a creation that was refused', async () => {
  const accepted = stages.flatMap((stage) => stage.accepted).sort();
  await withStore(platform, 'runtime', async (store) => {
    const idsIn = async (collection: string) => (await store.collection(collection).distinct('_id')).map(String).sort();
    expect(await idsIn('deployments')).toEqual(accepted);
    // A deleted one keeps no strategy.
    expect((await idsIn('deployment_strategies')).filter((id) => !accepted.includes(id))).toEqual([]);
  });
});
