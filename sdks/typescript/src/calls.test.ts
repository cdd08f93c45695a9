import { describe, expect, test } from '@jest/globals';
import { NoAnswerError, RefusedError } from './errors.js';
import { TradingPlatform } from './platform.js';

/** An answer of a scripted platform: a status with a body and headers, or a connection that breaks. */
type Scripted = { status: number; body?: object; headers?: Record<string, string> } | 'lost';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly key: string | null;
  readonly body: unknown;
}

const ORDER = { body: { venue: 'hyperliquid', action: { type: 'cancel' } } } as const;
const REFUSED = (code: string) => ({ error: { code, message: 'no', docs_url: 'https://docs' } });

/** A platform that answers as scripted, the last answer again and again; with what was sent, and how long the SDK slept. */
function scripted(...answers: readonly Scripted[]) {
  const sent: Sent[] = [];
  const slept: number[] = [];
  const keys: string[] = [];
  const platform = new TradingPlatform({
    baseUrl: 'https://api.example/',
    apiKey: 'secret',
    surroundings: {
      fetch: async (url, { method = '', headers, body }) => {
        const read = new Headers(headers);
        sent.push({
          method,
          url,
          key: read.get('idempotency-key'),
          body: typeof body === 'string' ? JSON.parse(body) : null,
        });
        expect(read.get('x-api-key')).toBe('secret');
        const answer = answers[Math.min(sent.length, answers.length) - 1];
        if (answer === undefined || answer === 'lost') throw new TypeError('terminated');
        const text = JSON.stringify(answer.body ?? {});
        return new Response(text, {
          status: answer.status,
          headers: { 'content-type': 'application/json', ...answer.headers },
        });
      },
      sleep: async (ms) => void slept.push(ms),
      random: () => 0.5,
      newKey: () => `key-${keys.push('made')}`,
    },
  });
  return { platform, sent, slept };
}

const rejection = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

describe('a call with an idempotency key', () => {
  test('keeps the key that was made for it over all of its tries', async () => {
    const { platform, sent } = scripted('lost', { status: 503 }, 'lost', { status: 201, body: { id: 'exe_1' } });
    expect(await platform.submitExecution(ORDER)).toEqual({ id: 'exe_1' });
    expect(sent).toEqual(Array.from({ length: 4 }, () => sent[0]));
    expect(sent[0]).toEqual({
      method: 'POST',
      url: 'https://api.example/runtime/executions',
      key: 'key-1',
      body: ORDER.body,
    });
  });

  test('has another key each time it is made', async () => {
    const { platform, sent } = scripted({ status: 201 });
    await platform.submitExecution(ORDER);
    await platform.submitExecution(ORDER);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  test('keeps the key that its caller gives', async () => {
    const { platform, sent } = scripted({ status: 201 });
    await platform.submitExecution({ ...ORDER, headers: { 'Idempotency-Key': 'mine' } });
    expect(sent.map(({ key }) => key)).toEqual(['mine']);
  });

  test('ends after its tries, and says under which key its outcome is unknown', async () => {
    const { platform, sent, slept } = scripted('lost');
    const error = await rejection(platform.submitExecution(ORDER));
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ idempotencyKey: 'key-1', outcomeUnknown: true, tries: 6 });
    expect(sent).toHaveLength(6);
    expect(slept).toEqual([187.5, 375, 750, 1_500, 3_000]);
  });

  test('that is refused after a lost answer says that the lost try may have had its effect', async () => {
    const { platform } = scripted('lost', { status: 409, body: REFUSED('account_not_ready') });
    const error = await rejection(platform.submitExecution(ORDER));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ code: 'account_not_ready', status: 409, outcomeUnknown: true, tries: 2 });
  });
});

describe('a call that may have an effect each time', () => {
  const code = (platform: TradingPlatform) =>
    platform.sendWithdrawalCode({
      headers: { 'Idempotency-Key': 'mine' },
      body: { amount_usd: '1.00', destination_wallet: '0x', chain: 'arbitrum', asset_address: '0x' },
    });

  test.each<[string, Scripted]>([
    ['lost', 'lost'],
    ['a failure', { status: 503, body: REFUSED('service_unavailable') }],
  ])('is not repeated when its answer is %s', async (_name, answer) => {
    const { platform, sent } = scripted(answer);
    expect(await rejection(code(platform))).toMatchObject({ outcomeUnknown: true, tries: 1 });
    expect(await rejection(platform.sendRegistrationCode({ body: { email: 'me@example.com' } }))).toBeDefined();
    expect(sent).toHaveLength(2);
  });

  test('waits for its allowance, since nothing was done', async () => {
    const limited = { status: 429, body: REFUSED('rate_limited'), headers: { 'retry-after': '7' } };
    const { platform, sent, slept } = scripted(limited, { status: 200, body: { challenge_id: 'wch_1' } });
    expect(await code(platform)).toEqual({ challenge_id: 'wch_1' });
    expect([sent.length, slept]).toEqual([2, [7_000]]);
  });

  test('does not wait for another code', async () => {
    const { platform, sent } = scripted({
      status: 429,
      body: REFUSED('resend_cooldown'),
      headers: { 'retry-after': '7' },
    });
    expect(await rejection(code(platform))).toMatchObject({ code: 'resend_cooldown', retryAfterSeconds: 7 });
    expect(sent).toHaveLength(1);
  });
});

describe('a read', () => {
  test('is repeated, and has no outcome that could be unknown', async () => {
    const { platform, sent } = scripted('lost', { status: 504, body: REFUSED('deadline_exceeded') });
    expect(await rejection(platform.getWallet())).toMatchObject({
      code: 'deadline_exceeded',
      outcomeUnknown: false,
      idempotencyKey: undefined,
    });
    expect(sent).toHaveLength(6);
  });

  test('does not wait longer than it was told to', async () => {
    const { platform, slept } = scripted({
      status: 429,
      body: REFUSED('rate_limited'),
      headers: { 'retry-after': '61' },
    });
    expect(await rejection(platform.getWallet())).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 61 });
    expect(slept).toEqual([]);
  });

  test.each([400, 404, 422, 500, 501])('that is refused with %i is not repeated', async (status) => {
    const { platform, sent } = scripted({ status, body: REFUSED('internal') });
    expect(await rejection(platform.getWallet())).toMatchObject({ status, code: 'internal', docsUrl: 'https://docs' });
    expect(sent).toHaveLength(1);
  });

  test('that something else answers for the platform is refused by its status', async () => {
    const { platform } = scripted({ status: 403 });
    expect(await rejection(platform.getWallet())).toMatchObject({ code: 'http_403', details: undefined });
  });

  test('ends with its signal', async () => {
    const leaving = new AbortController();
    leaving.abort(new Error('left'));
    const { platform, sent } = scripted('lost');
    expect(await rejection(platform.getWallet({ signal: leaving.signal }))).toMatchObject({ message: 'left' });
    expect(sent).toHaveLength(1);
  });
});
