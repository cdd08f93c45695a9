import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { anonymous, startIdentity, type TestIdentity } from '../testing/identity.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
let identity: TestIdentity;
let addresses = 0;
let email: string;

beforeAll(async () => {
  identity = await startIdentity('test_identity_registration');
});

beforeEach(() => {
  identity.mailbox.behaviour = 'accept';
  identity.mailbox.greetingDelayMs = 0;
  email = `user-${++addresses}@example.com`;
});

afterAll(() => identity.close());

async function send(address = email) {
  return identity.client.sendRegistrationCode({ email: address }, await identity.as(anonymous));
}

async function verify(otp: string, address = email) {
  return identity.client.verifyRegistrationCode({ email: address, otp }, await identity.as(anonymous));
}

function newestCode() {
  return identity.mailbox.newestCodeFor(email);
}

function wrongCode() {
  return newestCode() === '000000' ? '000001' : '000000';
}

/** Returns how each call ended: `ok` or the code of its error. */
async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  return Promise.all(calls.map((call) => call.then(() => 'ok').catch((error: { code: string }) => error.code)));
}

describe('a registration code', () => {
  test('opens an account, a session and a key named api-key', async () => {
    expect(await send()).toEqual({ expiresInSeconds: 600 });
    const answer = await verify(newestCode());
    expect(answer).toMatchObject({ email, sessionToken: expect.stringMatching(/^tps_/) });
    expect(await identity.domain.apiKeys.list(answer.accountId)).toMatchObject([
      { name: 'api-key', permissions: ['all'], prefix: answer.apiKey.slice(0, 11) },
    ]);
  });

  test('signs in to the same account the next time, and leaves older keys valid', async () => {
    await send();
    const first = await verify(newestCode());
    await send();
    const second = await verify(newestCode());
    expect(second.accountId).toBe(first.accountId);
    expect(new Set([first.apiKey, second.apiKey, first.sessionToken, second.sessionToken]).size).toBe(4);
    expect(await identity.domain.apiKeys.list(first.accountId)).toHaveLength(2);
  });

  test('works once', async () => {
    await send();
    await verify(newestCode());
    await expect(verify(newestCode())).rejects.toMatchObject({ code: 'invalid_code' });
  });

  test('is replaced by the next one', async () => {
    await send();
    await send();
    const [older = '', newer = ''] = identity.mailbox.codesFor(email);
    if (older !== newer) await expect(verify(older)).rejects.toMatchObject({ code: 'invalid_code' });
    await verify(newer);
  });

  test('expires after ten minutes', async () => {
    await send();
    identity.clock.advance(10 * MINUTE_MS);
    await expect(verify(newestCode())).rejects.toMatchObject({ code: 'code_expired' });
  });

  test('lets nobody in at another address', async () => {
    await send();
    await send(`other-${email}`);
    await expect(verify(newestCode(), `other-${email}`)).rejects.toMatchObject({ code: 'invalid_code' });
    await expect(verify(newestCode(), `unknown-${email}`)).rejects.toMatchObject({ code: 'invalid_code' });
  });

  test('belongs to an address in any spelling', async () => {
    await send(` ${email.toUpperCase()} `);
    expect(await verify(newestCode())).toMatchObject({ email });
  });
});

describe('attempts', () => {
  test('the sixth is refused even with the right code, until a new one is sent', async () => {
    await send();
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await expect(verify(wrongCode())).rejects.toMatchObject({ code: 'invalid_code' });
    await expect(verify(newestCode())).rejects.toMatchObject({
      code: 'attempt_limit_reached',
      details: { retry_after_seconds: 600 },
    });
    await send();
    await verify(newestCode());
  });

  test('five hundred wrong codes at once use at most five', async () => {
    await send();
    const codes = await outcomes(Array.from({ length: 500 }, () => verify(wrongCode())));
    const countOf = (wanted: string) => codes.filter((code) => code === wanted).length;
    // A busy machine may answer late: what is late may have been tried.
    const [wrong, late] = [countOf('invalid_code'), countOf('deadline_exceeded')];
    expect(wrong).toBeLessThanOrEqual(5);
    expect(wrong + late + countOf('attempt_limit_reached')).toBe(500);
    expect(wrong + late).toBeGreaterThanOrEqual(5);
    await expect(verify(newestCode())).rejects.toMatchObject({ code: 'attempt_limit_reached' });
  });

  test('of twenty with the right code at once exactly one succeeds', async () => {
    await send();
    const codes = await outcomes(Array.from({ length: 20 }, () => verify(newestCode())));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(await identity.store.collection('accounts').countDocuments({ email })).toBe(1);
  });
});

