import { describe, expect, test } from '@jest/globals';
import { createFaults } from '@platform/venues/simulation';
import Fastify from 'fastify';
import { FAULTS_PATH, faultRoutes } from './routes.js';

describe('the faults route', () => {
  const faults = createFaults();
  const app = Fastify();
  faultRoutes(faults)(app);
  const post = (payload: object) => app.inject({ method: 'POST', url: FAULTS_PATH, payload });

  test('adds one that hits one call before it is accepted unless it says otherwise', async () => {
    expect((await post({ venue: 'hyperliquid', kind: 'timeout' })).statusCode).toBe(204);
    expect(faults.take('hyperliquid', false)).toBeUndefined();
    expect(faults.take('hyperliquid', true)).toEqual({ kind: 'timeout', when: 'before_accept' });
    expect(faults.take('hyperliquid', true)).toBeUndefined();
  });

  test.each([
    ['an unknown kind', { venue: 'hyperliquid', kind: 'slow' }, 'kind'],
    ['no venue', { kind: 'down' }, 'venue'],
    ['a count of nothing', { venue: 'hyperliquid', kind: 'down', count: 0 }, 'count'],
    ['a node that lags where there is none', { venue: 'hyperliquid', kind: 'stale' }, 'venue'],
    ['candles of a chain that come late', { venue: 'arbitrum', kind: 'late_candles' }, 'kind'],
    ['a liquidation of nobody', { venue: 'hyperliquid', kind: 'liquidation' }, 'user'],
    ['a signer of nobody', { venue: 'polymarket', kind: 'signer_refused' }, 'user'],
    ['an engine of a chain', { venue: 'polygon', kind: 'restarting' }, 'kind'],
    ['a broken server of a chain', { venue: 'arbitrum', kind: 'server_error' }, 'kind'],
    ['calls of one address to a chain', { venue: 'polygon', kind: 'down', address: '127.0.0.2' }, 'address'],
    ['another fault that has seconds', { venue: 'hyperliquid', kind: 'down', seconds: 9 }, 'seconds'],
    ['another fault that has cents', { venue: 'polymarket', kind: 'slow_bridge', cents: 9 }, 'cents'],
    ['a bridge of a chain', { venue: 'polygon', kind: 'bridge_failure' }, 'kind'],
    ['an odd row without a field', { venue: 'lighter', kind: 'odd_row', market: 'ETH' }, 'field'],
    ['an odd row that stands nowhere', { venue: 'lighter', kind: 'odd_row', field: 'o' }, 'at'],
    ['an odd row of a chain', { venue: 'polygon', kind: 'odd_row', field: 'o', market: 'ETH' }, 'kind'],
    ['another fault that has a field', { venue: 'lighter', kind: 'down', field: 'o' }, 'field'],
    ['a field it does not know', { venue: 'hyperliquid', kind: 'down', after: 1 }, ''],
  ])('refuses %s', async (_what, payload, path) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ details: [{ path }] });
  });

  test('adds one of a method of a chain, which hits no other call', async () => {
    await post({ venue: 'arbitrum', kind: 'reject', method: 'eth_estimateGas', message: 'execution reverted' });
    expect(faults.take('arbitrum', true, ['eth_sendRawTransaction'])).toBeUndefined();
    expect(faults.take('arbitrum', false, ['eth_chainId', 'eth_estimateGas'])).toMatchObject({
      kind: 'reject',
      message: 'execution reverted',
    });
  });

  test('adds one that hits no call and makes candles late, by half a minute unless it says otherwise', async () => {
    await post({ venue: 'lighter', kind: 'late_candles' });
    expect(faults.candleDelayMs('lighter')).toBe(30_000);
    expect((await post({ venue: 'lighter', kind: 'late_candles', seconds: 90 })).statusCode).toBe(204);
    expect([faults.candleDelayMs('lighter'), faults.candleDelayMs('hyperliquid')]).toEqual([90_000, 0]);
    expect(faults.take('lighter', true)).toBeUndefined();
  });

  test('adds one that hits no call and makes a row and a market odd', async () => {
    const at = '2026-03-02T11:00:00Z';
    await post({ venue: 'lighter', kind: 'odd_row', at, field: 'h', value: '7' });
    expect((await post({ venue: 'lighter', kind: 'odd_row', market: 'ETH', field: 'size_decimals' })).statusCode).toBe(
      204,
    );
    expect(faults.oddRows('lighter')).toEqual([
      { atMs: Date.parse(at), field: 'h', value: '7' },
      { market: 'ETH', field: 'size_decimals', value: null },
    ]);
    expect([faults.oddRows('hyperliquid'), faults.take('lighter', true)]).toEqual([[], undefined]);
  });

  test('adds one that hits no call and makes a bridge slow, dear and failing at once', async () => {
    await post({ venue: 'polymarket', kind: 'bridge_fee' });
    await post({ venue: 'polymarket', kind: 'slow_bridge', seconds: 5 });
    await post({ venue: 'polymarket', kind: 'bridge_failure' });
    expect(faults.bridgeTrouble('polymarket')).toEqual({ delayMs: 5_000, feeMicroUsd: 500_000n, fails: true });
    expect(faults.bridgeTrouble('hyperliquid')).toEqual({ delayMs: 0, feeMicroUsd: 0n, fails: false });
    expect(faults.take('polymarket', true)).toBeUndefined();
  });

  test('adds one of a caller’s address, which hits no other caller', async () => {
    await post({ venue: 'hyperliquid', kind: 'rate_limit', scope: 'all', address: '127.0.0.2' });
    expect(faults.take('hyperliquid', true, [], '127.0.0.1')).toBeUndefined();
    expect(faults.take('hyperliquid', true)).toBeUndefined();
    expect(faults.take('hyperliquid', true, [], '127.0.0.2')).toMatchObject({ kind: 'rate_limit' });
  });

  test('adds what the venue does to an account, once', async () => {
    const user = `0x${'0A'.repeat(20)}`;
    await post({ venue: 'hyperliquid', kind: 'liquidation', user });
    expect(faults.takeBlows('lighter')).toEqual([]);
    expect(faults.takeBlows('hyperliquid')).toMatchObject([{ kind: 'liquidation', user: user.toLowerCase() }]);
    expect(faults.takeBlows('hyperliquid')).toEqual([]);
  });

  test('adds what happens to a venue’s engine, as often as it says', async () => {
    const user = `0x${'0A'.repeat(20)}`;
    expect((await post({ venue: 'polymarket', kind: 'match_delayed', count: 2, seconds: 7 })).statusCode).toBe(204);
    await post({ venue: 'polymarket', kind: 'signer_refused', user });
    const delayed = () => faults.takeTrouble('polymarket', 'match_delayed');
    expect([delayed(), delayed(), delayed()]).toEqual([{ delayMs: 7_000 }, { delayMs: 7_000 }, undefined]);
    const refused = (of: string) => faults.takeTrouble('polymarket', 'signer_refused', of);
    expect([refused(user.toLowerCase()), refused(user.toLowerCase())]).toEqual([{ delayMs: 0 }, { delayMs: 0 }]);
    expect(refused('0x00')).toBeUndefined();
    expect((await post({ venue: 'polymarket', kind: 'heartbeat_lost' })).statusCode).toBe(400);
    expect((await post({ venue: 'polymarket', kind: 'redeem_unpaid', user })).statusCode).toBe(400);
    await post({ venue: 'polymarket', kind: 'signer_limited', user });
    const limited = () => faults.takeTrouble('polymarket', 'signer_limited', user.toLowerCase());
    expect([limited(), limited()]).toEqual([{ delayMs: 5_000 }, undefined]);
    expect(faults.take('polymarket', true)).toBeUndefined();
  });

  test('drops all of them', async () => {
    await post({ venue: 'hyperliquid', kind: 'no_replay' });
    expect(faults.replays('hyperliquid')).toBe(false);
    await post({ venue: 'hyperliquid', kind: 'agent_ended', user: `0x${'0a'.repeat(20)}` });
    await post({ venue: 'hyperliquid', kind: 'down' });
    expect((await app.inject({ method: 'DELETE', url: FAULTS_PATH })).statusCode).toBe(204);
    expect([faults.isDown('hyperliquid'), faults.candleDelayMs('lighter')]).toEqual([false, 0]);
    expect(faults.oddRows('lighter')).toEqual([]);
    expect([faults.replays('hyperliquid'), faults.takeBlows('hyperliquid')]).toEqual([true, []]);
  });
});
