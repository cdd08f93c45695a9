import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTestVenue, TestUser, type TestVenue } from '../testing/index.js';

const DAY_MS = 24 * 3_600_000;
let venue: TestVenue;

beforeAll(async () => {
  venue = await openTestVenue();
});
afterAll(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

const noop = { type: 'noop' };
const done = { status: 'ok', response: { type: 'default' } };

describe('nonces', () => {
  test('each is taken once, whatever the order', async () => {
    const user = new TestUser(venue, 100);
    const now = venue.clock.nowMs();
    expect(await user.act(noop, { nonce: now })).toEqual(done);
    expect(await user.act(noop, { nonce: now - 5 })).toEqual(done);
    expect(await user.act(noop, { nonce: now })).toEqual({
      status: 'err',
      response: `Invalid nonce: duplicate nonce ${now}`,
    });
  });

  test('they lie between two days ago and a day ahead, both ends excluded', async () => {
    const user = new TestUser(venue, 100);
    const now = venue.clock.nowMs();
    const [low, high] = [now - 2 * DAY_MS, now + DAY_MS];
    expect(await user.act(noop, { nonce: low })).toMatchObject({
      response: `Invalid nonce: nonce too low ${low} < ${low}`,
    });
    expect(await user.act(noop, { nonce: high })).toMatchObject({
      response: `Invalid nonce: nonce too high ${high} > ${high}`,
    });
    expect(await user.act(noop, { nonce: low + 1 })).toEqual(done);
    expect(await user.act(noop, { nonce: high - 1 })).toEqual(done);
  });

  test('once a hundred are kept, a new one exceeds the smallest of them', async () => {
    const user = new TestUser(venue, 100);
    const now = venue.clock.nowMs();
    for (let nonce = now; nonce < now + 100; nonce += 1) expect(await user.act(noop, { nonce })).toEqual(done);
    expect(await user.act(noop, { nonce: now - 1 })).toMatchObject({
      response: `Invalid nonce: nonce too low ${now - 1} < ${now}`,
    });
    expect(await user.act(noop, { nonce: now + 100 })).toEqual(done);
    expect(await user.act(noop, { nonce: now })).toMatchObject({
      response: `Invalid nonce: nonce too low ${now} < ${now + 1}`,
    });
  });

  test('a refused action has spent its nonce, and those of the user and an agent are apart', async () => {
    const user = new TestUser(venue, 100);
    const nonce = venue.clock.nowMs();
    expect(await user.act({ type: 'updateLeverage', asset: 0, isCross: true, leverage: 41 }, { nonce })).toEqual({
      status: 'err',
      response: 'Invalid leverage value',
    });
    expect(await user.act(noop, { nonce })).toMatchObject({ response: `Invalid nonce: duplicate nonce ${nonce}` });
    const agent = new TestUser(venue, 0);
    await user.act({ type: 'approveAgent', agentAddress: agent.address, agentName: '' });
    expect(await agent.act(noop, { nonce })).toEqual(done);
  });

  test('a user-signed action carries the nonce of its request', async () => {
    const user = new TestUser(venue, 100);
    const action = { type: 'usdSend', destination: user.address, amount: '1', time: 1 };
    expect(await user.act(action)).toEqual({ status: 'err', response: 'Nonce mismatch.' });
  });
});

describe('who may act', () => {
  test('nobody who never paid in', async () => {
    const stranger = new TestUser(venue, 0);
    expect(await stranger.act(noop)).toEqual({
      status: 'err',
      response: `User or API Wallet ${stranger.address} does not exist.`,
    });
    expect(await stranger.act({ type: 'withdraw3', destination: stranger.address, amount: '5' })).toEqual({
      status: 'err',
      response: `Must deposit before performing actions. User: ${stranger.address}`,
    });
  });

  test('whose action was tampered with acts as someone who does not exist', async () => {
    const user = new TestUser(venue, 100);
    const request = await user.signed({ type: 'updateLeverage', asset: 0, isCross: true, leverage: 2 });
    const tampered = { ...request, action: { type: 'updateLeverage', asset: 0, isCross: true, leverage: 40 } };
    const answer = await venue.exchange.act(tampered);
    expect(answer).toMatchObject({ status: 'err' });
    expect(answer.response).toMatch(/^User or API Wallet 0x[0-9a-f]{40} does not exist\.$/);
    expect(answer.response).not.toContain(user.address);
  });

  test('an agent trades for its user, moves no money, and ends with its successor or its time', async () => {
    const user = new TestUser(venue, 100);
    const [first, second, third] = [new TestUser(venue, 0), new TestUser(venue, 0), new TestUser(venue, 0)];
    const approve = (agent: TestUser, agentName: string) =>
      user.act({ type: 'approveAgent', agentAddress: agent.address, agentName });
    await approve(first, 'bot');
    expect(user.info('extraAgents')).toMatchObject([{ name: 'bot', address: first.address }]);
    expect(first.info('userRole')).toEqual({ role: 'agent', data: { user: user.address } });
    expect(await first.act({ type: 'updateLeverage', asset: 1, isCross: true, leverage: 7 })).toEqual(done);
    expect(user.info('activeAssetData', { coin: 'ETH' })).toMatchObject({ leverage: { type: 'cross', value: 7 } });
    for (const action of [
      { type: 'withdraw3', destination: first.address, amount: '5' },
      { type: 'usdSend', destination: first.address, amount: '5' },
      { type: 'approveAgent', agentAddress: second.address, agentName: 'x' },
    ])
      expect(await first.act(action)).toEqual({
        status: 'err',
        response: `Must deposit before performing actions. User: ${first.address}`,
      });
    await approve(second, 'bot');
    expect(await first.act(noop)).toMatchObject({ response: `User or API Wallet ${first.address} does not exist.` });
    await approve(third, `brief valid_until ${venue.clock.nowMs() + 10_000}`);
    expect(await third.act(noop)).toEqual(done);
    venue.clock.advance(10_000);
    expect(await third.act(noop)).toMatchObject({ status: 'err' });
    expect(await second.act(noop)).toEqual(done);
  });

  test('an agent of one user can not become that of another', async () => {
    const [user, other] = [new TestUser(venue, 100), new TestUser(venue, 100)];
    const agent = new TestUser(venue, 0);
    await user.act({ type: 'approveAgent', agentAddress: agent.address, agentName: '' });
    expect(await other.act({ type: 'approveAgent', agentAddress: agent.address, agentName: '' })).toMatchObject({
      status: 'err',
    });
  });
});

describe('a request', () => {
  test('for a vault is refused, and one that has expired', async () => {
    const user = new TestUser(venue, 100);
    const vaultAddress = `0x${'ab'.repeat(20)}`;
    expect(await user.act(noop, { vaultAddress })).toEqual({
      status: 'err',
      response: `Vault not registered: ${vaultAddress}`,
    });
    expect(await user.act(noop, { expiresAfter: venue.clock.nowMs() - 1 })).toEqual({
      status: 'err',
      response: 'Action already expired',
    });
    expect(await user.act(noop, { expiresAfter: venue.clock.nowMs() })).toEqual(done);
  });

  test.each([
    ['an unknown action', { type: 'evmRawTx' }],
    [
      'an order with a number for a price',
      {
        type: 'order',
        grouping: 'na',
        orders: [{ a: 0, b: true, p: 1, s: '1', r: false, t: { limit: { tif: 'Gtc' } } }],
      },
    ],
    [
      'an order with nine decimals',
      {
        type: 'order',
        grouping: 'na',
        orders: [{ a: 0, b: true, p: '1.123456789', s: '1', r: false, t: { limit: { tif: 'Gtc' } } }],
      },
    ],
  ])('of %s is not deserialised', async (_what, action) => {
    const signature = { r: '0x1', s: '0x1', v: 27 };
    await expect(venue.exchange.act({ action, nonce: 1, signature })).rejects.toThrow(
      'Failed to deserialize the JSON body into the target type',
    );
  });
});

describe('what was accepted', () => {
  test('is there after a kill', async () => {
    const user = new TestUser(venue, 1_000);
    const outcome = await user.order({ size: 1, price: 1_000, cloid: `0x${'7'.repeat(32)}` });
    const { oid } = (outcome as { resting: { oid: number } }).resting;
    const nonce = venue.clock.nowMs();
    await user.act(noop, { nonce });
    const reopened = await venue.again();
    const order = reopened.exchange.store.order(oid);
    expect(order).toMatchObject({ status: 'open', cloid: `0x${'7'.repeat(32)}` });
    expect(await reopened.exchange.act(await user.signed(noop, { nonce }))).toMatchObject({
      response: `Invalid nonce: duplicate nonce ${nonce}`,
    });
    reopened.journal.close();
  });
});