test('a day of guessing gets fifteen guesses in six hours, and no more', async () => {
  let guesses = 0;
  for (let hour = 0; hour < 24; hour += 1) {
    await outcomes([send()]);
    const codes = await outcomes(Array.from({ length: 8 }, () => verify(wrongCode())));
    guesses += codes.filter((code) => code === 'invalid_code').length;
    identity.clock.advance(HOUR_MS);
  }
  expect(guesses).toBe(4 * 15);
});

describe('messages', () => {
  test('of twenty requests at once three are sent', async () => {
    const codes = await outcomes(Array.from({ length: 20 }, () => send()));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(3);
    expect(codes.filter((code) => code === 'email_limit_reached')).toHaveLength(17);
    expect(identity.mailbox.codesFor(email)).toHaveLength(3);
  });

  test('the fourth waits until six hours after the first', async () => {
    for (let count = 0; count < 3; count += 1) {
      await send();
      identity.clock.advance(HOUR_MS);
    }
    await expect(send()).rejects.toMatchObject({
      code: 'email_limit_reached',
      details: { retry_after_seconds: 3 * 3_600 },
    });
    identity.clock.advance(3 * HOUR_MS);
    await send();
    await expect(send()).rejects.toMatchObject({ details: { retry_after_seconds: 3_600 } });
  });

  test.each([
    [
      'plus-addresses',
      ['mallory@example.com', 'mallory+1@example.com', 'mallory+1+2@example.com', 'Mallory+x@example.com'],
    ],
    ['dots at Gmail', ['dotty@gmail.com', 'd.otty@gmail.com', 'do.tt.y+x@gmail.com', 'dott.y@googlemail.com']],
    [
      'dots, hyphens and underscores at Proton',
      ['pro.ton@proton.me', 'pro-ton@proton.me', 'pro_ton@proton.me', 'proton@proton.me'],
    ],
    [
      'the domains of Proton',
      ['domains@proton.me', 'domains@protonmail.com', 'domains@pm.me', 'domains@protonmail.ch'],
    ],
  ])(
    'to one mailbox are three, however it is written: %s',
    async (_how, [first = '', second = '', third = '', fourth = '']) => {
      for (const address of [first, second, third]) await send(address);
      await expect(send(fourth)).rejects.toMatchObject({ code: 'email_limit_reached' });
      const codes = await outcomes([first, second, third, fourth].map((address) => send(address)));
      expect(new Set(codes)).toEqual(new Set(['email_limit_reached']));
    },
  );

  test('to mailboxes that only look alike are counted apart', async () => {
    for (const address of ['an.na@example.com', 'anna@example.com', 'an.na@example.org', '+anna@example.com'])
      for (let count = 0; count < 3; count += 1) await send(address);
  });

  test('to two spellings of a mailbox bring a code for each, and an account for each', async () => {
    await send('two@example.com');
    await send('two+2@example.com');
    const plain = identity.mailbox.newestCodeFor('two@example.com');
    const tagged = identity.mailbox.newestCodeFor('two+2@example.com');
    if (plain !== tagged)
      await expect(verify(tagged, 'two@example.com')).rejects.toMatchObject({ code: 'invalid_code' });
    const accounts = [await verify(plain, 'two@example.com'), await verify(tagged, 'two+2@example.com')];
    expect(new Set(accounts.map(({ accountId }) => accountId)).size).toBe(2);
  });

  test('are the same for a new address and for one with an account', async () => {
    await send();
    await verify(newestCode());
    expect(await send()).toEqual(await send(`new-${email}`));
    const [known, unknown] = identity.mailbox.messages.slice(-2).map(({ raw }) => withoutVariables(raw));
    expect(known).toBe(unknown);
  });

  test('are text of seven bits', async () => {
    await send();
    const { raw } = identity.mailbox.messages.at(-1) ?? { raw: '' };
    expect(raw).toMatch(/^Content-Transfer-Encoding: 7bit\r$/m);
    expect(raw).toMatch(/^Content-Type: text\/plain/m);
  });

  test.each(['refuse_recipient', 'refuse_content'] as const)(
    'that the provider refused (%s) do not count, and leave the code before them valid',
    async (behaviour) => {
      await send();
      const code = newestCode();
      identity.mailbox.behaviour = behaviour;
      const codes = await outcomes(Array.from({ length: 4 }, () => send()));
      expect(codes).toContain('email_delivery_failed');
      identity.mailbox.behaviour = 'accept';
      await verify(code);
      await send();
      await send();
      await expect(send()).rejects.toMatchObject({ code: 'email_limit_reached' });
    },
  );

  test('reach a provider that is slow to greet', async () => {
    identity.mailbox.greetingDelayMs = 3_500;
    await send();
    await verify(newestCode());
  });

  test('whose delivery is unknown count, and their code is valid', async () => {
    identity.mailbox.behaviour = 'drop';
    await expect(send()).rejects.toMatchObject({ code: 'email_delivery_failed' });
    await verify(newestCode());
    await outcomes([send(), send()]);
    await expect(send()).rejects.toMatchObject({ code: 'email_limit_reached' });
  });
});

