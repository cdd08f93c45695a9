import { expect, test } from '@jest/globals';
import { ApiError } from '../quickstart/client.js';
import { patiently } from './patience.js';

const refusal = (status: number, retryAfterMs?: number) => new ApiError(`${status}`, status, '{}', retryAfterMs);

/** A request that fails in turn with each of these, then answers. */
async function asked(failures: readonly Error[], lastsMs = 60_000) {
  let asks = 0;
  let said = 0;
  const ask = async () => {
    const failure = failures[asks++];
    if (failure !== undefined) throw failure;
    return 'answer';
  };
  const answer = await patiently(ask, { lastsMs, onFailure: () => said++ }).catch((error: unknown) => error);
  return { answer, asks, said };
}

test('failures that pass are waited for as long as the answer says, and told once', async () => {
  const passing = [refusal(429, 1), refusal(500, 1), refusal(503, 1), refusal(504, 1)];
  expect(await asked(passing)).toEqual({ answer: 'answer', asks: 5, said: 1 });
});

test('failures that last too long, or ask for more time than there is, are given up', async () => {
  const refused = new TypeError('fetch failed');
  expect(await asked([refused, refused], 600)).toEqual({ answer: refused, asks: 2, said: 1 });
  const limited = refusal(429, 61_000);
  expect(await asked([limited])).toEqual({ answer: limited, asks: 1, said: 0 });
});

test.each([400, 401, 404, 409, 501])('status %d is final', async (status) => {
  const final = refusal(status);
  expect(await asked([final])).toEqual({ answer: final, asks: 1, said: 0 });
});
