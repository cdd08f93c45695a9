import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Claims } from './claims.js';
import { TestNonces } from './testing/index.js';
import { ACCOUNT, serveVenue, TestVenue } from './wallet.fixture.js';

const HASH = 'ab'.repeat(40);
const NONCE = 7;
const MINUTE_MS = 60_000;

let venue: TestVenue;
let served: Awaited<ReturnType<typeof serveVenue>>;
let nonces: TestNonces;
let claims: Claims;
let waited: number;

beforeEach(async () => {
  venue = new TestVenue();
  venue.nonce = NONCE;
  served = await serveVenue(venue);
  nonces = new TestNonces();
  waited = 0;
  claims = open();
});
afterEach(() => served.close());

const sleep = async (ms: number) => {
  waited += ms;
};

/** The claims as another process has them. */
function open(wait: (ms: number) => Promise<void> = sleep): Claims {
  return new Claims({ client: served.client, nonces, wait });
}

const signed = async () => {
  return { type: 14, info: '{}', hash: HASH, expiresAtMs: venue.nowMs + MINUTE_MS, messageToSign: null };
};
const refused = { code: 'wallet_upstream_unavailable' };
const shown = (status: number) => venue.transactions.set(HASH, { status, nonce: NONCE });
const past = () => {
  venue.nowMs += MINUTE_MS + 12_000;
};

/** An operation that was signed, and may have been sent. */
async function sent(): Promise<void> {
  expect(await claims.claim(ACCOUNT, 'execution exe_1')).toBe(NONCE);
  await claims.signed(ACCOUNT, 'execution exe_1', signed);
}

const next = () => open().claim(ACCOUNT, 'execution exe_2');

test('a key’s first nonce is the venue’s', async () => {
  expect(await claims.claim(ACCOUNT, 'execution exe_1')).toBe(NONCE);
  expect(await nonces.openClaim()).toEqual({ operation: 'execution exe_1', nonce: NONCE });
});

test('a key’s first nonce is not the one that registered it, which a venue that lags shows', async () => {
  venue.nonce = 0;
  expect(await open().claim(ACCOUNT, 'execution exe_1')).toBe(1);
});

describe('behind an operation that may have been sent, the next one', () => {
  beforeEach(sent);

  test.each<[string, () => void, number]>([
    ['has the following nonce where it was executed', () => shown(2), NONCE + 1],
    [
      'has the following nonce where it failed and used its own',
      () => {
        shown(0);
        venue.nonce = NONCE + 1;
      },
      NONCE + 1,
    ],
    [
      'has the following nonce where its own is used, though the venue does not show it yet',
      () => {
        venue.nonce = NONCE + 1;
      },
      NONCE + 1,
    ],
    ['has the same nonce where it failed and did not use it', () => shown(0), NONCE],
    ['has the same nonce where its end is past and nothing used it', past, NONCE],
    [
      'has the following nonce where its end is past and its nonce is used',
      () => {
        past();
        venue.nonce = NONCE + 1;
      },
      NONCE + 1,
    ],
  ])('%s', async (_what, happen, nonce) => {
    happen();
    expect(await next()).toBe(nonce);
  });

  test.each<[string, () => void]>([
    ['the venue does not show it before its end', () => {}],
    ['it is pending', () => shown(1)],
    [
      'its end is past and the venue’s next nonce is a lower one',
      () => {
        past();
        venue.nonce = NONCE - 1;
      },
    ],
    ['the venue shows another nonce of it', () => venue.transactions.set(HASH, { status: 2, nonce: NONCE + 1 })],
    ['the venue can’t be read', () => venue.answers.set('/api/v1/tx', undefined)],
    [
      'the venue has no clock',
      () => {
        past();
        venue.answers.set('/', { status: 200 });
      },
    ],
  ])('is refused while %s', async (_what, happen) => {
    happen();
    await expect(next()).rejects.toMatchObject(refused);
    expect(await nonces.openClaim()).toMatchObject({ operation: 'execution exe_1', nonce: NONCE });
  });

  test('has the following nonce where it failed, though the venue’s next one is read too old at first', async () => {
    shown(0);
    const wait = async () => {
      venue.nonce = NONCE + 1;
    };
    expect(await open(wait).claim(ACCOUNT, 'execution exe_2')).toBe(NONCE + 1);
  });

  test('waits for one that is pending a moment', async () => {
    shown(1);
    const wait = async () => void shown(2);
    expect(await open(wait).claim(ACCOUNT, 'execution exe_2')).toBe(NONCE + 1);
  });

  test('has the same nonce once it was given back, and nothing is asked', async () => {
    await claims.giveBack(ACCOUNT, { nonce: NONCE, hash: HASH });
    venue.asked.length = 0;
    expect(await next()).toBe(NONCE);
    expect(venue.asked).toEqual([]);
  });

  test.each([
    ['another signature', { nonce: NONCE, hash: 'cd'.repeat(40) }],
    ['another nonce', { nonce: NONCE + 1, hash: HASH }],
  ])('is not let through by a message about %s', async (_what, identity) => {
    await claims.giveBack(ACCOUNT, identity);
    await expect(next()).rejects.toMatchObject(refused);
  });

  test('is refused, too, as the same operation: it may have been sent', async () => {
    await expect(open().claim(ACCOUNT, 'execution exe_1')).rejects.toMatchObject(refused);
    shown(2);
    await expect(open().claim(ACCOUNT, 'execution exe_1')).rejects.toMatchObject(refused);
    expect(nonces.ended).toEqual(['execution exe_1']);
  });
});

describe('an operation that died before it signed', () => {
  beforeEach(() => claims.claim(ACCOUNT, 'execution exe_1'));

  test('leaves its nonce to the next one, after a moment', async () => {
    expect(await next()).toBe(NONCE);
    expect(waited).toBe(1_000);
  });

  test('has its nonce again', async () => {
    expect(await open().claim(ACCOUNT, 'execution exe_1')).toBe(NONCE);
  });

  test('and was only slow can’t give out what it signs any more', async () => {
    await next();
    const late = claims.signed(ACCOUNT, 'execution exe_1', signed);
    await expect(late).rejects.toMatchObject({ reason: 'not_claimed' });
    expect(await nonces.openClaim()).toMatchObject({ operation: 'execution exe_2', nonce: NONCE });
  });
});