describe('an address', () => {
  test.each(['', 'x', 'a@b', 'a@@b.com', 'a b@c.com', `${'a'.repeat(65)}@b.com`, `a@${'b'.repeat(250)}.com`])(
    '%j is refused',
    async (address) => {
      await expect(send(address)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path: 'email' }] });
    },
  );

  test.each(['somebody@mailinator.com', 'somebody@deep.below.Mailinator.com'])(
    '%s is disposable, and nothing is sent',
    async (address) => {
      const before = identity.mailbox.messages.length;
      await expect(send(address)).rejects.toMatchObject({ code: 'disposable_email' });
      expect(identity.mailbox.messages).toHaveLength(before);
    },
  );

  test.each(['', '12345', '1234567', '12345a', '１２３４５６'])(
    'code %j is refused without an attempt',
    async (otp) => {
      await send();
      await expect(verify(otp)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path: 'otp' }] });
      await verify(newestCode());
    },
  );
});

test('what no longer counts is swept', async () => {
  await send();
  identity.clock.advance(6 * HOUR_MS);
  for (const part of identity.domain.sweepables) await part.sweep();
  expect(await identity.store.collection('registration_codes').countDocuments()).toBe(0);
});

function withoutVariables(raw: string): string {
  return raw.replace(/^(To|Date|Message-ID): .*$/gm, '').replace(/\b\d{6}\b/, '');
}

describe('wrong codes of all accounts together', () => {
  const LIMIT = 7;
  let limited: TestIdentity;
  beforeAll(async () => {
    limited = await startIdentity('test_identity_guesses', undefined, LIMIT);
  });
  afterAll(() => limited.close());

  async function attempt(address: string, guess: (otp: string) => string): Promise<string> {
    await limited.client.sendRegistrationCode({ email: address }, await limited.as(anonymous));
    const otp = guess(limited.mailbox.newestCodeFor(address));
    const call = limited.client.verifyRegistrationCode({ email: address, otp }, await limited.as(anonymous));
    const [outcome = ''] = await outcomes([call]);
    return outcome;
  }
  const wrong = (otp: string) => (otp === '000000' ? '000001' : '000000');
  const right = (otp: string) => otp;

  test('are compared up to the limit, and then no code is, though somebody empties the store; right ones do not count', async () => {
    const found: string[] = [];
    for (let user = 0; user < LIMIT + 2; user += 1) {
      found.push(await attempt(`guessed-${user}@example.com`, wrong));
      if (user < LIMIT - 1) expect(await attempt(`honest-${user}@example.com`, right)).toBe('ok');
      await limited.store.collection('address_limits').deleteMany({});
    }
    expect(found).toEqual([...Array(LIMIT).fill('invalid_code'), 'rate_limited', 'rate_limited']);
    expect(await attempt('late@example.com', right)).toBe('rate_limited');
  });
});
